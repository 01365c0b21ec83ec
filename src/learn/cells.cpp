// Turns the columns that a feature reads into the values its family observes.
#include <credence/learn/cells.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>
#include <limits>

namespace credence {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Numbers of a feature's column; the place of a fault is a cell of the table.
RealColumn numbers(const Table& table, const std::string& column) {
  return numbers_of(table, table.column(column));
}

// Two listed levels to 0 and 1.
std::vector<std::int8_t> answers_of_levels(const Table& table, const ColumnSchema& feature) {
  const Column& column = table.column(feature.name);
  const CodeColumn codes = codes_of(table, column);
  const std::vector<Index> answer = positions_in(codes.levels, feature.levels);
  std::vector<std::int8_t> values;
  values.reserve(codes.codes.size());
  for (const Code code : codes.codes) {
    const Index row = static_cast<Index>(values.size());
    const Index value = code == missing_code ? -1 : answer[static_cast<std::size_t>(code)];
    if (code != missing_code && value < 0)
      throw Error(ErrorCode::domain,
                  "family 'bernoulli' needs one of its two levels: column " + quoted(feature.name) +
                      ", " + table.place(column, row) + " holds " +
                      quoted(codes.levels[static_cast<std::size_t>(code)]) + ", the levels are " +
                      quoted(feature.levels[0]) + " and " + quoted(feature.levels[1]) +
                      "; correct the cell or choose family 'categorical'",
                  table.where(column, row));
    values.push_back(static_cast<std::int8_t>(value));
  }
  return values;
}

// Cells that must read 0 or 1.
std::vector<std::int8_t> answers_of_numbers(const Table& table, const ColumnSchema& feature) {
  const Column& column = table.column(feature.name);
  const RealColumn numbers = numbers_of(table, column);
  const Strided<double> view = numbers.view();
  std::vector<std::int8_t> values;
  values.reserve(static_cast<std::size_t>(view.size));
  for (Index row = 0; row < view.size; ++row) {
    const double value = view[row];
    if (!std::isnan(value) && value != 0 && value != 1)
      throw Error(ErrorCode::domain,
                  "family 'bernoulli' needs 0 or 1: column " + quoted(feature.name) + ", " +
                      table.place(column, row) + " holds " + to_text(value) +
                      "; list two levels in the schema or choose another family",
                  table.where(column, row));
    values.push_back(std::isnan(value) ? std::int8_t{-1} : static_cast<std::int8_t>(value));
  }
  return values;
}

// One block of several count columns as documents over a vocabulary of column names.
Words words_of_columns(const Table& table, const ColumnSchema& feature) {
  std::vector<RealColumn> columns;
  for (const std::string& name : feature.columns) columns.push_back(numbers(table, name));
  Words words;
  words.vocabulary = feature.columns;
  words.offsets.push_back(0);
  for (Index row = 0; row < table.rows(); ++row) {
    bool missing = false;
    for (std::size_t word = 0; word < columns.size(); ++word) {
      const double count = columns[word].view()[row];
      if (std::isnan(count)) missing = true;
      if (count < 0) {
        const Column& column = table.column(feature.columns[word]);
        throw Error(ErrorCode::domain,
                    "family 'multinomial' needs counts of at least 0: column " +
                        quoted(column.name) + ", " + table.place(column, row) + " holds " +
                        to_text(count) + "; remove the row or leave the column out of the block",
                    table.where(column, row));
      }
      if (count > 0) {
        words.words.push_back(static_cast<std::uint32_t>(word));
        words.counts.push_back(count);
      }
    }
    words.missing.push_back(missing);
    words.offsets.push_back(words.words.size());
  }
  return words;
}

}  // namespace

std::vector<std::string> columns_read(const ColumnSchema& feature) {
  std::vector<std::string> columns = feature.columns;
  if (columns.empty()) columns.push_back(feature.name);
  if (!feature.exposure.empty()) columns.push_back(feature.exposure);
  return columns;
}

Cells<double>::Cells(const Table& table, const ColumnSchema& feature)
    : values_(numbers(table, feature.name)) {}

bool Cells<double>::read(Index row, const Slots&, double& datum) const {
  datum = values_.view()[row];
  return !std::isnan(datum);
}

Cells<bool>::Cells(const Table& table, const ColumnSchema& feature)
    : values_(feature.levels.empty() ? answers_of_numbers(table, feature)
                                     : answers_of_levels(table, feature)) {}

bool Cells<bool>::read(Index row, const Slots&, bool& datum) const {
  const std::int8_t value = values_[static_cast<std::size_t>(row)];
  datum = value == 1;
  return value >= 0;
}

