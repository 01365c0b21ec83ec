// Mutual information of parameters drawn from a posterior.
#include <credence/detail/select/drawn_information.hpp>

namespace credence::detail {

std::vector<double> drawn_tied_information(const ClassBeliefs& classes,
                                           std::span<const NormalInverseGamma> cells, bool shared,
                                           const InformationOptions& options) {
  return information_of_draws<Normal>(
      classes, options, [&](Random& random, std::vector<Normal>& densities) {
        double log_precision = 0;
        for (const NormalInverseGamma& cell : cells) {
          if (!shared || densities.empty()) log_precision = random.log_gamma_variate(cell.shape);
          MeanVariance at{.variance = std::exp(std::log(cell.scale) - log_precision)};
          at.mean = cell.mean + std::sqrt(at.variance / cell.mean_weight) * random.normal();
          keep_in_range(cell, at);
          densities.push_back({.mean = at.mean, .variance = at.variance});
        }
      });
}

}  // namespace credence::detail
