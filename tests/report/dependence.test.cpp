// Pairs of columns that depend on each other: what of many is told, and what is drawn.
#include <credence/report/figures.hpp>
#include <credence/study/dependence.hpp>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/listing/text_table.hpp"
#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using credence::testing::has;

namespace {

// Columns x0, x1, ... of which no pair was compared.
DependenceCheck check_of_columns(int columns) {
  DependenceCheck check{.rows = 9, .label = "class", .classes = {"p"}};
  for (int j = 0; j < columns; ++j) check.features.push_back("x" + std::to_string(j));
  return check;
}

PairDependence dependent_pair(const std::string& first, const std::string& second) {
  return {.first = first,
          .second = second,
          .klass = "p",
          .rows = 9,
          .information = 0.25,
          .log_bayes_factor = 4,
          .probability = 0.99};
}

std::string name_of_column(int column) { return "x" + std::to_string(column); }

}  // namespace

TEST_CASE("pairs that were not compared have their reason in JSON and on the page") {
  DependenceCheck check = check_of_columns(2);
  check.not_tested = {{.first = "x0", .second = "x1", .why = "their squares overflow"}};

  const auto json = nlohmann::ordered_json::parse(to_json(check));
  const Page page = page_of(check);

  CHECK(json["not_tested"].dump() ==
        R"([{"first":"x0","second":"x1","why":"their squares overflow"}])");
  CHECK(json["results"].empty());
  CHECK(page.sections[0].details ==
        std::vector<std::string>{"'x0' and 'x1' are not compared: their squares overflow"});
  CHECK(page.sections[0].figures.empty());
}

TEST_CASE("lines of pairs are shorter than 120 columns, whatever columns are called") {
  DependenceCheck check = check_of_columns(2);
  check.pairs = {dependent_pair(std::string(90, 'a'), std::string(90, 'b'))};

  const std::string text = to_text(check);

  const std::size_t begin = text.find("\na") + 1;
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  CHECK(line.size() > 110);
  CHECK(report::fits(line));
  CHECK(has(to_json(check), std::string(90, 'b')));
}

TEST_CASE("of many pairs that were not compared twenty are told, and how many more") {
  DependenceCheck check = check_of_columns(2);
  for (int i = 0; i < 25; ++i)
    check.not_tested.push_back({.first = name_of_column(i), .second = "y", .why = "too wide"});

  const std::string text = to_text(check);

  CHECK(has(text, "'x19' and 'y' are not compared: too wide\n5 more pairs are not compared\n"));
  CHECK_FALSE(has(text, "'x20'"));

  check.not_tested.resize(21);
  CHECK(has(to_text(check), "\n1 more pair is not compared\n"));
}

TEST_CASE("of 24 columns all are drawn, of more those of the strongest pairs in their order") {
  DependenceCheck check = check_of_columns(30);
  check.pairs.push_back(dependent_pair("x7", "x29"));
  for (int j = 28; j > 0; --j) check.pairs.push_back(dependent_pair("x0", name_of_column(j)));

  const Figure figure = dependence_figure(check);
  const std::string svg = to_svg(figure);

  CHECK(testing::markup_of(svg).fault == "");
  CHECK(has(figure.caption, " Of 30 columns the 24 with the strongest pairs are drawn."));
  CHECK(figure.numbers.rows.size() == 29);
  // x7, x29 and x0, then x28 down to x7, which is drawn already: x8 is the last of the 24.
  CHECK(has(svg, ">x8<"));
  CHECK_FALSE(has(svg, ">x6<"));
  CHECK(svg.find(">x0<") < svg.find(">x7<"));
  CHECK(svg.find(">x28<") < svg.find(">x29<"));
  check.features.resize(24);
  CHECK_FALSE(has(dependence_figure(check).caption, "are drawn"));
}

TEST_CASE("a pair that depends has its information in its cell, one not compared a dash") {
  DependenceCheck check = check_of_columns(3);
  check.pairs = {dependent_pair("x0", "x1"), dependent_pair("x1", "x2")};
  check.pairs[1].probability = 0.5;

  const std::string marks = dependence_figure(check).drawing.marks();

  CHECK(has(marks, ">.25<"));
  CHECK(marks.find(">.25<") == marks.rfind(">.25<"));
  CHECK(has(marks, ">-<"));
  CHECK(marks.find(">-<") == marks.rfind(">-<"));
}

TEST_CASE("a page says that no columns depend on each other only where some were compared") {
  DependenceCheck check = check_of_columns(2);
  check.not_tested = {{.first = "x0", .second = "x1", .why = "too wide"}};

  CHECK(section_of(check).points == std::vector<std::string>{"No two columns could be compared."});
  check.pairs = {dependent_pair("x0", "x1")};
  check.pairs[0].probability = 0.5;
  CHECK(has(section_of(check).points[0], "as far as these rows tell"));
}
