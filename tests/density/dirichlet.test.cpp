#include <credence/density/beta.hpp>
#include <credence/density/dirichlet.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "golden/fifty_digits.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {
bool has_no_mode(std::vector<double> weights, const std::string& why) {
  return throws_error([&] { return mode(Dirichlet{.weights = weights}); }, ErrorCode::undefined,
                      why);
}
}  // namespace

TEST_CASE("a flat Dirichlet density over three levels is ln 2") {
  CHECK(log_density(Dirichlet{.weights = {1, 1, 1}}, {0.2, 0.3, 0.5}) ==
        doctest::Approx(std::log(2.0)).epsilon(1e-15));
}

TEST_CASE("weights that sum to more than 1e300 are refused, whoever gave them") {
  CHECK(throws_error(
      [] {
        check(Dirichlet{.weights = {6e299, 5e299}});
      },
      ErrorCode::domain, "divide them, or the weights of the rows among them, by a power"));
}

TEST_CASE("off the simplex a Dirichlet density is impossible") {
  const Dirichlet d{.weights = {2, 2}};

  CHECK(log_density(d, {0.5, 0.6}) == -detail::infinity);
  CHECK(log_density(d, {0.5, 0.25, 0.25}) == -detail::infinity);
  CHECK(log_density(d, {1, 0}) == -detail::infinity);
  CHECK(log_density(Dirichlet{.weights = {2, 0.5}}, {1, 0}) == detail::infinity);
}

TEST_CASE("an equal weight is expanded to as many levels as there are") {
  CHECK(expand(Dirichlet::Symmetric{.each = 0.5}, 3) == Dirichlet{.weights = {0.5, 0.5, 0.5}});
  CHECK(expand(Dirichlet::Symmetric{}, 0) == Dirichlet{});
}

TEST_CASE("mean and variance are those of the Beta densities of each level") {
  const Dirichlet d{.weights = {1, 3}};

  CHECK(mean(d) == std::vector{0.25, 0.75});
  CHECK(variance(d).front() == doctest::Approx(0.0375).epsilon(1e-15));
  CHECK(variance(d).back() == doctest::Approx(0.0375).epsilon(1e-15));
}

TEST_CASE("the variance of a share of nearly 1 keeps the digits of the others") {
  const Dirichlet d{.weights = {1e9, 0.0625, 0.25}};
  const Beta first{.ones = 1e9, .zeros = 0.3125};

  CHECK(variance(d).front() == relative(variance(first), 1e-15));
}

TEST_CASE("the mean is within 2 units in the last place of 50 digits") {
  for_random_cases([](Random& random) {
    Dirichlet d;
    Real total = 0;
    for (std::uint64_t k = 2 + random.below(200); k > 0; --k) {
      d.weights.push_back(pseudo_count(random));
      total += d.weights.back();
    }
    const std::vector<double> means = mean(d);
    double largest = 0;
    for (std::size_t k = 0; k < means.size(); ++k) {
      const double unit = std::nextafter(means[k], 1) - means[k];
      largest = std::max(largest, error_of(means[k], Real(d.weights[k] / total)) / unit);
    }
    CHECK(largest <= 2);
  });
}

TEST_CASE("the mode leaves out one sighting of each level") {
  CHECK(mode(Dirichlet{.weights = {3, 1, 2}}) == std::vector{2.0 / 3, 0.0, 1.0 / 3});
  CHECK(mode(Dirichlet{.weights = {0.2}}) == std::vector{1.0});
}

TEST_CASE("a Dirichlet density that is flat or unbounded has no mode") {
  CHECK(has_no_mode({1, 1, 1}, "flat"));
  CHECK(has_no_mode({0.5, 3, 3}, "0.5"));
  CHECK(has_no_mode({0.5, 0.5}, "both ends"));
  CHECK(has_no_mode({1, 1}, "flat"));
  CHECK(has_no_mode({}, "without levels"));
}

TEST_CASE("over two levels a weight below 1 puts the mode at the other end") {
  CHECK(mode(Dirichlet{.weights = {0.5, 2}}) == std::vector{0.0, 1.0});
  CHECK(mode(Dirichlet{.weights = {1, 0.5}}) == std::vector{1.0, 0.0});
}

TEST_CASE("the interval of each probability is that of its Beta density") {
  const auto intervals = credible_interval(Dirichlet{.weights = {2, 1, 4}}, 0.8);

  REQUIRE(intervals.size() == 3);
  CHECK(intervals[0].lower == beta_quantile(2, 5, (1 - 0.8) / 2));
  CHECK(intervals[2].upper == beta_quantile(4, 3, 1 - (1 - 0.8) / 2));
  CHECK(credible_interval(Dirichlet{.weights = {3}}, 0.8).front() == Interval{1, 1});
}
