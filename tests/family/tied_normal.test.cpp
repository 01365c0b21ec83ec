#include <credence/family/tied_normal.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <limits>
#include <vector>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(TiedFamily<TiedNormalInverseGammaNormal>);

namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();
using Row = std::vector<double>;

ColumnMoments moments_of(const std::vector<Row>& rows) {
  ColumnMoments result;
  for (const Row& row : rows) result.observe(row);
  return result;
}

// Two classes and two columns whose evidence is known.
const std::vector<ColumnMoments> example = {moments_of({{1, 10}, {2, 12}, {1.5, 9}}),
                                            moments_of({{3, 20}, {4, 26}})};
const NormalInverseGamma column{.mean = 1, .mean_weight = 0.5, .shape = 2, .scale = 3};

// The prior of that example, which is on the scale of the data.
TiedNormalInverseGamma prior_of(Tying tying) {
  const TiedNormalInverseGamma each{
      .means = {1, 1}, .mean_weights = {0.5, 0.5}, .shapes = {2}, .scales = {3, 3}};
  return TiedNormalInverseGammaNormal::tied_prior(each, tying, {}, 2);
}

double evidence_of(Tying tying) {
  return TiedNormalInverseGammaNormal::tied_log_evidence(tying, std::vector(2, prior_of(tying)),
                                                         example);
}

std::vector<TiedNormalInverseGamma> posteriors_of(Tying tying) {
  return TiedNormalInverseGammaNormal::tied_posteriors(tying, std::vector(2, prior_of(tying)),
                                                       example);
}

}  // namespace

TEST_CASE("five rows of two classes have the known evidence under each tying") {
  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(evidence_of(Tying::free) == doctest::Approx(-34.054062588390).epsilon(1e-13));
  CHECK(evidence_of(Tying::classes) == doctest::Approx(-32.401906316294).epsilon(1e-13));
  CHECK(evidence_of(Tying::features) == doctest::Approx(-38.146403203907).epsilon(1e-13));
  CHECK(evidence_of(Tying::all) == doctest::Approx(-38.126816703456).epsilon(1e-13));
}

TEST_CASE("where classes share variances all of them know what all of them saw") {
  for (const TiedNormalInverseGamma& after : posteriors_of(Tying::classes)) {
    CHECK(after.shapes == std::vector<double>{4.5, 4.5});
    CHECK(after.scales[0] == doctest::Approx(4.803571428571).epsilon(1e-12));
    CHECK(after.scales[1] == doctest::Approx(129.8).epsilon(1e-14));
  }
}

TEST_CASE("free columns of one class answer what they answer alone") {
  const TiedNormalInverseGamma after = posterior(prior_of(Tying::free), example[0]);
  const JointStudentT next = TiedNormalInverseGammaNormal::predictive(after);

  double evidence = 0;
  for (Index j = 0; j < 2; ++j) {
    const NormalInverseGamma alone = posterior(column, example[0].column(j));
    CHECK(marginal(after, j).mean == alone.mean);
    CHECK(marginal(after, j).scale == doctest::Approx(alone.scale).epsilon(1e-15));
    CHECK(log_density(marginal(next, j), 3) ==
          doctest::Approx(log_density(NormalInverseGammaNormal::predictive(alone), 3))
              .epsilon(1e-14));
    evidence += log_evidence(column, example[0].column(j));
  }
  CHECK(log_evidence(prior_of(Tying::free), example[0]) ==
        doctest::Approx(evidence).epsilon(1e-14));
}

