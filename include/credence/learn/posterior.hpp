#pragma once
// The posterior of one likelihood: its prior and its data.
#include <cmath>
#include <concepts>
#include <credence/base/error.hpp>
#include <credence/density/count.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/family/family_check.hpp>
#include <credence/detail/family/finite.hpp>
#include <credence/detail/family/given_datum.hpp>
#include <credence/detail/family/proper_prior.hpp>
#include <credence/family/family.hpp>
#include <string>

namespace credence {

/// Prior and data. One specialisation here, for a family; one in model_posterior.hpp, for models.
/// For any other type the compiler says what it lacks.
template <class M>
struct Posterior {
  static_assert(detail::FamilyCheck<M>::done);
};

namespace detail {
/// Returns the datum as a message quotes it; empty for one that is no single number.
template <class Datum>
[[nodiscard]] std::string quoted(const Datum& datum) {
  if constexpr (std::convertible_to<Datum, double>)
    return ", the datum is " + text(static_cast<double>(datum));
  else if constexpr (std::same_as<Datum, Count>)
    return ", the datum is " + text(datum.count) + " over an exposure of " + text(datum.exposure);
  else
    return {};
}

/// Throws Error{domain} unless the weight is finite and at least 0.
inline void check_weight(double weight) {
  if (!(weight >= 0) || !std::isfinite(weight))
    throw Error(ErrorCode::domain, "a weight must be finite and at least 0, this one is " +
                                       text(weight) + "; leave the datum out or correct it");
}

/// Throws Error{domain} unless the family takes the datum and the weight is finite and at least 0.
template <class F, class Datum>
void check_datum(const Datum& datum, double weight) {
  if (!F::accepts(datum))
    throw Error(ErrorCode::domain, "family '" + std::string(F::name) + "' needs " +
                                       std::string(F::needs) + quoted(datum) +
                                       "; leave it out or choose another family");
  check_weight(weight);
}
}  // namespace detail

/// One likelihood's prior and the statistics of the data seen so far.
///
///     Posterior<BetaBernoulli> smoker{Beta{.ones = 2, .zeros = 8}};
///     for (bool answer : {true, false, false}) smoker.observe(answer);
///     smoker.predictive().probability;    // 3 / 13
template <ConjugateFamily F>
struct Posterior<F> {
  using Datum = typename F::Statistics::value_type;

  typename F::Prior prior{};
  typename F::Statistics statistics{};

  /// Adds one datum, seen `weight` times. Silent conversions do not compile: a binary datum is a
  /// bool, a code or a count an integer (or a Count with its exposure), a number of any arithmetic
  /// type but bool.
  /// throws  Error{domain} when the family does not accept it, or for a weight that is negative or
  /// not finite
  template <detail::GivenFor<Datum> Given = Datum>
  void observe(const Given& given, double weight = 1) {
    detail::with_given<Datum>(given, [&](const Datum& datum) {
      detail::check_datum<F>(datum, weight);
      statistics.observe(datum, weight);
    });
  }
  /// Takes a datum back. Throws Error{domain} when more is forgotten than was seen.
  template <detail::GivenFor<Datum> Given = Datum>
  void forget(const Given& given, double weight = 1) {
    detail::with_given<Datum>(given, [&](const Datum& datum) {
      detail::check_datum<F>(datum, weight);
      statistics.forget(datum, weight);
    });
  }
  /// Adds what another posterior of the same prior has seen. Throws Error{version} if the priors
  /// differ.
  void merge(const Posterior& other) {
    if (!(prior == other.prior))
      throw Error(ErrorCode::version,
                  "posteriors of family '" + std::string(F::name) +
                      "' can be merged only under equal priors; observe the data under one prior");
    statistics.merge(other.statistics);
  }

  /// Returns the distribution of the parameters, given the data. Throws Error{domain} for a prior
  /// with a number outside its domain, and Error{undefined}, as all that follows does, once a
  /// number of the statistics is beyond the range of double.
  [[nodiscard]] typename F::Prior density() const {
    check(prior);
    return detail::posterior_of(prior, finite_statistics());
  }
  /// Returns the four estimates; each throws Error{undefined} saying why where it does not exist.
  [[nodiscard]] typename F::Likelihood maximum_likelihood() const {
    return likeliest<F>(prior, finite_statistics());
  }
  [[nodiscard]] typename F::Likelihood maximum_a_posteriori() const {
    return F::maximum_a_posteriori(density());
  }
  [[nodiscard]] typename F::Likelihood posterior_mean() const {
    return F::posterior_mean(density());
  }
  [[nodiscard]] typename F::Predictive predictive() const { return F::predictive(density()); }
  /// Returns the log probability (density) of all data seen, in nats; 0 when nothing was. Throws
  /// Error{undefined} under an improper prior.
  [[nodiscard]] double log_evidence() const {
    detail::check_proper<F>(prior);
    return detail::in_range(detail::log_evidence_of(prior, finite_statistics()));
  }
  /// Returns the equal-tailed credible interval of the parameters, holding `mass` in (0, 1). Throws
  /// Error{domain} for another mass.
  [[nodiscard]] auto interval(double mass) const { return detail::interval_of(density(), mass); }
  /// Returns a likelihood drawn from the posterior.
  [[nodiscard]] typename F::Likelihood draw(Random& random) const {
    return likelihood_at<F>(prior, detail::draw_from(density(), random));
  }

  friend bool operator==(const Posterior&, const Posterior&) = default;

 private:
  [[nodiscard]] const typename F::Statistics& finite_statistics() const {
    detail::check_finite(statistics, [] { return "family '" + std::string(F::name) + "'"; });
    return statistics;
  }
};

}  // namespace credence
