#pragma once
// Priors with which known numbers of the data travel: asked as the distribution of the parameter alone.
#include <concepts>
#include <credence/base/interval.hpp>
#include <credence/base/random.hpp>

namespace credence {
namespace detail {

/// A prior that holds known numbers of the data beside the distribution of a parameter, which
/// `d.distribution()` returns. It says so by `holds_known`: members of the other names in a prior of
/// one's own may mean anything.
template <class D>
concept HoldsKnown = D::holds_known;

/// The same, of a parameter that is one number.
template <class D>
concept HoldsKnownBesideNumber = HoldsKnown<D> && std::same_as<typename D::value_type, double>;

}  // namespace detail

// All but mean and variance throw as check(d).

/// Returns the log density in nats, with respect to the parameter.
template <detail::HoldsKnown D>
[[nodiscard]] double log_density(const D& d, const typename D::value_type& parameter) {
  check(d);
  return log_density(d.distribution(), parameter);
}

template <detail::HoldsKnown D>
[[nodiscard]] typename D::value_type mean(const D& d) {
  return mean(d.distribution());
}

template <detail::HoldsKnown D>
[[nodiscard]] typename D::value_type variance(const D& d) {
  return variance(d.distribution());
}

template <detail::HoldsKnownBesideNumber D>
[[nodiscard]] double cdf(const D& d, double parameter) {
  check(d);
  return cdf(d.distribution(), parameter);
}

/// in  p in [0, 1]
template <detail::HoldsKnownBesideNumber D>
[[nodiscard]] double quantile(const D& d, double p) {
  check(d);
  return quantile(d.distribution(), p);
}

template <detail::HoldsKnownBesideNumber D>
[[nodiscard]] Interval support(const D& d) {
  return support(d.distribution());
}

template <detail::HoldsKnown D>
[[nodiscard]] typename D::value_type draw(const D& d, Random& random) {
  check(d);
  return draw(d.distribution(), random);
}

}  // namespace credence
