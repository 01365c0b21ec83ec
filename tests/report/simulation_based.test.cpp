// Simulation-based calibration: what is told of flagged parameters and of many.
#include <credence/report/figures.hpp>
#include <credence/study/simulation_based.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using credence::testing::has;

namespace {

// So many parameters of one feature; the first of them are flagged, the last first.
SimulationBasedCalibration calibration_of(int parameters, int flagged) {
  SimulationBasedCalibration found{.options = {.simulations = 100, .draws = 3, .bins = 4},
                                   .subject = "label class"};
  for (int i = 0; i < parameters; ++i)
    found.parameters.push_back({.feature = "age",
                                .family = "normal",
                                .klass = "c" + std::to_string(i),
                                .parameter = "mean",
                                .counts = {40, 20, 20, 20},
                                .chi_square = i < flagged ? 60.0 : 2.0,
                                .p_value = i < flagged ? 1e-9 / (i + 1) : 0.5,
                                .mean_rank = 0.25,
                                .ecdf_difference = {0.15, 0.1, 0.05},
                                .largest_difference = 0.15});
  return found;
}

}  // namespace

TEST_CASE(
    "a flagged parameter has a sentence with its chi-square and p-value, and a yes beside it") {
  const SimulationBasedCalibration found = calibration_of(2, 1);

  const std::string text = to_text(found);
  const auto json = nlohmann::ordered_json::parse(to_json(found));

  CHECK(has(text, sentence_on(found.parameters[0]) + " (chi-square 60.0, p-value 1e-09)\n"));
  CHECK_FALSE(has(text, "no parameter is flagged"));
  CHECK(has(to_csv(found), "age,normal,c0,mean,,60,1e-09,0.25,0.15,1"));
  CHECK(json["results"][0]["flagged"] == true);
  CHECK(json["results"][1]["flagged"] == false);
  CHECK(json["conclusions"].size() == 1);
}

TEST_CASE(
    "of many flagged parameters ten are told, the smallest p-value first, and how many more") {
  const SimulationBasedCalibration found = calibration_of(15, 13);

  const std::string text = to_text(found);

  CHECK(has(text, "\n3 more parameters are flagged\n"));
  CHECK(text.find("class 'c12'") < text.find("class 'c11'"));
  CHECK(has(text, "class 'c3'"));
  CHECK_FALSE(has(text, "class 'c2'"));
  CHECK(page_of(found).sections[0].points.size() == 10);
  CHECK(nlohmann::json::parse(to_json(found))["conclusions"].size() == 13);
}

TEST_CASE("of many parameters thirty have a line, the others are counted, twelve are drawn") {
  const SimulationBasedCalibration found = calibration_of(40, 0);

  const std::string text = to_text(found);
  const Page page = page_of(found);

  CHECK(has(text, "no parameter is flagged"));
  CHECK(has(text, "... 10 more in CSV and JSON\n"));
  CHECK(page.sections[0].figures.size() == 13);
  CHECK(testing::markup_of(to_html(page)).fault == "");
}

TEST_CASE("where no parameter varies nothing is checked, drawn or listed") {
  const SimulationBasedCalibration found = calibration_of(0, 0);
  CHECK(has(to_text(found), "\n\nno parameter varies: there is nothing to check\n"));
  CHECK(page_of(found).sections[0].figures.empty());
  CHECK(nlohmann::json::parse(to_json(found))["results"].empty());
}
