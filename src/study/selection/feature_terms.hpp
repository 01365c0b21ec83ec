#pragma once
// What one feature adds to the log joints of rows: of rows that are new to it, or each without
// itself.
#include <credence/detail/predict/estimate.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>

namespace credence::detail {

/// The terms of one feature, or why there are none.
struct FeatureTerms {
  std::vector<double> terms = {};  ///< rows x classes, row-major; nats
  std::vector<UndefinedCell> undefined = {};
};

/// The rows that are scored, and how.
struct TermContext {
  Estimator estimator = Estimator::predictive;
  const LabelledRows& rows;
  /// 0; -inf for a class whose cells are not evaluated.
  std::span<const double> log_classes;
  /// Class probabilities for each row without itself; empty where no row is left out.
  std::span<const Fallback> without;
};

/// Returns one feature of a posterior, or some of its parts, as a posterior of its own.
/// in   members: null for the whole feature
[[nodiscard]] Posterior<Model> feature_alone(const Posterior<Model>& posterior, std::size_t block,
                                             Index feature, const std::vector<Index>* members);

/// Under the posterior of the feature as it is.
/// in   bound: its only block holds the feature;  one: its only feature
[[nodiscard]] FeatureTerms terms_as_it_is(const Posterior<Model>& one, const BoundTable& bound,
                                          const TermContext& context);

/// Under the posterior without each row in turn.
[[nodiscard]] FeatureTerms terms_left_out(const Posterior<Model>& one, const BoundTable& bound,
                                          const TermContext& context);

/// Returns the same as terms_left_out for some words of a text, whose table holds others too.
/// in   bound: its only block holds the whole text
[[nodiscard]] FeatureTerms words_left_out(const Posterior<Model>& one, const BoundTable& bound,
                                          const TermContext& context);

}  // namespace credence::detail
