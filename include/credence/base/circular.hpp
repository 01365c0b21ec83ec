#pragma once
// Directions on a circle: Bessel functions by their logarithms, and probabilities of arcs.
#include <limits>

namespace credence {

/// ln(exp(-x) I0(x)) of the modified Bessel function of order 0, x >= 0. Within 4 ulp of
/// max(|result|, 1); finite wherever x is.
[[nodiscard]] double log_bessel_i0_scaled(double x);

/// I1(x) / I0(x), x >= 0: how far the mean of von Mises directions is from the middle of the circle.
[[nodiscard]] double bessel_ratio(double x);

/// The x for which bessel_ratio(x) is `ratio`, in [0, 1); +inf from 1 on.
[[nodiscard]] double inverse_bessel_ratio(double ratio);

/// Angles from its middle of a von Mises distribution of concentration `first`, or of the sum of two
/// independent ones; in [-pi, pi).
/// in      concentrations > 0, `second` of one alone infinite;  angle in [-pi, pi];  p in [0, 1]
/// out     within 1e-14 absolutely (variance: relatively) up to concentrations of 1e8; above, those
///         of a normal, which differ by less than 1 / concentration
/// cost    the square root of the smaller concentration
[[nodiscard]] double circular_cdf(double first, double second, double angle);
[[nodiscard]] double circular_quantile(double first, double second, double p);
[[nodiscard]] double circular_variance(double first,
                                       double second = std::numeric_limits<double>::infinity());

/// The angle, within [-pi, pi) of `middle`, that is `angle` up to whole turns.
[[nodiscard]] double unwound(double angle, double middle);

}  // namespace credence
