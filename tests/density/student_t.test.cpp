#include <credence/density/student_t.hpp>

#include <doctest/doctest.h>

#include <credence/density/normal.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("one degree of freedom gives the Cauchy density") {
  const StudentT d{.degrees = 1, .location = 2, .scale = 3};

  // 1 / (pi 3 (1 + 1))
  CHECK(log_density(d, 5) == doctest::Approx(-std::log(6 * std::numbers::pi)).epsilon(1e-14));
  CHECK(cdf(d, 5) == doctest::Approx(0.75).epsilon(1e-14));
}

TEST_CASE("with 1e10 degrees of freedom Student's t is the normal density to ten digits") {
  const StudentT t{.degrees = 1e10, .location = 1, .scale = 2};
  const Normal n{.mean = 1, .variance = 4};

  for (const double x : {1.0, 0.0, 4.5}) {
    CAPTURE(x);
    CHECK(std::abs(log_density(t, x) - log_density(n, x)) < 1e-9);
  }
}

TEST_CASE("the two ways to write the norm of Student's t meet where they change over") {
  const double before = detail::log_half_step(std::nextafter(30.0, 0));
  const double after = detail::log_half_step(30);

  CHECK(std::abs(before - after) < 1e-15);
}

TEST_CASE("Student's t is finite wherever x is finite") {
  const StudentT d{.degrees = 3, .location = -1e308, .scale = 1e-300};

  CHECK(std::isfinite(log_density(d, 1.7e308)));
  CHECK(log_density(d, detail::infinity) == -detail::infinity);
}

TEST_CASE("the moments of Student's t exist only with enough degrees of freedom") {
  CHECK(mean(StudentT{.degrees = 1.5, .location = 4}) == 4);
  CHECK(variance(StudentT{.degrees = 4, .scale = 3}) == 18);
  CHECK(variance(StudentT{.degrees = 1.5}) == detail::infinity);
  CHECK(throws_error([] { return mean(StudentT{.degrees = 1}); }, ErrorCode::undefined, "degrees"));
  CHECK(throws_error([] { return variance(StudentT{.degrees = 1}); }, ErrorCode::undefined));
}
