// Letters on shaded cells can be read, light and dark.
#include <credence/report/figures.hpp>
#include <credence/study/result.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

using Colour = std::array<double, 3>;  // red, green, blue, 0 to 255

// The fill of the first rule from `from` on whose text begins like this.
Colour fill_of(std::string_view svg, std::string_view rule, std::size_t from) {
  const std::size_t start = svg.find(rule, from);
  REQUIRE(start != std::string_view::npos);
  const std::size_t digits = svg.find("fill:#", start) + 6;
  Colour colour{};
  for (std::size_t i = 0; i < 3; ++i)
    colour[i] = std::stoi(std::string(svg.substr(digits + 2 * i, 2)), nullptr, 16);
  return colour;
}

// What the eye makes of a colour, 0 to 1: relative luminance as WCAG 2.1 defines it.
double luminance(const Colour& colour) {
  constexpr Colour share{0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = colour[i] / 255;
    sum += share[i] * (part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const Colour& a, const Colour& b) {
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

// The largest opacity of a cell that is drawn.
double fullest_cell(std::string_view svg) {
  double most = 0;
  for (std::size_t at = svg.find("s0 cell\""); at != std::string_view::npos;
       at = svg.find("s0 cell\"", at + 1)) {
    const std::string_view mark = svg.substr(at, svg.find("/>", at) - at);
    const std::size_t opacity = mark.find("fill-opacity=\"");
    most = std::max(most,
                    opacity == mark.npos ? 1.0 : std::stod(std::string(mark.substr(opacity + 14))));
  }
  return most;
}

}  // namespace

TEST_CASE("numbers on the fullest cell of a confusion matrix stand out by 5 to 1, light and dark") {
  Result result{.estimator = "predictive", .on = "test"};
  result.metrics = Metrics{0.9, 0.3, 0.1, 0.95, 0, 100, 0.03};
  result.confusion = Confusion({"a", "b"}, {40, 0, 10, 50});

  const std::string svg = to_svg(confusion_figure(std::vector{result}, "class"));

  const double opacity = fullest_cell(svg);
  CHECK(opacity > 0);
  const std::size_t dark = svg.find("prefers-color-scheme:dark");
  for (const std::size_t from : {std::size_t{0}, dark}) {
    const Colour paper = fill_of(svg, ".figure .paper{", from);
    const Colour series = fill_of(svg, ".figure .s0.band,", from);
    Colour cell{};
    for (std::size_t i = 0; i < 3; ++i) cell[i] = opacity * series[i] + (1 - opacity) * paper[i];
    CHECK(contrast(fill_of(svg, ".figure text{", from), cell) >= 5);
  }
  // Nothing but names of rows and columns is in the paler letters of a scale.
  CHECK_FALSE(has(svg, "class=\"tick"));
}