Cells<Count>::Cells(const Table& table, const ColumnSchema& feature)
    : counts_(numbers(table, feature.name)) {
  if (feature.exposure.empty()) return;
  exposures_ = numbers(table, feature.exposure);
  const Strided<double> exposures = exposures_->view();
  for (Index row = 0; row < exposures.size; ++row)
    if (exposures[row] <= 0) {
      const Column& column = table.column(feature.exposure);
      throw Error(ErrorCode::domain,
                  "an exposure must be positive: column " + quoted(column.name) + ", " +
                      table.place(column, row) + " holds " + to_text(exposures[row]) +
                      "; remove the row or mark the cell as missing",
                  table.where(column, row));
    }
}

bool Cells<Count>::read(Index row, const Slots&, Count& datum) const {
  datum.count = counts_.view()[row];
  datum.exposure = exposures_ ? exposures_->view()[row] : 1;
  return !std::isnan(datum.count) && !std::isnan(datum.exposure);
}

Cells<Code>::Cells(const Table& table, const ColumnSchema& feature)
    : column_(codes_of(table, table.column(feature.name))) {
  if (!feature.missing_is_level) return;
  std::vector<std::string>& levels = column_.levels;
  if (std::find(levels.begin(), levels.end(), missing_level) != levels.end())
    throw Error(
        ErrorCode::schema,
        "column '" + feature.name +
            "' makes missing cells a level called 'missing', and holds "
            "that text as well; rename it, or read it as a mark of missing cells with --missing");
  const auto missing = static_cast<Code>(levels.size());
  levels.emplace_back(missing_level);
  for (Code& code : column_.codes)
    if (code == missing_code) code = missing;
}

bool Cells<Code>::read(Index row, const Slots& slots, Code& datum) const {
  const Code code = column_.codes[static_cast<std::size_t>(row)];
  datum = code == missing_code ? missing_code
                               : static_cast<Code>(slots[static_cast<std::size_t>(code)]);
  return datum >= 0;
}

void Cells<Code>::mark_levels(Index row, std::vector<bool>& seen) const {
  const Code code = column_.codes[static_cast<std::size_t>(row)];
  if (code != missing_code) seen[static_cast<std::size_t>(code)] = true;
}

std::vector<std::string_view> Cells<Code>::unknown(Index row, const Slots& slots) const {
  const Code code = column_.codes[static_cast<std::size_t>(row)];
  if (code == missing_code || slots.of[static_cast<std::size_t>(code)] >= 0) return {};
  return {column_.levels[static_cast<std::size_t>(code)]};
}

Cells<WordCounts>::Cells(const Table& table, const ColumnSchema& feature)
    : words_(feature.columns.empty() ? words_of(table, table.column(feature.name))
                                     : words_of_columns(table, feature)) {}

bool Cells<WordCounts>::read(Index row, const Slots& slots, WordCounts& datum) const {
  datum.clear();
  const auto at = static_cast<std::size_t>(row);
  if (words_.missing[at]) return false;
  double unknown = 0;
  for (std::uint64_t i = words_.offsets[at]; i < words_.offsets[at + 1]; ++i) {
    const Index slot = slots.of[words_.words[i]];
    if (slot >= 0)
      datum.push_back({static_cast<std::uint32_t>(slot), words_.counts[i]});
    else
      unknown += words_.counts[i];
  }
  // The two vocabularies may be sorted by different rules (one may hold numbers alone).
  const auto by_word = [](const WordCount& a, const WordCount& b) { return a.word < b.word; };
  if (!std::is_sorted(datum.begin(), datum.end(), by_word))
    std::sort(datum.begin(), datum.end(), by_word);
  if (unknown > 0 && slots.reserved >= 0)
    datum.push_back({static_cast<std::uint32_t>(slots.reserved), unknown});
  return true;
}

std::vector<std::string_view> Cells<WordCounts>::unknown(Index row, const Slots& slots) const {
  std::vector<std::string_view> words;
  const auto at = static_cast<std::size_t>(row);
  if (words_.missing[at]) return words;
  for (std::uint64_t i = words_.offsets[at]; i < words_.offsets[at + 1]; ++i)
    if (slots.of[words_.words[i]] < 0) words.push_back(words_.vocabulary[words_.words[i]]);
  return words;
}

void Cells<WordCounts>::mark_levels(Index row, std::vector<bool>& seen) const {
  const auto at = static_cast<std::size_t>(row);
  if (words_.missing[at]) return;
  for (std::uint64_t i = words_.offsets[at]; i < words_.offsets[at + 1]; ++i)
    seen[words_.words[i]] = true;
}

}  // namespace credence
