// The picture of what changed: which classes and columns it has room for.
#include <credence/report/figures.hpp>
#include <credence/study/drift.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace credence;

namespace {

// Classes c0 to c19 of one column, the later of which changed the more.
Drift of_many_classes() {
  Drift drift{.label = "kind"};
  drift.labels = {.feature = "kind", .rows_before = 9, .rows_after = 9};
  for (int klass = 0; klass < 20; ++klass) drift.classes.push_back("c" + std::to_string(klass));
  for (int klass = 19; klass >= 0; --klass)
    drift.changes.push_back({.feature = "age",
                             .klass = drift.classes[static_cast<std::size_t>(klass)],
                             .rows_before = 9,
                             .rows_after = 9,
                             .log_bayes_factor = 1.0 * klass,
                             .probability = 0.5});
  drift.columns = {{.feature = "age", .family = "normal", .probability = 0.5}};
  return drift;
}

}  // namespace

TEST_CASE("of many classes those that changed most are drawn, and the caption says so") {
  const Figure figure = drift_figure(of_many_classes());

  CHECK(figure.caption.find("Of 20 classes the 12 that changed most are drawn.") !=
        std::string::npos);
  const std::string svg = to_svg(figure);
  CHECK(svg.find(">c19<") != std::string::npos);
  CHECK(svg.find(">c8<") != std::string::npos);
  CHECK(svg.find(">c7<") == std::string::npos);
  CHECK(svg.find(">c8<") < svg.find(">c19<"));
}

TEST_CASE("a few classes are all drawn, without a word on it") {
  Drift drift = of_many_classes();
  drift.classes.resize(3);
  CHECK(drift_figure(drift).caption.find("classes the") == std::string::npos);
}

TEST_CASE("of more than 24 columns those that changed most are drawn, in the order of the schema") {
  Drift drift{.label = "kind", .classes = {"c"}};
  drift.labels = {.feature = "kind", .rows_before = 9, .rows_after = 9};
  for (int j = 0; j < 30; ++j)
    drift.columns.push_back({.feature = "x" + std::to_string(j), .family = "normal"});
  for (int j = 29; j >= 0; --j)
    drift.changes.push_back({.feature = "x" + std::to_string(j), .klass = "c", .probability = 0.5});

  const Figure figure = drift_figure(drift);
  const std::string svg = to_svg(figure);

  CHECK(figure.caption.find(" Of 30 columns the 24 that changed most are drawn.") !=
        std::string::npos);
  CHECK(svg.find(">x6<") < svg.find(">x29<"));
  CHECK(svg.find(">x5<") == std::string::npos);
}

TEST_CASE("what was not compared is said once for each reason, ten times at most") {
  Drift drift = of_many_classes();
  drift.changes = {{.feature = "x0", .klass = "c1", .undefined = "no rows before"}};
  for (int j = 0; j < 12; ++j)
    drift.changes.push_back(
        {.feature = "x" + std::to_string(j), .klass = "c0", .undefined = "no rows before"});

  const std::string text = to_text(drift);
  const Page page = page_of(drift);

  CHECK(text.find("'x9' is not compared: no rows before\n2 more are not compared\n") !=
        std::string::npos);
  CHECK(text.find("'x10' is not") == std::string::npos);
  CHECK(page.sections[0].details.size() == 11);
  CHECK(page.sections[0].details[0] == "'x0' is not compared: no rows before");
}

TEST_CASE("a class without a comparison of a column, and an undefined one, are dashes") {
  Drift drift = of_many_classes();
  drift.classes = {"c0", "c1", "new"};
  drift.changes = {{.feature = "age", .klass = "c0", .probability = 0.5},
                   {.feature = "age", .klass = "c1", .undefined = "no rows before"}};

  const std::string marks = drift_figure(drift).drawing.marks();

  const std::size_t first = marks.find(">-<");
  const std::size_t second = marks.find(">-<", first + 1);
  REQUIRE(second != std::string::npos);
  CHECK(marks.find(">-<", second + 1) == std::string::npos);
}
