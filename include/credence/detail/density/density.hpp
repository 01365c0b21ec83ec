#pragma once
// What it means to be a density.
#include <concepts>
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

}  // namespace credence
