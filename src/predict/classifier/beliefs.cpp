// Beliefs about the classes and blocks of a posterior, and draws from them.
#include <credence/predict/uncertainty.hpp>

#include <cmath>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/predict/keep_in_range.hpp>

#include "learn/structure/naive_part.hpp"

namespace credence {

TermMoments prior_log_odds(const ClassBeliefs& beliefs, Index klass, Index against) {
  const std::size_t classes = beliefs.probabilities ? beliefs.probabilities->weights.size()
                                                    : beliefs.fixed_log_probabilities.size();
  const std::size_t c = detail::place_of("class", klass, classes);
  const std::size_t d = detail::place_of("class", against, classes);
  if (!beliefs.probabilities)
    return {.mean = beliefs.fixed_log_probabilities[c] - beliefs.fixed_log_probabilities[d],
            .variance = 0};
  // The log ratio of two Gamma variates: their sum, which binds the probabilities, cancels.
  const std::vector<double>& weights = beliefs.probabilities->weights;
  return {.mean = digamma(weights[c]) - digamma(weights[d]),
          .variance = trigamma(weights[c]) + trigamma(weights[d])};
}

std::vector<double> draw(const ClassBeliefs& beliefs, Random& random) {
  if (!beliefs.probabilities) return beliefs.fixed_log_probabilities;
  std::vector<double> drawn = detail::draw_from(*beliefs.probabilities, random);
  detail::keep_in_range(*beliefs.probabilities, drawn);
  for (double& probability : drawn) probability = std::log(probability);
  return drawn;
}

Interval detail::interval_around(const TermMoments& moments, double deviations) {
  if (std::isnan(moments.mean) || !std::isfinite(moments.variance))
    return {.lower = -infinity, .upper = infinity};
  const double half = deviations * std::sqrt(moments.variance);
  return {.lower = moments.mean - half, .upper = moments.mean + half};
}

Beliefs beliefs(const Posterior<Model>& posterior) {
  detail::check_naive(posterior, "credible intervals of predictions are", detail::ask_without_them);
  const LabelColumn& label = posterior.label;
  Beliefs all{.model = posterior.model, .classes = label.classes};
  all.feature_weights = posterior.feature_weights;
  all.most_frequent = most_frequent_class(label);
  if (label.prior.kind == ClassPrior::Kind::learned)
    all.class_beliefs.probabilities = detail::posterior_of(dirichlet_of(label), label.counts);
  else
    all.class_beliefs.fixed_log_probabilities =
        log_class_probabilities(label, Estimator::predictive);
  for (const Box<AnyBlock>& block : posterior.blocks)
    all.blocks.emplace_back(scored(block->family()).beliefs(*block, label.classes));
  return all;
}

Estimates draw(const Beliefs& beliefs, Random& random) {
  Estimates drawn;
  drawn.model = beliefs.model;
  drawn.estimator = Estimator::posterior_mean;
  drawn.classes = beliefs.classes;
  drawn.most_frequent = beliefs.most_frequent;
  drawn.feature_weights = beliefs.feature_weights;
  drawn.log_class_probabilities = draw(beliefs.class_beliefs, random);
  for (const Box<AnyBeliefs>& block : beliefs.blocks)
    drawn.tables.emplace_back(block->draw(random));
  return drawn;
}

}  // namespace credence
