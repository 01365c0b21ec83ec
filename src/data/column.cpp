// Columns: sizes and cells.
#include <credence/data/column.hpp>

namespace credence {

Strided<double> RealColumn::view() const {
  if (const auto* owned = std::get_if<std::vector<double>>(&storage))
    return {.data = owned->data(), .size = static_cast<Index>(owned->size()), .stride = 1};
  return std::get<Strided<double>>(storage);
}

Index NumberView::size() const {
  return std::visit([](const auto& view) { return view.size; }, numbers);
}

double NumberView::operator[](Index row) const {
  return std::visit([row](const auto& view) { return static_cast<double>(view[row]); }, numbers);
}

void TextColumn::push_back(std::string_view text, bool missing, std::uint64_t position) {
  characters_.append(text);
  ends_.push_back(characters_.size());
  positions_.push_back(position);
  missing_.push_back(missing);
}

std::string_view TextColumn::operator[](Index row) const {
  const auto i = static_cast<std::size_t>(row);
  const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::string_view(characters_).substr(begin, ends_[i] - begin);
}

namespace {

struct SizeOf {
  Index operator()(const RealColumn& column) const { return column.view().size; }
  Index operator()(const CodeColumn& column) const {
    return static_cast<Index>(column.codes.size());
  }
  Index operator()(const TextColumn& column) const { return column.size(); }
  Index operator()(const NumberView& column) const { return column.size(); }
  Index operator()(const CodeView& column) const { return column.codes.size; }
};

}  // namespace

Index Column::size() const { return std::visit(SizeOf{}, cells); }

}  // namespace credence
