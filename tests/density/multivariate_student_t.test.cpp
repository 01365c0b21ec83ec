#include <credence/density/multivariate_student_t.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/family_totals.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const double none = std::numeric_limits<double>::quiet_NaN();
const MultivariateStudentT next{
    .degrees = 5, .locations = {171, 64}, .squared_scales = {49, 42, 81}};

}  // namespace

TEST_CASE("a multivariate t density is that of its first number times the rest given it") {
  // Given the first, d = 7 away, the second is t with 6 degrees around 64 + 42/49 * 7 = 70, its squared
  // scale 45 (5 + d^2/49) / 6.
  const double expected =
      log_density(StudentT{.degrees = 5, .location = 171, .scale = 7}, 178) +
      log_density(StudentT{.degrees = 6, .location = 70, .scale = std::sqrt(45.0)}, 73);

  CHECK(log_density(next, {178, 73}) == doctest::Approx(expected).epsilon(1e-14));
}

TEST_CASE("without covariances it is the joint t of a shared variance") {
  const MultivariateStudentT apart{.degrees = 3,
                                   .locations = {1, 2, 3},
                                   .squared_scales = triangle_of(std::vector{4.0, 9.0, 1.0})};
  const JointStudentT shared{.degrees = {3}, .locations = {1, 2, 3}, .scales = {2, 3, 1}};

  CHECK(log_density(apart, {0, 4, 2.5}) ==
        doctest::Approx(log_density(shared, {0, 4, 2.5})).epsilon(1e-14));
}

TEST_CASE("a missing number leaves the multivariate t that the others have alone") {
  CHECK(log_density(next, {178, none}) ==
        doctest::Approx(log_density(marginal(next, 0), 178)).epsilon(1e-14));
  CHECK(log_density(next, {none, none}) == 0);
}

TEST_CASE("a multivariate t is finite for every finite point") {
  const double largest = std::numeric_limits<double>::max();
  for (const std::vector<double>& x :
       {std::vector{1e200, 64.0}, {largest, -largest}, {-largest, 64}, {171, 1e160}}) {
    CAPTURE(x[0]);
    CHECK(std::isfinite(log_density(next, x)));
  }
  // As many digits as a double has of a logarithm: the farther number decides.
  CHECK(log_density(next, {171, 1e200}) < log_density(next, {171, 1e190}));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(log_density(next, {infinity, 64}) == -infinity);
  CHECK(log_density(next, {64}) == -infinity);
}

TEST_CASE("the moments of a multivariate t are those of its numbers") {
  CHECK(mean(next) == std::vector<double>{171, 64});
  CHECK(variance(next)[1] == doctest::Approx(81 * 5.0 / 3).epsilon(1e-15));
  CHECK(is_joint(next));
  MultivariateStudentT heavy = next;
  heavy.degrees = 1;
  CHECK(throws_error([&] { (void)mean(heavy); }, ErrorCode::undefined, "degrees"));
  CHECK(throws_error([&] { (void)variance(heavy); }, ErrorCode::undefined, "degrees"));
}

TEST_CASE("check names what is wrong with a multivariate t") {
  check(next);
  MultivariateStudentT wrong = next;
  wrong.locations.pop_back();
  CHECK(throws_error([&] { check(wrong); }, ErrorCode::shape, "'squared_scales' holds 3 entries"));
  wrong = next;
  wrong.degrees = 0;
  CHECK(throws_error([&] { check(wrong); }, ErrorCode::domain, "degrees"));
  const MultivariateStudentT flat{.degrees = 1, .locations = {0, 0}, .squared_scales = {1, 1, 1}};
  CHECK(throws_error([&] { (void)log_density(flat, {0, 0}); }, ErrorCode::domain, "definite"));
}

namespace {
const JointStudentT joint{.degrees = {3}, .locations = {1, -2, 0}, .scales = {1, 0.5, 20}};
const JointStudentT apart{.degrees = {3, 3, 3}, .locations = {1, -2, 0}, .scales = {1, 0.5, 20}};
}  // namespace

TEST_CASE("a joint t integrates to the density of the numbers that are left") {
  const Total total = total_probability(joint);

  CHECK(std::abs(total.found - total.expected) <= 1e-10);
}

