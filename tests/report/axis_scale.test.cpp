// From numbers to places on paper, and the round numbers that an axis shows.
#include <credence/report/figure.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "report/drawing/plot.hpp"

using namespace credence;

namespace {

std::vector<std::string> texts(double lower, double upper, int most) {
  std::vector<std::string> all;
  for (const Tick& tick : round_ticks(lower, upper, most)) all.push_back(tick.text);
  return all;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("an axis maps its ends to its places, and what lies beyond to the ends") {
  const AxisScale across(0, 50, 60, 400);

  CHECK(across(0) == 60);
  CHECK(across(25) == 230);
  CHECK(across(50) == 400);
  CHECK(across(80) == 400);
  CHECK(across(-1) == 60);
  CHECK(across(std::numeric_limits<double>::quiet_NaN()) == 60);
}

TEST_CASE("an axis between equal or infinite ends still has a length") {
  const double infinity = std::numeric_limits<double>::infinity();

  for (const auto& [lower, upper] : {std::pair{0.0, 0.0},
                                     {5.0, 5.0},
                                     {-infinity, infinity},
                                     {1e300, 1e300},
                                     {-1.7e308, 1.7e308},
                                     {std::nan(""), 1.0},
                                     {1e-310, 2e-310}}) {
    const std::pair shown{lower, upper};
    CAPTURE(shown.first);
    CAPTURE(shown.second);
    const AxisScale scale(lower, upper, 0, 100);
    CHECK(std::isfinite(scale.lower()));
    CHECK(std::isfinite(scale.upper()));
    CHECK(scale.lower() < scale.upper());
    CHECK(std::isfinite(scale(lower)));
    const auto ticks = round_ticks(lower, upper, 6);
    CHECK(ticks.size() <= 12);
    for (const Tick& tick : ticks) CHECK(std::isfinite(tick.at));
  }
}

TEST_CASE("ticks are 1, 2 or 5 times a power of ten apart and share their decimals") {
  CHECK(texts(0, 1, 5) == Strings{"0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(texts(0.93, 0.98, 6) == Strings{"0.93", "0.94", "0.95", "0.96", "0.97", "0.98"});
  CHECK(texts(-3, 12, 4) == Strings{"0", "5", "10"});
  CHECK(texts(0, 480, 6) == Strings{"0", "100", "200", "300", "400"});
  CHECK(texts(0, 2.5e8, 3) == Strings{"0", "1e+08", "2e+08"});
}

TEST_CASE("numbers that differ in their tenth digit and later have an axis of their own") {
  const AxisScale across(1.7e9, 1.7e9 + 0.25, 0, 100);

  CHECK(across(1.7e9 + 0.125) == 50);
  CHECK(texts(1.7e9, 1.7e9 + 0.25, 2) == Strings{"1.7000000000e+09", "1.7000000002e+09"});
}

TEST_CASE("there are never more ticks than asked for, and one") {
  for (double upper = 0.013; upper < 1e7; upper *= 1.37)
    for (const int most : {2, 4, 7}) {
      CAPTURE(upper);
      CHECK(std::ssize(round_ticks(0, upper, most)) <= most + 1);
    }
}

TEST_CASE("the number at the end of an axis stands whole within the drawing") {
  const report::Plot plot = report::make_plot({}, {.lower = 0, .upper = 500000}, {});

  const std::string& marks = plot.drawing.marks();
  const std::size_t tick = marks.rfind("<text", marks.find(">500000<"));
  REQUIRE(tick != std::string::npos);
  const double x = std::stod(marks.substr(marks.find(" x=\"", tick) + 4));
  CHECK(x + text_width("500000") / 2 <= plot.drawing.width());
}
