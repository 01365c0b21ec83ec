#pragma once
// What several densities share: whole numbers, shares, and logarithms that keep their digits.
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/interval.hpp>
#include <credence/detail/density/density.hpp>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace credence::detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
/// Supports of densities.
inline constexpr Interval all_numbers{.lower = -infinity, .upper = infinity};
inline constexpr Interval from_zero{.lower = 0, .upper = infinity};
/// ln(2 pi)
inline constexpr double log_two_pi = 1.837877066409345483560659472811235279723;

/// Counts end here: a little above, ln Gamma is too large for a double.
inline constexpr double largest_count = 1e300;

/// Throws Error{domain} for pseudo-counts that sum to more than `largest_count`.
/// in  what: whose they are, for the message
void check_pseudo_counts(double sum, std::string_view what);

/// What rounding takes from a probability is less than this.
inline constexpr double largest_residue = 1e-15;
/// Error{domain} of a residue that rounding cannot have left.
[[noreturn]] void no_residue(double residue, std::string_view what);
/// Throws Error{domain} for a residue that rounding cannot have left beside a probability.
/// in  what: whose it is, for the message
inline void check_residue(double residue, std::string_view what) {
  if (!(residue >= -largest_residue && residue <= largest_residue)) [[unlikely]]
    no_residue(residue, what);
}

/// Error{shape} of bins and edges that do not fit.
[[noreturn]] void no_edges(std::size_t bins, std::size_t edges, std::string_view what);

/// Returns whether `x` is a whole number from 0 to `largest_count`.
[[nodiscard]] inline bool is_count(double x) {
  return x >= 0 && x <= largest_count && std::floor(x) == x;
}

/// ln(1 + part / whole), also where the ratio is too large for a double; part >= 0, whole > 0.
[[nodiscard]] inline double log1p_ratio(double part, double whole) {
  const double ratio = part / whole;
  return std::isfinite(ratio) ? std::log1p(ratio) : std::log(part) - std::log(whole);
}

/// Half of a positive number, which is not 0.
[[nodiscard]] inline double half_of(double positive) {
  const double half = 0.5 * positive;
  return half > 0 ? half : std::numeric_limits<double>::denorm_min();
}

/// Up to this shape ln Gamma and products with logarithms are within the range of double.
inline constexpr double largest_shape = 1e305;
/// Returns ln(at^shape e^-at / Gamma(shape)) for a larger shape, by Stirling's formula: that of x times
/// the Gamma density at x, at = rate x.
[[nodiscard]] double log_large_gamma(double shape, long double at);
/// Returns the same of the ratio of two Gamma numbers, in units of `scale`, where both shapes are so large
/// that ln B of them is beyond the range of double.
[[nodiscard]] double log_large_ratio(double shape, double other, double x, double scale);

/// Returns the shortest text that reads back as this number, for messages.
[[nodiscard]] std::string text(double number);

/// A probability together with what rounding took from its complement. Near 1 a double cannot hold
/// both: 1 - probability alone would have lost the digits of a rare "no".
struct Share {
  double probability = 0.5;
  double residue = 0;
};

/// part / (part + rest), with the residue that makes the complement exact to the last digits.
[[nodiscard]] inline Share share(double part, double rest) {
  const double whole = part + rest;
  const double probability = part / whole;
  if (probability <= 0.5) return {probability, 0};
  return {probability, rest / whole - (1 - probability)};
}

/// 1 - probability, with the residue of a Share.
[[nodiscard]] inline double complement(double probability, double residue) {
  return probability <= 0.5 ? 1 - probability : (1 - probability) + residue;
}
/// ln(1 - probability), with the residue of a Share.
[[nodiscard]] inline double log_complement(double probability, double residue) {
  if (probability <= 0.5) return std::log1p(-probability);
  return std::log(complement(probability, residue));
}
/// ln(probability), with the residue of a Share: near 1 its complement has the digits.
[[nodiscard]] inline double log_share(double probability, double residue) {
  if (probability <= 0.999) return std::log(probability);
  return std::log1p(-complement(probability, residue));
}

/// Throws Error{domain}: no quantile belongs to p.
[[noreturn]] void no_probability(double p);
/// Throws Error{domain}: a cumulative probability was asked for at NaN.
[[noreturn]] void no_number();

/// Throws Error{domain} unless d is a distribution that has a quantile for p, in [0, 1].
template <class D>
void check_quantile(const D& d, double p) {
  check(d);
  if (!(p >= 0 && p <= 1)) [[unlikely]]
    no_probability(p);
}
/// Throws Error{domain} unless d is a distribution and x a number, which may be infinite.
template <class D>
void check_cdf(const D& d, double x) {
  check(d);
  if (std::isnan(x)) [[unlikely]]
    no_number();
}

/// Returns an error that says why a moment of a density does not exist.
[[nodiscard]] Error no_moment(const std::string& what, const std::string& name, double value,
                              double bound);

}  // namespace credence::detail
