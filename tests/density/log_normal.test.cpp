#include <credence/density/log_normal.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("a log-normal density is the normal one of the logarithm over x") {
  const LogNormal d{.mean = 1, .variance = 0.25};
  const Normal n{.mean = 1, .variance = 0.25};

  CHECK(log_density(d, 5) ==
        doctest::Approx(log_density(n, std::log(5.0)) - std::log(5.0)).epsilon(1e-15));
  CHECK(log_density(d, 0) == -detail::infinity);
  CHECK(log_density(d, -1) == -detail::infinity);
}

TEST_CASE("the median of a log-normal density is the exponential of its mean") {
  const LogNormal d{.mean = 1, .variance = 0.25};

  CHECK(quantile(d, 0.5) == doctest::Approx(std::exp(1.0)).epsilon(1e-15));
  CHECK(mean(d) == doctest::Approx(std::exp(1.125)).epsilon(1e-15));
  CHECK(variance(d) == doctest::Approx((std::exp(0.25) - 1) * std::exp(2.25)).epsilon(1e-14));
  CHECK(cdf(d, 0) == 0);
}

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

TEST_CASE("the variance of a log normal density is a number wherever a double holds it") {
  CHECK(variance(LogNormal{.mean = -400, .variance = 710}) ==
        doctest::Approx(std::exp(620.0)).epsilon(1e-12));
  CHECK(variance(LogNormal{.mean = -1e4, .variance = 1000}) == 0);
  // e^800 1e-300, mpmath 1.3.0
  CHECK(variance(LogNormal{.mean = 400, .variance = 1e-300}) ==
        doctest::Approx(2.7263745721125666e47).epsilon(1e-12));
  CHECK(variance(LogNormal{.mean = -45, .variance = 45}) == doctest::Approx(1).epsilon(1e-12));
  CHECK(variance(LogNormal{.mean = -39, .variance = 39}) == doctest::Approx(1).epsilon(1e-12));
}
