// Columns: sizes and cells.
#include <credence/data/table.hpp>

#include <credence/data/number.hpp>
#include <credence/detail/base/place.hpp>

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
  static_cast<void>(detail::place_of("row", row, static_cast<std::size_t>(size())));
  return std::visit([row](const auto& view) { return static_cast<double>(view[row]); }, numbers);
}

void TextColumn::push_back(std::string_view text, bool missing, std::uint64_t position) {
  characters_.append(text);
  ends_.push_back(characters_.size());
  positions_.push_back(position);
  missing_.push_back(missing);
}

std::string_view TextColumn::operator[](Index row) const {
  const std::size_t i = detail::place_of("row", row, ends_.size());
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
  Index operator()(const FileColumn& column) const { return column.size(); }
  Index operator()(const DocumentView& column) const { return column.rows; }
};

struct AsWritten {
  Index row;

  std::string operator()(const RealColumn& column) const { return to_text(column.view()[row]); }
  std::string operator()(const CodeColumn& column) const {
    return level(column.levels, column.codes[static_cast<std::size_t>(row)]);
  }
  std::string operator()(const TextColumn& column) const { return std::string(column[row]); }
  std::string operator()(const NumberView& column) const { return to_text(column[row]); }
  std::string operator()(const CodeView& column) const {
    return level(column.levels, column.codes[row]);
  }
  std::string operator()(const FileColumn& column) const { return column[row]; }
  std::string operator()(const DocumentView& column) const {
    std::string text;
    for (std::uint64_t i = column.offsets[row]; i < column.offsets[row + 1]; ++i)
      text += (text.empty() ? "" : " ") + column.vocabulary[column.words[i]] + ":" +
              to_text(column.counts[i]);
    return text;
  }

  static std::string level(const std::vector<std::string>& levels, Code code) {
    return code == missing_code ? std::string() : levels[static_cast<std::size_t>(code)];
  }
};

}  // namespace

Index Column::size() const { return std::visit(SizeOf{}, cells); }

std::string as_written(const Column& column, Index row) {
  static_cast<void>(detail::place_of("row", row, static_cast<std::size_t>(column.size())));
  return std::visit(AsWritten{row}, column.cells);
}

}  // namespace credence
