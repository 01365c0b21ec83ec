#pragma once
// Credible intervals of columns that are believed of together, each by its marginal.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>

#include <vector>

namespace credence::detail {

/// Of the mean of each column, then of the variance of each.
template <class Belief>
[[nodiscard]] std::vector<Interval> marginal_intervals(const Belief& belief, double mass) {
  std::vector<Interval> intervals;
  const Index columns = std::ssize(belief.means);
  for (Index j = 0; j < columns; ++j)
    intervals.push_back(credible_interval(marginal(belief, j), mass).mean);
  for (Index j = 0; j < columns; ++j)
    intervals.push_back(credible_interval(marginal(belief, j), mass).variance);
  return intervals;
}

}  // namespace credence::detail
