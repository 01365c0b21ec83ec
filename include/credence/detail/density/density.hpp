#pragma once
// What it means to be a density.
#include <concepts>
#include <credence/base/random.hpp>

namespace credence {

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
concept Density = std::regular<D> &&
    requires(const D& d, const typename D::value_type& x, Random& random) {
  { log_density(d, x) } -> std::same_as<double>;
  {check(d)};
  { draw(d, random) } -> std::same_as<typename D::value_type>;
};

}  // namespace credence
