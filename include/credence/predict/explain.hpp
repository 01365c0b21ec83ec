#pragma once
// Explanations of predictions: the log odds of a row, feature by feature.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/uncertainty.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Units of log odds in explanations. The library computes in nats.
enum class LogUnit { nats, bits, decibans };

/// "nats", "bits" or "decibans".
[[nodiscard]] std::string_view to_string(LogUnit unit);

/// Returns how many of the unit a nat is: 1, 1/ln 2 or 10/ln 10.
[[nodiscard]] double units_per_nat(LogUnit unit);

/// The kind of a line in an explanation.
enum class LineKind {
  prior,    ///< the classes before any feature is seen
  feature,  ///< one cell
  word,     ///< one word of a document
  length,   ///< the length of a document, where the density does not factor over words
  row,      ///< a whole row, where rows are looked up
  models,   ///< models of an average that are impossible under one of the classes alone
};

/// "prior", "feature", "word", "length", "row" or "models".
[[nodiscard]] std::string_view to_string(LineKind kind);

/// One line: how much one thing in the row adds to the log odds of the class.
struct ExplanationLine {
  LineKind kind = LineKind::feature;
  std::string feature{};  ///< the label's name for the prior
  std::string value{};    ///< as it was written; a word; empty for the prior
  /// The parents of the feature and their levels, "smoker = no, age = >41"; empty where it depends on
  /// the class alone.
  std::string given{};
  double count = 1;  ///< of a word: how often; of a length: tokens
  double contribution = 0;
  std::string note{};  ///< "missing", "unseen", or "not evaluated" for a class of probability 0
  std::optional<Interval> interval = {};  ///< of the contribution, from the posterior
  double weight = 1;                      ///< of the feature; the contribution is multiplied by it

  friend bool operator==(const ExplanationLine&, const ExplanationLine&) = default;
};

/// What one model of an average has to do with an explanation.
struct ModelShare {
  std::vector<std::string> parents;  ///< that all other features of the model depend on
  double share = 0;                  ///< of its own log odds in those of the average
  double log_odds = 0;               ///< of the class, were it the only model

  friend bool operator==(const ModelShare&, const ModelShare&) = default;
};

/// The log odds of `klass` against `against` for one row. `log_odds` is the sum of the
/// contributions, added one after the other in the order of the lines, to the last bit.
struct Explanation {
  Index row = 0;  ///< position in the table
  std::string klass{};
  std::string against{};
  Estimator estimator = Estimator::predictive;
  LogUnit unit = LogUnit::nats;
  double log_odds = 0;
  std::optional<Interval> interval;  ///< of the log odds
  double mass = 0;                   ///< that the intervals hold; 0 without any
  std::vector<ExplanationLine> lines;
  std::string structure{};         ///< "tan", "aode"; empty for naive Bayes
  std::vector<ModelShare> models;  ///< of averages: those that a row's levels allow

  friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// Returns the contributions, added one after the other in the order of the lines. Infinite ones
/// stay so.
[[nodiscard]] double sum_of_lines(const std::vector<ExplanationLine>& lines);

/// Returns the same explanation counted in another unit; its log odds are again the sum of its
/// lines.
[[nodiscard]] Explanation in_unit(Explanation explanation, LogUnit unit);

/// What to explain.
struct ExplainOptions {
  std::string klass{};    ///< empty: the most probable class
  std::string against{};  ///< empty: the most probable of the others
  double mass = 0.9;      ///< of the intervals, where beliefs are given; in (0, 1)

  friend bool operator==(const ExplainOptions&, const ExplainOptions&) = default;
};

/// Why one class and not another: the prior log odds, then a line for each feature in the order of
/// the schema (for each word of a document, and one for its length under the predictive), which add
/// up to the log odds.
/// Under a structure a line names the parents of its feature and their levels. The lines of an average
/// are those of its models, weighted by `models`. Where rows are looked up, a line says how often the
/// row was seen.
///
///     const Explanation why = explain(estimate(posterior, Estimator::predictive), bound, 0);
///     for (const ExplanationLine& line : why.lines)
///       std::cout << line.feature << ' ' << line.contribution << '\n';
///
/// in      bound: made with the estimates' model;  row: position in its table
/// throws  Error{undefined} where the estimator gives no density, where the row is impossible under
///         both classes, or where there is one class only; Error{schema} for an unknown class;
///         Error{domain} for a class compared with itself; Error{shape} for a row that is not there;
///         for cells as Classifier::predict does
/// cost    features x classes, for each model of an average; levels of the data and the model once
/// source  docs/explanation/structures.md
[[nodiscard]] Explanation explain(const Estimates& estimates, const BoundTable& bound, Index row,
                                  const ExplainOptions& options = {});

/// The same with an interval for the log odds and for each line: how far the parameters are known.
/// The intervals are normal approximations around the posterior mean of the line, with its variance;
/// a family without `term_moments` leaves its lines, and the log odds, without. Of a model with a
/// structure there are no beliefs: `beliefs` throws.
/// source  docs/explanation/uncertainty.md
[[nodiscard]] Explanation explain(const Estimates& estimates, const Beliefs& beliefs,
                                  const BoundTable& bound, Index row,
                                  const ExplainOptions& options = {});

}  // namespace credence
