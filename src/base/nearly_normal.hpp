#pragma once
// Gamma and beta distributions of enormous weight, which are nearly normal: expansions in the place
// of iterations, which would lose digits or never end.
#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace credence::detail {

namespace policies = boost::math::policies;

// Arguments are checked at the doors, so what is left for Boost to report is overflow (infinity is
// the answer), underflow (0 is) and a root finder that stops early (its last value is good enough).
// Promotion to long double would make lgamma fifteen times slower.
using BoostPolicy =
    policies::policy<policies::promote_double<false>, policies::promote_float<false>,
                     policies::domain_error<policies::ignore_error>,
                     policies::pole_error<policies::ignore_error>,
                     policies::overflow_error<policies::ignore_error>,
                     policies::underflow_error<policies::ignore_error>,
                     policies::rounding_error<policies::ignore_error>,
                     policies::indeterminate_result_error<policies::ignore_error>,
                     policies::evaluation_error<policies::ignore_error>>;

// Cumulative probabilities and quantiles run in long double: in double, ibeta loses 30 eps at
// counts of a few thousand. They are asked once per interval, never per row.
using Wide = long double;

/// Which of the two probabilities on the sides of a number is meant.
enum class Side { below, above };

/// From here on three terms of the expansion of a quantile in the skewness and kurtosis leave out
/// less than rounding does.
inline constexpr double quantile_expansion_start = 1e10;
/// From here on the expansion of a probability is within 4 eps up to some standard deviations, and 300 in
/// the farthest tails, and Boost's iterations are not.
inline constexpr double probability_expansion_start = 1e8;
/// With so much more weight on one side, that side varies too little to matter.
inline constexpr double far_greater = 1e16;

inline Wide wide_normal_quantile(Wide p) {
  return -std::numbers::sqrt2_v<Wide> * boost::math::erfc_inv(2 * p, BoostPolicy{});
}

/// The quantile of a density of mean 0 and variance 1.
/// source  [cornish1938]
inline Wide nearly_normal_quantile(Wide z, Wide skewness, Wide kurtosis) {
  return z + skewness * (z * z - 1) / 6 + kurtosis * (z * z - 3) * z / 24 -
         skewness * skewness * (2 * z * z - 5) * z / 36;
}

inline Wide nearly_normal_gamma_quantile(Wide shape, Wide p, Side side) {
  const Wide z = wide_normal_quantile(p);
  const Wide spread = std::sqrt(shape);
  const Wide turned = side == Side::above ? -z : z;
  return shape + spread * nearly_normal_quantile(turned, 2 / spread, 6 / shape);
}

inline Wide nearly_normal_beta_quantile(Wide a, Wide b, Wide p, Side side) {
  const Wide z = wide_normal_quantile(p);
  const Wide n = a + b;
  const Wide spread = std::sqrt(a / n * (b / n) / (n + 1));
  const Wide skewness = 2 * (b - a) * std::sqrt(n + 1) / ((n + 2) * std::sqrt(a) * std::sqrt(b));
  const Wide kurtosis = 6 * ((a - b) / a * ((a - b) / b) * (n + 1) / (n + 2) - 1) / (n + 3);
  const Wide turned = side == Side::above ? -z : z;
  return a / n + spread * nearly_normal_quantile(turned, skewness, kurtosis);
}

/// From so far on, as a share of the distance from an end, all the weight is on one side.
inline constexpr double all_on_one_side = 0.01;

/// (u - ln(1 + u) - u^2 / 2) / u^3, |u| <= all_on_one_side
inline Wide log1p_rest(Wide u) {
  Wide sum = 0;
  for (int power = 10; power >= 3; --power) sum = (power % 2 == 0 ? 1 : -1) / Wide(power) + u * sum;
  return sum;
}

/// Normal in the root z of twice the fall of the log density from its top, and a correction that
/// is finite at the top: 1/z - 1/w times the normal density at z, where z^2 = w^2 (1 + w slope).
/// in      w: the distance from the middle in standard deviations
/// source  [lugannani1980], exact but for a share of 1 / weight of the correction
inline Wide nearly_normal_probability(Wide w, Wide slope, Side side) {
  const Wide ratio = std::sqrt(1 + w * slope);
  const Wide z = side == Side::above ? w * ratio : -w * ratio;
  const Wide tail = boost::math::erfc(z / std::numbers::sqrt2_v<Wide>, BoostPolicy{}) / 2;
  const Wide density =
      std::exp(-z * z / 2) * std::numbers::inv_sqrtpi_v<Wide> / std::numbers::sqrt2_v<Wide>;
  const Wide correction = slope / (ratio * (1 + ratio)) * density;
  return std::clamp(side == Side::above ? tail + correction : tail - correction, Wide{0}, Wide{1});
}

inline Wide whole_probability(bool beyond, Side side) {
  return beyond == (side == Side::below) ? 1 : 0;
}

/// in  excess: how far the number is above the shape, as a share of the shape
inline Wide nearly_normal_gamma(Wide shape, Wide excess, Side side) {
  if (!(std::abs(excess) <= all_on_one_side)) return whole_probability(excess > 0, side);
  const Wide spread = std::sqrt(shape);
  return nearly_normal_probability(excess * spread, 2 * log1p_rest(excess) / spread, side);
}

/// x b - (1 - x) a, where these nearly cancel, with what rounding took from them.
inline Wide beta_distance(Wide a, Wide b, Wide x) {
  const Wide rest = 1 - x;
  const Wide lost = (1 - rest) - x;
  const Wide ones = x * b;
  const Wide zeros = rest * a;
  return (ones - zeros) + (std::fma(x, b, -ones) - std::fma(rest, a, -zeros) - lost * a);
}

inline Wide nearly_normal_beta(Wide a, Wide b, Wide x, Side side) {
  const Wide distance = beta_distance(a, b, x);
  const Wide up = distance / a;
  const Wide down = -distance / b;
  if (!(std::max(std::abs(up), std::abs(down)) <= all_on_one_side))
    return whole_probability(distance > 0, side);
  const Wide ones = a / (a + b);
  const Wide zeros = b / (a + b);
  const Wide spread = std::sqrt(a * zeros);
  const Wide slope = 2 * (zeros * zeros * log1p_rest(up) - ones * ones * log1p_rest(down)) / spread;
  return nearly_normal_probability(distance / spread, slope, side);
}

}  // namespace credence::detail
