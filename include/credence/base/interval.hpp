#pragma once
// An interval of real numbers: the support of a density, or a credible interval.

namespace credence {

/// An interval from `lower` to `upper`; either end may be infinite.
struct Interval {
  double lower = 0;
  double upper = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

namespace detail {
/// Throws Error{domain} unless the mass lies between 0 and 1.
void check_mass(double mass);
}  // namespace detail

/// Returns the equal-tailed interval that holds `mass` of a distribution, from its quantile
/// function.
/// in      quantile: maps p in [0, 1] to a value;  mass in (0, 1)
/// throws  Error{domain} for another mass
template <class Quantile>
[[nodiscard]] Interval equal_tailed(Quantile&& quantile, double mass) {
  detail::check_mass(mass);
  const double tail = (1 - mass) / 2;
  return {.lower = quantile(tail), .upper = quantile(1 - tail)};
}

}  // namespace credence
