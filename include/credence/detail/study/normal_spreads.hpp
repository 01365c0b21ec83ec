#pragma once
// How wide the normal densities of a block are. Included by studied_family_of.hpp alone.
#include <cmath>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <vector>

namespace credence::detail {

/// For each class of a feature the standard deviation of its density as it is believed to be, on the
/// scale on which it is normal; empty for a family that has no such density for each class.
template <ConjugateFamily F>
[[nodiscard]] std::vector<double> normal_spreads(
    [[maybe_unused]] const Block<F>& block, [[maybe_unused]] Index j,
    [[maybe_unused]] std::span<const std::string> classes) {
  std::vector<double> spreads;
  if constexpr (std::is_same_v<typename F::Prior, NormalInverseGamma>) {
    const auto prior = priors(block, j, classes);
    for (std::size_t klass = 0; klass < classes.size(); ++klass) {
      const auto after = posterior(prior[klass], block.cell(j, static_cast<Index>(klass)));
      spreads.push_back(std::sqrt(after.scale / after.shape));
    }
  } else if constexpr (std::is_same_v<typename F::Prior, PolyaTreePrior>) {
    // The outer leaves'.
    for (const PolyaTreePrior& prior : priors(block, j, classes)) spreads.push_back(prior.sd);
  }
  return spreads;
}

}  // namespace credence::detail
