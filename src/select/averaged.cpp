#include <credence/select/averaged.hpp>

#include <credence/detail/predict/estimate.hpp>

#include <algorithm>
#include <cmath>

#include "learn/binding/check_bound.hpp"
#include "learn/structure/naive_part.hpp"
#include "predict/tiles/answer_row.hpp"

namespace credence {
namespace detail {

double log_mixture(double w, double a, double b) {
  if (w == 1) return a;
  if (w == 0) return b;
  const double mine = std::log(w) + a;
  const double other = std::log1p(-w) + b;
  const double larger = std::max(mine, other);
  if (!std::isfinite(larger)) return larger;
  return larger + std::log1p(std::exp(std::min(mine, other) - larger));
}

}  // namespace detail

namespace {

// Error{undefined} naming the features for which there is no pooled density.
Error no_inclusion(const std::vector<Relevance>& relevances) {
  std::vector<std::string> faults;
  for (const Relevance& one : relevances)
    if (!one.undefined.empty()) faults.push_back(one.undefined);
  return collected(ErrorCode::undefined, faults);
}

}  // namespace

AveragedClassifier::AveragedClassifier(const Posterior<Model>& posterior,
                                       const RelevanceOptions& options)
    : estimates_(estimate(posterior, Estimator::predictive)) {
  (void)probability_given(0, options.prior_probability);
  detail::check_naive(posterior, "averages over relevance are");
  detail::check_not_discounted(posterior, "posterior inclusion probability");
  if (!estimates_.undefined.empty())
    throw undefined_error(Estimator::predictive, estimates_.undefined);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    blocks_.emplace_back(
        ranked(block.family())
            .averaged(block, *estimates_.tables[b], estimates_.classes, options, inclusion_));
  }
  for (const Relevance& one : inclusion_)
    if (!one.undefined.empty()) throw no_inclusion(inclusion_);
  detail::sort_relevances(inclusion_);
}

Predictions AveragedClassifier::predict(const Table& table) const {
  const BoundTable bound = credence::bind(estimates_.model, table);
  return predict(bound, RowSpan{.count = bound.rows});
}

Predictions AveragedClassifier::predict(const BoundTable& bound, RowSpan rows) const {
  detail::check_bound(bound, estimates_.model, estimates_.tables, rows);
  const std::vector<double>& of_class = estimates_.log_class_probabilities;
  Predictions out = blank_predictions(estimates_.classes, rows.count);
  for (std::size_t i = 0; i < out.label.size(); ++i)
    std::copy(of_class.begin(), of_class.end(),
              out.log_joint.begin() + static_cast<std::ptrdiff_t>(i * of_class.size()));
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    blocks_[b]->add({.bound = bound,
                     .block = bound.blocks[b],
                     .schema = estimates_.model.schema(),
                     .rows = rows},
                    out);
  answer(out);
  return out;
}

void AveragedClassifier::answer(Predictions& out) const {
  const Fallback fallback{estimates_.most_frequent, estimates_.log_class_probabilities};
  for (std::size_t i = 0; i < out.label.size(); ++i) detail::answer_row(out, i, fallback);
}

}  // namespace credence
