#pragma once
// Directions of known concentration, with a von Mises prior on their mean direction.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/density/von_mises.hpp>
#include <credence/detail/family/direction_totals.hpp>
#include <credence/detail/family/empirical_constants.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/family/prior_rule.hpp>
#include <limits>
#include <optional>
#include <string_view>

namespace credence {

namespace detail {
/// Returns the sum of the prior's vector and those of the data.
[[nodiscard]] inline DirectionTotals with_prior(const VonMisesPrior& prior,
                                                const DirectionTotals& seen) {
  return {
      .n = seen.n,
      .cosines = prior.strength * std::cos(prior.direction) + prior.concentration * seen.cosines,
      .sines = prior.strength * std::sin(prior.direction) + prior.concentration * seen.sines};
}
}  // namespace detail

/// Returns the posterior von Mises: the vectors of prior and data are added. Where they cancel it
/// is as good as uniform.
/// source  [mardia2000] sec. 3.5.4; docs/reference/families/von_mises_known_concentration.md
[[nodiscard]] inline VonMisesPrior posterior(const VonMisesPrior& prior,
                                             const DirectionTotals& seen) {
  if (seen.n == 0) return prior;
  const DirectionTotals both = detail::with_prior(prior, seen);
  return {.direction = std::atan2(both.sines, both.cosines),
          .strength = std::max(both.length(), std::numeric_limits<double>::min()),
          .concentration = prior.concentration};
}

/// Returns the log density of the directions, each for one radian.
/// out   nats; 0 when nothing was seen
/// cost  constant: three Bessel functions
[[nodiscard]] inline double log_evidence(const VonMisesPrior& prior, const DirectionTotals& seen) {
  if (seen.n == 0) return 0;
  const double length = posterior(prior, seen).strength;
  // length - strength - n concentration without the difference of large numbers.
  const double own = prior.concentration * seen.length();
  const double apart = std::sin(0.5 * (prior.direction - std::atan2(seen.sines, seen.cosines)));
  const double lost = 4 * prior.strength * own * apart * apart / (length + prior.strength + own) +
                      prior.concentration * (seen.n - seen.length());
  return log_bessel_i0_scaled(length) - log_bessel_i0_scaled(prior.strength) -
         seen.n * (detail::log_two_pi + log_bessel_i0_scaled(prior.concentration)) - lost;
}

/// Returns the log density of the directions, each for one radian, at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const VonMises& d, const DirectionTotals& seen) {
  const double along = seen.cosines * std::cos(d.direction) + seen.sines * std::sin(d.direction);
  return d.concentration * (along - seen.n) -
         seen.n * (detail::log_two_pi + log_bessel_i0_scaled(d.concentration));
}

/// The family of columns of directions in radians: winds, times of the day, angles.
///
///     Posterior<VonMisesKnownConcentration> wind{VonMisesPrior{.concentration = 2}};
///     for (double x : {3.1, -3.0, 2.9}) wind.observe(x);
///     wind.posterior_mean().direction;    // near pi, not near 1
struct VonMisesKnownConcentration {
  using Shipped = VonMisesKnownConcentration;
  using Likelihood = VonMises;
  using Prior = VonMisesPrior;
  using Predictive = CompoundVonMises;
  using Statistics = DirectionTotals;

  static constexpr std::string_view name = "von_mises";
  static constexpr std::string_view needs = "finite numbers (angles in radians)";
  PriorRule<VonMisesPrior> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Returns the mean direction of the column, worth one observation; the concentration under which
  /// the column is most probable as the known one. Error{undefined} without data, and where the
  /// column has no mean direction or does not vary.
  [[nodiscard]] static VonMisesPrior automatic(Automatic word, const DirectionTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column(word, name);
    const double ratio = pooled.length() / pooled.n;
    if (!(ratio > 1e-12)) throw directions_cancel(word);
    if (!(ratio < 1 - 1e-12))
      throw detail::nearly_constant_column(word, name, "directions that differ");
    return automatic(VonMisesPrior::Known{inverse_bessel_ratio(ratio)}, pooled);
  }
  /// Returns the mean direction of the column, worth one observation; Error{undefined} without one.
  [[nodiscard]] static VonMisesPrior automatic(VonMisesPrior::Known known,
                                               const DirectionTotals& pooled) {
    if (pooled.n == 0) throw detail::unseen_column({}, name);
    if (!(pooled.length() > 0)) throw directions_cancel({});
    return {.direction = std::atan2(pooled.sines, pooled.cosines),
            .strength = known.concentration,
            .concentration = known.concentration};
  }
  /// Direction, strength and the known concentration of largest evidence.
  [[nodiscard]] static EmpiricalPrior<VonMisesPrior> empirical(
      std::span<const DirectionTotals> cells, const EmpiricalSearch<VonMisesPrior>& search = {}) {
    return detail::empirical_directions(cells, search, name);
  }
  static constexpr std::array elicits = detail::mean_n;
  /// `n` observations that all have the direction `mean`.
  static void elicit(const Elicited& told, Partial<VonMisesPrior>& prior) {
    const double n = told.n.value_or(1);
    if (told.mean && prior.has(&VonMisesPrior::direction))
      detail::given_twice(told, "mean", "direction");
    if (told.mean) prior.give(&VonMisesPrior::direction, detail::elicited_mean(told, Domain::real));
    if (told.mean && prior.has(&VonMisesPrior::concentration))
      prior.give(&VonMisesPrior::strength, n * prior.numbers.concentration);
    else
      prior.n = n;
  }

  /// Returns the direction of the sum; Error{undefined} without data, or where they cancel.
  [[nodiscard]] static VonMises maximum_likelihood(const VonMisesPrior& prior,
                                                   const DirectionTotals& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    if (!(seen.length() > 0))
      throw detail::no_estimate("maximum likelihood", name,
                                "the directions seen cancel, so that every mean direction is as "
                                "likely; use posterior mean or predictive");
    return likelihood(prior, std::atan2(seen.sines, seen.cosines));
  }
  /// Mode and mean direction of the posterior are one. Always exist.
  [[nodiscard]] static VonMises maximum_a_posteriori(const VonMisesPrior& posterior) {
    return likelihood(posterior, posterior.direction);
  }
  [[nodiscard]] static VonMises posterior_mean(const VonMisesPrior& posterior) {
    return likelihood(posterior, posterior.direction);
  }
  [[nodiscard]] static CompoundVonMises predictive(const VonMisesPrior& posterior) {
    return {.direction = posterior.direction,
            .strength = posterior.strength,
            .concentration = posterior.concentration};
  }

  [[nodiscard]] static double parameters(const VonMises& d) { return d.direction; }
  [[nodiscard]] static VonMises likelihood(const VonMisesPrior& prior, double direction) {
    return {.direction = direction, .concentration = prior.concentration};
  }

 private:
  [[nodiscard]] static Error directions_cancel(std::optional<Automatic> word) {
    return detail::no_automatic_prior("the column's directions cancel", word, name,
                                      "a mean direction");
  }
};

}  // namespace credence
