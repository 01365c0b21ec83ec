// Calibration by simulation of blocks whose cells share variances: of their parameters, and of the
// log odds that follow from those of both classes together.
#include <cmath>
#include <credence/family/tied_normal.hpp>
#include <credence/predict/uncertainty.hpp>

#include <doctest/doctest.h>

#include "laws/calibration.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using F = TiedNormalInverseGammaNormal;
using Parameters = std::vector<MeansVariances>;  // one for each class

const std::vector<double> row_asked = {3, 1};

// Two classes of two columns, with priors that a double holds all draws of.
std::vector<TiedNormalInverseGamma> priors_of(Tying tying) {
  const std::vector<double> shapes =
      ties_columns(tying) ? std::vector<double>{3} : std::vector<double>{3, 4};
  return {{.means = {0, 5}, .mean_weights = {2, 1}, .shapes = shapes, .scales = {2, 8}},
          {.means = {1, 4}, .mean_weights = {1, 3}, .shapes = shapes, .scales = {2, 8}}};
}

// The parameters of both classes one after the other, and the log odds of a row.
std::vector<double> numbers_of(const Parameters& drawn) {
  std::vector<double> all;
  for (const MeansVariances& klass : drawn) {
    all.insert(all.end(), klass.means.begin(), klass.means.end());
    all.insert(all.end(), klass.variances.begin(), klass.variances.end());
  }
  all.push_back(log_density(F::likelihood(drawn[0]), row_asked) -
                log_density(F::likelihood(drawn[1]), row_asked));
  return all;
}

// Rows of each class, one to `most`; some numbers are missing.
std::vector<ColumnMoments> observed(const Parameters& truth, std::size_t most, Random& random) {
  std::vector<ColumnMoments> cells(truth.size());
  for (std::size_t klass = 0; klass < truth.size(); ++klass)
    for (std::size_t rest = 1 + random.below(most); rest > 0; --rest) {
      std::vector<double> row = draw(F::likelihood(truth[klass]), random);
      if (random.below(4) == 0) row[random.below(2)] = std::nan("");
      cells[klass].observe(row);
    }
  return cells;
}

// `draw_from(posteriors, random)` gives what is passed off as a draw of both classes.
template <class Draw>
Calibration simulate(Tying tying, int count, Draw&& draw_from) {
  Random random{17};
  const auto priors = priors_of(tying);
  Calibration result;
  for (int i = 0; i < count; ++i) {
    const Parameters parameters = F::tied_draw(tying, priors, random);
    const auto posteriors = F::tied_posteriors(tying, priors, observed(parameters, 4, random));
    const std::vector<double> truth = numbers_of(parameters);
    result.ranks.add(truth, random, [&] { return numbers_of(draw_from(posteriors, random)); });
  }
  return result;
}

}  // namespace

TEST_CASE("simulated variances that are shared rank uniformly among draws, and so do log odds") {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));

    const Calibration result =
        simulate(tying, simulations() / 2, [&](const auto& posteriors, Random& random) {
          return F::tied_draw(tying, posteriors, random);
        });

    CHECK(result.distance() <= allowed_distance);
  }
}

TEST_CASE("the closed form holds simulated log odds of 60 rows as often as it says") {
  const double deviations = normal_quantile(0.95);
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    Random random{23};
    const auto priors = priors_of(tying);
    constexpr int trials = 4000;
    double held = 0;
    for (int i = 0; i < trials; ++i) {
      const Parameters truth = F::tied_draw(tying, priors, random);
      const auto posteriors = F::tied_posteriors(tying, priors, observed(truth, 120, random));
      const Interval interval = credence::detail::interval_around(
          F::tied_log_odds(tying, posteriors[0], posteriors[1], row_asked), deviations);
      const double log_odds = numbers_of(truth).back();
      held += log_odds >= interval.lower && log_odds <= interval.upper ? 1 : 0;
    }
    // Five standard errors are 0.024; the shape is only nearly normal.
    CHECK(std::abs(held / trials - 0.9) < 0.03);
  }
}

TEST_CASE("simulated log odds do not rank uniformly where what is shared is drawn class by class") {
  const Calibration result = simulate(Tying::all, 2500, [](const auto& posteriors, Random& random) {
    return F::tied_draw(Tying::features, posteriors, random);
  });

  CHECK(result.distance() > allowed_distance);
}
