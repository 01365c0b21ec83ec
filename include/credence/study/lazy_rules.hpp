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
  std::vector<std::vector<LazyCondition>> antecedents = {};
  Index local_models = 0;  ///< how many different naive Bayes answered
};

/// Lazy Bayesian rules of Zheng and Webb. It has no posterior: it keeps the training rows, and looks
/// for a rule when a row is to be classified. "If these columns have the levels of the row, then the
/// naive Bayes of the training rows that have them too, over the other columns." Use it where columns
/// depend on each other given the class and few rows are asked for at a time.
///
///     const BoundTable bound = bind(model, table);
///     const LazyRules rules(model, bound, training_rows, Estimator::predictive);
///     const LazyPredictions answers = rules.predict(bound, test_rows);
///     answers.antecedents[0];    // "odor" = "none", "habitat" = "woods"
///
/// A rule begins without a condition. While the naive Bayes of its rows gets five or more of them
/// wrong in leave-one-out, each column of levels is tried whose cell the row has and in which the
/// rows differ: the rows with that level, without the column, are learned anew. The columns are kept
/// that lower the errors (those of the rows left outside stay as they were) by a sign test at .05,
/// P(Bin(u + w, 1/2) <= u) for u rows newly wrong and w newly right; of them the one of fewest errors
/// becomes a condition, the first in the schema of equals. A missing cell is never a condition, and
/// neither is a level that no training row has. Errors count rows, whatever their weights.
///
/// Classes and levels are those of all training rows, and automatic and empirical priors stand for
/// what they are with all of them. A local naive Bayes of which leave-one-out is undefined is not
/// considered. Columns of all other kinds than levels take part in every naive Bayes.
///
/// cost    a step of a rule: training rows x features x classes for each column of levels. Sets of
///         conditions are shared by the rows of one call, so that many rows in one call cost far
///         less than one by one. Counts alone serve where all columns are levels, weights are 1 and
///         the estimator is posterior_mean or predictive; else each set takes an exact leave-one-out
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
