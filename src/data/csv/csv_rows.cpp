// The rows of a separated text, block by block on several threads.
#include "data/csv/csv_rows.hpp"

#include <credence/base/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <utility>

#include "data/bytes/beyond_limit.hpp"
#include "data/csv/block_reader.hpp"
#include "data/csv/csv_scanner.hpp"
#include "data/csv/field_scanner.hpp"
#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

// Where the rows of a block are: first by the most that may come before, then side by side.
struct BlockRows {
  Index first = 0;
  Index size = 0;
  std::vector<DistinctTexts> texts = {};
};

// A record takes at least a byte for each field: lines alone would promise too much memory.
[[nodiscard]] Index most_rows(const CsvBlock& block, std::size_t width) {
  const std::uint64_t bytes = block.end - block.begin;
  return std::min(block.lines, static_cast<Index>(bytes / width + 1));
}

// Reads cells again: quickly where their record is plain, else with care.
class CsvCells {
 public:
  static constexpr std::string_view remedy = {};

  explicit CsvCells(const CsvText& text) : text_(text), fields_(text) {}

  [[nodiscard]] CellText operator()(std::uint64_t record, FieldPlace known, std::size_t field) {
    CellText found;
    if (quick_cell(text_.bytes().data() + known.position, field - known.field, found)) return found;
    if (!scanner_) scanner_.emplace(text_);
    scanner_->go_to(record);
    static_cast<void>(scanner_->next());  // which was read before
    return {.text = scanner_->text(field), .lasts = false, .position = scanner_->position(field)};
  }

 private:
  [[nodiscard]] bool quick_cell(const char* at, std::size_t field, CellText& cell) const {
    if (at >= fields_.limit()) return false;
    for (std::size_t i = 0;; ++i) {
      at = fields_.skip_blanks(at);
      const char* const end = fields_.field(at, cell.text);
      if (end == nullptr) return false;
      if (i == field) break;
      at = fields_.next_field(end);
      if (at == nullptr) return false;
    }
    cell.lasts = true;
    cell.position = static_cast<std::uint64_t>(at - text_.bytes().data());
    return true;
  }

  const CsvText& text_;
  FieldScanner fields_;
  std::optional<CsvScanner> scanner_;  // most records are plain
};

class RowsReader {
 public:
  RowsReader(const std::shared_ptr<const CsvText>& text, std::size_t width,
             const std::vector<CsvBlock>& blocks)
      : text_(text), blocks_(blocks), columns_(width), rows_(blocks.size()) {
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      rows_[k].first = capacity_;
      capacity_ += most_rows(blocks[k], width);
    }
  }

  [[nodiscard]] std::vector<FileColumn> read();

 private:
  void choose_what_is_kept();
  void check_cells(const std::vector<bool>& has_texts) const;
  [[nodiscard]] std::vector<bool> columns_with_texts();
  void keep_texts(std::size_t column);
  void read_blocks();
  void close_gaps();
  void turn_to_texts();
  void merge_texts();
  [[nodiscard]] FileColumn finished(std::size_t column) const;

  const std::shared_ptr<const CsvText>& text_;
  const std::vector<CsvBlock>& blocks_;
  std::vector<ColumnInProgress> columns_;
  std::vector<BlockRows> rows_;
  std::shared_ptr<std::uint64_t> records_;
  std::vector<std::shared_ptr<const DistinctTexts>> texts_;
  std::shared_ptr<LastPlaces> places_ = std::make_shared<LastPlaces>();
  std::size_t text_columns_ = 0;
  Index capacity_ = 0;
  Index size_ = 0;
};

// A look at the first records: reading texts as numbers would only be found out again and again.
std::vector<bool> RowsReader::columns_with_texts() {
  std::vector<bool> found(columns_.size(), false);
  if (blocks_.empty()) return found;
  constexpr std::uint64_t looked_at = std::uint64_t{1} << 14;
  const FieldScanner fields(*text_);
  CsvScanner scanner(*text_);
  scanner.go_to(blocks_.front().begin);
  const std::uint64_t end = blocks_.front().begin + looked_at;
  while (scanner.next_position() < end && scanner.next()) {
    if (scanner.blank() && columns_.size() > 1) continue;
    if (scanner.size() != columns_.size()) break;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (!found[i] && !fields.is_missing(scanner.text(i)) &&
          !number_of_cell(scanner.text(i), text_->options().decimal))
        found[i] = true;
  }
  return found;
}

void RowsReader::choose_what_is_kept() {
  const std::vector<bool> has_texts = columns_with_texts();
  const auto capacity = static_cast<std::size_t>(capacity_);
  check_cells(has_texts);
  records_ = untouched<std::uint64_t>(capacity, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (has_texts[i]) {
      keep_texts(i);
      continue;
    }
    columns_[i].kept = Kept::numbers;
    columns_[i].numbers = untouched<double>(capacity, i);
  }
}

