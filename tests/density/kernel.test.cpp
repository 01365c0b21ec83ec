#include <credence/density/kernel.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <credence/base/sum.hpp>
#include <limits>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

// Values in two groups, one of them rounded, and one far away.
Kernel of_many(double bandwidth) {
  Random random{11};
  std::vector<double> all{1000};
  for (int i = 0; i < 2000; ++i) all.push_back(random.normal());
  for (int i = 0; i < 1000; ++i) all.push_back(8 + std::floor(40 * random.uniform()) / 8);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Kernel d{.bandwidth = bandwidth, .values = all};
  for (std::size_t i = 0; i < all.size(); ++i) d.weights.push_back(1 + static_cast<double>(i % 3));
  return d;
}

}  // namespace

TEST_CASE("a kernel density is the mean of normal densities") {
  const Kernel d{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
  const auto phi = [](double z) { return std::exp(-z * z / 2) / std::sqrt(2 * 3.141592653589793); };
  CHECK(std::exp(log_density(d, 23)) ==
        doctest::Approx(0.75 * phi(1.5) / 2 + 0.25 * phi(8.5) / 2).epsilon(1e-14));
  CHECK(mean(d) == 25);
  CHECK(variance(d) == doctest::Approx(0.75 * 25 + 0.25 * 225 + 4));
  CHECK(cdf(d, 20) == doctest::Approx(0.375));
  CHECK(quantile(d, 0.375) == doctest::Approx(20));
  // Far away the nearest value decides, and no digit is lost.
  CHECK(log_density(d, 1040) ==
        doctest::Approx(std::log(0.25 / 2) - 500.0 * 500 / 2 - std::log(2 * 3.141592653589793) / 2)
            .epsilon(1e-14));
}

// By hand: the squares of -29, -12, -6, 31 and 54 are on average 979.6, their mean is 7.6. Numbers
// around 1e15 are eighths, so that the mean is rounded.
TEST_CASE("the variance of a kernel density far from 0 is that around its mean before rounding") {
  const Kernel far{.bandwidth = 2,
                   .values = {1e15 - 29, 1e15 - 12, 1e15 - 6, 1e15 + 31, 1e15 + 54},
                   .weights = {1, 1, 1, 1, 1}};
  CHECK(variance(far) == testing::relative(979.6 - 7.6 * 7.6 + 4, 1e-14));
  const Kernel wide{.bandwidth = 1, .values = {-3e200, 5e200}, .weights = {3, 2}};
  CHECK(variance(wide) == std::numeric_limits<double>::infinity());
}

TEST_CASE("a kernel density integrates to one, and its draws fall below its quantiles") {
  const Kernel d{.bandwidth = 0.7, .values = {-3, 0.5, 1, 9}, .weights = {1, 4, 2.5, 0.25}};
  const double whole = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
      [&](double x) { return std::exp(log_density(d, x)); }, -12.0, 18.0, 12, 1e-12);
  CHECK(whole == doctest::Approx(1).epsilon(1e-12));
  Random random{4};
  const int draws = 20000;
  for (const double p : {0.05, 0.4, 0.8}) {
    int below = 0;
    for (int i = 0; i < draws; ++i) below += draw(d, random) <= quantile(d, p) ? 1 : 0;
    CHECK(std::abs(below / static_cast<double>(draws) - p) < 5 * std::sqrt(p * (1 - p) / draws));
  }
}

