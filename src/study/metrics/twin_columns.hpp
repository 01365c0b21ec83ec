#pragma once
// The features of a model as numbers that logistic regression can weigh.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/twin.hpp>
#include <optional>

namespace credence::detail {

/// One column for some rows of a table: numbers, or codes of levels.
struct TwinColumn {
  std::string feature = {};
  std::string value = {};
  bool standardised = true;
  bool is_word = false;                  ///< of a text
  Index first = 0;                       ///< the row of the first number or code
  std::vector<double> numbers = {};      ///< of it and those after it; 0 where a row is not used
  std::vector<Code> codes = {};          ///< likewise, in the place of numbers
  std::vector<std::string> levels = {};  ///< what the codes stand for

  [[nodiscard]] std::size_t at(Index row) const { return static_cast<std::size_t>(row - first); }
};

/// Returns the features of a bound table as columns, in the order of the blocks.
/// in      rows: those that will be used
/// throws  Error{undefined} with the place of a cell that is missing, Error{limit} for a text of
///         many words
[[nodiscard]] std::vector<TwinColumn> twin_columns(const Schema& schema, const BoundTable& bound,
                                                   std::span<const Index> rows);

/// Columns of a table under the levels and words that a logistic regression learned.
struct KnownColumns {
  std::vector<TwinColumn> columns = {};
  Index unseen_words = 0;  ///< words of other names, each once in a row, which are left out
};

/// Returns the features of a bound table as twin_columns does, with these levels and words and no
/// others; a level that is none of them has the code `missing_code`.
/// throws  as twin_columns
[[nodiscard]] KnownColumns known_columns(const Schema& schema, const BoundTable& bound,
                                         std::span<const Index> rows,
                                         std::span<const TwinLevels> known);

/// A table as a logistic regression sees it, and how it learns; or why it cannot.
struct TwinStudy {
  LogisticOptions options = {};
  std::vector<TwinColumn> columns = {};
  std::string fault = {};  ///< of the table: a cell is missing
};

/// Returns the logistic regression's side of a study; a missing cell is kept as its fault.
/// throws  as twin_columns otherwise
[[nodiscard]] TwinStudy twin_study(const Schema& schema, const BoundTable& bound,
                                   std::span<const Index> rows, const LogisticOptions& options);

/// A logistic regression that was learned from some rows of a table, and how it sees the others.
struct FittedTwin {
  LogisticRegression regression = {};
  std::vector<std::vector<std::size_t>> levels = {};  ///< columns: which of their levels it knows
};

/// Learns from rows. Every level that these rows have is a binary value of its own; without a ridge
/// all but the first, because with them the columns would depend on each other.
/// throws  as logistic_regression
[[nodiscard]] FittedTwin fit_twin(std::span<const TwinColumn> columns, const LabelledRows& rows,
                                  const std::vector<std::string>& classes,
                                  const LogisticOptions& options);

/// Returns the levels and words that it has weights for, feature by feature.
[[nodiscard]] std::vector<TwinLevels> levels_of(const FittedTwin& twin,
                                                std::span<const TwinColumn> columns);

/// What a logistic regression that learned some rows says of others; nothing, and the reason, where
/// there is no estimate.
struct TwinAnswers {
  std::optional<Predictions> predictions = {};
  std::string why = {};
};
[[nodiscard]] TwinAnswers twin_answers(const TwinStudy& study, const LabelledRows& learned,
                                       std::span<const Index> asked,
                                       const std::vector<std::string>& classes);

/// What a logistic regression says of rows. A level that it does not know adds nothing, and is
/// counted.
[[nodiscard]] Predictions predict(const FittedTwin& twin, std::span<const TwinColumn> columns,
                                  std::span<const Index> rows);
/// The same of a table that was bound to its schema.
[[nodiscard]] Predictions predict(const LogisticTwin& twin, const BoundTable& bound,
                                  std::span<const Index> rows);

}  // namespace credence::detail
