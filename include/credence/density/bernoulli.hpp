#pragma once
// Binary data.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>

namespace credence {

/// One binary answer: yes with `probability`.
///
///     const Bernoulli rain{.probability = 0.3};
///     log_density(rain, true);    // ln 0.3
///
/// Estimates also set `residue`, which rounding would take from the probability of no when that of
/// yes is close to 1; leave it out where the probability is given. It is no member of `members`.
struct Bernoulli {
  using value_type = bool;

  double probability = 0.5;
  double residue = 0;

  static constexpr auto members =
      Members{Member{"probability", &Bernoulli::probability, Domain::probability}};
  friend bool operator==(const Bernoulli&, const Bernoulli&) = default;
};

/// Throws Error{domain} for a residue that rounding cannot have left.
inline void check_together(const Bernoulli& d, std::string_view what) {
  detail::check_residue(d.residue, what);
}
/// Throws Error{domain} unless the probability lies in [0, 1], and as
/// check_together.
inline void check(const Bernoulli& d) { check_members(d, "Bernoulli"); }

/// Returns the log density in nats; -inf for an answer of probability 0.
[[nodiscard]] inline double log_density(const Bernoulli& d, bool yes) {
  check(d);
  return yes ? std::log(d.probability) : detail::log_complement(d.probability, d.residue);
}

/// Returns the share of yes.
[[nodiscard]] inline double mean(const Bernoulli& d) { return d.probability; }
[[nodiscard]] inline double variance(const Bernoulli& d) {
  return d.probability * detail::complement(d.probability, d.residue);
}
[[nodiscard]] inline bool draw(const Bernoulli& d, Random& random) {
  check(d);
  return random.uniform() < d.probability;
}

}  // namespace credence