TEST_CASE("the mode counts every mean that depends on a variance") {
  const auto variance_of = [](Tying tying) {
    return TiedNormalInverseGammaNormal::tied_mode(tying, posteriors_of(tying).front(), 2)
        .variances.front();
  };
  const auto expected = [](Tying tying, double means) {
    const TiedNormalInverseGamma after = posteriors_of(tying).front();
    return after.scales.front() / (after.shapes.front() + 1 + means / 2);
  };

  CHECK(variance_of(Tying::free) == expected(Tying::free, 1));
  CHECK(variance_of(Tying::classes) == expected(Tying::classes, 2));
  CHECK(variance_of(Tying::features) == expected(Tying::features, 2));
  CHECK(variance_of(Tying::all) == expected(Tying::all, 4));
}

TEST_CASE("columns that share a spread are not independent in the predictive") {
  const JointStudentT next =
      TiedNormalInverseGammaNormal::predictive(posteriors_of(Tying::features).front());
  const double together = log_density(next, {9, 30});
  const double apart = log_density(marginal(next, 0), 9) + log_density(marginal(next, 1), 30);

  // Two surprises at once: the first makes the second likelier.
  CHECK(together > apart + 1);
  CHECK(log_density(next, {9, missing}) ==
        doctest::Approx(log_density(marginal(next, 0), 9)).epsilon(1e-14));
  CHECK(log_density(next, {missing, missing}) == 0);
}

TEST_CASE("predictives of rows one after the other sum to the evidence where columns are tied") {
  const TiedNormalInverseGamma prior{
      .means = {0, 5, -1}, .mean_weights = {1, 0.3, 2}, .shapes = {1.5}, .scales = {1, 4, 0.2}};
  const std::vector<Row> rows{{1, 4, -2}, {missing, 7, -1.5}, {0.3, missing, 2}, {2, 2, missing}};
  ColumnMoments seen;

  double sum = 0;
  for (const Row& row : rows) {
    sum += log_density(TiedNormalInverseGammaNormal::predictive(posterior(prior, seen)), row);
    seen.observe(row);
  }

  CHECK(sum == doctest::Approx(log_evidence(prior, seen)).epsilon(1e-13));
}

TEST_CASE("predictives of rows one after the other sum to the evidence where classes are tied") {
  for (const Tying tying : {Tying::classes, Tying::all}) {
    CAPTURE(to_string(tying));
    const std::vector priors(2, prior_of(tying));
    std::vector<ColumnMoments> cells(2);
    double sum = 0;
    const std::vector<std::pair<std::size_t, Row>> rows{
        {0, {1, 10}}, {1, {3, missing}}, {0, {2, 12}}, {1, {4, 26}}, {0, {missing, 9}}};

    for (const auto& [klass, row] : rows) {
      const auto after = TiedNormalInverseGammaNormal::tied_posteriors(tying, priors, cells);
      sum += log_density(TiedNormalInverseGammaNormal::predictive(after[klass]), row);
      cells[klass].observe(row);
    }

    CHECK(sum ==
          doctest::Approx(TiedNormalInverseGammaNormal::tied_log_evidence(tying, priors, cells))
              .epsilon(1e-13));
  }
}

TEST_CASE("prior times likelihood over evidence is the posterior where columns share a spread") {
  const TiedNormalInverseGamma prior{
      .means = {0, 5}, .mean_weights = {1, 0.3}, .shapes = {1.5}, .scales = {1, 4}};
  const std::vector<Row> rows{{1, 4}, {missing, 7}, {0.3, 6}};
  const ColumnMoments seen = moments_of(rows);
  const MeansVariances at{.means = {0.7, 5.5}, .variances = {0.6, 2.4}};

  double likelihood = 0;
  for (const Row& row : rows)
    likelihood += log_density(TiedNormalInverseGammaNormal::likelihood(at), row);

  CHECK(log_density(posterior(prior, seen), at) ==
        doctest::Approx(log_density(prior, at) + likelihood - log_evidence(prior, seen))
            .epsilon(1e-13));
}

