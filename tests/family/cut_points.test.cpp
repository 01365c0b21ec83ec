#include <credence/detail/family/cut_points.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <credence/base/random.hpp>
#include <credence/family/histogram.hpp>
#include <limits>

#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

ValueHistogram histogram_of(std::initializer_list<double> numbers, double weight = 1) {
  ValueHistogram result;
  for (const double number : numbers) result.observe(number, weight);
  return result;
}

double entropy_of(double first, double second) {
  const double total = first + second;
  double sum = 0;
  for (const double part : {first, second})
    if (part > 0) sum -= part / total * std::log2(part / total);
  return total > 0 ? sum : 0;
}

}  // namespace

TEST_CASE("two classes that do not overlap are cut once, halfway between them") {
  const ValueHistogram low = histogram_of({1, 2, 3, 4, 5, 6, 7, 8});
  const ValueHistogram high = histogram_of({11, 12, 13, 14, 15, 16, 17, 18});

  CHECK(description_length_cuts(std::vector{low, high}) == std::vector{9.5});
  CHECK(description_length_cuts(std::vector{high, low}) == std::vector{9.5});
}

TEST_CASE("three runs of two classes are cut twice") {
  ValueHistogram outer;
  ValueHistogram inner;
  for (int i = 0; i < 100; ++i) {
    outer.observe(i);
    inner.observe(100 + i);
    outer.observe(200 + i);
  }

  CHECK(description_length_cuts(std::vector{outer, inner}) == std::vector{99.5, 199.5});
}

TEST_CASE("numbers that tell nothing of the class are not cut") {
  Random random{7};
  std::vector<ValueHistogram> cells(3);
  for (int i = 0; i < 3000; ++i) cells[random.below(3)].observe(random.normal());

  CHECK(description_length_cuts(cells).empty());
  CHECK(description_length_cuts(std::vector<ValueHistogram>(2)).empty());
}

// The criterion as it is printed, in bits, on a table that is cut or not as one count changes.
TEST_CASE("a cut is made exactly where the criterion of description length says so") {
  int cut = 0;
  for (int wrong = 0; wrong <= 20; ++wrong) {
    CAPTURE(wrong);
    ValueHistogram first = histogram_of({0}, 20);
    ValueHistogram second = histogram_of({1}, 20);
    if (wrong > 0) {
      first.observe(1, wrong);
      second.observe(0, wrong);
    }
    const double n = 40 + 2 * wrong;
    const double whole = entropy_of(20 + wrong, 20 + wrong);
    const double part = entropy_of(20, wrong);
    const double parts_classes = wrong > 0 ? 2 : 1;
    const double gain = whole - part;
    const double delta = std::log2(7.0) - (2 * whole - 2 * parts_classes * part);
    const bool expected = gain > (std::log2(n - 1) + delta) / n;

    CHECK(description_length_cuts(std::vector{first, second}).empty() == !expected);
    cut += expected ? 1 : 0;
  }
  CHECK(cut > 3);
  CHECK(cut < 15);
}

TEST_CASE("bins of equal frequency hold equal shares, and equal numbers stay together") {
  CHECK(equal_frequency_cuts(histogram_of({1, 2, 3, 4, 5, 6}), 3) == std::vector{2.5, 4.5});
  CHECK(equal_frequency_cuts(histogram_of({1, 1, 1, 1, 5, 6}), 3) == std::vector{3.0});
  CHECK(equal_frequency_cuts(histogram_of({1, 2, 3}), 1).empty());
  CHECK(equal_frequency_cuts(histogram_of({1, 2}), 100) == std::vector{1.5});
  CHECK(equal_frequency_cuts(histogram_of({1, 2, 3, 4}, 0.1), 4) == std::vector{1.5, 2.5, 3.5});
}

