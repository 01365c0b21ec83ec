#pragma once
// The results of classifiers in a comparison, each on training rows, in cross-validation and leaving one
// row out.
#include <array>
#include <span>
#include <vector>

#include "study/compare/complement_results.hpp"
#include "study/compare/shared_results.hpp"
#include "study/folds/bound_study.hpp"
#include "study/folds/tallies.hpp"

namespace credence::detail {

/// The baseline's results on training, cross-validation and leave-one-out.
using BaselineResults = std::array<Result, 3>;

/// Adds the results of one classifier after another; empty ones in the places of those that another
/// process finds.
class ClassifierResults {
 public:
  /// All arguments must outlive the object.
  ClassifierResults(const BaselineResults& baseline, SharedResults& shared, Comparison& comparison,
                    StudySeconds& seconds)
      : baseline_(baseline), shared_(shared), comparison_(comparison), seconds_(seconds) {}

  /// Returns whether this process finds these results of a classifier.
  [[nodiscard]] bool is_own(std::size_t classifier, SharedResults::Part part) const {
    return shared_.is_own(classifier, part);
  }
  /// Scores the learned rows by the estimators that this process has, an empty entry for each other.
  [[nodiscard]] std::vector<LearnedTallies> score_own(const Posterior<Model>& all,
                                                      std::span<const Estimator> estimators,
                                                      const BoundTable& bound,
                                                      const LabelledRows& rows) const;

  /// in  classifier: the place of its estimator
  void add(Estimator estimator, std::size_t classifier, FeatureWeighting weights,
           LearnedTallies learned, Tally validation);
  /// The same of a classifier without feature weights whose structure cannot be found in all rows.
  void add_undefined(Estimator estimator, std::size_t classifier, const Error& error,
                     Tally validation);
  /// Adds the rule of complement naive Bayes on the rows that a posterior has learned, and in
  /// cross-validation; it is not left to forget rows one by one.
  /// in  rule: its place among the classifiers
  void add_complement(const Posterior<Model>& all, const BoundTable& bound,
                      const LabelledRows& rows, ComplementWeights weights, std::size_t rule,
                      LabelTally validation);
  /// Adds the twin, where there is one, what other processes have found, and the baseline.
  /// in  all: the rows of all folds;  twin: its place among the classifiers
  void add_others(const Study& study, std::span<const LabelledRows> folds, const LabelledRows& all,
                  std::size_t twin);

 private:
  // Of a classifier that is not left to forget rows: whether this process finds its two results; else
  // adds empty ones.
  [[nodiscard]] bool finds_two(std::size_t classifier);
  void add_twin(const Study& study, std::span<const LabelledRows> folds, const LabelledRows& all,
                std::size_t twin);

  const BaselineResults& baseline_;
  SharedResults& shared_;
  Comparison& comparison_;
  StudySeconds& seconds_;
};

}  // namespace credence::detail
