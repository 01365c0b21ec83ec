// Numbers with how often they were seen, gathered from many rows.
#include <credence/base/random.hpp>
#include <credence/detail/family/value_histogram.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace credence;

namespace {

// Rows of numbers that come in any order, some again and again, with weights that round.
template <class Observe>
void for_each_row(std::uint64_t seed, int rows, const Observe& observe) {
  Random random(seed);
  for (int row = 0; row < rows; ++row) {
    const double number = random.uniform() < 0.3 ? static_cast<double>(random.below(40)) - 20
                                                 : std::floor(random.uniform() * 3000) / 7;
    observe(number, random.uniform() < 0.05 ? 0 : random.uniform());
  }
}

}  // namespace

TEST_CASE("a histogram that grows by batches is one of numbers that come one by one") {
  for (const int rows : {0, 1, 65, 400, 5000}) {
    CAPTURE(rows);
    ValueHistogram one_by_one;
    detail::GrowingHistogram growing;
    for_each_row(11, rows, [&](double number, double weight) {
      one_by_one.observe(number, weight);
      growing.observe(number, weight);
    });

    CHECK(ValueHistogram(growing) == one_by_one);
    CHECK(one_by_one.contradiction().empty());
  }
}

TEST_CASE("histograms that grow by batches merge as those of numbers that come one by one") {
  std::vector<ValueHistogram> one_by_one(2);
  std::vector<detail::GrowingHistogram> growing(2);
  for (std::size_t part = 0; part < 2; ++part)
    for_each_row(part + 5, 700, [&](double number, double weight) {
      one_by_one[part].observe(number, weight);
      growing[part].observe(number, weight);
    });

  one_by_one[0].merge(one_by_one[1]);
  growing[0].merge(growing[1]);
  one_by_one[0].observe(0.125, 2);
  growing[0].observe(0.125, 2);

  CHECK(ValueHistogram(growing[0]) == one_by_one[0]);
}

TEST_CASE("zeros of both signs are one number, the first that came") {
  detail::GrowingHistogram growing;
  growing.observe(-0.0, 1);
  growing.observe(0.0, 1);

  const ValueHistogram seen = growing;

  REQUIRE(seen.values.size() == 1);
  CHECK(std::signbit(seen.values[0]));
  CHECK(seen.weights[0] == 2);
}

TEST_CASE("cells that are pooled are cells that are merged one after another") {
  for (const std::size_t count : {0, 1, 2, 3, 8, 13}) {
    CAPTURE(count);
    std::vector<ValueHistogram> cells(count);
    for (std::size_t cell = 0; cell < count; ++cell)
      if (cell != 1)  // which stays empty
        for_each_row(cell + 3, 300,
                     [&](double number, double weight) { cells[cell].observe(number, weight); });
    ValueHistogram merged;
    for (const ValueHistogram& cell : cells) merged.merge(cell);

    CHECK(ValueHistogram::pooled(cells) == merged);
  }
}

TEST_CASE("zeros of both signs are pooled as the first of them") {
  std::vector<ValueHistogram> cells(3);
  cells[1].observe(-0.0, 1);
  cells[2].observe(0.0, 2);

  const ValueHistogram pooled = ValueHistogram::pooled(cells);

  REQUIRE(pooled.values.size() == 1);
  CHECK(std::signbit(pooled.values[0]));
  CHECK(pooled.weights[0] == 3);
}
