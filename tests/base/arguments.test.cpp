// Arguments outside of the domain of special functions.
#include <credence/base/special.hpp>

#include <doctest/doctest.h>
#include <limits>

#include "support/throws.hpp"

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE(
    "distributions of parameters that are none, and quantiles of no probability, are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](auto&& call, const char* text) {
    CHECK(credence::testing::throws_error([&] { static_cast<void>(call()); },
                                          credence::ErrorCode::domain, text));
  };

  for (const double none : {0.0, -1.0, nan}) {
    CAPTURE(none);
    refused([&] { return credence::beta_cdf(none, 1, 0.5); }, "beta_cdf was given");
    refused([&] { return credence::beta_quantile(1, none, 0.5); }, "beta_quantile");
    refused([&] { return credence::gamma_cdf(none, 1, 0.5); }, "gamma_cdf");
    refused([&] { return credence::gamma_quantile(1, none, 0.5); }, "gamma_quantile");
    refused([&] { return credence::inverse_gamma_cdf(none, 1, 0.5); }, "inverse_gamma_cdf");
    refused([&] { return credence::inverse_gamma_quantile(1, none, 0.5); }, "inverse_gamma");
    refused([&] { return credence::student_t_cdf(none, 0.5); }, "student_t_cdf");
    refused([&] { return credence::student_t_quantile(none, 0.5); }, "student_t_quantile");
  }
  for (const double none : {-0.5, 1.5, nan}) {
    CAPTURE(none);
    refused([&] { return credence::beta_quantile(1, 1, none); }, "a probability from 0 to 1");
    refused([&] { return credence::gamma_quantile(1, 1, none); }, "a probability from 0 to 1");
    refused([&] { return credence::inverse_gamma_quantile(1, 1, none); },
            "a probability from 0 to 1");
    refused([&] { return credence::student_t_quantile(1, none); }, "a probability from 0 to 1");
    refused([&] { return credence::normal_quantile(none); }, "a probability from 0 to 1");
  }
}

TEST_CASE("arguments outside of the domain of a special function are refused in every build") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](auto&& call) {
    return credence::testing::throws_error([&] { static_cast<void>(call()); },
                                           credence::ErrorCode::domain);
  };

  for (const double none : {0.0, -1.0, -infinity, nan}) {
    CAPTURE(none);
    CHECK(refused([&] { return credence::log_gamma(none); }));
    CHECK(refused([&] { return credence::log_gamma_ratio(none, 1); }));
    CHECK(refused([&] { return credence::log_beta(none, 1); }));
    CHECK(refused([&] { return credence::log_beta(1, none); }));
    CHECK(refused([&] { return credence::digamma(none); }));
    CHECK(refused([&] { return credence::trigamma(none); }));
    CHECK(refused([&] { return credence::digamma_rise(none, 1); }));
    CHECK(refused([&] { return credence::trigamma_fall(none, 1); }));
  }
  for (const double none : {-1.5, nan}) {
    CAPTURE(none);
    CHECK(refused([&] { return credence::log_gamma_ratio(1, none); }));
    CHECK(refused([&] { return credence::digamma_rise(1, none); }));
    CHECK(refused([&] { return credence::trigamma_fall(1, none); }));
    CHECK(refused([&] { return credence::x_log_y(1, none); }));
    CHECK(refused([&] { return credence::x_log1p_y(1, none); }));
    CHECK(refused([&] { return credence::log_bessel_i0_scaled(none); }));
    CHECK(refused([&] { return credence::bessel_ratio(none); }));
    CHECK(refused([&] { return credence::circular_cdf(none, 1, 0); }));
  }
  CHECK(refused([&] { return credence::circular_variance(infinity); }));
  CHECK(refused([&] { return credence::inverse_bessel_ratio(nan); }));
  for (const auto& cumulative : {+[](double x) { return credence::beta_cdf(1, 1, x); },
                                 +[](double x) { return credence::gamma_cdf(1, 1, x); },
                                 +[](double x) { return credence::inverse_gamma_cdf(1, 1, x); },
                                 +[](double x) { return credence::student_t_cdf(1, x); },
                                 +[](double x) { return credence::normal_cdf(x); },
                                 +[](double x) { return credence::circular_cdf(1, 1, x); }})
    CHECK(refused([&] { return cumulative(nan); }));
}
