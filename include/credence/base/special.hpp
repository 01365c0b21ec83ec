#pragma once
// Special functions with our own signatures. Boost.Math stands behind them here and nowhere else.
#include <limits>
#include <span>

namespace credence {

// Arguments outside of the domain that a function states are Error{domain}, NaN among them: in every
// build, and at the price of a branch.

/// Returns ln Gamma(x), x > 0. Within 3 ulp.
[[nodiscard]] double log_gamma(double x);

/// ln(Gamma(x + step) / Gamma(x)) for x > 0, step >= 0, without the cancellation of two log gammas.
/// out     within 8 ulp where |result| >= 1e-2, else within 4 eps absolutely, for arguments in
///         [1e-3, 1e12]; 1e-13 of max(|result|, step) for smaller steps; finite where a double can be
/// cost    constant: one logarithm, one log1p and two short series for x >= 10; below, these in
///         long double and one log1p more, or two log gammas
/// source  Stirling's series with its correction terms kept apart; docs/reference/families/index.md
[[nodiscard]] double log_gamma_ratio(double x, double step);

/// Returns ln B(a, b) for a, b > 0; same accuracy as log_gamma_ratio.
[[nodiscard]] double log_beta(double a, double b);

/// x ln y with 0 ln 0 = 0; y >= 0.
[[nodiscard]] double x_log_y(double x, double y);

/// x log1p(y) with 0 log1p(-1) = 0; y >= -1.
[[nodiscard]] double x_log1p_y(double x, double y);

/// ln(exp(v_0) + ... + exp(v_n-1)) for values that may be -inf; -inf when all are, or for no
/// values; +inf when one is. Exact for one value.
[[nodiscard]] double log_sum_exp(std::span<const double> values);

/// psi(x), the derivative of ln Gamma, x > 0. Within 3 ulp.
[[nodiscard]] double digamma(double x);

/// Returns the derivative of psi, x > 0. Within 3 ulp.
[[nodiscard]] double trigamma(double x);

/// psi(x + step) - psi(x) and psi'(x) - psi'(x + step), both >= 0, for x > 0, step >= 0, without
/// the cancellation of the two values.
/// out     within 16 ulp
/// cost    one log1p and a series of eight terms; below x = 10 up to ten divisions more
[[nodiscard]] double digamma_rise(double x, double step);
[[nodiscard]] double trigamma_fall(double x, double step);
/// psi'(x) - 1/x, > 0, for x > 0; likewise.
[[nodiscard]] double trigamma_excess(double x);

/// Cumulative probabilities and their inverses; parameters > 0 and p in [0, 1]; x anywhere on the
/// line, infinities among it. Quantiles at 0 and 1 are the ends of the support.
[[nodiscard]] double beta_cdf(double a, double b, double x);
[[nodiscard]] double beta_quantile(double a, double b, double p);
/// The probability above x, which keeps its digits where that below is nearly 1, and its inverse.
[[nodiscard]] double beta_survival(double a, double b, double x);
[[nodiscard]] double beta_survival_quantile(double a, double b, double p);
[[nodiscard]] double gamma_cdf(double shape, double rate, double x);
[[nodiscard]] double gamma_survival(double shape, double rate, double x);
[[nodiscard]] double gamma_quantile(double shape, double rate, double p);
[[nodiscard]] double inverse_gamma_cdf(double shape, double scale, double x);
[[nodiscard]] double inverse_gamma_quantile(double shape, double scale, double p);
[[nodiscard]] double student_t_cdf(double degrees, double z);
[[nodiscard]] double student_t_quantile(double degrees, double p);
[[nodiscard]] double normal_cdf(double z);
[[nodiscard]] double normal_quantile(double p);

/// ln(exp(-x) I0(x)) of the modified Bessel function of order 0, x >= 0. Within 12 ulp of
/// max(|result|, 1) for x up to 500; finite wherever x is.
[[nodiscard]] double log_bessel_i0_scaled(double x);

/// I1(x) / I0(x), x >= 0: how far the mean of von Mises directions is from the middle of the circle.
[[nodiscard]] double bessel_ratio(double x);

/// Returns the x for which bessel_ratio(x) is `ratio`, in [0, 1); +inf from 1 on, 0 below 0.
[[nodiscard]] double inverse_bessel_ratio(double ratio);

/// Angles from its middle of a von Mises distribution of concentration `first`, or of the sum of two
/// independent ones; in [-pi, pi).
/// in      concentrations > 0, `second` of one alone infinite;  angle in [-pi, pi], else it counts for
///         the nearer end;  p in [0, 1]
/// out     within 1e-14 absolutely (variance: 1e-13 relatively)
/// cost    the square root of the smaller concentration, up to 1e8; above, constant
[[nodiscard]] double circular_cdf(double first, double second, double angle);
[[nodiscard]] double circular_quantile(double first, double second, double p);
[[nodiscard]] double circular_variance(double first,
                                       double second = std::numeric_limits<double>::infinity());

/// Returns the angle, within [-pi, pi) of `middle`, that is `angle` up to whole turns.
[[nodiscard]] double unwound(double angle, double middle);

}  // namespace credence
