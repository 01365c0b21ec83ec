#pragma once
// The moments of log odds of two classes against evidence, and against draws of their parameters.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <credence/base/random.hpp>
#include <credence/detail/family/term_moments.hpp>

#include "support/cumulants.hpp"

namespace credence::testing {

/// Checks mean and variance against derivatives of the log evidence of a row that has these weights in
/// the two classes. E[f_1^s f_2^t] is the evidence of the weights s and t, so that its logarithm
/// generates the cumulants of what the classes say together.
template <class LogEvidence>
void check_log_odds_of_evidence(const TermMoments& found, LogEvidence&& log_evidence) {
  const auto along = [&](double one, double other) {
    return moments_of_logarithm(0.01, [&](double t) {
      return log_evidence(std::array{t * one, t * other});
    });
  };
  const TermMoments first = along(1, 0);
  const TermMoments second = along(0, 1);
  const TermMoments both = along(1, 1);
  // Var(a - b) = 2 Var a + 2 Var b - Var(a + b).
  const double variance = 2 * first.variance + 2 * second.variance - both.variance;
  CHECK(std::abs(found.mean - (first.mean - second.mean)) <=
        1e-6 * (std::abs(first.mean) + std::abs(second.mean)));
  CHECK(std::abs(found.variance - variance) <= 1e-4 * (1 + both.variance));
  CHECK(found.variance >= 0);
}

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
