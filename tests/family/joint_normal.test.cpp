// Columns that vary together: the family, alone and with classes that share the matrix.
#include <credence/family/joint_normal.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <credence/family/normal_inverse_gamma.hpp>
#include <limits>

#include "support/log_odds.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

static_assert(TiedFamily<NormalInverseWishartNormal>);

namespace {

using F = NormalInverseWishartNormal;
using Row = std::vector<double>;
using Believed = std::array<NormalInverseWishart, 2>;
const double absent = std::numeric_limits<double>::quiet_NaN();
constexpr std::array tyings{Tying::free, Tying::classes};

const NormalInverseWishart prior{
    .means = {1, 10}, .mean_weight = 0.5, .shape = 2, .scales = {3, -1, 4}};

// Rows of two classes.
const std::array<std::vector<Row>, 2> rows{
    {{{1, 10}, {2, 12}, {1.5, 9}, {0.5, 11}}, {{3, 20}, {4, 26}, {3.5, 21}}}};

JointMoments seen(const std::vector<Row>& data) {
  JointMoments moments;
  for (const Row& row : data) moments.observe(row);
  return moments;
}

const std::array<JointMoments, 2> cells{seen(rows[0]), seen(rows[1])};
const Believed priors{prior, prior};

// What is believed of two classes of three columns; with one matrix where they share it.
Believed believed_of(Tying tying) {
  Believed both{
      NormalInverseWishart{
          .means = {1, -2, 10}, .mean_weight = 2, .shape = 3, .scales = {4, 1, 2, -0.5, 0.3, 9}},
      NormalInverseWishart{
          .means = {2, 0, 9}, .mean_weight = 5, .shape = 3, .scales = {4, 1, 2, -0.5, 0.3, 9}}};
  if (tying == Tying::free) {
    both[1].shape = 4;
    both[1].scales = {2, -0.7, 3, 0.1, 1, 11};
  }
  return both;
}

double log_evidence_of(Tying tying, const Believed& believed, const Row& row,
                       std::array<double, 2> weights) {
  // A row that lacks numbers is one of the columns that it has.
  const detail::Present there(row);
  std::array<JointMoments, 2> moments;
  Believed parts;
  for (std::size_t c = 0; c < 2; ++c) {
    parts[c] = marginal(believed[c], there.places);
    if (weights[c] > 0) moments[c].observe(there.numbers, weights[c]);
  }
  return F::tied_log_evidence(tying, parts, moments);
}

template <class Check>
void for_each_case(Check&& check) {
  for (const Tying tying : tyings)
    for (const Row& row :
         {Row{1.5, -1, 9}, Row{4, -3, absent}, Row{absent, 0.5, absent}, Row{0, 1, 13}}) {
      CAPTURE(std::string(to_string(tying)));
      CAPTURE(row);
      check(tying, believed_of(tying), row);
    }
}

}  // namespace

TEST_CASE("one column is the normal family to the last digits") {
  using Single = NormalInverseGammaNormal;
  const NormalInverseGamma alone{.mean = 3, .mean_weight = 0.7, .shape = 0.5, .scale = 2};
  const NormalInverseWishart one{.means = {3}, .mean_weight = 0.7, .shape = 0.5, .scales = {2}};
  Moments numbers;
  JointMoments moments;
  for (const double x : {1.0, 4.5, 2.25, 9.0}) {
    numbers.observe(x);
    moments.observe({x});
  }
  const NormalInverseGamma after = posterior(alone, numbers);
  const NormalInverseWishart joint = posterior(one, moments);

  CHECK(marginal(joint, 0).mean == after.mean);
  CHECK(marginal(joint, 0).shape == after.shape);
  CHECK(marginal(joint, 0).scale == doctest::Approx(after.scale).epsilon(1e-15));
  CHECK(log_evidence(one, moments) == doctest::Approx(log_evidence(alone, numbers)).epsilon(1e-14));
  const auto same = [](const MultivariateNormal& found, const Normal& expected) {
    CHECK(found.means.front() == doctest::Approx(expected.mean).epsilon(1e-15));
    CHECK(found.covariance.front() == doctest::Approx(expected.variance).epsilon(1e-15));
  };
  same(F::maximum_likelihood(moments), Single::maximum_likelihood(numbers));
  same(F::maximum_a_posteriori(joint), Single::maximum_a_posteriori(after));
  same(F::posterior_mean(joint), Single::posterior_mean(after));
  CHECK(log_density(F::predictive(joint), {7}) ==
        doctest::Approx(log_density(Single::predictive(after), 7)).epsilon(1e-14));
  for (const Automatic word : {Automatic::unit, Automatic::steady})
    CHECK(marginal(F::automatic(word, moments), 0) == Single::automatic(word, numbers));
  const TermMoments found =
      detail::moments_of_joint(detail::JointDistance(joint, detail::Present(Row{7})));
  const TermMoments expected = Single::term_moments(after, 7);
  CHECK(found.mean == doctest::Approx(expected.mean).epsilon(1e-13));
  CHECK(found.variance == doctest::Approx(expected.variance).epsilon(1e-13));
}