// Before anything is allocated.
void RowsReader::check_cells(const std::vector<bool>& has_texts) const {
  const auto texts =
      static_cast<std::uint64_t>(std::count(has_texts.begin(), has_texts.end(), true));
  const std::uint64_t row =
      sizeof(std::uint64_t) + texts * sizeof(Code) + (columns_.size() - texts) * sizeof(double);
  check_memory(static_cast<std::uint64_t>(capacity_) * row, text_->options().limits, text_->name());
}

void RowsReader::keep_texts(std::size_t column) {
  columns_[column].text_column = text_columns_++;
  columns_[column].kept = Kept::texts;
  columns_[column].numbers = nullptr;
  columns_[column].codes = untouched<Code>(static_cast<std::size_t>(capacity_), column);
}

// The first fault in the file is the one that is told, whatever other threads have met.
void RowsReader::read_blocks() {
  const auto count = static_cast<Index>(blocks_.size());
  std::vector<std::exception_ptr> faults(blocks_.size());
  std::atomic<Index> first_fault = count;
  for_each_chunk(count, [&](Index chunk) {
    if (chunk > first_fault) return;
    const auto k = static_cast<std::size_t>(chunk);
    try {
      BlockReader reader(*text_, columns_, records_.get());
      rows_[k].size = reader.read(blocks_[k], rows_[k].first);
      rows_[k].texts = reader.taken_texts();
    } catch (...) {
      faults[k] = std::current_exception();
      Index first = first_fault;
      while (chunk < first && !first_fault.compare_exchange_weak(first, chunk)) {
      }
    }
  });
  if (first_fault < count)
    std::rethrow_exception(faults[static_cast<std::size_t>(first_fault.load())]);
}

// Blocks may hold fewer rows than lines.
void RowsReader::close_gaps() {
  size_ = 0;
  for (BlockRows& block : rows_) {
    const auto move = [&](auto* cells) {
      if (cells != nullptr && block.first != size_)
        std::copy_n(cells + block.first, block.size, cells + size_);
    };
    move(records_.get());
    for (const ColumnInProgress& column : columns_) {
      move(column.numbers.get());
      move(column.codes.get());
    }
    block.first = size_;
    size_ += block.size;
  }
}

void RowsReader::merge_texts() {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].kept == Kept::texts) columns.push_back(i);
  for_each_chunk(static_cast<Index>(columns.size()), [&](Index chunk) {
    const std::size_t i = columns[static_cast<std::size_t>(chunk)];
    std::vector<CodedPart> parts;
    parts.reserve(rows_.size());
    for (BlockRows& block : rows_)
      parts.push_back({.texts = std::move(block.texts[columns_[i].text_column]),
                       .codes = columns_[i].codes.get() + block.first,
                       .rows = block.size});
    texts_[i] = std::make_shared<const DistinctTexts>(merged_texts(*text_, std::move(parts)));
  });
}

// Columns that began with numbers and hold other texts later are read once more.
void RowsReader::turn_to_texts() {
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].kept == Kept::numbers && columns_[i].has_other_text) lost.push_back(i);
  if (lost.empty()) return;
  std::vector<Kept> kept;
  for (ColumnInProgress& column : columns_)
    kept.push_back(std::exchange(column.kept, Kept::nothing));
  text_columns_ = 0;
  for (const std::size_t i : lost) keep_texts(i);
  read_blocks();
  merge_texts();
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].kept == Kept::nothing) columns_[i].kept = kept[i];
}

FileColumn RowsReader::finished(std::size_t column) const {
  const ColumnInProgress& cells = columns_[column];
  return FileColumn(FileColumn::State{.text = text_,
                                      .cells = &cells_by<CsvCells>,
                                      .records = records_,
                                      .field = column,
                                      .size = size_,
                                      .numbers = cells.numbers,
                                      .is_plain_whole = !cells.has_other_spelling,
                                      .has_missing_word = cells.has_missing_word,
                                      .codes = cells.codes,
                                      .texts = texts_[column],
                                      .places = places_});
}

std::vector<FileColumn> RowsReader::read() {
  texts_.resize(columns_.size());
  choose_what_is_kept();
  read_blocks();
  close_gaps();
  merge_texts();
  turn_to_texts();
  std::vector<FileColumn> result;
  result.reserve(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) result.push_back(finished(i));
  return result;
}

}  // namespace

Table read_rows(const std::shared_ptr<const CsvText>& text, const std::vector<std::string>& names,
                const std::vector<CsvBlock>& blocks) {
  std::vector<FileColumn> columns = RowsReader(text, names.size(), blocks).read();
  Table table(text->name());
  for (std::size_t i = 0; i < names.size(); ++i)
    table.add(Column{.name = names[i], .cells = std::move(columns[i])});
  return table;
}

}  // namespace credence
