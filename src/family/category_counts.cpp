// The sentence on a prior of too few weights.
#include <credence/detail/family/category_counts.hpp>

namespace credence::detail {

void check_levels(const Dirichlet& prior, const std::vector<double>& counts) {
  if (prior.weights.size() >= counts.size()) return;
  throw Error(ErrorCode::shape, "prior has " + std::to_string(prior.weights.size()) +
                                    " weights for " + std::to_string(counts.size()) +
                                    " levels; give one weight for each level or a single 'each'");
}

}  // namespace credence::detail
