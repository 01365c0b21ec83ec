#pragma once
// One of several levels.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>
#include <vector>

namespace credence {

/// One code out of 0, ..., K - 1, with the given probabilities.
///
///     const Categorical die{.probabilities = std::vector<double>(6, 1.0 / 6)};
///     log_density(die, 5);    // -ln 6
struct Categorical {
  using value_type = Code;

  std::vector<double> probabilities;

  static constexpr auto members =
      Members{Member{"probabilities", &Categorical::probabilities, Domain::simplex}};
  friend bool operator==(const Categorical&, const Categorical&) = default;
};

/// Throws Error{domain} unless the probabilities are at least 0 and sum to 1.
inline void check(const Categorical& d) { check_members(d, "Categorical"); }

/// Returns the log density in nats; -inf for a code without probability, or beyond the last level.
/// throws  Error{domain} where the probability that it reads is outside [0, 1]
[[nodiscard]] inline double log_density(const Categorical& d, Code code) {
  const auto level = static_cast<std::size_t>(code);
  if (code < 0 || level >= d.probabilities.size()) return -detail::infinity;
  const double probability = d.probabilities[level];
  detail::check_domain(probability, Domain::simplex, "probabilities", "Categorical");
  return std::log(probability);
}

[[nodiscard]] inline Code draw(const Categorical& d, Random& random) {
  check(d);
  return static_cast<Code>(random.index(d.probabilities));
}

}  // namespace credence
