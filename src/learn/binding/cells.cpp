// Turns the columns that a feature reads into the values its family observes.
#include <credence/detail/learn/cells.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>
#include <limits>

#include "base/names.hpp"
#include "data/table/cell_remedies.hpp"

namespace credence {
namespace {

// Two listed levels to 0 and 1.
std::vector<float> answers_of_levels(const Table& table, const ColumnSchema& feature) {
  const Column& column = table.column(feature.name);
  const CodeColumn codes = codes_of(table, column);
  const std::vector<Index> answer = positions_in(codes.levels, feature.levels);
  std::vector<float> values;
  values.reserve(codes.codes.size());
  for (const Code code : codes.codes) {
    const Index row = static_cast<Index>(values.size());
    const Index value = code == missing_code ? -1 : answer[static_cast<std::size_t>(code)];
    if (code != missing_code && value < 0)
      throw Error(ErrorCode::domain,
                  "family 'bernoulli' needs one of its two levels: column " +
                      detail::in_quotes(feature.name) + ", " + table.place(column, row) +
                      " holds " + detail::in_quotes(codes.levels[static_cast<std::size_t>(code)]) +
                      ", the levels are " + detail::in_quotes(feature.levels[0]) + " and " +
                      detail::in_quotes(feature.levels[1]) +
                      "; correct the cell or choose family 'categorical'",
                  table.where(column, row));
    values.push_back(code == missing_code ? std::numeric_limits<float>::quiet_NaN()
                                          : static_cast<float>(value));
  }
  return values;
}

// Cells that must read 0 or 1.
void check_answers(const Table& table, const std::string& name,
                   const detail::NumberCells& numbers) {
  for (Index row = 0; row < numbers.rows(); ++row) {
    const double value = numbers[row];
    if (std::isnan(value) || value == 0 || value == 1) continue;
    const Column& column = table.column(name);
    throw Error(ErrorCode::domain,
                "family 'bernoulli' needs 0 or 1: column " + detail::in_quotes(name) + ", " +
                    table.place(column, row) + " holds " + to_text(value) +
                    "; list two levels in the schema or choose another family",
                table.where(column, row));
  }
}

// The numbers of a column that is a part of a feature.
// in  instead: the remedy for a text, in place of another family of the column
detail::NumberCells part_of_feature(const Table& table, const std::string& name,
                                    std::string_view instead) {
  try {
    return {table, name};
  } catch (const Error&) {
    static_cast<void>(numbers_of_part(table, table.column(name), instead));
    throw;
  }
}

constexpr std::string_view smaller_block = "leave the column out of the block";

// One block of several count columns as documents over a vocabulary of column names.
Words words_of_columns(const Table& table, const ColumnSchema& feature) {
  std::vector<detail::NumberCells> columns;
  for (const std::string& name : feature.columns)
    columns.push_back(part_of_feature(table, name, smaller_block));
  Words words;
  words.vocabulary = feature.columns;
  words.offsets.push_back(0);
  for (Index row = 0; row < table.rows(); ++row) {
    bool missing = false;
    for (std::size_t word = 0; word < columns.size(); ++word) {
      const double count = columns[word][row];
      if (std::isnan(count)) missing = true;
      if (count < 0 || count > largest_amount) {
        const Column& column = table.column(feature.columns[word]);
        throw Error(ErrorCode::domain,
                    std::string("family 'multinomial' needs counts of at ") +
                        (count < 0 ? "least 0" : "most 1e300") + ": column " +
                        detail::in_quotes(column.name) + ", " + table.place(column, row) +
                        " holds " + to_text(count) +
                        "; remove the row or leave the column out of the block",
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

detail::NumberCells::NumberCells(const Table& table, const std::string& name) {
  const Column& column = table.column(name);
  if (const auto* typed = std::get_if<NumberView>(&column.cells)) {
    std::visit([this](const auto& view) { view_ = view; }, typed->numbers);
    viewed_ = true;
  } else if (const auto* reals = std::get_if<RealColumn>(&column.cells)) {
    view_ = reals->view();
    viewed_ = true;
  } else {
    owned_ = std::make_shared<const RealColumn>(numbers_of(table, column));
    view_ = owned_->view();
  }
  rows_ = std::visit([](const auto& view) { return view.size; }, view_);
}

Cells<double>::Cells(const Table& table, const ColumnSchema& feature)
    : values_(table, feature.name) {}

bool Cells<double>::read(Index row, const Slots&, double& datum) const {
  datum = values_[row];
  return !std::isnan(datum);
}

Cells<std::vector<double>>::Cells(const Table& table, const ColumnSchema& feature) {
  for (const std::string& name : columns_read(feature))
    columns_.push_back(part_of_feature(table, name, smaller_block));
}

bool Cells<std::vector<double>>::read(Index row, const Slots&, std::vector<double>& datum) const {
  datum.resize(columns_.size());
  bool any = false;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    datum[j] = columns_[j][row];
    any = any || !std::isnan(datum[j]);
  }
  return any;
}

bool Cells<std::vector<double>>::viewed() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const detail::NumberCells& column) { return column.viewed(); });
}

Cells<bool>::Cells(const Table& table, const ColumnSchema& feature) {
  if (!feature.levels.empty()) {
    values_ = detail::OwnedOrView<float>(answers_of_levels(table, feature));
    return;
  }
  detail::NumberCells numbers(table, feature.name);
  if (!numbers.viewed()) check_answers(table, feature.name, numbers);
  values_ = std::move(numbers);
}

bool Cells<bool>::read(Index row, const Slots&, bool& datum) const {
  if (const auto* answers = std::get_if<detail::OwnedOrView<float>>(&values_)) {
    datum = answers->view()[row] == 1;
    return !std::isnan(answers->view()[row]);
  }
  const double value = std::get<detail::NumberCells>(values_)[row];
  datum = value == 1;
  return !std::isnan(value);
}

Index Cells<bool>::rows() const {
  return std::visit([](const auto& view) { return view.size; }, numbers());
}

Numbers Cells<bool>::numbers() const {
  if (const auto* answers = std::get_if<detail::OwnedOrView<float>>(&values_))
    return answers->view();
  return std::get<detail::NumberCells>(values_).numbers();
}

bool Cells<bool>::viewed() const {
  const auto* numbers = std::get_if<detail::NumberCells>(&values_);
  return numbers != nullptr && numbers->viewed();
}

Cells<Count>::Cells(const Table& table, const ColumnSchema& feature)
    : counts_(table, feature.name) {
  if (feature.exposure.empty()) return;
  exposures_ = part_of_feature(table, feature.exposure, "take the exposure from another column");
  for (Index row = 0; row < exposures_->rows(); ++row)
    if (const double exposure = (*exposures_)[row]; exposure <= 0) {
      const Column& column = table.column(feature.exposure);
      throw Error(ErrorCode::domain,
                  "an exposure must be positive: column " + detail::in_quotes(column.name) + ", " +
                      table.place(column, row) + " holds " + to_text(exposure) +
                      "; remove the row or mark the cell as missing",
                  table.where(column, row));
    }
}

bool Cells<Count>::read(Index row, const Slots&, Count& datum) const {
  datum.count = counts_[row];
  datum.exposure = exposures_ ? (*exposures_)[row] : 1;
  return !std::isnan(datum.count) && !std::isnan(datum.exposure);
}

namespace {

// Makes every level that is not listed the one that stands for them.
void join_others(const ColumnSchema& feature, CodeColumn& column) {
  const std::vector<Index> listed = positions_in(column.levels, feature.levels);
  std::vector<std::string> levels;
  std::vector<Code> code_of;  // of each level; missing_code: it is none of those listed
  for (std::size_t level = 0; level < listed.size(); ++level) {
    code_of.push_back(listed[level] < 0 ? missing_code : static_cast<Code>(levels.size()));
    if (listed[level] >= 0) levels.push_back(column.levels[level]);
  }
  auto others =
      static_cast<Code>(std::find(levels.begin(), levels.end(), feature.others) - levels.begin());
  if (static_cast<std::size_t>(others) == levels.size() && levels.size() < listed.size())
    levels.push_back(feature.others);
  for (Code& code : column.codes)
    if (code != missing_code) {
      const Code listed_code = code_of[static_cast<std::size_t>(code)];
      code = listed_code == missing_code ? others : listed_code;
    }
  column.levels = std::move(levels);
}

}  // namespace

Cells<Code>::Cells(const Table& table, const ColumnSchema& feature) {
  const Column& source = table.column(feature.name);
  if (const auto* seen = std::get_if<CodeView>(&source.cells);
      seen != nullptr && !feature.missing_is_level && feature.others.empty() &&
      seen->levels == sorted_levels(seen->levels)) {
    levels_ = std::make_shared<const std::vector<std::string>>(seen->levels);
    codes_ = detail::OwnedOrView<Code>(seen->codes);
    return;
  }
  CodeColumn column = codes_of(table, source);
  if (!feature.others.empty()) join_others(feature, column);
  std::vector<std::string> levels = std::move(column.levels);
  if (feature.missing_is_level) {
    if (detail::among(levels, missing_level))
      throw Error(ErrorCode::schema,
                  "column '" + feature.name +
                      "' makes missing cells a level called 'missing', and holds "
                      "that text as well; rename it, or read it as a missing-value string with "
                      "CsvOptions::missing");
    const auto missing = static_cast<Code>(levels.size());
    levels.emplace_back(missing_level);
    for (Code& code : column.codes)
      if (code == missing_code) code = missing;
  }
  levels_ = std::make_shared<const std::vector<std::string>>(std::move(levels));
  codes_ = detail::OwnedOrView<Code>(std::move(column.codes));
}

bool Cells<Code>::read(Index row, const Slots& slots, Code& datum) const {
  const Code code = codes_.view()[row];
  datum = code == missing_code ? missing_code
                               : static_cast<Code>(slots[static_cast<std::size_t>(code)]);
  return datum >= 0;
}

void Cells<Code>::mark_levels(Index row, std::vector<bool>& seen) const {
  const Code code = codes_.view()[row];
  if (code != missing_code) seen[static_cast<std::size_t>(code)] = true;
}

std::vector<std::string_view> Cells<Code>::unknown(Index row, const Slots& slots) const {
  const Code code = codes_.view()[row];
  if (code == missing_code || slots.of[static_cast<std::size_t>(code)] >= 0) return {};
  return {(*levels_)[static_cast<std::size_t>(code)]};
}

Cells<WordCounts>::Cells(const Table& table, const ColumnSchema& feature) {
  if (feature.columns.empty()) {
    const Column& column = table.column(feature.name);
    if (const auto* seen = std::get_if<DocumentView>(&column.cells)) {
      vocabulary_ = seen->vocabulary;
      rows_ = {.offsets = seen->offsets,
               .words = seen->words,
               .counts = seen->counts,
               .rows = seen->rows,
               .vocabulary = std::ssize(seen->vocabulary)};
      viewed_ = true;
      return;
    }
    words_ = std::make_shared<const Words>(words_of(table, column));
  } else {
    words_ = std::make_shared<const Words>(words_of_columns(table, feature));
  }
  vocabulary_ = words_->vocabulary;
  rows_ = word_rows(*words_);
}

bool Cells<WordCounts>::absent(Index row) const {
  if (rows_.missing != nullptr) return (*rows_.missing)[static_cast<std::size_t>(row)];
  return std::any_of(rows_.counts + rows_.offsets[row], rows_.counts + rows_.offsets[row + 1],
                     [](double count) { return std::isnan(count); });
}

bool Cells<WordCounts>::read(Index row, const Slots& slots, WordCounts& datum) const {
  datum.clear();
  if (absent(row)) return false;
  double unknown = 0;
  for (std::uint64_t i = rows_.offsets[row]; i < rows_.offsets[row + 1]; ++i) {
    const Index slot = slots.of[rows_.words[i]];
    if (slot >= 0)
      datum.push_back({static_cast<std::uint32_t>(slot), rows_.counts[i]});
    else
      unknown += rows_.counts[i];
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
  if (absent(row)) return words;
  for (std::uint64_t i = rows_.offsets[row]; i < rows_.offsets[row + 1]; ++i)
    if (slots.of[rows_.words[i]] < 0 && rows_.counts[i] != 0)  // as learning takes them
      words.push_back(vocabulary_[rows_.words[i]]);
  return words;
}

void Cells<WordCounts>::mark_levels(Index row, std::vector<bool>& seen) const {
  if (absent(row)) return;
  for (std::uint64_t i = rows_.offsets[row]; i < rows_.offsets[row + 1]; ++i)
    if (rows_.counts[i] != 0) seen[rows_.words[i]] = true;
}

}  // namespace credence
