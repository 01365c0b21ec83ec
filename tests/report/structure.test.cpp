// Structures as text, JSON and figures.
#include <credence/report/figures.hpp>

#include <credence/learn/found_structure.hpp>
#include <credence/predict/explain.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/has.hpp"
#include "support/nine_rows.hpp"

using namespace credence;
using testing::has;
using testing::learned_from_nine;
using testing::nine_model;
using testing::nine_rows;
using testing::table_of;

namespace {

Explanation explained(StructureKind kind) {
  const Posterior<Model> posterior = learned_from_nine({.kind = kind});
  const Table asked = table_of("x0,x1,x2\n0,1,0\n");
  return explain(estimate(posterior, Estimator::predictive), bind(posterior.model, asked), 0,
                 {.klass = "0", .against = "1"});
}

}  // namespace

TEST_CASE("a description shows arcs first, then cells given levels of parents") {
  const std::string text = to_text(describe(learned_from_nine({.kind = StructureKind::tan})));

  CHECK(has(text, "structure tan: 2 of 3 features depend on others\n"));
  CHECK(has(text, "  x1       x0       -0.251314     0.199479\n"));
  CHECK(has(text, "x1 given x0 = 0, 4 rows: categorical"));
  CHECK(text.find("structure tan") < text.find("x0: categorical"));
}

TEST_CASE("a description of an average shows its models, and says what it leaves out") {
  const std::string text =
      to_text(describe(learned_from_nine({.kind = StructureKind::aode}), {.most_contexts = 0}));

  CHECK(has(text, "structure aode: an average of 3 models, weights uniform\n"));
  CHECK(has(text, "0.333333"));
  CHECK(has(text, "0 4, 1 5\n"));
  CHECK(has(text, "14 cells given levels of parents are not shown\n"));
}

TEST_CASE("the JSON of a description has arcs, models and contexts") {
  const auto tree =
      nlohmann::json::parse(to_json(describe(learned_from_nine({.kind = StructureKind::tan}))))
          .at("structure");
  CHECK(tree.at("structure") == "tan");
  CHECK(tree.at("features").at(2).at("parents").at(0) == "x1");
  CHECK(tree.at("features").at(0).at("information").is_null());
  CHECK(tree.at("contexts").at(0).at("levels").at(0) == "0");
  CHECK(tree.at("contexts").at(0).at("features").at(0).at("cells").at(0).at("class") == "0");
  const auto average =
      nlohmann::json::parse(to_json(describe(learned_from_nine({.kind = StructureKind::aode}))))
          .at("structure");
  CHECK(average.at("models").at(1).at("weight") == doctest::Approx(1. / 3));
  CHECK(average.at("models").at(1).at("levels").size() == 3);
}

TEST_CASE("an explanation shows what features depend on, and the models of an average") {
  const std::string tree = to_text(explained(StructureKind::tan));
  CHECK(has(tree, "row 1: class = 0 against 1, predictive, in nats; structure tan\n"));
  CHECK(has(tree, "x1        1        x0 = 0"));
  const std::string average = to_text(explained(StructureKind::aode));
  CHECK(has(average, "parent of all others"));
  CHECK(has(average, "x0                    0.3572"));
  CHECK_FALSE(has(average, "given"));
  const auto json = nlohmann::json::parse(to_json(explained(StructureKind::aode)));
  CHECK(json.at("models").at(2).at("share") == doctest::Approx(.327724196651686));
  CHECK(json.at("structure") == "aode");
  const auto lines = nlohmann::json::parse(to_json(explained(StructureKind::tan))).at("lines");
  CHECK(lines.at(2).at("given") == "x0 = 0");
  CHECK_FALSE(lines.at(1).contains("given"));
}

TEST_CASE("the figure of an explanation and its numbers name what features depend on") {
  const Figure figure = explanation_figure(explained(StructureKind::tan));
  CHECK(has(figure.drawing.marks(), "x1 = 1 | x0 = 0"));
  CHECK(figure.numbers.columns[2] == "given");
  for (const auto& row : figure.numbers.rows) CHECK(row.size() == figure.numbers.columns.size());
  CHECK(page_of(explained(StructureKind::aode)).sections[0].tables.size() == 2);
}

TEST_CASE("a tree is drawn as boxes with its numbers beside it") {
  const std::vector<Figure> figures =
      figures_of(found_structure(learned_from_nine({.kind = StructureKind::tan})));

  REQUIRE(figures.size() == 1);
  CHECK(figures[0].name == "structure of tan");
  CHECK(figures[0].numbers.rows.size() == 3);
  CHECK(figures[0].numbers.columns ==
        std::vector<std::string>{"feature", "parents", "gain", "information"});
  const std::string& marks = figures[0].drawing.marks();
  // The root above its child, and that above its own.
  CHECK(marks.find(">x0<") < marks.find(">x1<"));
  CHECK(marks.find(">x1<") < marks.find(">x2<"));
  CHECK(has(marks, ">-0.251<"));
}

