#pragma once
// Failures before several successes: the chance of success known, its prior, and averaged over it.
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/density/holds_known.hpp>
#include <limits>

namespace credence {

/// How many failures come before the last of `successes`, when each trial succeeds with
/// `probability`; the successes need not be whole. The negative binomial in its other form: that in
/// density/poisson.hpp is told by a rate.
///
///     const Pascal misses{.successes = 3, .probability = 0.25};
///     mean(misses);    // 9 failures
///
/// `residue`: as in Bernoulli; leave it out where the probability is given.
struct Pascal {
  using value_type = double;

  double successes = 1;
  double probability = 0.5;
  double residue = 0;

  static constexpr auto members =
      Members{Member{"successes", &Pascal::successes, Domain::positive},
              Member{"probability", &Pascal::probability, Domain::probability}};
  friend bool operator==(const Pascal&, const Pascal&) = default;
};

/// Throws Error{domain} for a residue that rounding cannot have left.
inline void check_together(const Pascal& d, std::string_view what) {
  detail::check_residue(d.residue, what);
}
/// Throws Error{domain} unless the successes are positive and the probability lies in [0, 1], and as
/// check_together.
inline void check(const Pascal& d) { check_members(d, "Pascal"); }

namespace detail {
/// Returns ln of the number of orders in which x failures may stand between that many successes.
[[nodiscard]] inline double log_arrangements(double successes, double x) {
  return x > 0 ? -std::log(x) - credence::log_beta(successes, x) : 0;
}
}  // namespace detail

/// Returns the log density in nats; -inf unless x is whole and at least 0.
[[nodiscard]] inline double log_density(const Pascal& d, double x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  const double success = d.successes * detail::log_share(d.probability, d.residue);
  if (x == 0) return success;
  return success + (x * detail::log_complement(d.probability, d.residue) +
                    detail::log_arrangements(d.successes, x));
}

/// Returns +inf for probability 0.
[[nodiscard]] inline double mean(const Pascal& d) {
  return d.successes * (detail::complement(d.probability, d.residue) / d.probability);
}
/// Returns +inf for probability 0.
[[nodiscard]] inline double variance(const Pascal& d) { return mean(d) / d.probability; }
/// Returns the probability of at most x failures.
[[nodiscard]] inline double cdf(const Pascal& d, double x) {
  detail::check_cdf(d, x);
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  const double next = std::floor(x) + 1;
  if (d.probability <= 0.5) return beta_cdf(d.successes, next, d.probability);
  return beta_survival(next, d.successes, detail::complement(d.probability, d.residue));
}
[[nodiscard]] inline Interval support(const Pascal&) { return detail::from_zero; }
/// Returns +inf for probability 0, where no success ever comes.
[[nodiscard]] inline double draw(const Pascal& d, Random& random) {
  check(d);
  if (d.probability == 0) return detail::infinity;
  const double failure = detail::complement(d.probability, d.residue);
  if (failure == 0) return 0;
  return random.poisson(random.gamma(d.successes, d.probability / failure));
}

/// A prior or posterior distribution of the chance of success, worth `ones` successes and `zeros`
/// failures, where trials end with the last of a known number of `successes`. That number is no
/// part of the distribution, but travels with it.
///
///     const PascalPrior prior{.ones = 2, .zeros = 6, .successes = 3};
///     mean(prior);    // 0.25
struct PascalPrior {
  using value_type = double;
  static constexpr bool holds_known = true;  ///< detail/density/holds_known.hpp

  /// What a schema must give where the rest is automatic.
  struct Known {
    double successes = 1;

    static constexpr auto members =
        Members{Member{"successes", &Known::successes, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double ones = 1;
  double zeros = 1;
  double successes = 1;

  /// Returns the distribution of the chance of success alone.
  [[nodiscard]] Beta distribution() const { return {.ones = ones, .zeros = zeros}; }

  static constexpr auto members =
      Members{Member{"ones", &PascalPrior::ones, Domain::positive},
              Member{"zeros", &PascalPrior::zeros, Domain::positive},
              Member{"successes", &PascalPrior::successes, Domain::positive}};
  friend bool operator==(const PascalPrior&, const PascalPrior&) = default;
};

/// Throws Error{domain} for pseudo-counts that sum to more than 1e300.
inline void check_together(const PascalPrior& d, std::string_view what) {
  detail::check_pseudo_counts(d.ones + d.zeros, what);
}
/// Throws Error{domain} naming the number that is not positive and finite, and as check_together.
inline void check(const PascalPrior& d) { check_members(d, "PascalPrior"); }

/// Failures before the last of `successes`, whose probability was drawn from Beta(ones, zeros): the
/// beta negative binomial distribution.
///
///     const CompoundNegativeBinomial misses{.ones = 3, .zeros = 4, .successes = 2};
///     mean(misses);    // 4
struct CompoundNegativeBinomial {
  using value_type = double;

  double ones = 1;
  double zeros = 1;
  double successes = 1;

  static constexpr auto members =
      Members{Member{"ones", &CompoundNegativeBinomial::ones, Domain::positive},
              Member{"zeros", &CompoundNegativeBinomial::zeros, Domain::positive},
              Member{"successes", &CompoundNegativeBinomial::successes, Domain::positive}};
  friend bool operator==(const CompoundNegativeBinomial&,
                         const CompoundNegativeBinomial&) = default;
};

/// Throws Error{domain} naming the number that is not positive and finite.
inline void check(const CompoundNegativeBinomial& d) {
  check_members(d, "CompoundNegativeBinomial");
}

/// Returns the log density in nats; -inf unless x is whole and at least 0.
/// source  docs/reference/families/beta_negative_binomial.md
[[nodiscard]] inline double log_density(const CompoundNegativeBinomial& d, double x) {
  check(d);
  if (!detail::is_count(x)) return -detail::infinity;
  const Beta belief{.ones = d.ones, .zeros = d.zeros};
  return detail::log_arrangements(d.successes, x) + detail::log_sequence(belief, d.successes, x);
}

/// Returns +inf for at most one pseudo-success.
[[nodiscard]] inline double mean(const CompoundNegativeBinomial& d) {
  return d.ones > 1 ? d.successes * d.zeros / (d.ones - 1) : detail::infinity;
}
/// Returns +inf for at most two pseudo-successes.
/// throws  Error{undefined} for at most one, where the mean is infinite
[[nodiscard]] inline double variance(const CompoundNegativeBinomial& d) {
  if (!(d.ones > 1))
    throw detail::no_moment("the variance of a CompoundNegativeBinomial", "ones", d.ones, 1);
  if (!(d.ones > 2)) return detail::infinity;
  return mean(d) * ((d.ones + d.successes - 1) / (d.ones - 1)) *
         ((d.ones + d.zeros - 1) / (d.ones - 2));
}
/// Returns the probability of at most x failures.
/// cost  x terms; from x = 1000 on an integral of some thousand beta functions
[[nodiscard]] double cdf(const CompoundNegativeBinomial& d, double x);
[[nodiscard]] inline Interval support(const CompoundNegativeBinomial&) { return detail::from_zero; }
[[nodiscard]] inline double draw(const CompoundNegativeBinomial& d, Random& random) {
  check(d);
  const double success = random.beta(d.ones, d.zeros);
  return draw(Pascal{.successes = d.successes,
                     .probability = std::max(success, std::numeric_limits<double>::min())},
              random);
}

}  // namespace credence