TEST_CASE("boxes of values give the density of the values") {
  for (const double bandwidth : {1e-3, 0.05, 0.3, 5.0}) {
    CAPTURE(bandwidth);
    const Kernel plain = of_many(bandwidth);
    Kernel boxed = plain;
    boxed.boxes = credence::detail::boxes_of(boxed.values, boxed.weights, bandwidth);
    REQUIRE_FALSE(boxed.boxes.empty());
    double worst = 0;
    for (double x = -12; x < 25; x += 0.037) {
      const double expected = log_density(plain, x);
      worst =
          std::max(worst, std::abs(log_density(boxed, x) - expected) / (1 + std::abs(expected)));
    }
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("a heavy value far away counts beside light ones near by, in boxes and without") {
  const double phi_at_0 = 1 / std::sqrt(2 * 3.141592653589793);
  for (const double light : {1.0, 1e-8, 1e-20, 1e-30, 1e-40, 1e-290}) {
    CAPTURE(light);
    Kernel d{.bandwidth = 1, .values = {0, 12}, .weights = {light, 1}};
    CHECK(log_density(d, 0) ==
          doctest::Approx(std::log((light + std::exp(-72)) / (light + 1)) + std::log(phi_at_0))
              .epsilon(1e-14));
    const Kernel all_light = of_many(0.125);
    d = all_light;
    for (double& weight : d.weights) weight *= light;
    d.values.push_back(1001.5);
    d.weights.push_back(1e12);
    d.boxes = credence::detail::boxes_of(d.values, d.weights, d.bandwidth);
    REQUIRE_FALSE(d.boxes.empty());
    const double own =
        light * std::exp(log_density(all_light, 1000)) * compensated_sum(all_light.weights);
    const double far = 1e12 * std::exp(-72) * phi_at_0 / 0.125;
    CHECK(log_density(d, 1000) ==
          doctest::Approx(std::log((own + far) / compensated_sum(d.weights))).epsilon(1e-14));
  }
}

TEST_CASE("the bandwidth by the rule is that of R's bw.nrd0") {
  // R 4: bw.nrd0(c(1, 2, 4, 8, 16, 32)) is 0.9 min(sd, IQR / 1.34) 6^-0.2, with quartiles 2.5 and 14.
  const KernelPoints points{.values = {1, 2, 4, 8, 16, 32}, .weights = {1, 1, 1, 1, 1, 1}};
  CHECK(mean(points) ==
        doctest::Approx(0.9 * (14 - 2.5) / 1.34 * std::pow(6, -0.2)).epsilon(1e-14));
  // Equal quartiles leave the standard deviation.
  const KernelPoints mostly{.values = {0, 1}, .weights = {9, 1}};
  CHECK(mean(mostly) == doctest::Approx(0.9 * std::sqrt(0.1) * std::pow(10, -0.2)).epsilon(1e-14));
  CHECK(mean(KernelPoints{.bandwidth = 3, .values = {1}, .weights = {1}}) == 3);
  CHECK(throws_error([] { return mean(KernelPoints{.values = {1}, .weights = {5}}); },
                     ErrorCode::undefined, "give 'bandwidth'"));
}

TEST_CASE("a value taken out of a sample moves quartiles and sum as if it had never been there") {
  const std::vector<double> values{1, 2, 4, 8, 16, 32};
  const std::vector<double> weights{1, 2, 1, 3, 1, 1};
  const auto below = credence::detail::weights_below(weights);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    const credence::detail::KernelSample without{
        .values = values, .weights = weights, .below = below, .n = 8, .taken = i, .by = 1};
    auto rest = weights;
    rest[i] -= 1;
    std::vector<double> left, left_weights;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (rest[k] > 0) {
        left.push_back(values[k]);
        left_weights.push_back(rest[k]);
      }
    const auto left_below = credence::detail::weights_below(left_weights);
    const credence::detail::KernelSample anew{
        .values = left, .weights = left_weights, .below = left_below, .n = 8};
    CHECK(rule_of_thumb(without, 100) == rule_of_thumb(anew, 100));
    CHECK(log_kernel_sum(without, 1.5, 9) ==
          doctest::Approx(log_kernel_sum(anew, 1.5, 9)).epsilon(1e-15));
  }
}

TEST_CASE("a value of a weight below 1 is taken out of a sample as if it had never been there") {
  const std::vector<double> values{1, 2, 4, 8, 16, 32};
  const std::vector<double> weights{0.5, 2, 0.25, 3, 1, 0.5};
  const auto below = credence::detail::weights_below(weights);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    const credence::detail::KernelSample without{
        .values = values, .weights = weights, .below = below, .n = 7, .taken = i, .by = 0.25};
    auto rest = weights;
    rest[i] -= 0.25;
    auto left = values;
    if (i == 2) {
      rest.erase(rest.begin() + 2);
      left.erase(left.begin() + 2);
    }
    const auto left_below = credence::detail::weights_below(rest);
    const credence::detail::KernelSample anew{
        .values = left, .weights = rest, .below = left_below, .n = 7};
    CHECK(rule_of_thumb(without, 100) == rule_of_thumb(anew, 100));
  }
}

TEST_CASE("numbers and their mirror image have one bandwidth by the rule, whatever they weigh") {
  for (const double weight : {0.04, 0.7, 1.0, 1.5, 3.0}) {
    CAPTURE(weight);
    KernelPoints points, mirrored;
    Random random{3};
    for (int i = 0; i < 200; ++i) {
      points.values.push_back(std::exp(0.02 * i));
      points.weights.push_back(weight * (0.5 + random.uniform()));
    }
    for (std::size_t i = 200; i-- > 0;) {
      mirrored.values.push_back(-points.values[i]);
      mirrored.weights.push_back(points.weights[i]);
    }
    CHECK(mean(points) == doctest::Approx(mean(mirrored)).epsilon(1e-12));
  }
}

TEST_CASE("numbers that weigh the same have the same quartiles where that is less than 1") {
  // The quartiles are 2.5 and 14; the standard deviation does not count.
  const std::vector<double> values{1, 2, 4, 8, 16, 32};
  for (const double weight : {0.01, 0.3, 0.999, 1.0}) {
    CAPTURE(weight);
    const std::vector<double> weights(6, weight);
    const auto below = credence::detail::weights_below(weights);
    const credence::detail::KernelSample sample{
        .values = values, .weights = weights, .below = below, .n = 6 * weight};
    CHECK(rule_of_thumb(sample, 100) ==
          doctest::Approx(0.9 * (14 - 2.5) / 1.34 * std::pow(6 * weight, -0.2)).epsilon(1e-13));
  }
}