TEST_CASE("an arc that costs evidence is drawn in dots, one that gains is not") {
  FoundStructure found{
      .asked = {.kind = StructureKind::tan},
      .features = {{.feature = "root"}, {.feature = "child", .parents = {"root"}, .gain = 2}}};
  const auto bars = [&] {
    const std::string marks = figures_of(found)[0].drawing.marks();
    std::size_t count = 0;
    for (std::size_t at = marks.find("s0 cell"); at != std::string::npos;
         at = marks.find("s0 cell", at + 1))
      ++count;
    return count;
  };
  CHECK(bars() == 1);
  found.features[1].gain = -2;
  CHECK(bars() > 2);
}

TEST_CASE("an average is drawn by its weights, the heaviest first; look-up not at all") {
  const std::vector<Figure> figures = figures_of(found_structure(
      learned_from_nine({.kind = StructureKind::aode, .average = ModelWeights::evidence})));
  REQUIRE(figures.size() == 1);
  CHECK(std::get<std::string>(figures[0].numbers.rows[0][0]) == "x1");
  CHECK(std::get<double>(figures[0].numbers.rows[0][2]) == doctest::Approx(.501113585746102));
  CHECK(figures_of(found_structure(learned_from_nine({.kind = StructureKind::lookup}))).empty());
}

TEST_CASE("compared structures stand side by side in the figures and on the page") {
  const Comparison comparison =
      compare(nine_model({}), table_of(nine_rows),
              {.folds = 3,
               .estimators = {Estimator::predictive},
               .structures = {{}, {.kind = StructureKind::tan}, {.kind = StructureKind::aode}}});

  const std::vector<Figure> figures = figures_of(comparison);
  const auto named = [&](const std::string& name) {
    return std::count_if(figures.begin(), figures.end(),
                         [&](const Figure& figure) { return figure.name == name; });
  };
  CHECK(named("structure of tan") == 1);
  CHECK(named("structure of aode") == 1);
  CHECK(has(figures[0].drawing.marks(), "tan posterior"));
  const Page page = page_of(comparison);
  REQUIRE(page.sections.back().heading == "Structures");
  CHECK(page.sections.back().tables[0].numbers.rows.size() == 3);
}

TEST_CASE("a description of a look-up says around what it is, and how many rows it has seen") {
  const auto described = [](LookupCentre centre) {
    return to_text(describe(learned_from_nine({.kind = StructureKind::lookup, .centre = centre})));
  };

  // Two of the nine rows are (1, 2, 0).
  CHECK(has(described(LookupCentre::naive), ": whole rows are looked up, around naive Bayes\n"));
  CHECK(has(described(LookupCentre::naive), "  8 distinct rows seen\n"));
  CHECK(has(described(LookupCentre::classes),
            ": whole rows are looked up, around the class probabilities\n"));
}

TEST_CASE("of many features sixty are drawn, of many models 24, and captions say so") {
  FoundStructure tree{.asked = {.kind = StructureKind::tan}, .features = {{.feature = "root"}}};
  FoundStructure average{.asked = {.kind = StructureKind::aode}};
  for (int j = 0; j < 69; ++j) {
    const std::string name = "x" + std::to_string(j);
    tree.features.push_back({.feature = name, .parents = {"root"}, .gain = 1, .information = 0.5});
    average.models.push_back({.parents = {name}, .weight = j + 1.0});
  }

  const Figure boxes = figures_of(tree)[0];
  const Figure bars = figures_of(average)[0];

  CHECK(has(boxes.caption, " The first 60 of 70."));
  CHECK(has(boxes.drawing.marks(), ">x58<"));
  CHECK_FALSE(has(boxes.drawing.marks(), ">x59<"));
  CHECK(boxes.numbers.rows.size() == 70);
  CHECK(has(bars.caption, " The first 24 of 69."));
  CHECK(has(bars.drawing.marks(), ">x45<"));
  CHECK_FALSE(has(bars.drawing.marks(), ">x44<"));
  CHECK(bars.numbers.rows.size() == 69);
}

TEST_CASE("a description names the levels of every parent of a feature") {
  const std::string text = to_text(describe(learned_from_nine(
      {.kind = StructureKind::given, .given = {{.feature = "x2", .parents = {"x0", "x1"}}}})));

  // One of the nine rows is (0, 0), two are (0, 1), three are (1, 2).
  CHECK(has(text, "x2 given x0 = 0, x1 = 0, 1 row: categorical"));
  CHECK(has(text, "x2 given x0 = 0, x1 = 1, 2 rows: categorical"));
  CHECK(has(text, "x2 given x0 = 1, x1 = 2, 3 rows: categorical"));
}

TEST_CASE("of many models of an average the first are listed, and how many more there are") {
  Description description = describe(learned_from_nine({.kind = StructureKind::aode}));
  REQUIRE(description.structure);
  for (int j = 0; j < 100; ++j)
    description.structure->found.models.push_back(
        {.parents = {"y" + std::to_string(j)}, .log_evidence = -1, .weight = 0.001});

  const std::string text = to_text(description);

  CHECK(has(text, ": an average of 103 models, weights uniform\n"));
  CHECK(has(text, "  ... 53 more models\n"));
  CHECK_FALSE(has(text, "y99"));
}
