#pragma once
// What is believed of a mean, the variance around it being known.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/normal.hpp>
#include <tuple>

namespace credence {

/// A belief about the mean of numbers whose variance is known: normal around `mean` with
/// `mean_variance`. The known `variance` of the numbers is no part of the belief, but travels with
/// it.
///
///     const NormalMeanPrior prior{.mean = 20, .mean_variance = 4, .variance = 0.25};
///     credible_interval(prior, 0.95);    // 16.08 to 23.92
struct NormalMeanPrior {
  using value_type = double;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double variance = 1;

    static constexpr auto members =
        std::tuple{Member{"variance", &Known::variance, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double mean = 0;
  double mean_variance = 1;
  double variance = 1;

  static constexpr auto members =
      std::tuple{Member{"mean", &NormalMeanPrior::mean, Domain::real},
                 Member{"mean_variance", &NormalMeanPrior::mean_variance, Domain::positive},
                 Member{"variance", &NormalMeanPrior::variance, Domain::positive}};
  friend bool operator==(const NormalMeanPrior&, const NormalMeanPrior&) = default;
};

/// Throws Error{domain} naming the number that is not finite, or not positive where it must be.
inline void check(const NormalMeanPrior& d) { check_members(d, "NormalMeanPrior"); }

namespace detail {
[[nodiscard]] inline Normal of_mean(const NormalMeanPrior& d) {
  return {.mean = d.mean, .variance = d.mean_variance};
}
}  // namespace detail

/// Nats, with respect to the mean.
[[nodiscard]] inline double log_density(const NormalMeanPrior& d, double at) {
  return log_density(detail::of_mean(d), at);
}
[[nodiscard]] inline double mean(const NormalMeanPrior& d) { return d.mean; }
[[nodiscard]] inline double variance(const NormalMeanPrior& d) { return d.mean_variance; }
[[nodiscard]] inline double cdf(const NormalMeanPrior& d, double at) {
  return cdf(detail::of_mean(d), at);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const NormalMeanPrior& d, double p) {
  return quantile(detail::of_mean(d), p);
}
[[nodiscard]] inline Interval support(const NormalMeanPrior& d) {
  return support(detail::of_mean(d));
}
[[nodiscard]] inline double draw(const NormalMeanPrior& d, Random& random) {
  return draw(detail::of_mean(d), random);
}

/// Equal-tailed interval of the mean, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const NormalMeanPrior& d, double mass) {
  return equal_tailed([&d](double p) { return quantile(d, p); }, mass);
}

}  // namespace credence