TEST_CASE("one spread for columns in other units gives the same share of the spread to each") {
  // The second column is the first in units a thousand times smaller.
  const std::vector<ColumnMoments> cells{moments_of({{1, 1000}, {2, 2000}, {4, 4000}}),
                                         moments_of({{3, 3000}, {9, 9000}})};
  ColumnMoments pooled = cells[0];
  pooled.merge(cells[1]);

  for (const Tying tying : {Tying::features, Tying::all}) {
    CAPTURE(to_string(tying));
    const auto prior = TiedNormalInverseGammaNormal::tied_prior(Automatic::unit, tying, pooled, 2);
    const auto tied = TiedNormalInverseGammaNormal::tied_statistics(tying, cells);
    CHECK(prior.shapes.size() == 1);
    CHECK(prior.scales[1] == doctest::Approx(1e6 * prior.scales[0]).epsilon(1e-14));
    const IndependentNormals likeliest = TiedNormalInverseGammaNormal::maximum_likelihood(tied[0]);
    CHECK(likeliest.variances[1] == doctest::Approx(1e6 * likeliest.variances[0]).epsilon(1e-14));
  }
}

TEST_CASE("the same numbers for every column are in units of the spread that columns share") {
  const ColumnMoments pooled = moments_of({{1, 10}, {3, 50}});  // variances 1 and 400

  const auto tied = TiedNormalInverseGammaNormal::tied_prior(column, Tying::all, pooled, 2);
  const auto free = TiedNormalInverseGammaNormal::tied_prior(column, Tying::free, pooled, 2);

  CHECK(tied.means == std::vector<double>{1, 20});
  CHECK(tied.scales == std::vector<double>{3, 1200});
  CHECK(tied.shapes == std::vector<double>{2});
  CHECK(free.means == std::vector<double>{1, 1});
  CHECK(free.scales == std::vector<double>{3, 3});
}

TEST_CASE("a class of one row has a maximum likelihood where others lend it their spread") {
  const std::vector<ColumnMoments> cells{moments_of({{1, 10}}), example[1]};
  const auto variances = [&](Tying tying) {
    const auto tied = TiedNormalInverseGammaNormal::tied_statistics(tying, cells);
    return TiedNormalInverseGammaNormal::maximum_likelihood(tied[0]).variances;
  };

  CHECK(variances(Tying::classes)[0] == doctest::Approx(0.5 / 3).epsilon(1e-15));
  CHECK(variances(Tying::classes)[1] == doctest::Approx(18.0 / 3).epsilon(1e-15));
  CHECK(throws_error([&] { (void)variances(Tying::features); }, ErrorCode::undefined,
                     "all values seen are equal"));
}

TEST_CASE("a constant column gives no unit and is named") {
  const ColumnMoments pooled = moments_of({{1, 7}, {2, 7}});

  CHECK(throws_error(
      [&] { (void)TiedNormalInverseGammaNormal::tied_prior(column, Tying::all, pooled, 2); },
      ErrorCode::undefined, "column 2 of the block: column is constant"));
  CHECK(throws_error(
      [&] {
        (void)TiedNormalInverseGammaNormal::tied_prior(Automatic::unit, Tying::free, pooled, 2);
      },
      ErrorCode::undefined, "column 2 of the block: column is constant"));
}

TEST_CASE("lists of a prior that do not fit the block are refused") {
  TiedNormalInverseGamma prior = prior_of(Tying::free);
  prior.shapes = {2, 3};

  CHECK(throws_error(
      [&] { (void)TiedNormalInverseGammaNormal::tied_prior(prior, Tying::all, {}, 2); },
      ErrorCode::shape, "'shapes' differ"));
  CHECK(throws_error(
      [&] { (void)TiedNormalInverseGammaNormal::tied_prior(prior, Tying::free, {}, 3); },
      ErrorCode::shape, "'means' and the columns have lengths 2 and 3"));
  CHECK(throws_error(
      [&] {
        (void)posterior(prior, ColumnMoments(moments_of({{1, 2, 3}})));
      },
      ErrorCode::shape, "the prior has 2 means for 3 columns"));
}
