// How uncertain the log odds of a row of tied columns are, against evidence and against draws.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <credence/family/families.hpp>
#include <limits>

#include "support/log_odds.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const double absent = std::numeric_limits<double>::quiet_NaN();
using Row = std::vector<double>;
using Believed = std::array<TiedNormalInverseGamma, 2>;

// What is believed of two classes of three columns; shapes and scales are shared where they must.
Believed believed_of(Tying tying) {
  const std::vector<double> shapes =
      ties_columns(tying) ? std::vector<double>{3} : std::vector<double>{3, 4, 2.5};
  Believed both = {
      TiedNormalInverseGamma{
          .means = {1, -2, 10}, .mean_weights = {2, 3, 1.5}, .shapes = shapes, .scales = {4, 1, 9}},
      TiedNormalInverseGamma{
          .means = {2, 0, 9}, .mean_weights = {1, 5, 4}, .shapes = shapes, .scales = {4, 1, 9}}};
  if (ties_classes(tying)) return both;
  for (double& shape : both[1].shapes) shape += 1;
  both[1].scales = {2, 3, 11};
  return both;
}

// The log evidence of one row with these weights in the two classes.
double log_evidence_of(Tying tying, const Believed& believed, const Row& row,
                       std::array<double, 2> weights) {
  std::array<ColumnMoments, 2> seen;
  for (std::size_t c = 0; c < 2; ++c)
    if (weights[c] > 0) seen[c].observe(row, weights[c]);
  return TiedNormalInverseGammaNormal::tied_log_evidence(tying, believed, seen);
}

template <class Check>
void for_each_case(Check&& check) {
  for (const Tying tying : all_tyings)
    for (const Row& row : {Row{1.5, -1, 9}, Row{4, -3, absent}, Row{absent, 0.5, absent},
                           Row{0, 1, 13}, Row{absent, absent, absent}}) {
      CAPTURE(std::string(to_string(tying)));
      CAPTURE(row);
      check(tying, believed_of(tying), row);
    }
}

}  // namespace

TEST_CASE("the moments of tied log odds are derivatives of the evidence of a fraction of a row") {
  for_each_case([](Tying tying, const Believed& believed, const Row& row) {
    check_log_odds_of_evidence(
        TiedNormalInverseGammaNormal::tied_log_odds(tying, believed[0], believed[1], row),
        [&](const std::array<double, 2>& weights) {
          return log_evidence_of(tying, believed, row, weights);
        });
  });
}

TEST_CASE("the moments of tied log odds are those of draws of both classes together") {
  for_each_case([](Tying tying, const Believed& believed, const Row& row) {
    check_log_odds_of_draws<TiedNormalInverseGammaNormal>(tying, believed, row);
  });
}

TEST_CASE("a variance that is shared is drawn once for all that share it") {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    const Believed believed = believed_of(tying);
    Random random{5};

    const auto drawn = TiedNormalInverseGammaNormal::tied_draw(tying, believed, random);

    const auto spread = [&](std::size_t klass, std::size_t j) {
      return drawn[klass].variances[j] / believed[klass].scales[j];
    };
    CHECK((std::abs(spread(0, 1) / spread(0, 0) - 1) < 1e-14) == ties_columns(tying));
    CHECK((drawn[0].variances == drawn[1].variances) == ties_classes(tying));
    CHECK(drawn[0].means != drawn[1].means);
  }
}

TEST_CASE("free columns have the moments that they have one by one") {
  const Believed believed = believed_of(Tying::free);
  const Row row = {1.5, -1, 9};

  TermMoments expected;
  for (Index j = 0; j < 3; ++j)
    expected.add(difference(NormalInverseGammaNormal::term_moments(
                                marginal(believed[0], j), row[static_cast<std::size_t>(j)]),
                            NormalInverseGammaNormal::term_moments(
                                marginal(believed[1], j), row[static_cast<std::size_t>(j)])));
  const TermMoments found =
      TiedNormalInverseGammaNormal::tied_log_odds(Tying::free, believed[0], believed[1], row);

  CHECK(found.mean == doctest::Approx(expected.mean).epsilon(1e-14));
  CHECK(found.variance == doctest::Approx(expected.variance).epsilon(1e-14));
}
