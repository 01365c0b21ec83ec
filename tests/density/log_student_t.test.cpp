#include <credence/density/log_student_t.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a log t density is Student's t of the logarithm over x") {
  const LogStudentT d{.degrees = 3, .location = 1, .scale = 2};
  const StudentT t{.degrees = 3, .location = 1, .scale = 2};

  CHECK(log_density(d, 5) ==
        doctest::Approx(log_density(t, std::log(5.0)) - std::log(5.0)).epsilon(1e-15));
  CHECK(log_density(d, 0) == -detail::infinity);
  CHECK(std::isfinite(log_density(d, 5e-324)));
  CHECK(std::isfinite(log_density(d, 1.7e308)));
}

TEST_CASE("the median of a log t density is the exponential of its location") {
  const LogStudentT d{.degrees = 3, .location = 1, .scale = 2};

  CHECK(quantile(d, 0.5) == doctest::Approx(std::exp(1.0)).epsilon(1e-15));
  CHECK(cdf(d, std::exp(1.0)) == doctest::Approx(0.5).epsilon(1e-15));
}
