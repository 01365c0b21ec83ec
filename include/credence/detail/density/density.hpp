#pragma once
// What it means to be a density.
#include <concepts>
#include <credence/base/interval.hpp>
#include <credence/base/random.hpp>

namespace credence {

namespace detail {
// The parts of Density, so that what is missing can be said by name
// (detail/family/family_check.hpp).
template <class T>
concept HasDatumType = requires {
  typename T::value_type;
};
template <class D>
concept HasLogDensity = requires(const D& d, const typename D::value_type& x) {
  { log_density(d, x) } -> std::same_as<double>;
};
template <class D>
concept HasCheck = requires(const D& d) {
  check(d);
};
template <class D>
concept HasDraw = requires(const D& d, Random& random) {
  { draw(d, random) } -> std::same_as<typename D::value_type>;
};
template <class D>
concept HasQuantile = requires(const D& d) {
  { quantile(d, 0.5) } -> std::same_as<double>;
};
}  // namespace detail

/// A distribution with its parameters filled in: a plain comparable value.
///
/// types        value_type: what it is a density of
/// expressions  log_density(d, x): nats; -inf outside the support; never NaN
///              check(d): throws Error{domain} naming the bad parameter and its value
///              draw(d, random): one value
///              d.members: the named parameters (base/members.hpp)
/// where they exist also  mean(d), variance(d), cdf(d, x), quantile(d, p), support(d)
/// laws         sums or integrates to one (laws/density.test.cpp)
template <class D>
concept Density = std::regular<D> && detail::HasDatumType<D> && detail::HasLogDensity<D> &&
    detail::HasCheck<D> && detail::HasDraw<D>;

/// Returns the equal-tailed interval that holds `mass`, in (0, 1), of a distribution of one number.
/// throws  Error{domain} for another mass, and as quantile
template <detail::HasQuantile D>
[[nodiscard]] Interval credible_interval(const D& d, double mass) {
  return equal_tailed([&d](double p) { return quantile(d, p); }, mass);
}

}  // namespace credence
