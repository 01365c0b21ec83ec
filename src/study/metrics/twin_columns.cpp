// What logistic regression sees of a table: a column for each number and level.
#include "study/metrics/twin_columns.hpp"

#include <credence/data/levels.hpp>

#include "study/rows/datum_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <set>

#include "predict/classifier/logistic_weights.hpp"

namespace credence::detail {
namespace {

constexpr std::size_t most_twin_words = 2999;

// Throws Error{undefined} with the place of a missing cell.
[[noreturn]] void twin_needs_cell(const Table& table, const std::string& feature, Index row) {
  const std::string remedy =
      "; fill the cell, or leave out the row or the column: a weighted sum needs every value";
  if (const Column* column = table.find(feature))
    throw Error(ErrorCode::undefined,
                "logistic regression needs every cell: column '" + feature + "', " +
                    table.place(*column, row) + " is missing" + remedy,
                table.where(*column, row));
  throw Error(ErrorCode::undefined, "logistic regression needs every cell: feature '" + feature +
                                        "' is missing in row " + std::to_string(row + 1) + remedy);
}

// Throws Error{limit}: a text of so many words.
[[noreturn]] void too_many_words(const std::string& feature, std::size_t words) {
  throw Error(ErrorCode::limit,
              "logistic regression would give feature '" + feature + "' " + std::to_string(words) +
                  " weights, one for each word; its limit "
                  "is " +
                  std::to_string(most_twin_words) + "; leave out the feature, or keep fewer words");
}

// From the first to the last of some rows, in any order.
struct Extent {
  Index first = 0;
  std::size_t size = 0;
};

Extent extent_of(std::span<const Index> rows) {
  if (rows.empty()) return {};
  const auto [first, last] = std::minmax_element(rows.begin(), rows.end());
  return {.first = *first, .size = static_cast<std::size_t>(*last - *first) + 1};
}

// Adds a column of numbers: `number(row)` for each of the rows.
template <class NumberOf>
void add_numbers(std::vector<TwinColumn>& columns, TwinColumn column, std::span<const Index> rows,
                 NumberOf&& number) {
  const Extent extent = extent_of(rows);
  column.first = extent.first;
  column.numbers.assign(extent.size, 0.0);
  for (const Index row : rows) column.numbers[column.at(row)] = number(row);
  columns.push_back(std::move(column));
}

// The datum of a row.
template <class Datum>
Datum datum_at(const Cells<Datum>& cells, const Slots& slots, Index row, const Table& table,
               const std::string& feature) {
  Datum datum{};
  if (!cells.read(row, slots, datum)) twin_needs_cell(table, feature, row);
  return datum;
}

// A binary value, a number, a count over its exposure; of an angle the cosine and the sine, of a
// positive number with a log-normal density the logarithm: what log odds are linear in.
template <class Datum>
void add_twin_columns(const ColumnSchema& feature, const Cells<Datum>& cells, const Table& table,
                      std::span<const Index> rows, std::vector<TwinColumn>& columns) {
  const auto add = [&](const std::string& value, auto&& of) {
    add_numbers(
        columns,
        {.feature = feature.name, .value = value, .standardised = !std::is_same_v<Datum, bool>},
        rows,
        [&](Index row) { return of(number_of(datum_at(cells, {}, row, table, feature.name))); });
  };
  if (feature.family == "von_mises") {
    add("cos(" + feature.name + ")", [](double angle) { return std::cos(angle); });
    add("sin(" + feature.name + ")", [](double angle) { return std::sin(angle); });
  } else if (feature.family == "lognormal") {
    add("ln(" + feature.name + ")", [](double number) { return std::log(number); });
  } else {
    add(feature.name, [](double number) { return number; });
  }
}

void add_twin_columns(const ColumnSchema& feature, const Cells<Code>& cells, const Table& table,
                      std::span<const Index> rows, std::vector<TwinColumn>& columns) {
  const Slots slots = own_slots(cells);
  TwinColumn column{.feature = feature.name, .value = feature.name, .standardised = false};
  column.levels.assign(cells.levels().begin(), cells.levels().end());
  const Extent extent = extent_of(rows);
  column.first = extent.first;
  column.codes.assign(extent.size, 0);
  for (const Index row : rows)
    column.codes[column.at(row)] = datum_at(cells, slots, row, table, feature.name);
  columns.push_back(std::move(column));
}

void add_twin_columns(const ColumnSchema& feature, const Cells<std::vector<double>>& cells,
                      const Table& table, std::span<const Index> rows,
                      std::vector<TwinColumn>& columns) {
  for (std::size_t j = 0; j < feature.columns.size(); ++j)
    add_numbers(columns, {.feature = feature.name, .value = feature.columns[j]}, rows,
                [&](Index row) {
                  const double number = datum_at(cells, {}, row, table, feature.name)[j];
                  if (std::isnan(number)) twin_needs_cell(table, feature.columns[j], row);
                  return number;
                });
}

// A column of counts for each of some words; returns how many words of the rows are others, each once
// in a row, as a posterior's predictions count them.
Index add_word_columns(const ColumnSchema& feature, const Cells<WordCounts>& cells,
                       std::span<const std::string> words, const Table& table,
                       std::span<const Index> rows, std::vector<TwinColumn>& columns) {
  const Slots slots = own_slots(cells);
  const std::vector<Index> place = positions_in(cells.levels(), words);
  const std::size_t first = columns.size();
  for (const std::string& word : words)
    add_numbers(columns, {.feature = feature.name, .value = word, .is_word = true}, rows,
                [](Index) { return 0.0; });
  Index unseen = 0;
  for (const Index row : rows)
    for (const WordCount& entry : datum_at(cells, slots, row, table, feature.name)) {
      const Index at = place[entry.word];
      if (at < 0) {
        ++unseen;
        continue;
      }
      TwinColumn& column = columns[first + static_cast<std::size_t>(at)];
      column.numbers[column.at(row)] = entry.count;
    }
  return unseen;
}

void add_twin_columns(const ColumnSchema& feature, const Cells<WordCounts>& cells,
                      const Table& table, std::span<const Index> rows,
                      std::vector<TwinColumn>& columns) {
  if (cells.levels().size() > most_twin_words) too_many_words(feature.name, cells.levels().size());
  add_word_columns(feature, cells, cells.levels(), table, rows, columns);
}

// Codes that stand for other levels than those of the table.
void number_as(std::span<const std::string> levels, std::span<const Index> rows,
               TwinColumn& column) {
  const std::vector<Index> place = positions_in(column.levels, levels);
  for (const Index row : rows) {
    Code& code = column.codes[column.at(row)];
    const Index at = place[static_cast<std::size_t>(code)];
    code = at < 0 ? missing_code : static_cast<Code>(at);
  }
  column.levels.assign(levels.begin(), levels.end());
}

// The levels that were learned of a feature; none where it has none.
std::span<const std::string> learned_levels(std::span<const TwinLevels> known,
                                            const std::string& feature) {
  for (const TwinLevels& one : known)
    if (one.feature == feature) return one.levels;
  return {};
}

// The levels of a column that rows have, in their order.
std::vector<std::size_t> levels_of_rows(const TwinColumn& column, std::span<const Index> rows) {
  std::vector<bool> occurs(column.levels.size(), false);
  for (const Index row : rows)
    occurs[static_cast<std::size_t>(column.codes[column.at(row)])] = true;
  std::vector<std::size_t> levels;
  for (std::size_t level = 0; level < occurs.size(); ++level)
    if (occurs[level]) levels.push_back(level);
  return levels;
}

std::vector<double> at_rows(const TwinColumn& column, std::span<const Index> rows) {
  std::vector<double> some;
  for (const Index row : rows) some.push_back(column.numbers[column.at(row)]);
  return some;
}

std::vector<double> whether(const TwinColumn& column, std::size_t level,
                            std::span<const Index> rows) {
  std::vector<double> is;
  for (const Index row : rows)
    is.push_back(static_cast<std::size_t>(column.codes[column.at(row)]) == level);
  return is;
}

std::vector<LogisticColumn> laid_out(std::span<const TwinColumn> columns,
                                     const std::vector<std::vector<std::size_t>>& levels,
                                     std::span<const Index> rows) {
  std::vector<LogisticColumn> all;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const TwinColumn& column = columns[j];
    if (column.codes.empty()) {
      all.push_back({.feature = column.feature,
                     .value = column.value,
                     .standardised = column.standardised,
                     .numbers = at_rows(column, rows)});
      continue;
    }
    for (const std::size_t level : levels[j])
      all.push_back({.feature = column.feature,
                     .value = column.levels[level],
                     .standardised = false,
                     .numbers = whether(column, level, rows)});
  }
  return all;
}

// Throws where the columns of all levels are too many, before they are laid out: those of an identifier
// would take the square of its rows.
void check_laid_out(const std::vector<std::vector<std::size_t>>& levels,
                    std::span<const TwinColumn> columns, const LabelledRows& rows) {
  Index number = 0;
  for (std::size_t j = 0; j < columns.size(); ++j)
    number += columns[j].codes.empty() ? 1 : std::ssize(levels[j]);
  std::set<Index> classes;
  for (std::size_t i = 0; i < rows.truth.size(); ++i)
    if (rows.weights.empty() || rows.weights[i] > 0) classes.insert(rows.truth[i]);
  check_number_of_weights(number, std::ssize(classes));
}

Index unseen_in(const TwinColumn& column, const std::vector<std::size_t>& known,
                std::span<const Index> rows) {
  return std::count_if(rows.begin(), rows.end(), [&](Index row) {
    const auto code = static_cast<std::size_t>(column.codes[column.at(row)]);
    return !std::binary_search(known.begin(), known.end(), code);
  });
}

}  // namespace