TEST_CASE("two numbers of a joint t at its middle have the density 1 over 2 pi") {
  const JointStudentT two{.degrees = {7}, .locations = {0, 0}, .scales = {1, 1}};

  CHECK(log_density(two, {0, 0}) == doctest::Approx(-std::log(2 * M_PI)).epsilon(1e-15));
}

TEST_CASE("a joint t is not the product of its marginals and one with entries for each is") {
  double product = 0;
  const std::vector<double> x{2, -1, 30};
  for (Index j = 0; j < 3; ++j)
    product += log_density(marginal(apart, j), x[static_cast<std::size_t>(j)]);

  CHECK(log_density(apart, x) == doctest::Approx(product).epsilon(1e-15));
  CHECK(log_density(joint, x) > product + 0.1);
  CHECK(marginal(joint, 2) == marginal(apart, 2));
}

TEST_CASE("with many degrees of freedom a joint t is independent normals") {
  const JointStudentT nearly{.degrees = {1e10}, .locations = {1, -2}, .scales = {1, 0.5}};
  const IndependentNormals normals{.means = {1, -2}, .variances = {1, 0.25}};

  CHECK(log_density(nearly, {2, -1}) ==
        doctest::Approx(log_density(normals, {2, -1})).epsilon(1e-9));
}

TEST_CASE("numbers at the ends of the range of double have a finite log density") {
  const double largest = std::numeric_limits<double>::max();

  CHECK(std::isfinite(log_density(joint, {largest, -largest, 0})));
  CHECK(log_density(joint, {std::numeric_limits<double>::infinity(), 0, 0}) ==
        -std::numeric_limits<double>::infinity());
}

TEST_CASE("missing numbers are left out and a wrong number of numbers is impossible") {
  CHECK(log_density(joint, {none, none, none}) == 0);
  CHECK(log_density(joint, {none, -1, none}) ==
        doctest::Approx(log_density(marginal(joint, 1), -1)).epsilon(1e-14));
  CHECK(log_density(joint, {1, 2}) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("numbers of a joint t drawn together are surprising together") {
  Random random{20261121};
  int first = 0, both = 0;
  constexpr int draws = 20000;
  for (int i = 0; i < draws; ++i) {
    const auto x = draw(joint, random);
    const bool far = std::abs(x[0] - 1) > 4;
    first += far;
    both += far && std::abs(x[1] + 2) > 2;
  }

  // Of independent ones both would be far in a share of about 0.0008.
  CHECK(first > draws / 50);
  CHECK(both > 4 * first * first / draws);
}

TEST_CASE("lists of lengths that do not fit are named") {
  JointStudentT wrong = joint;
  wrong.degrees = {1, 2};

  CHECK(throws_error([&] { check(wrong); }, ErrorCode::shape, "'degrees' and 'locations'"));
}

// mpmath 1.3.0, 70 digits.
TEST_CASE("numbers any number of scales away depend on each other as near ones do") {
  const MultivariateStudentT d{.degrees = 5, .locations = {0, 0}, .squared_scales = {1, 0.5, 1}};

  CHECK(log_density(d, {1e120, 0}) == doctest::Approx(-1931.239368705243711).epsilon(1e-14));
  CHECK(log_density(d, {1e300, -1e300}) == doctest::Approx(-4836.341728888079658).epsilon(1e-14));
  // Across the place from which on distances are halved.
  const double far = 0x1p332;
  const double step = log_density(d, {far, -far}) - log_density(d, {2 * far, -2 * far});
  CHECK(step == doctest::Approx(7 * std::log(2.0)).epsilon(1e-11));
  CHECK(std::isfinite(log_density(d, {1.7e308, -1.7e308})));
}

TEST_CASE("a number far away under very many degrees of freedom is nearly normal") {
  const MultivariateStudentT d{
      .degrees = 1e250, .locations = {0, 0}, .squared_scales = {1, 0.5, 1}};

  CHECK(log_density(d, {1e101, 0}) == doctest::Approx(-2e202 / 3).epsilon(1e-12));
}
