#pragma once
// How uncertain the log odds of a row of normal columns are, where cells share a spread.
#include <cmath>
#include <credence/data/tying.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <numbers>
#include <vector>

namespace credence::detail {

/// Log densities that depend on one spread, added up with signs. Given its inverse g, which is
/// Gamma(shape, 1), each is quadratic in a normal variate, the error of its mean: the expectation is
/// fixed + count/2 ln g - squares/2 g, the variance of the errors `noise` on the average of g.
struct SpreadSum {
  double count = 0;
  double squares = 0;
  double fixed = 0;
  double noise = 0;

  /// in  sign: 1 or -1
  void add(const NormalInverseGamma& d, double x, double sign) {
    const double distance = x - d.mean;
    const double square = distance * (distance / d.scale);
    count += sign;
    squares += sign * square;
    fixed -= sign / 2 * (std::log(2 * std::numbers::pi) + std::log(d.scale) + 1 / d.mean_weight);
    noise += d.shape * square / d.mean_weight + 1 / (2 * d.mean_weight * d.mean_weight);
  }

  /// Var ln g is trigamma(shape), Var g the shape, their covariance 1; written as a sum of terms
  /// that are not negative.
  [[nodiscard]] TermMoments moments(double shape) const {
    const double surprise = squares - count / shape;
    const double spread = trigamma_excess(shape);
    return {.mean = fixed + (count * digamma(shape) - squares * shape) / 2,
            .variance = noise + (count * count * spread + shape * surprise * surprise) / 4};
  }
};

/// Returns the log density of the numbers that are there under one class; less that under another
/// which shares the spreads, where there is one.
[[nodiscard]] TermMoments moments_of_columns(const TiedNormalInverseGamma& d,
                                             const std::vector<double>& x,
                                             const TiedNormalInverseGamma* less = nullptr);

[[nodiscard]] inline TermMoments log_odds_of_columns(Tying tying, const TiedNormalInverseGamma& d,
                                                     const TiedNormalInverseGamma& against,
                                                     const std::vector<double>& x) {
  if (ties_classes(tying)) return moments_of_columns(d, x, &against);
  return difference(moments_of_columns(d, x), moments_of_columns(against, x));
}

}  // namespace credence::detail
