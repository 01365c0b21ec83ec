#include <credence/family/kernel.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

ValueHistogram seen_of(std::initializer_list<double> numbers, double weight = 1) {
  ValueHistogram result;
  for (const double number : numbers) result.observe(number, weight);
  return result;
}

}  // namespace

TEST_CASE("numbers stand in order with what they weigh, whatever comes before them") {
  const double numbers[] = {3, 0, -2, 1, 1e300, 0.5, 2, -0.0, 3, 7, -2, 2.5, 1, 4, 0, -1e300, 1};
  ValueHistogram seen;
  std::map<double, double> plain;
  double weight = 1;
  for (const double number : numbers) {
    seen.observe(number, weight);
    plain[number] += weight;
    ++weight;
  }
  for (const double number : {-2.0, 1.0, 7.0}) {
    seen.forget(number, seen.weight_of(number));
    plain.erase(number);
  }
  REQUIRE(seen.values.size() == plain.size());
  std::size_t place = 0;
  for (const auto& entry : plain) {
    CHECK(seen.values[place] == entry.first);
    CHECK(seen.weights[place] == entry.second);
    CHECK(seen.weight_of(entry.first) == entry.second);
    ++place;
  }
  for (const double absent : {-2.0, 1.0, 7.0, 5.0, 0.25, 6.0, 1e301})
    CHECK(seen.weight_of(absent) == 0);
}

TEST_CASE("a kernel density is the same under every estimator") {
  const ValueHistogram seen = seen_of({1, 2, 2, 5, 9});
  for (const double bandwidth : {0.0, 0.75}) {
    const KernelPoints prior{.bandwidth = bandwidth};
    const KernelPoints after = posterior(prior, seen);
    const Kernel likeliest = KernelNumbers::maximum_likelihood(prior, seen);
    CHECK(KernelNumbers::maximum_a_posteriori(after) == likeliest);
    CHECK(KernelNumbers::posterior_mean(after) == likeliest);
    CHECK(KernelNumbers::predictive(after) == likeliest);
    CHECK(likeliest.values == std::vector<double>{1, 2, 5, 9});
    CHECK(likeliest.weights == std::vector<double>{1, 2, 1, 1});
  }
}

TEST_CASE("what only a prior could give is undefined and says so") {
  const ValueHistogram seen = seen_of({1, 2, 5});
  CHECK(log_evidence(KernelPoints{}, ValueHistogram{}) == 0);
  CHECK(throws_error([&] { return log_evidence(KernelPoints{}, seen); }, ErrorCode::undefined,
                     "has no prior, so that its data have no evidence"));
  CHECK(throws_error([&] { return credible_interval(posterior(KernelPoints{}, seen), 0.9); },
                     ErrorCode::undefined, "no prior"));
}

TEST_CASE("a kernel density needs numbers that differ, or a bandwidth") {
  CHECK(throws_error([] { return KernelNumbers::predictive(KernelPoints{.bandwidth = 1}); },
                     ErrorCode::undefined, "none was seen"));
  CHECK(throws_error(
      [] {
        return KernelNumbers::maximum_likelihood({}, seen_of({3, 3}));
      },
      ErrorCode::undefined, "do not differ"));
  const KernelPoints empty{.bandwidth = 1, .values = {2}, .weights = {0}};
  CHECK(throws_error([&] { return mean(empty); }, ErrorCode::undefined, "none was seen"));
  CHECK(log_density(KernelNumbers::likelihood(empty, 1), 2) ==
        -std::numeric_limits<double>::infinity());
  const Kernel one = KernelNumbers::maximum_likelihood({.bandwidth = 2}, seen_of({3, 3}));
  CHECK(mean(one) == 3);
  CHECK(variance(one) == 4);
}

TEST_CASE(
    "points seen in two steps are those seen at once, and a weight is a number of sightings") {
  const KernelPoints halfway = posterior(KernelPoints{}, seen_of({4, 1}));
  CHECK(posterior(halfway, seen_of({2, 4})) == posterior(KernelPoints{}, seen_of({1, 2, 4, 4})));
  CHECK(mean(posterior(KernelPoints{}, seen_of({1, 2, 7}, 3))) ==
        doctest::Approx(mean(posterior(KernelPoints{}, seen_of({1, 1, 1, 2, 2, 2, 7, 7, 7}))))
            .epsilon(1e-15));
}

TEST_CASE("nothing is uncertain of a density without a prior") {
  const KernelPoints after = posterior(KernelPoints{}, seen_of({1, 2, 7}));
  const TermMoments moments = KernelNumbers::term_moments(after, 3);
  CHECK(moments.mean == log_density(KernelNumbers::predictive(after), 3));
  CHECK(moments.variance == 0);
}

TEST_CASE("moments from a density that was made once are those of the points") {
  ValueHistogram seen;
  for (int i = 0; i < 1000; ++i) seen.observe(std::sin(i) * i);
  const KernelPoints after = posterior(KernelPoints{}, seen);
  const Kernel once = KernelNumbers::moments_from(after);
  static_assert(PreparesMoments<KernelNumbers>);
  for (const double x : {-2000.0, -3.0, 0.5, 700.0})
    CHECK(KernelNumbers::term_moments(once, x) == KernelNumbers::term_moments(after, x));
}
