// The sentence on a prior of too few weights.
#include <credence/detail/base/counted.hpp>
#include <credence/detail/family/category_counts.hpp>

namespace credence::detail {

void check_levels(const Dirichlet& prior, const std::vector<double>& counts) {
  if (prior.weights.size() >= counts.size()) return;
  throw Error(ErrorCode::shape, "prior has " + counted(prior.weights.size(), "weight", "weights") +
                                    " for " + counted(counts.size(), "level", "levels") +
                                    "; give one weight for each level or a single 'each'");
}

}  // namespace credence::detail
