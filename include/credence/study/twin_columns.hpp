#pragma once
// The features of a model as numbers that logistic regression can weigh.
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/coded_rows.hpp>
#include <optional>

namespace credence {

/// The word that stands for the twin where estimators are listed.
inline constexpr const char* twin_name = "logistic_regression";

}  // namespace credence

namespace credence::detail {

/// One column for all rows of a table: numbers, or codes of levels.
struct TwinColumn {
  std::string feature = {};
  std::string value = {};
  bool standardised = true;
  std::vector<double> numbers = {};      ///< rows of the table; read only where they are used
  std::vector<Code> codes = {};          ///< likewise, in the place of numbers
  std::vector<std::string> levels = {};  ///< what the codes stand for
};

/// Throws Error{undefined} with the place of a missing cell.
[[noreturn]] void twin_needs_cell(const Table& table, const std::string& feature, Index row);
/// Throws Error{limit}: a text of so many words.
[[noreturn]] void too_many_words(const std::string& feature, std::size_t words);
inline constexpr std::size_t most_twin_words = 2999;

/// Adds a column of numbers: `number(row)` for each of the rows.
template <class NumberOf>
void add_numbers(std::vector<TwinColumn>& columns, TwinColumn column, Index table_rows,
                 std::span<const Index> rows, NumberOf&& number) {
  column.numbers.assign(static_cast<std::size_t>(table_rows), 0.0);
  for (const Index row : rows) column.numbers[static_cast<std::size_t>(row)] = number(row);
  columns.push_back(std::move(column));
}

/// The datum of a row.
template <class Datum>
[[nodiscard]] Datum datum_at(const Cells<Datum>& cells, const Slots& slots, Index row,
                             const Table& table, const std::string& feature) {
  Datum datum{};
  if (!cells.read(row, slots, datum)) twin_needs_cell(table, feature, row);
  return datum;
}

// A yes or no, a number, a count over its exposure; of an angle the cosine and the sine, of a
// positive number with a log-normal density the logarithm: what log odds are linear in.
template <class Datum>
void add_twin_columns(const ColumnSchema& feature, const Cells<Datum>& cells, const Table& table,
                      std::span<const Index> rows, std::vector<TwinColumn>& columns) {
  const auto add = [&](const std::string& value, auto&& of) {
    add_numbers(
        columns,
        {.feature = feature.name, .value = value, .standardised = !std::is_same_v<Datum, bool>},
        table.rows(), rows,
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

inline void add_twin_columns(const ColumnSchema& feature, const Cells<Code>& cells,
                             const Table& table, std::span<const Index> rows,
                             std::vector<TwinColumn>& columns) {
  const Slots slots = own_slots(cells);
  TwinColumn column{.feature = feature.name, .value = feature.name, .standardised = false};
  column.levels.assign(cells.levels().begin(), cells.levels().end());
  column.codes.assign(static_cast<std::size_t>(table.rows()), 0);
  for (const Index row : rows)
    column.codes[static_cast<std::size_t>(row)] = datum_at(cells, slots, row, table, feature.name);
  columns.push_back(std::move(column));
}

inline void add_twin_columns(const ColumnSchema& feature, const Cells<std::vector<double>>& cells,
                             const Table& table, std::span<const Index> rows,
                             std::vector<TwinColumn>& columns) {
  for (std::size_t j = 0; j < feature.columns.size(); ++j)
    add_numbers(columns, {.feature = feature.name, .value = feature.columns[j]}, table.rows(), rows,
                [&](Index row) {
                  const double number = datum_at(cells, {}, row, table, feature.name)[j];
                  if (std::isnan(number)) twin_needs_cell(table, feature.columns[j], row);
                  return number;
                });
}

inline void add_twin_columns(const ColumnSchema& feature, const Cells<WordCounts>& cells,
                             const Table& table, std::span<const Index> rows,
                             std::vector<TwinColumn>& columns) {
  if (cells.levels().size() > most_twin_words) too_many_words(feature.name, cells.levels().size());
  const Slots slots = own_slots(cells);
  const std::size_t first = columns.size();
  for (const std::string& word : cells.levels())
    add_numbers(columns, {.feature = feature.name, .value = word}, table.rows(), {},
                [](Index) { return 0.0; });
  for (const Index row : rows)
    for (const WordCount& entry : datum_at(cells, slots, row, table, feature.name))
      columns[first + entry.word].numbers[static_cast<std::size_t>(row)] = entry.count;
}

/// The features of a bound table as columns, in the order of the blocks.
/// in      rows: those that will be used
/// throws  Error{undefined} with the place of a cell that is missing, Error{limit} for a text of
///         many words
template <class List>
[[nodiscard]] std::vector<TwinColumn> twin_columns(const Schema& schema,
                                                   const BoundTable<List>& bound,
                                                   std::span<const Index> rows) {
  std::vector<TwinColumn> columns;
  for (const auto& any : bound.blocks)
    std::visit(
        [&]<class F>(const BlockCells<F>& block) {
          const auto features = features_of<F>(schema);
          for (std::size_t j = 0; j < features.size(); ++j)
            add_twin_columns(*features[j], block.features[j], *bound.table, rows, columns);
        },
        any);
  return columns;
}

/// A table as a twin sees it, and how it learns; or why it cannot.
struct TwinStudy {
  LogisticOptions options = {};
  std::vector<TwinColumn> columns = {};
  std::string fault = {};  ///< of the table: a cell is missing
};

/// The twin's side of a study; a missing cell is kept as its fault.
/// throws  as twin_columns otherwise
template <class List>
[[nodiscard]] TwinStudy twin_study(const Schema& schema, const BoundTable<List>& bound,
                                   std::span<const Index> rows, const LogisticOptions& options) {
  TwinStudy study{.options = options};
  try {
    study.columns = twin_columns(schema, bound, rows);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    study.fault = error.what();
  }
  return study;
}

/// A twin that was learned from some rows of a table, and how it sees the others.
struct FittedTwin {
  LogisticRegression regression = {};
  std::vector<std::vector<std::size_t>> levels = {};  ///< columns: which of their levels it knows
};

/// Learns from rows. Every level that these rows have is a yes or no of its own; without a ridge all
/// but the first, because with them the columns would depend on each other.
/// throws  as logistic_regression
[[nodiscard]] FittedTwin fit_twin(std::span<const TwinColumn> columns, const LabelledRows& rows,
                                  const std::vector<std::string>& classes,
                                  const LogisticOptions& options);

/// What a twin that learned some rows says of others; nothing, and the reason, where there is no
/// estimate.
struct TwinAnswers {
  std::optional<Predictions> predictions = {};
  std::string why = {};
};
[[nodiscard]] TwinAnswers twin_answers(const TwinStudy& study, const LabelledRows& learned,
                                       std::span<const Index> asked,
                                       const std::vector<std::string>& classes);

/// What a twin says of rows. A level that it does not know adds nothing, and is counted.
[[nodiscard]] Predictions predict(const FittedTwin& twin, std::span<const TwinColumn> columns,
                                  std::span<const Index> rows);

}  // namespace credence::detail
