// How much labels owe to the strength of priors: as text for people, JSON and CSV for scripts, and a
// figure.
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>

#include <credence/study/prior_sensitivity.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

PriorSensitivity found_sensitivity() {
  PriorSensitivity found{.label = "class",
                         .classes = {"a", "b, c"},
                         .estimator = "predictive",
                         .octaves = 1,
                         .resolution = 1.5};
  found.points = {{.factor = 0.5, .flipped = {}, .accuracy = {}},
                  {.factor = 1, .flipped = 0, .accuracy = 0.75},
                  {.factor = 2, .flipped = 0.5, .accuracy = 0.5}};
  found.rows = {{.row = 1, .label = "a", .probability = 0.9},
                {.row = 2,
                 .label = "a",
                 .probability = 0.625,
                 .weaker = LabelFlip{.kept = 0.75, .factor = 0.5, .label = "b, c"},
                 .stronger = LabelFlip{.kept = 1, .factor = 1.5, .label = "b, c"}}};
  found.notes = {"a note"};
  return found;
}

}  // namespace

TEST_CASE("prior sensitivity as text lists the factors and the rows that change first") {
  const std::string text = to_text(found_sensitivity());

  CHECK(has(text, "label class with 2 classes: a, b, c\n2 rows, predictive, priors from x 1/2^1"));
  CHECK(has(text, "x 1/2               -         -\n"));
  CHECK(has(text, "x 2          0.5000    0.5000\n"));
  CHECK(has(text, "1 of 2 labels change somewhere; the first of them\n"));
  CHECK(has(text, "x 0.5 to b, c"));
  CHECK(has(text, "x 1.5 to b, c"));
  CHECK(has(text, "- a note\n"));

  PriorSensitivity none = found_sensitivity();
  none.rows.pop_back();
  none.notes.clear();
  for (StrengthPoint& point : none.points) point.accuracy.reset();
  CHECK(has(to_text(none), "no label changes\n"));
  CHECK(!has(to_text(none), "accuracy"));
  CHECK(!has(to_text(none), "notes"));
}

TEST_CASE("prior sensitivity as JSON and CSV holds every row") {
  const auto json = nlohmann::ordered_json::parse(to_json(found_sensitivity()));
  CHECK(json["points"][0]["flipped"].is_null());
  CHECK(json["points"][2]["accuracy"] == 0.5);
  CHECK(json["results"][0]["weaker"].is_null());
  CHECK(json["results"][1]["weaker"]["kept"] == 0.75);
  CHECK(json["results"][1]["stronger"]["label"] == "b, c");
  CHECK(json["notes"][0] == "a note");
  CHECK(to_csv(found_sensitivity()) ==
        "row,label,probability,weaker_factor,weaker_label,stronger_factor,stronger_label\n"
        "1,a,0.9,,,,\n2,a,0.625,0.5,\"b, c\",1.5,\"b, c\"\n");
}

TEST_CASE("the figure of prior sensitivity leaves out factors without an estimate") {
  const Figure figure = sensitivity_figure(found_sensitivity());
  CHECK(figure.name == "sensitivity");
  CHECK(figure.numbers.rows.size() == 3);
  CHECK(!has(figure.drawing.marks(), "nan"));
  CHECK(has(figure.drawing.marks(), "2^1"));
  PriorSensitivity none = found_sensitivity();
  for (StrengthPoint& point : none.points) point.flipped.reset();
  CHECK(!has(sensitivity_figure(none).drawing.marks(), "nan"));
  CHECK(figures_of(page_of(found_sensitivity())).size() == 1);
}
