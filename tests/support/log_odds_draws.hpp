#pragma once
// The moments of log odds against draws of the parameters of two classes.
#include <doctest/doctest.h>

#include <cmath>
#include <credence/base/random.hpp>
#include <credence/detail/family/term_moments.hpp>

namespace credence::testing {

/// Checks mean and variance against 20,000 draws of `family`, within five standard errors.
template <class F, class Tie, class Believed, class Row>
void check_log_odds_of_draws(Tie tying, const Believed& believed, const Row& row) {
  constexpr int draws = 20000;
  const TermMoments found = F::tied_log_odds(tying, believed[0], believed[1], row);
  Random random{11};
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  for (int i = 0; i < draws; ++i) {
    const auto drawn = F::tied_draw(tying, believed, random);
    const double distance = log_density(F::likelihood(drawn[0]), row) -
                            log_density(F::likelihood(drawn[1]), row) - found.mean;
    sum += distance;
    squares += distance * distance;
    fourth += distance * distance * distance * distance;
  }
  const double variance = squares / draws;
  CHECK(std::abs(sum / draws) <= 5 * std::sqrt(variance / draws));
  CHECK(std::abs(variance - found.variance) <=
        5 * std::sqrt((fourth / draws - variance * variance) / draws));
}

}  // namespace credence::testing
