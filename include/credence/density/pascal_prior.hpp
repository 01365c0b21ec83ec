#pragma once
// What is believed of a chance of success, the number of successes waited for being known.
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/beta.hpp>
#include <tuple>

namespace credence {

/// A belief about the chance of success, worth `ones` successes and `zeros` failures, where trials
/// end with the last of a known number of `successes`. That number is no part of the belief, but
/// travels with it.
///
///     const PascalPrior prior{.ones = 2, .zeros = 6, .successes = 3};
///     mean(prior);    // 0.25
struct PascalPrior {
  using value_type = double;

  /// What a schema must give where the rest is automatic.
  struct Known {
    double successes = 1;

    static constexpr auto members =
        std::tuple{Member{"successes", &Known::successes, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double ones = 1;
  double zeros = 1;
  double successes = 1;

  static constexpr auto members =
      std::tuple{Member{"ones", &PascalPrior::ones, Domain::positive},
                 Member{"zeros", &PascalPrior::zeros, Domain::positive},
                 Member{"successes", &PascalPrior::successes, Domain::positive}};
  friend bool operator==(const PascalPrior&, const PascalPrior&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const PascalPrior& d) { check_members(d, "PascalPrior"); }

namespace detail {
[[nodiscard]] inline Beta of_success(const PascalPrior& d) {
  return {.ones = d.ones, .zeros = d.zeros};
}
}  // namespace detail

/// Nats, with respect to the probability of success.
[[nodiscard]] inline double log_density(const PascalPrior& d, double probability) {
  return log_density(detail::of_success(d), probability);
}
[[nodiscard]] inline double mean(const PascalPrior& d) { return mean(detail::of_success(d)); }
[[nodiscard]] inline double variance(const PascalPrior& d) {
  return variance(detail::of_success(d));
}
[[nodiscard]] inline double cdf(const PascalPrior& d, double probability) {
  return cdf(detail::of_success(d), probability);
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const PascalPrior& d, double p) {
  return quantile(detail::of_success(d), p);
}
[[nodiscard]] inline Interval support(const PascalPrior& d) {
  return support(detail::of_success(d));
}
[[nodiscard]] inline double draw(const PascalPrior& d, Random& random) {
  return draw(detail::of_success(d), random);
}

/// Equal-tailed interval of the probability of success, holding `mass` in (0, 1).
[[nodiscard]] inline Interval credible_interval(const PascalPrior& d, double mass) {
  return credible_interval(detail::of_success(d), mass);
}

}  // namespace credence