TEST_CASE("what is believed of some columns is learned from these columns alone") {
  JointMoments first;
  for (const Row& row : rows[0]) first.observe({row[1]});
  const std::vector<Index> second{1};

  const NormalInverseWishart part = marginal(posterior(prior, cells[0]), second);
  const NormalInverseWishart alone = posterior(marginal(prior, second), first);

  CHECK(part.shape == alone.shape);
  CHECK(part.scales.front() == doctest::Approx(alone.scales.front()).epsilon(1e-15));
  CHECK(log_density(F::predictive(posterior(prior, cells[0])), {absent, 11}) ==
        doctest::Approx(log_density(F::predictive(alone), {11})).epsilon(1e-14));
}

TEST_CASE("units and turns of the columns change evidence by their Jacobian and no prediction") {
  // x' = A x with A = [[2, 0.5], [-1, 3]], det 6.5; the prior turns with it.
  const auto turned = [](const Row& x) { return Row{2 * x[0] + 0.5 * x[1], -x[0] + 3 * x[1]}; };
  const auto turned_matrix = [](const std::vector<double>& b) {
    return std::vector<double>{4 * b[0] + 2 * b[1] + 0.25 * b[2],
                               -2 * b[0] + 5.5 * b[1] + 1.5 * b[2], b[0] - 6 * b[1] + 9 * b[2]};
  };
  NormalInverseWishart other = prior;
  other.means = turned(prior.means);
  other.scales = turned_matrix(prior.scales);
  JointMoments moments;
  for (const Row& row : rows[0]) moments.observe(turned(row));
  const double jacobian = std::log(6.5);

  CHECK(log_evidence(other, moments) ==
        doctest::Approx(log_evidence(prior, cells[0]) - 4 * jacobian).epsilon(1e-13));
  CHECK(log_density(F::predictive(posterior(other, moments)), turned({2, 9})) ==
        doctest::Approx(log_density(F::predictive(posterior(prior, cells[0])), {2, 9}) - jacobian)
            .epsilon(1e-13));
}

TEST_CASE("predictives of rows one after the other sum to the evidence of all classes") {
  for (const Tying tying : tyings) {
    CAPTURE(std::string(to_string(tying)));
    std::array<JointMoments, 2> so_far;
    double sum = 0;
    for (const std::size_t klass : {0U, 1U})
      for (const Row& row : rows[klass]) {
        const auto after = F::tied_posteriors(tying, priors, so_far);
        sum += log_density(F::predictive(after[klass]), row);
        so_far[klass].observe(row);
      }

    CHECK(sum == doctest::Approx(F::tied_log_evidence(tying, priors, cells)).epsilon(1e-13));
  }
}

TEST_CASE("a shared matrix has the degrees and the scatter of all classes") {
  const auto after = F::tied_posteriors(Tying::classes, priors, cells);

  CHECK(after[0].shape == 2 + 3.5);
  CHECK(after[1].shape == after[0].shape);
  CHECK(after[0].scales == after[1].scales);
  CHECK(after[0].mean_weight == 4.5);
  CHECK(F::tied_mode(Tying::classes, after[0], 2).covariance[0] ==
        doctest::Approx(after[0].scales[0] / (5.5 + 2 + 1)).epsilon(1e-15));
  CHECK(F::tied_mode(Tying::free, after[0], 2).covariance[0] ==
        doctest::Approx(after[0].scales[0] / (5.5 + 2 + 0.5)).epsilon(1e-15));
}

TEST_CASE("maximum likelihood of a shared matrix pools the scatter of the classes") {
  const auto tied = F::tied_statistics(Tying::classes, cells);
  const MultivariateNormal first = F::maximum_likelihood(tied[0]);
  const MultivariateNormal second = F::maximum_likelihood(tied[1]);

  for (std::size_t k = 0; k < 3; ++k) {
    const double pooled = (cells[0].scatter[k] + cells[1].scatter[k]) / 7;
    CHECK(first.covariance[k] == doctest::Approx(pooled).epsilon(1e-14));
    CHECK(second.covariance[k] == doctest::Approx(pooled).epsilon(1e-14));
  }
  CHECK(first.means == cells[0].means);
  CHECK(F::tied_statistics(Tying::free, cells)[0] == cells[0]);
}

