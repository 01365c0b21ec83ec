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