std::vector<TwinColumn> twin_columns(const Schema& schema, const BoundTable& bound,
                                     std::span<const Index> rows) {
  std::vector<TwinColumn> columns;
  for (const BoundBlock& block : bound.blocks) {
    const auto features = features_of(*block.family, schema);
    block.visit([&](const auto& cells) {
      for (std::size_t j = 0; j < features.size(); ++j)
        add_twin_columns(*features[j], cells.features[j], *bound.table, rows, columns);
    });
  }
  return columns;
}

KnownColumns known_columns(const Schema& schema, const BoundTable& bound,
                           std::span<const Index> rows, std::span<const TwinLevels> known) {
  KnownColumns found;
  const auto add = [&](const ColumnSchema& feature, const auto& cells) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(cells)>, Cells<WordCounts>>)
      found.unseen_words += add_word_columns(feature, cells, learned_levels(known, feature.name),
                                             *bound.table, rows, found.columns);
    else
      add_twin_columns(feature, cells, *bound.table, rows, found.columns);
  };
  for (const BoundBlock& block : bound.blocks) {
    const auto features = features_of(*block.family, schema);
    block.visit([&](const auto& cells) {
      for (std::size_t j = 0; j < features.size(); ++j) add(*features[j], cells.features[j]);
    });
  }
  for (TwinColumn& column : found.columns)
    if (!column.codes.empty()) number_as(learned_levels(known, column.feature), rows, column);
  return found;
}

