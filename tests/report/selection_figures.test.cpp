// Rankings of features, and how many of them are enough, as figures.
#include <credence/report/figures.hpp>

#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using testing::has;

namespace {

RankedFeatures sample_ranking() {
  RankedFeatures ranked{.rows = 20, .label = "class", .kept = 2};
  ranked.features = {{.name = testing::hostile_name,
                      .family = "normal",
                      .mutual_information = 0.5,
                      .bounds = Interval{0.4, 0.6}},
                     {.name = "b", .family = "normal", .mutual_information = 0.1},
                     {.name = "c", .family = "normal", .undefined = "constant"}};
  ranked.notes = {testing::hostile_name};
  SelectionCurve curve{.on = "leave_one_out", .estimator = "predictive"};
  for (Index features = 0; features <= 3; ++features)
    curve.points.push_back(
        {.features = features,
         .added = features > 0 ? testing::hostile_name : "",
         .metrics = Metrics{0.8, features == 3 ? std::numeric_limits<double>::infinity()
                                               : 0.7 - 0.2 * static_cast<double>(features)},
         .standard_error = 0.05});
  curve.chosen = 2;
  ranked.curve = std::move(curve);
  return ranked;
}

}  // namespace

TEST_CASE("a ranking and its trade-off are well-formed figures") {
  const testing::Markup page = testing::markup_of(to_html(page_of(sample_ranking())));

  CHECK(page.fault == "");
  CHECK(page.count("svg") == 2);
  CHECK(page.says("2 chosen"));
  CHECK(page.says("2 of 3 features are kept"));
}

TEST_CASE("a ranking says in what it is counted, and a trade-off leaves out infinite losses") {
  RankedFeatures ranked = sample_ranking();
  ranked.unit = LogUnit::bits;

  CHECK(has(ranking_figure(ranked).drawing.marks(), "mutual information, bits"));
  const Figure figure = trade_off_figure(*ranked.curve);
  CHECK_FALSE(has(figure.drawing.marks(), "inf"));
  CHECK(figure.numbers.rows.size() == 4);
}

TEST_CASE("a trade-off counts few features one by one, and many in round numbers") {
  SelectionCurve curve = *sample_ranking().curve;
  const auto has = [&](const std::string& tick) {
    return trade_off_figure(curve).drawing.marks().find('>' + tick + '<') != std::string::npos;
  };

  CHECK(has("3"));
  CHECK_FALSE(has("0.5"));
  CHECK_FALSE(has("2.5"));
  curve.points.back().features = 100;
  CHECK(has("100"));
  CHECK_FALSE(has("3"));
}

TEST_CASE("a trade-off without a point, and a ranking of nothing, are figures") {
  CHECK(testing::markup_of(to_svg(trade_off_figure(SelectionCurve{}))).fault == "");
  CHECK(testing::markup_of(to_html(page_of(RankedFeatures{}))).fault == "");
}

TEST_CASE("a ranking by another measure says so, and what was not asked for is no bar") {
  RankedFeatures ranked = sample_ranking();
  ranked.features[1].mutual_information.reset();
  CHECK_FALSE(has(ranking_figure(ranked).caption, "another measure"));

  ranked.by = RankBy::evidence;
  const Figure figure = ranking_figure(ranked);

  CHECK(figure.caption.ends_with(" The ranking is by another measure."));
  REQUIRE(figure.numbers.columns.back() == "undefined");
  CHECK(std::get<std::string>(figure.numbers.rows[0].back()) == "");
  CHECK(std::get<std::string>(figure.numbers.rows[1].back()) == "it was not asked for");
  CHECK(std::get<std::string>(figure.numbers.rows[2].back()) == "constant");
}
