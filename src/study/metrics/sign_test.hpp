#pragma once
// The sign test: whether a change makes more rows better than it makes worse.
#include <credence/base/index.hpp>
#include <credence/base/special.hpp>

namespace credence::detail {

/// P(Bin(worse + better, 1/2) <= worse): the probability of so few worse rows, were both equally
/// likely. 1 where no row is better.
[[nodiscard]] inline double sign_test(Index worse, Index better) {
  if (better == 0) return 1;
  return beta_cdf(static_cast<double>(better), static_cast<double>(worse) + 1, 0.5);
}

}  // namespace credence::detail