TwinStudy twin_study(const Schema& schema, const BoundTable& bound, std::span<const Index> rows,
                     const LogisticOptions& options) {
  TwinStudy study{.options = options};
  study.fault = why_undefined([&] { study.columns = twin_columns(schema, bound, rows); });
  return study;
}

FittedTwin fit_twin(std::span<const TwinColumn> columns, const LabelledRows& rows,
                    const std::vector<std::string>& classes, const LogisticOptions& options) {
  FittedTwin twin;
  std::vector<std::vector<std::size_t>> weighed;
  for (const TwinColumn& column : columns) {
    twin.levels.push_back(column.codes.empty() ? std::vector<std::size_t>{}
                                               : levels_of_rows(column, rows.rows));
    weighed.push_back(twin.levels.back());
    if (options.ridge == 0 && !weighed.back().empty()) weighed.back().erase(weighed.back().begin());
  }
  check_laid_out(weighed, columns, rows);
  twin.regression = logistic_regression(laid_out(columns, weighed, rows.rows), rows.truth,
                                        rows.weights, classes, options);
  return twin;
}

std::vector<TwinLevels> levels_of(const FittedTwin& twin, std::span<const TwinColumn> columns) {
  std::vector<TwinLevels> all;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const TwinColumn& column = columns[j];
    if (column.codes.empty() && !column.is_word) continue;
    if (all.empty() || all.back().feature != column.feature)
      all.push_back({.feature = column.feature});
    if (column.is_word) all.back().levels.push_back(column.value);
    for (const std::size_t level : twin.levels[j])
      all.back().levels.push_back(column.levels[level]);
  }
  return all;
}

TwinAnswers twin_answers(const TwinStudy& study, const LabelledRows& learned,
                         std::span<const Index> asked, const std::vector<std::string>& classes) {
  if (!study.fault.empty()) return {.predictions = std::nullopt, .why = study.fault};
  TwinAnswers answers;
  answers.why = why_undefined([&] {
    const FittedTwin twin = fit_twin(study.columns, learned, classes, study.options);
    answers.predictions = predict(twin, study.columns, asked);
  });
  return answers;
}

Predictions predict(const FittedTwin& twin, std::span<const TwinColumn> columns,
                    std::span<const Index> rows) {
  std::vector<std::vector<std::size_t>> weighed = twin.levels;
  if (twin.regression.ridge == 0)
    for (auto& levels : weighed)
      if (!levels.empty()) levels.erase(levels.begin());
  Predictions all =
      credence::predict(twin.regression, laid_out(columns, weighed, rows), std::ssize(rows));
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (!columns[j].codes.empty()) all.unseen_cells += unseen_in(columns[j], twin.levels[j], rows);
  return all;
}

}  // namespace credence::detail