TEST_CASE("cuts lie between neighbours that have no number between them") {
  const double next = std::nextafter(1.0, 2.0);
  const double largest = std::numeric_limits<double>::max();

  CHECK(equal_frequency_cuts(histogram_of({1, next}), 2) == std::vector{1.0});
  CHECK(equal_frequency_cuts(histogram_of({-largest, largest}), 2) == std::vector{0.0});
}

TEST_CASE("bins reach from the smallest to the largest number of all classes") {
  const std::vector cells{histogram_of({1, 2, 3, 4, 5, 6, 7, 8}),
                          histogram_of({11, 12, 13, 14, 15, 16, 17, 18})};

  const auto found = DirichletHistogram::supervised(cells);

  CHECK(found.prior == HistogramPrior{.weights = {1, 1}, .edges = {1, 9.5, 18}});
  CHECK(found.notes.empty());
  CHECK(throws_error([] { return DirichletHistogram::supervised(std::vector<ValueHistogram>(2)); },
                     ErrorCode::undefined, "no data was seen in the column: prior 'mdl'"));
}

TEST_CASE("one bin, which tells nothing of the class, is noted") {
  const std::vector cells{histogram_of({1, 2, 3, 4}), histogram_of({1, 2, 3, 4})};

  const auto found = DirichletHistogram::supervised(cells);

  CHECK(found.prior.weights.size() == 1);
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].find("predictions do not depend on these numbers") != std::string::npos);
}

TEST_CASE("a number alone has one bin around it, and a wrong number of bins is refused") {
  const auto of_bins = [](double bins) {
    return DirichletHistogram::automatic(HistogramPrior::Known{bins}, histogram_of({3, 3}));
  };
  CHECK(of_bins(4) == HistogramPrior{.weights = {1}, .edges = {2.5, 3.5}});
  CHECK(throws_error([&] { return of_bins(2.5); }, ErrorCode::domain, "2.5"));
  CHECK(throws_error([&] { return of_bins(0.5); }, ErrorCode::domain, "0.5"));
}

TEST_CASE("the outer bins hold what lies beyond them") {
  const Histogram d{.probabilities = {0.25, 0.75}, .edges = {0, 1, 3}};

  CHECK(log_density(d, -100) == log_density(d, 0.5));
  CHECK(log_density(d, 100) == doctest::Approx(std::log(0.375)));
  CHECK(log_density(d, 1) == doctest::Approx(std::log(0.25)));
  CHECK(cdf(d, 2) == 0.625);
  CHECK(quantile(d, 0.625) == 2);
  CHECK(mean(d) == 0.25 * 0.5 + 0.75 * 2);
}

TEST_CASE("a histogram whose edges do not fit its bins is refused") {
  const HistogramPrior prior{.weights = {1, 1}, .edges = {0, 1}};
  CHECK(throws_error([&] { check(prior); }, ErrorCode::shape, "2 edges"));
  CHECK(throws_error([&] { return posterior(prior, histogram_of({1})); }, ErrorCode::shape,
                     "2 edges"));
  CHECK(throws_error(
      [&] {
        check(Histogram{.probabilities = {1}, .edges = {1, 1}});
      },
      ErrorCode::domain, "out of order"));
}

TEST_CASE(
    "no bin begins and ends at the smallest number, whose neighbour no double parts from it") {
  const double first = 0.3;
  const double next = std::nextafter(first, 1.0);
  const ValueHistogram low = histogram_of({first}, 9);
  ValueHistogram high = histogram_of({next}, 9);
  high.merge(histogram_of({0.5, 0.7}));
  ValueHistogram pooled = low;
  pooled.merge(high);

  CHECK_NOTHROW(check(DirichletHistogram::automatic(Automatic::unit, pooled)));
  CHECK_NOTHROW(check(DirichletHistogram::supervised(std::vector{low, high}).prior));
}

TEST_CASE("hundreds of classes are cut from each other") {
  std::vector<ValueHistogram> cells(700);
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (int i = 0; i < 20; ++i) cells[c].observe(static_cast<double>(c) + i / 100.0);

  CHECK(description_length_cuts(cells).size() == 699);
}
