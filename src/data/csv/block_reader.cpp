// Reads the records of one block of a separated text: quickly where they are plain, else with care.
#include "data/csv/block_reader.hpp"

#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include "data/csv/file_cells.hpp"

namespace credence {
namespace {

// The pages of a mapped file lie anywhere in memory, and the processor does not look ahead beyond the
// one that is read.
constexpr std::uint64_t bytes_ahead = 4096;

}  // namespace

BlockReader::BlockReader(const CsvText& text, std::span<ColumnInProgress> columns,
                         std::uint64_t* records)
    : text_(text),
      bytes_(text.bytes().data()),
      shared_(columns),
      records_(records),
      fields_(text),
      scanner_(text),
      short_record_(std::min(text.options().limits.field, text.options().limits.line)) {
  std::size_t text_columns = 0;
  columns_.reserve(columns.size());
  for (const ColumnInProgress& column : columns) {
    const bool is_lost = column.kept == Kept::numbers && column.has_other_text;
    columns_.push_back({.kept = is_lost ? Kept::nothing : column.kept,
                        .has_other_spelling = false,
                        .has_missing_word = false,
                        .numbers = column.numbers.get(),
                        .codes = column.codes.get(),
                        .text_column = column.text_column});
    if (column.kept == Kept::texts) ++text_columns;
  }
  texts_.resize(text_columns);
  expect_plain_records();
}

// Where nothing can be mistaken for a number, or for the beginning of a record.
void BlockReader::expect_plain_records() {
  const auto empty = fields_.mark_of("");
  reads_plain_ = detail::PlainNumbers::available() && fields_.numbers_are_cells() &&
                 !text_.options().comment && !columns_.empty();
  bool has_others = false;
  for (const Column& column : columns_) {
    detail::PlainColumn& plain = plain_columns_.emplace_back();
    if (column.kept == Kept::numbers) plain.numbers = column.numbers;
    if (column.kept == Kept::texts) {
      plain.codes = column.codes;
      plain.texts = &texts_[column.text_column];
    }
    has_others = has_others || column.kept != Kept::numbers;
  }
  plain_ = {.text = text_.bytes(),
            .separator = fields_.separator(),
            .quote = text_.options().quote,
            .trims = text_.options().trim,
            .has_empty = empty.has_value(),
            .empty = missing_number(empty.value_or(0)),
            .has_others = has_others,
            .longest_record = short_record_,
            .columns = plain_columns_,
            .records = records_,
            .put_odd = [this](detail::PlainColumn& plain, Index row, std::string_view field) {
              return put_odd(plain, row, field);
            }};
}

// A long number, one with an exponent, a missing-value string, or a text among numbers. Too many of
// them are faster read one field after another.
bool BlockReader::put_odd(detail::PlainColumn& plain, Index row, std::string_view field) {
  const auto width = static_cast<Index>(columns_.size());
  reads_plain_ = ++odd_fields_ <= 64 + (plain_rows_ + row - plain_begin_) * width / 4;
  if (!reads_plain_) return false;
  Column& column = columns_[static_cast<std::size_t>(&plain - plain_columns_.data())];
  detail::Decimal decimal;
  if (fields_.number(field.data(), decimal) == field.data() + field.size()) {
    column.numbers[row] = decimal.number;
    column.has_other_spelling |= !decimal.is_plain_whole;
    return true;
  }
  put_number(column, row, field);
  return true;
}

// Whether some records were read at once; no more is tried where that fails too often.
bool BlockReader::plain_records(const char*& at, const char* end, Index& row) {
  if (!reads_plain_) return false;
  plain_begin_ = row;
  at = plain_.read(at, std::min(end, fields_.limit()), row);
  plain_rows_ += row - plain_begin_;
  if (row > plain_begin_) return true;
  ++missed_;
  reads_plain_ = reads_plain_ && missed_ <= 32 + plain_rows_ / 8;
  return false;
}

Index BlockReader::read(const CsvBlock& block, Index first_row) {
  const char* at = bytes_ + block.begin;
  const char* const end = bytes_ + block.end;
  const auto comment = text_.options().comment;
  Index row = first_row;
  std::uint64_t fetched = block.begin;
  while (at < end) {
    const auto place = static_cast<std::uint64_t>(at - bytes_);
    const std::uint64_t wanted = std::min(place + bytes_ahead, block.end);
    for (fetched = std::max(fetched, place); fetched < wanted; fetched += 64)
      __builtin_prefetch(bytes_ + fetched, 0, 2);
    if (comment && *at == *comment) {
      const void* line_end = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
      at = line_end == nullptr ? end : static_cast<const char*>(line_end) + 1;
      continue;
    }
    if (*at == '\n' && columns_.size() > 1) {
      ++at;
      continue;
    }
    if (plain_records(at, end, row)) continue;
    const char* const next = quick_record(at, row);
    const char* const begin = at;
    bool is_row = true;
    if (next == nullptr)
      is_row = careful_record(at, row);
    else
      at = next;
    if (is_row) records_[row++] = static_cast<std::uint64_t>(begin - bytes_);
  }
  report();
  return row - first_row;
}

// The byte behind the record; null where it is not plain: then nothing that was put counts.
const char* BlockReader::quick_record(const char* at, Index row) {
  if (at >= fields_.limit()) return nullptr;
  const char* const begin = at;
  const Column* const last = &columns_.back();
  for (Column& column : columns_) {
    at = fields_.skip_blanks(at);
    const char* end = nullptr;
    detail::Decimal decimal;
    if (column.kept == Kept::numbers && (end = fields_.number(at, decimal)) != nullptr) {
      column.numbers[row] = decimal.number;
      column.has_other_spelling |= !decimal.is_plain_whole;
    } else {
      std::string_view text;
      end = fields_.field(at, text);
      // Nothing of a blank line counts, and where it ends the record is too short for a row.
      if (end == nullptr || (&column != last && *end != fields_.separator())) return nullptr;
      put(column, row, text, true);
    }
    at = &column == last ? fields_.next_record(end) : fields_.next_field(end);
    if (at == nullptr) return nullptr;
  }
  // No field of a record that is short enough is too long.
  return static_cast<std::uint64_t>(at - begin) > short_record_ ? nullptr : at;
}

// False for a blank line between the records of several columns.
bool BlockReader::careful_record(const char*& at, Index row) {
  scanner_.go_to(static_cast<std::uint64_t>(at - bytes_));
  static_cast<void>(scanner_.next());
  at = bytes_ + scanner_.next_position();
  if (scanner_.blank() && columns_.size() > 1) return false;
  check_width();
  for (std::size_t i = 0; i < columns_.size(); ++i) put(columns_[i], row, scanner_.text(i), false);
  return true;
}

void BlockReader::put(Column& column, Index row, std::string_view text, bool lasts) {
  if (column.kept == Kept::numbers) return put_number(column, row, text);
  if (column.kept == Kept::nothing) return;
  TextInterner& texts = texts_[column.text_column];
  column.codes[row] = lasts ? texts.code_of_lasting(text) : texts.code_of_passing(text);
}

void BlockReader::put_number(Column& column, Index row, std::string_view text) {
  if (const auto mark = fields_.mark_of(text)) {
    column.numbers[row] = missing_number(*mark);
    column.has_missing_word = column.has_missing_word || detail::is_word_mark(text);
    return;
  }
  const std::optional<double> number = number_of_cell(text, text_.options().decimal);
  if (number) {
    column.numbers[row] = *number;
    column.has_other_spelling |= !detail::is_plain_whole(text);
    return;
  }
  const auto at = static_cast<std::size_t>(&column - columns_.data());
  column.kept = Kept::nothing;
  plain_columns_[at].numbers = nullptr;
  plain_.has_others = true;
  shared_[at].has_other_text = true;
}

void BlockReader::check_width() const {
  const std::size_t width = columns_.size();
  if (scanner_.size() == width) return;
  const bool longer = scanner_.size() > width;
  throw text_.fault("a row of " + detail::counted(scanner_.size(), "field", "fields") +
                        " in a table of " + detail::counted(width, "column", "columns"),
                    longer ? scanner_.position(width) : scanner_.end(),
                    "give every row one field for each column; or check "
                    "CsvOptions::separator, CsvOptions::quote and CsvOptions::header; "
                    "CsvOptions::comment skips lines that are no rows");
}

void BlockReader::report() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].has_other_spelling || plain_columns_[i].has_other_spelling)
      shared_[i].has_other_spelling = true;
    if (columns_[i].has_missing_word) shared_[i].has_missing_word = true;
  }
}

std::vector<DistinctTexts> BlockReader::taken_texts() {
  std::vector<DistinctTexts> all;
  all.reserve(texts_.size());
  for (TextInterner& texts : texts_) all.push_back(std::move(texts).taken());
  return all;
}

}  // namespace credence
