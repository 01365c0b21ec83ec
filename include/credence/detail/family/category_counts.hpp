#pragma once
// Dirichlet arithmetic that levels and words share: posterior, evidence, estimates.
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/family/counting.hpp>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Throws Error{shape} when the prior has fewer weights than there are levels.
void check_levels(const Dirichlet& prior, const std::vector<double>& counts);

/// Weights plus counts. Levels beyond the counts are kept in reserve: their count is 0.
/// throws  Error{shape} when the prior has fewer weights than there are levels
[[nodiscard]] inline Dirichlet posterior_weights(const Dirichlet& prior,
                                                 const std::vector<double>& counts) {
  check_levels(prior, counts);
  Dirichlet result = prior;
  for (std::size_t k = 0; k < counts.size(); ++k) result.weights[k] += counts[k];
  return result;
}

/// Returns the log probability of an ordered sequence of levels with these counts.
/// cost    one log-gamma ratio for each level that was seen
/// source  docs/reference/families/dirichlet_categorical.md
[[nodiscard]] inline double log_sequence(const Dirichlet& prior,
                                         const std::vector<double>& counts) {
  check_levels(prior, counts);
  CompensatedSum sum;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) sum.add(log_gamma_ratio(prior.weights[k], counts[k]));
  const double total = compensated_sum(counts);
  if (total == 0) return 0;
  sum.add(-log_gamma_ratio(compensated_sum(prior.weights), total));
  return sum.value();
}

/// Counts over their total; Error{undefined} when it is 0.
[[nodiscard]] inline std::vector<double> frequencies(const std::vector<double>& counts,
                                                     std::string_view family) {
  const double total = compensated_sum(counts);
  if (!(total > 0)) throw nothing_seen(family);
  std::vector<double> result = counts;
  for (double& value : result) value /= total;
  return result;
}

}  // namespace credence::detail
