#include <credence/density/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <credence/density/normal.hpp>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

TEST_CASE("the joint density is that of the variance times that of the mean given it") {
  const NormalInverseGamma d{.mean = 1, .mean_weight = 2, .shape = 3, .scale = 4};

  // Inverse gamma at 2: 4^3 / 2! * 2^-4 * e^-2 = 2 e^-2; the mean is normal with variance 2 / 2.
  const double of_variance = std::log(2.0) - 2;
  const double of_mean = log_density(Normal{.mean = 1, .variance = 1}, 0.5);

  CHECK(log_density(d, {.mean = 0.5, .variance = 2}) ==
        doctest::Approx(of_variance + of_mean).epsilon(1e-14));
  CHECK(log_density(d, {.mean = 0.5, .variance = 0}) == -detail::infinity);
  CHECK(log_density(d, {.mean = 0.5, .variance = -1}) == -detail::infinity);
}

TEST_CASE("mean and mode of the variance differ by the shape that each leaves") {
  const NormalInverseGamma d{.mean = 1, .mean_weight = 2, .shape = 3, .scale = 9};

  CHECK(mean(d) == MeanVariance{.mean = 1, .variance = 4.5});
  CHECK(mode(d) == MeanVariance{.mean = 1, .variance = 2});
  CHECK(variance(d) == MeanVariance{.mean = 2.25, .variance = 20.25});
}

TEST_CASE("a shape of at most 1 has no mean of the variance") {
  CHECK(testing::fails_with(ErrorCode::undefined,
                            "the mean of a variance exists only for 'shape' above 1, here it is 1; "
                            "more data or a stronger prior raise it, and quantiles exist",
                            [] { (void)mean(NormalInverseGamma{.shape = 1}); }));
  CHECK(variance(NormalInverseGamma{.shape = 1.5}).variance == detail::infinity);
}

TEST_CASE("the interval of the mean is centred and that of the variance positive") {
  const auto interval = credible_interval(
      NormalInverseGamma{.mean = 5, .mean_weight = 2, .shape = 3, .scale = 9}, 0.9);

  CHECK(interval.mean.lower + interval.mean.upper == doctest::Approx(10).epsilon(1e-14));
  CHECK(interval.mean.lower < 5);
  CHECK(interval.variance.lower > 0);
  CHECK(inverse_gamma_cdf(3, 9, interval.variance.upper) == doctest::Approx(0.95).epsilon(1e-13));
}
