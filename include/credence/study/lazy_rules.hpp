#pragma once
// Lazy Bayesian rules: each row is classified by a naive Bayes of the training rows that are like it.
#include <credence/learn/bound_table.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/prediction.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace credence {

namespace detail {
class LocalBayes;  // study/local_bayes.hpp in src
}

/// A column and the level that it has in all training rows of a local naive Bayes.
struct LazyCondition {
  std::string column = {};
  std::string level = {};

  friend bool operator==(const LazyCondition&, const LazyCondition&) = default;
};

/// What lazy rules say of rows, and why.
struct LazyPredictions {
  Predictions predictions = {};
  /// Of each row the conditions that its training rows meet, in the order of the schema; none: naive
  /// Bayes of all training rows.
  std::vector<std::vector<LazyCondition>> antecedents;
  Index local_models = 0;  ///< how many different naive Bayes answered

  friend bool operator==(const LazyPredictions&, const LazyPredictions&) = default;
};

/// Lazy Bayesian rules. It keeps the training rows and has no posterior: when a row is to be
/// classified it looks for columns whose level the row shares with some training rows, and learns a
/// naive Bayes from these rows over the other columns. Use it where columns depend on each other given
/// the class, and where the training rows can be kept.
///
///     const BoundTable bound = bind(model, table);
///     const LazyRules rules(model, bound, training_rows, Estimator::predictive);
///     const LazyPredictions answers = rules.predict(bound, test_rows);
///     answers.antecedents[0];    // column "odor" has level "none", column "habitat" level "woods"
///
/// A rule begins without conditions, with all training rows. While leave-one-out of the naive Bayes
/// gets five or more of its rows wrong, every binary or categorical column is tried that the row has a
/// cell of and in which the rows of the rule differ: a naive Bayes learns the rows with the level of
/// the row, without the column. With u of these rows newly wrong and w newly right, the column is a
/// candidate if P(Bin(u + w, 1/2) <= u) < .05 (a sign test); rows left outside keep their errors. The
/// candidate with the fewest errors becomes a condition, the first in the schema of equals. Missing
/// cells, and levels that no training row has, are never conditions. Errors count rows, whatever their
/// weights.
///
/// Classes and levels are those of all training rows, and automatic and empirical-Bayes priors stand for
/// what they are with all of them. A naive Bayes whose leave-one-out is undefined is no candidate.
///
/// cost    for each step of a rule: training rows x features x classes x columns tried. Rows of one
///         call share all sets of conditions, so that many rows in one call cost far less than one by
///         one. Counts are enough for binary and categorical columns where all weights are 1 and the
///         estimator is posterior_mean or predictive; else each set takes an exact leave-one-out
/// source  [zheng2000]
class LazyRules {
 public:
  /// in      bound: made with the model; its table outlives this object;  rows: training rows,
  ///         positions in that table; those without a class or of weight 0 are passed over
  /// throws  Error{schema} where no row has a class; Error{undefined} naming every cell where
  ///         leave-one-out of all training rows is undefined; and as observe
  LazyRules(const Model& model, const BoundTable& bound, std::span<const Index> rows,
            Estimator estimator);

  [[nodiscard]] Estimator estimator() const;
  [[nodiscard]] const std::vector<std::string>& classes() const;
  /// How many training rows are learned, and how many of them leave-one-out of naive Bayes gets
  /// wrong.
  [[nodiscard]] Index training_rows() const;
  [[nodiscard]] Index errors() const;

  /// Classifies rows of a table, in the order given. The same bits for any number of threads, and
  /// for any other rows in the same call.
  /// in      bound: made with the same model, of any table;  rows: positions in it
  /// throws  Error{schema} with the place of an unseen category whose policy is `error`, or for a
  ///         table that was bound for other columns
  [[nodiscard]] LazyPredictions predict(const BoundTable& bound, std::span<const Index> rows) const;

 private:
  // Never changed, so that copies share it.
  std::shared_ptr<const detail::LocalBayes> local_;
};

}  // namespace credence