TEST_CASE("a singular covariance matrix is no maximum likelihood estimate") {
  const auto refused = [](const std::vector<Row>& data, const std::string& text) {
    return throws_error([&] { (void)F::maximum_likelihood(seen(data)); }, ErrorCode::undefined,
                        text);
  };
  CHECK(refused({}, "no data was seen"));
  CHECK(refused({{1, 2}, {3, 5}}, "would be singular"));
  CHECK(refused({{1, 2}, {2, 4}, {5, 10}, {7, 14}}, "would be singular"));
  CHECK(refused({{1, 2}, {2, 2}, {5, 2}}, "column 2 of the block: "));
  CHECK(refused({{1, absent}, {absent, 2}}, "no data was seen"));
}

TEST_CASE("automatic priors are those that each column would have alone") {
  const NormalInverseWishart found = F::tied_prior(Automatic::unit, Tying::free, cells[0], 2);

  CHECK(found.means == cells[0].means);
  CHECK(found.mean_weight == 1);
  CHECK(found.shape == 0.5);
  CHECK(found.scales == std::vector<double>{cells[0].scatter[0] / 8, 0, cells[0].scatter[2] / 8});
  CHECK(F::automatic(Automatic::steady, cells[0]).shape == 1.5);
  CHECK(throws_error([] { (void)F::automatic(Automatic::unit, {}); }, ErrorCode::undefined,
                     "no data was seen"));
  CHECK(throws_error([] { (void)F::automatic(Automatic::unit, {.incomplete = 2}); },
                     ErrorCode::undefined, "every row lacks a number"));
  CHECK(throws_error(
      [] {
        (void)F::automatic(Automatic::unit, seen({{1, 2}, {1, 3}}));
      },
      ErrorCode::undefined, "column 1 of the block: column is constant"));
}

TEST_CASE("a prior of one column stands for all, and numbers must fit the columns") {
  const NormalInverseGamma each{.mean = 1, .mean_weight = 2, .shape = 3, .scale = 4};

  CHECK(F::tied_prior(each, Tying::classes, {}, 2) ==
        NormalInverseWishart{.means = {1, 1}, .mean_weight = 2, .shape = 3, .scales = {4, 0, 4}});
  CHECK(F::tied_prior(prior, Tying::free, {}, 2) == prior);
  CHECK(throws_error([] { (void)F::tied_prior(prior, Tying::free, {}, 3); }, ErrorCode::shape));
  CHECK(throws_error([] { (void)F::tied_prior(prior, Tying::all, {}, 2); }, ErrorCode::undefined,
                     "share the whole matrix"));
  NormalInverseWishart wrong = prior;
  wrong.scales = {1, 2, 1};
  CHECK(throws_error([&] { (void)F::tied_prior(wrong, Tying::free, {}, 2); }, ErrorCode::domain));
  CHECK(throws_error([&] { (void)log_evidence(wrong, cells[0]); }, ErrorCode::domain,
                     "not positive definite"));
  CHECK(throws_error([] { (void)posterior(marginal(prior, std::vector<Index>{0}), cells[0]); },
                     ErrorCode::shape, "1 mean for 2 columns"));
}

// A quarter of psi'(shape) - 1 / shape, mpmath 1.3.0.
TEST_CASE("the moments of a joint term keep their digits however much was seen") {
  const NormalInverseWishart much{
      .means = {0}, .mean_weight = 1e300, .shape = 1e8, .scales = {1e8}};
  const TermMoments moments =
      detail::moments_of_joint(detail::JointDistance(much, detail::Present(Row{1})));

  CHECK(moments.variance == doctest::Approx(1.2500000041666666667e-17).epsilon(4e-15));
}

TEST_CASE("the moments of joint log odds are derivatives of the evidence of a fraction of a row") {
  for_each_case([](Tying tying, const Believed& believed, const Row& row) {
    check_log_odds_of_evidence(F::tied_log_odds(tying, believed[0], believed[1], row),
                               [&](const std::array<double, 2>& weights) {
                                 return log_evidence_of(tying, believed, row, weights);
                               });
  });
  const Believed believed = believed_of(Tying::free);
  CHECK(F::tied_log_odds(Tying::free, believed[0], believed[1], Row(3, absent)) == TermMoments{});
}

TEST_CASE("the moments of joint log odds are those of draws of both classes together") {
  for_each_case([](Tying tying, const Believed& believed, const Row& row) {
    check_log_odds_of_draws<F>(tying, believed, row);
  });
}

TEST_CASE("a matrix that is shared is drawn once for all classes") {
  for (const Tying tying : tyings) {
    Random random{5};
    const auto drawn = F::tied_draw(tying, believed_of(tying), random);

    CHECK((drawn[0].covariance == drawn[1].covariance) == (tying == Tying::classes));
    CHECK(drawn[0].means != drawn[1].means);
  }
}
