#pragma once
// Two classifiers on the same folds: which is better, by how much, and how sure that is.
#include <credence/learn/model.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/paired_comparison.hpp>

namespace credence {

/// A model with a way to make a classifier of it.
struct Contender {
  Model model = {};
  Estimator estimator = Estimator::predictive;
  std::optional<LogisticOptions> twin = {};  ///< logistic regression in the place of the estimator
};

/// What a paired comparison does.
struct PairedOptions {
  Index folds = 10;
  Index repeats = 10;            ///< the folds are drawn anew so many times
  std::uint64_t seed = 1;        ///< the first repeat has the folds of `compare`
  std::string fold_column = {};  ///< takes the folds from this column instead; one repeat
  std::string weight = {};       ///< column of row weights; empty: 1 each
  PairedMeasure measure = PairedMeasure::accuracy;
  double rope = 0.01;  ///< differences of at most this size count as none, in the measure's unit
  double mass = 0.9;   ///< that intervals hold
};

/// Compares two classifiers on the same folds of stratified cross-validation, drawn anew `repeats`
/// times: the Bayesian correlated t-test on the differences of all folds, and the rows of the first
/// repeat that only one of them has right. The two may differ in estimator, families, priors and
/// features; label, rows and weights are the same.
///
///     compare_paired(Contender{.model = model}, Contender{.model = model, .twin = LogisticOptions{}},
///                    table, {}).test->first;
///
/// throws  as compare and logistic_twin; Error{domain} for options outside their range; Error{schema}
///         where the two models have different labels or lists of classes
/// cost    repeats x folds x what each contender costs; an estimator reads the rows once a repeat
[[nodiscard]] PairedComparison compare_paired(const Contender& first, const Contender& second,
                                              const Table& table, const PairedOptions& asked);

}  // namespace credence