TEST_CASE("a kernel density is never NaN, and what is no density is refused") {
  const Kernel d{.bandwidth = 1e-300, .values = {-1e300, 0, 1e300}, .weights = {1, 1e-300, 1}};
  for (const double x :
       {0.0, 1e-300, 1.0, 1e300, -1e308, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_FALSE(std::isnan(log_density(d, x)));
  CHECK(throws_error([] { check(Kernel{}); }, ErrorCode::shape, "no values"));
  CHECK(throws_error(
      [] {
        check(Kernel{.values = {1, 2}, .weights = {1}});
      },
      ErrorCode::shape, "2 values and 1 weight;"));
  CHECK(throws_error([] { check(Kernel{.bandwidth = 0, .values = {1}, .weights = {1}}); },
                     ErrorCode::domain, "bandwidth"));
}

TEST_CASE("the bandwidth by the rule scales with the values, also where squares are no doubles") {
  const std::vector<double> ones(6, 1.0);
  const double unit = mean(KernelPoints{.values = {1, 2, 4, 8, 16, 32}, .weights = ones});
  for (const double scale : {1e-200, 1e-300, 1e200, 1e300}) {
    CAPTURE(scale);
    KernelPoints points{.values = {1, 2, 4, 8, 16, 32}, .weights = ones};
    for (double& value : points.values) value *= scale;
    CHECK(mean(points) == doctest::Approx(scale * unit).epsilon(1e-14));
  }
}

TEST_CASE("the bandwidth by the rule is the same far from 0") {
  const double far = std::ldexp(1.0, 30);
  const double step = std::ldexp(1.0, -22);  // the smallest there
  const KernelPoints near[]{{.values = {1, 2, 4, 8, 16, 32}, .weights = {1, 1, 1, 1, 1, 1}},
                            {.values = {0, 1}, .weights = {9, 1}}};
  for (const KernelPoints& points : near) {
    CAPTURE(points.values.size());
    KernelPoints moved = points;
    for (double& value : moved.values) value = far + step * value;
    CHECK(mean(moved) == doctest::Approx(step * mean(points)).epsilon(1e-14));
  }
}

TEST_CASE("a rule that gives no bandwidth says why") {
  const auto refused = [](const KernelPoints& points, const char* why) {
    return throws_error([&] { return mean(points); }, ErrorCode::undefined, why);
  };
  CHECK(refused({.values = {1}, .weights = {5}}, "values that do not differ"));
  CHECK(
      refused({.values = {1, 2}, .weights = {0.25, 0.5}}, "weights that sum to at most 1 (0.75)"));
  CHECK(refused({.values = {-1.6e308, 1.6e308}, .weights = {1, 1}}, "by a power of ten"));
}

TEST_CASE("NaN is no place of a kernel density, and without values there is none") {
  const Kernel d{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
  CHECK(throws_error([&] { return cdf(d, std::nan("")); }, ErrorCode::domain));
  CHECK(throws_error([&] { return quantile(d, std::nan("")); }, ErrorCode::domain));
  Random random{1};
  CHECK(throws_error([] { return quantile(Kernel{}, 0.5); }, ErrorCode::shape, "no values"));
  CHECK(throws_error([&] { return draw(Kernel{}, random); }, ErrorCode::shape, "no values"));
}

TEST_CASE("a kernel density has all numbers, and one that no check would pass is refused") {
  const Kernel d{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
  CHECK(support(d) == Interval{.lower = -std::numeric_limits<double>::infinity(),
                               .upper = std::numeric_limits<double>::infinity()});
  const Kernel bad{.bandwidth = 2, .values = {20, std::nan("")}, .weights = {3, 1}};
  CHECK(throws_error([&] { return log_density(bad, 20); }, ErrorCode::domain, "values"));
}

TEST_CASE("all mass of the bandwidth of points lies on the one that they have") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const KernelPoints points{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
  CHECK(mean(points) == 2);
  CHECK(log_density(points, 2) == infinity);
  CHECK(log_density(points, 2.5) == -infinity);
  CHECK(variance(points) == 0);
  CHECK(log_density(KernelPoints{}, 2) == -infinity);
}

TEST_CASE("the ends of a kernel density are infinite, and no density is beyond them") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Kernel d{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
  CHECK(quantile(d, 0) == -infinity);
  CHECK(quantile(d, 1) == infinity);
  CHECK(log_density(d, infinity) == -infinity);
  CHECK(log_density(d, -infinity) == -infinity);
}

TEST_CASE("a bandwidth by a rule is certain: there is no prior to strengthen") {
  const KernelPoints points{.values = {1, 2, 4, 8}, .weights = {1, 1, 2, 1}};

  CHECK(strengthened(points, 8) == points);
}

TEST_CASE("kernel densities are equal only with the same boxes") {
  Kernel boxed = of_many(0.3);
  boxed.boxes = credence::detail::boxes_of(boxed.values, boxed.weights, boxed.bandwidth);
  Kernel moved = boxed;
  REQUIRE(boxed == moved);

  moved.boxes.back().centre += 1;

  CHECK_FALSE(boxed == moved);
}
