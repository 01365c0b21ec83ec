#include <credence/report/figure.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using testing::has;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Figure sample_figure() {
  Figure figure{.name = "sample",
                .title = testing::hostile_name,
                .caption = "What \"it\" shows & how",
                .drawing = Drawing(100, 50),
                .numbers = {.columns = {"name, quoted", "value"},
                            .rows = {{"a\"b", 0.1}, {"c", none}, {"d", -infinity}, {"e", -0.0}}}};
  figure.drawing.text({10, 10}, testing::hostile_name, Anchor::middle, "label");
  figure.drawing.mark({20, 20}, 3);
  return figure;
}

}  // namespace

TEST_CASE("a picture is well-formed, is named and described, and loads nothing") {
  const std::string svg = to_svg(sample_figure());
  const testing::Markup markup = testing::markup_of(svg);

  CHECK(markup.fault == "");
  CHECK(markup.count("svg") == 1);
  CHECK(markup.count("title") == 1);
  CHECK(markup.count("desc") == 1);
  CHECK(markup.count("b") == 0);
  CHECK(markup.count("script") == 0);
  CHECK(markup.says(testing::hostile_shown));
  CHECK_FALSE(has(svg, "url("));
  CHECK_FALSE(has(svg, "href"));
  CHECK(has(svg, "prefers-color-scheme:dark"));
}

TEST_CASE("the same figure is the same bytes") { CHECK(to_svg(sample_figure()) == to_svg(sample_figure())); }

TEST_CASE("every series has rules of colour and dash") {
  const std::string style = detail::figure_style();

  for (Index series = 0; series < distinct_series; ++series) {
    CAPTURE(series);
    CHECK(has(style, "." + series_role(series) + ".line{stroke:"));
    CHECK(has(style, "." + series_role(series) + ".line{stroke-dasharray:"));
  }
}

TEST_CASE("numbers as CSV read back exactly, with empty fields for what does not exist") {
  CHECK(to_csv(sample_figure().numbers) == "\"name, quoted\",value\n\"a\"\"b\",0.1\nc,\nd,-inf\ne,0\n");
}

TEST_CASE("whole numbers as CSV are written without an exponent") {
  const FigureNumbers numbers{.columns = {"row"}, .rows = {{100000.0}, {-2e6}, {1e300}, {1e-5}}};
  CHECK(to_csv(numbers) == "row\n100000\n-2000000\n1e+300\n1e-05\n");
}

TEST_CASE("numbers as JSON name figure and columns, with null for what does not exist") {
  const auto json = nlohmann::json::parse(to_json(std::vector{sample_figure()}));

  CHECK(json["schema_version"] == 1);
  const auto& figure = json["figures"][0];
  CHECK(figure["figure"] == "sample");
  CHECK(figure["title"] == testing::hostile_name);
  CHECK(figure["columns"] == nlohmann::json{"name, quoted", "value"});
  CHECK(figure["rows"][0] == nlohmann::json{"a\"b", 0.1});
  CHECK(figure["rows"][1][1].is_null());
  CHECK(figure["rows"][2][1] == "-inf");
}
