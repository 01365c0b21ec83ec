// Columns of separated files: cells by row, texts read again, and selections.
#include <credence/detail/data/file_column.hpp>

#include <credence/base/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/csv/field_scanner.hpp"
#include "data/csv/file_cells.hpp"

namespace credence {

FileColumn::FileColumn() : FileColumn(State{}) {}
FileColumn::FileColumn(State state) : state_(std::make_unique<const State>(std::move(state))) {}
FileColumn::FileColumn(const FileColumn& other)
    : state_(other.state_ ? std::make_unique<const State>(*other.state_) : nullptr) {}
FileColumn::FileColumn(FileColumn&&) noexcept = default;
FileColumn& FileColumn::operator=(const FileColumn& other) { return *this = FileColumn(other); }
FileColumn& FileColumn::operator=(FileColumn&&) noexcept = default;
FileColumn::~FileColumn() = default;

namespace {

// The text of which the row's cell is one.
[[nodiscard]] std::size_t text_of(const FileColumn::State& state, Index row) {
  return static_cast<std::size_t>(state.codes.get()[row]);
}

}  // namespace

Index FileColumn::size() const { return state_ ? state_->size : 0; }

std::string FileColumn::operator[](Index row) const {
  if (state_->texts) return std::string(state_->texts->texts[text_of(*state_, row)]);
  return state_->cells->one(*state_->text, state_->records.get()[row], state_->field).first;
}

bool FileColumn::missing(Index row) const {
  if (state_->texts) return state_->texts->missing[text_of(*state_, row)];
  return std::isnan(state_->numbers.get()[row]);
}

Location FileColumn::where(Index row) const {
  const std::uint64_t record = state_->records.get()[row];
  return state_->text->where(state_->cells->one(*state_->text, record, state_->field).second);
}

std::optional<Strided<double>> FileColumn::numbers() const {
  if (!state_->numbers) return std::nullopt;
  return Strided<double>{.data = state_->numbers.get(), .size = state_->size, .stride = 1};
}

DistinctTexts merged_texts(const CsvText& text, std::vector<CodedPart> parts) {
  TextInterner all;
  for (CodedPart& part : parts) {
    std::vector<Code> to;
    to.reserve(part.texts.texts.size());
    bool changes = false;
    for (const std::string_view one : part.texts.texts) {
      to.push_back(text.holds(one) ? all.code_of_lasting(one) : all.code_of_passing(one));
      changes = changes || to.back() != static_cast<Code>(to.size()) - 1;
    }
    for (Index row = 0; changes && row < part.rows; ++row)
      part.codes[row] = to[static_cast<std::size_t>(part.codes[row])];
    part.texts = {};
  }
  const FieldScanner fields(text);
  DistinctTexts merged = std::move(all).taken();
  for (const std::string_view one : merged.texts) merged.missing.push_back(fields.is_missing(one));
  return merged;
}

FileColumn with_texts(const FileColumn& column) {
  const FileColumn::State& state = column.state();
  if (state.texts) return column;
  constexpr Index chunk_rows = Index{1} << 14;
  const auto codes = untouched<Code>(static_cast<std::size_t>(state.size), 0);
  const auto positions = untouched<std::uint64_t>(static_cast<std::size_t>(state.size), 1);
  const LastPlaces::Places known = state.places->before(state.records, state.field);
  std::vector<CodedPart> parts(
      static_cast<std::size_t>((state.size + chunk_rows - 1) / chunk_rows));
  for_each_chunk(static_cast<Index>(parts.size()), [&](Index chunk) {
    const Index begin = chunk * chunk_rows;
    const Index end = std::min(state.size, begin + chunk_rows);
    const CellReader cells = state.cells->many(*state.text);
    TextInterner texts;
    for (Index row = begin; row < end; ++row) {
      const std::uint64_t record = state.records.get()[row];
      const CellText cell = cells(
          record,
          {.field = known.field, .position = known.positions ? known.positions.get()[row] : record},
          state.field);
      positions.get()[row] = cell.position;
      codes.get()[row] =
          cell.lasts ? texts.code_of_lasting(cell.text) : texts.code_of_passing(cell.text);
    }
    parts[static_cast<std::size_t>(chunk)] = {
        .texts = std::move(texts).taken(), .codes = codes.get() + begin, .rows = end - begin};
  });
  state.places->keep({.records = state.records, .field = state.field, .positions = positions});
  FileColumn::State result = state;
  result.numbers = nullptr;
  result.codes = codes;
  result.texts = std::make_shared<const DistinctTexts>(merged_texts(*state.text, std::move(parts)));
  return FileColumn(std::move(result));
}

namespace {

template <class T>
[[nodiscard]] std::shared_ptr<const T> gathered(const std::shared_ptr<const T>& all,
                                                std::span<const Index> rows) {
  if (!all) return nullptr;
  const auto some = untouched<T>(rows.size(), 0);
  T* to = some.get();
  for (const Index row : rows) *to++ = all.get()[row];
  return some;
}

}  // namespace

std::shared_ptr<const std::uint64_t> selected_records(const FileColumn& column,
                                                      std::span<const Index> rows) {
  return gathered(column.state().records, rows);
}

FileColumn selected(const FileColumn& column, std::span<const Index> rows,
                    std::shared_ptr<const std::uint64_t> records) {
  FileColumn::State part = column.state();
  part.records = std::move(records);
  part.size = static_cast<Index>(rows.size());
  part.numbers = gathered(column.state().numbers, rows);
  part.codes = gathered(column.state().codes, rows);
  return FileColumn(std::move(part));
}

}  // namespace credence
