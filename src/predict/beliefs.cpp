// Beliefs about the classes, draws kept within the range of double; the list in families.hpp.
#include <credence/predict/beliefs.hpp>

#include <cmath>
#include <limits>

namespace credence {
namespace {

constexpr double least = std::numeric_limits<double>::min();
constexpr double most = std::numeric_limits<double>::max();

}  // namespace

TermMoments prior_log_odds(const ClassBeliefs& beliefs, Index klass, Index against) {
  const auto c = static_cast<std::size_t>(klass);
  const auto d = static_cast<std::size_t>(against);
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

namespace detail {

void tied_beliefs(const std::string& feature) {
  throw Error(
      ErrorCode::undefined,
      "block '" + feature +
          "' has tied variances, which its cells share: intervals of answers are not told for "
          "such a block; ask without intervals, or fit its columns one by one");
}

void keep_in_range(const Beta&, double& probability) {
  probability = std::clamp(probability, least, std::nextafter(1.0, 0.0));
}

void keep_in_range(const Gamma&, double& rate) { rate = std::clamp(rate, least, most); }

void keep_in_range(const Dirichlet&, std::vector<double>& probabilities) {
  for (double& probability : probabilities) probability = std::max(probability, least);
}

void keep_in_range(const NormalInverseGamma& density, MeanVariance& parameters) {
  parameters.variance = std::clamp(parameters.variance, least, most);
  if (!std::isfinite(parameters.mean)) parameters.mean = density.mean;
}

}  // namespace detail

template Beliefs<Model> beliefs(const Posterior<Model>&);
template Estimates<Model> draw(const Beliefs<Model>&, Random&);

}  // namespace credence
