#pragma once
// A family of your own: copy this file, rename, and put your formulas in the place of those of a coin.
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/density/beta.hpp>
#include <credence/family/family.hpp>

namespace mine {
using namespace credence;

struct Coin {  // the likelihood: a density with its parameters
  using value_type = bool;
  double heads = 0.5;
  static constexpr auto members = Members{Member{"heads", &Coin::heads, Domain::probability}};
  friend bool operator==(const Coin&, const Coin&) = default;
};
inline void check(const Coin& d) { check_members(d, "Coin"); }
inline double log_density(const Coin& d, bool x) { return std::log(x ? d.heads : 1 - d.heads); }
inline bool draw(const Coin& d, Random& random) { return random.uniform() < d.heads; }

struct Tosses {  // the sufficient statistics
  using value_type = bool;
  double heads = 0, tails = 0;
  static constexpr auto members = Members{Member{"heads", &Tosses::heads, Domain::nonnegative},
                                          Member{"tails", &Tosses::tails, Domain::nonnegative}};
  friend bool operator==(const Tosses&, const Tosses&) = default;
  void observe(bool x, double weight = 1) { (x ? heads : tails) += weight; }
  void forget(bool x, double weight = 1) {
    double& seen = x ? heads : tails;
    const double left = seen - weight;
    const double rounding = 1e-11 * weight;  // ten times 0.1 is less than 1
    if (left < -rounding) throw Error(ErrorCode::domain, "so many were never seen");
    seen = left > rounding ? left : 0;
  }
  void merge(const Tosses& other) { heads += other.heads, tails += other.tails; }
  double count() const { return heads + tails; }
};

inline Beta posterior(const Beta& prior, const Tosses& seen) {
  return {.ones = prior.ones + seen.heads, .zeros = prior.zeros + seen.tails};
}
inline double log_evidence(const Beta& prior, const Tosses& seen) {  // 0 without data
  const Beta after = posterior(prior, seen);
  return log_beta(after.ones, after.zeros) - log_beta(prior.ones, prior.zeros);
}

struct BetaCoin {  // the family: what ties them together
  using Likelihood = Coin;
  using Prior = Beta;
  using Predictive = Coin;
  using Statistics = Tosses;
  static constexpr std::string_view name = "coin", needs = "0 or 1";
  PriorRule<Beta> prior = Beta{.ones = 1, .zeros = 1};
  static bool accepts(bool) { return true; }
  static Beta automatic(Automatic, const Tosses&) { return {.ones = 1, .zeros = 1}; }
  static Coin maximum_likelihood(const Tosses& seen) {
    if (seen.count() == 0) throw Error(ErrorCode::undefined, "no toss was seen");
    return {seen.heads / seen.count()};
  }
  static Coin maximum_a_posteriori(const Beta& posterior) { return {mode(posterior)}; }
  static Coin posterior_mean(const Beta& posterior) { return {mean(posterior)}; }
  static Coin predictive(const Beta& posterior) { return posterior_mean(posterior); }
  static double parameters(const Coin& d) { return d.heads; }
  static Coin likelihood(double heads) { return {heads}; }
};
}  // namespace mine
