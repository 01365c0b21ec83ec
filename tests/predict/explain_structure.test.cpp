// Explanations under structures: lines that name parents, averages by logarithmic means, look-up.
#include <credence/predict/explain.hpp>

#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/nine_rows.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::nine_model;
using testing::nine_rows;
using testing::table_of;

namespace {

using enum Estimator;

// Levels, answers, missing cells and numbers.
constexpr std::string_view mixed =
    "colour,smoker,size,visits,class\n"
    "red,no,1.5,2,p\nblue,yes,2.5,0,p\nred,yes,,1,p\n,no,4.0,3,p\nblue,,3.5,2,p\n"
    "green,yes,7.0,5,q\nblue,yes,5.5,4,q\ngreen,no,6.0,,q\nred,yes,8.0,6,q\nblue,no,6.5,3,q\n";

Model mixed_model(Structure structure) {
  return with_structure(
      Model(testing::schema_of({{.name = "colour", .family = "categorical"},
                                {.name = "smoker", .family = "bernoulli", .levels = {"no", "yes"}},
                                {.name = "size", .family = "normal"},
                                {.name = "visits", .family = "poisson"}})),
      std::move(structure));
}

Explanation why(const Model& model, std::string_view learned, std::string_view asked,
                Estimator estimator = predictive, const ExplainOptions& options = {}) {
  const Posterior<Model> posterior = observe(model, table_of(learned));
  const Table table = table_of(asked);
  return explain(estimate(posterior, estimator), bind(posterior.model, table), 0, options);
}

doctest::Approx exact(double value) { return doctest::Approx(value).epsilon(1e-12); }

const std::vector<Structure> structures{
    {.kind = StructureKind::tan, .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::tan, .tree = TreeScore::evidence, .may_be_parents = {"colour"}},
    {.kind = StructureKind::aode, .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::aode, .least_rows = 3, .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::aode,
     .average = ModelWeights::information,
     .least_rows = 0,
     .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::aode, .may_be_parents = {"colour"}, .like_weka = true},
    {.kind = StructureKind::a2de, .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::lookup, .may_be_parents = {"colour", "smoker"}},
    {.kind = StructureKind::lookup,
     .may_be_parents = {"colour", "smoker"},
     .centre = LookupCentre::naive},
    {.kind = StructureKind::given,
     .given = {{"size", {"colour", "smoker"}}, {"visits", {"smoker"}}, {"smoker", {"colour"}}}}};

}  // namespace

TEST_CASE("the lines of a structure add up to the log odds of its classifier") {
  const Table table = table_of(mixed);
  const Table asked = table_of(
      "colour,smoker,size,visits\nred,no,3,2\nblue,yes,6,\n,yes,2,1\ngreen,,,4\ngrey,no,4,0\n");
  for (const Structure& structure : structures)
    for (const Estimator estimator : all_estimators) {
      CAPTURE(name_of(structure));
      CAPTURE(to_string(estimator));
      const Estimates estimates = estimate(observe(mixed_model(structure), table), estimator);
      if (!estimates.undefined.empty()) continue;
      const BoundTable bound = bind(estimates.model, asked);
      const Predictions answers = Classifier(estimates).predict(bound, {.count = bound.rows});
      for (Index row = 0; row < bound.rows; ++row) {
        CAPTURE(row);
        if (answers.impossible[static_cast<std::size_t>(row)]) continue;
        const Explanation found = explain(estimates, bound, row, {.klass = "p", .against = "q"});
        const double odds = answers.log_joints(row)[0] - answers.log_joints(row)[1];
        CHECK(sum_of_lines(found.lines) == found.log_odds);
        if (std::isfinite(odds))
          CHECK(found.log_odds == exact(odds));
        else
          CHECK(found.log_odds == odds);
        CHECK(found.structure == name_of(structure));
      }
    }
}

TEST_CASE("nine rows: an average is explained by logarithmic means") {
  const Explanation found = why(nine_model({.kind = StructureKind::aode}), nine_rows,
                                "x0,x1,x2\n0,1,0\n", predictive, {.klass = "0", .against = "1"});

  CHECK(found.log_odds == exact(1.53107799859478));
  REQUIRE(found.models.size() == 3);
  CHECK(found.models[0].parents == std::vector<std::string>{"x0"});
  CHECK(found.models[0].share == exact(.357158250720864));
  CHECK(found.models[1].share == exact(.311916980776360));
  CHECK(found.models[2].share == exact(.327724196651686));
  REQUIRE(found.lines.size() == 4);
  // Each model's own log odds, by its share, are those of the average.
  double sum = 0;
  for (const ModelShare& model : found.models) sum += model.share * model.log_odds;
  CHECK(sum == exact(found.log_odds));
  // One row more of class 0 than of 1: (5 + 1) / (4 + 1), by the sum of the shares.
  CHECK(found.lines[0].contribution ==
        exact(std::log(6. / 5) * (.357158250720864 + .311916980776360 + .327724196651686)));
  CHECK(found.lines[1].given.empty());
}

TEST_CASE("a line of a tree names the parent and its level") {
  const Explanation found = why(nine_model({.kind = StructureKind::tan}), nine_rows,
                                "x0,x1,x2\n0,1,0\n", predictive, {.klass = "0", .against = "1"});

  REQUIRE(found.lines.size() == 4);
  CHECK(found.models.empty());
  CHECK(found.lines[1].given.empty());
  // x0 = 0: 3 of 5 rows and 1 of 4, each level once more.
  CHECK(found.lines[1].contribution == exact(std::log((4. / 7) / (2. / 6))));
  CHECK(found.lines[2].given == "x0 = 0");
  // x1 = 1 where x0 = 0: 2 of 3 rows and 0 of 1.
  CHECK(found.lines[2].contribution == exact(std::log((3. / 6) / (1. / 4))));
  CHECK(found.lines[3].given == "x1 = 1");
  // x2 = 0 where x1 = 1: 2 of 3 rows and 0 of 0.
  CHECK(found.lines[3].contribution == exact(std::log((3. / 5) / (1. / 2))));
}

TEST_CASE("where a level was hardly seen the line says what stands in") {
  const Structure two{.kind = StructureKind::given, .given = {{"size", {"smoker", "colour"}}}};
  const Explanation seen = why(mixed_model(two), mixed, "colour,smoker,size,visits\nred,yes,3,2\n");
  const Explanation unseen =
      why(mixed_model(two), mixed, "colour,smoker,size,visits\ngrey,yes,3,2\n");

  CHECK(seen.lines[3].given == "smoker = yes, colour = red");
  CHECK(seen.lines[3].note.empty());
  CHECK(unseen.lines[3].given == "smoker = yes");
  CHECK(unseen.lines[3].note == "smoker = yes, colour = grey was seen too seldom");
}

TEST_CASE("a number as a parent is named by its bin, a missing cell as missing") {
  const Structure structure{
      .kind = StructureKind::given, .given = {{"visits", {"size"}}}, .edges = {{"size", {4.75}}}};
  const std::string_view head = "colour,smoker,size,visits\n";
  const auto given = [&](std::string_view row) {
    return why(mixed_model(structure), mixed, std::string(head) + std::string(row))
        .lines.back()
        .given;
  };
  CHECK(given("red,no,5,2\n") == "size = >4.75");
  CHECK(given("red,no,,2\n") == "size = missing");
}

TEST_CASE("models that are impossible under one class have a line of their own") {
  // b = 1 was never seen with class q, and a = 1, b = 1 only with class p.
  constexpr std::string_view rows =
      "a,b,c,class\n0,0,0,p\n0,1,0,p\n1,1,1,p\n1,0,0,p\n0,0,1,q\n1,0,0,q\n1,0,1,q\n0,2,1,q\n";
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                               {.name = "b", .family = "categorical"},
                                               {.name = "c", .family = "categorical"}})),
                     {.kind = StructureKind::aode});
  const Explanation all = why(model, rows, "a,b,c\n1,1,1\n", maximum_likelihood);
  CHECK(all.klass == "p");
  CHECK(all.log_odds == std::numeric_limits<double>::infinity());
  REQUIRE(all.lines.size() == 5);
  CHECK(all.lines[4].kind == LineKind::models);
  CHECK(to_string(all.lines[4].kind) == "models");
  CHECK(all.lines[4].value == "impossible under q");

  // Under q the row 0, 0, 0 is possible for the parent c alone: with a = 0 or b = 0, c was 1.
  constexpr std::string_view partly =
      "a,b,c,class\n0,0,0,p\n0,0,1,p\n0,0,0,p\n0,0,1,q\n0,1,1,q\n1,0,0,q\n1,1,0,q\n";
  const Posterior<Model> posterior = observe(model, table_of(partly));
  const Table asked = table_of("a,b,c\n0,0,1\n");
  const BoundTable bound = bind(posterior.model, asked);
  const Estimates estimates = estimate(posterior, maximum_likelihood);
  REQUIRE(estimates.undefined.empty());
  const Explanation found = explain(estimates, bound, 0, {.klass = "p", .against = "q"});
  const Predictions answers = Classifier(estimates).predict(bound, {.count = 1});
  CHECK(found.log_odds == exact(answers.log_joints(0)[0] - answers.log_joints(0)[1]));
}

TEST_CASE("classes that share no possible model are told apart by one line") {
  // Three models; in each of them one of the two classes is impossible, or both are.
  constexpr std::string_view rows = "a,b,class\n0,0,p\n1,1,p\n0,1,q\n1,0,q\n0,0,q\n";
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                               {.name = "b", .family = "categorical"}})),
                     {.kind = StructureKind::aode});
  const Explanation found =
      why(model, rows, "a,b\n1,1\n", maximum_likelihood, {.klass = "p", .against = "q"});
  CHECK(found.lines.back().kind == LineKind::models);
  CHECK(found.lines[0].contribution == 0);
  CHECK(found.lines[1].note == "not evaluated");
  CHECK(found.log_odds == std::numeric_limits<double>::infinity());
}

TEST_CASE("a feature that another one implies is silent, and its line says so") {
  constexpr std::string_view rows =
      "sex,pregnant,age,class\nf,yes,a,p\nf,yes,b,p\nf,yes,a,q\nf,no,b,q\nm,no,a,q\nm,no,b,p\n";
  const Posterior<Model> posterior = observe(
      with_structure(Model(testing::schema_of({{.name = "sex", .family = "categorical"},
                                               {.name = "pregnant", .family = "categorical"},
                                               {.name = "age", .family = "categorical"}})),
                     {.kind = StructureKind::aode, .subsumption_rows = 2}),
      table_of(rows));
  const Table asked = table_of("sex,pregnant,age\nf,yes,a\nf,no,a\n");
  const BoundTable bound = bind(posterior.model, asked);
  const Estimates estimates = estimate(posterior, predictive);
  const Predictions answers = Classifier(estimates).predict(bound, {.count = 2});
  for (Index row = 0; row < 2; ++row) {
    const Explanation found = explain(estimates, bound, row, {.klass = "p", .against = "q"});
    CHECK(found.log_odds == exact(answers.log_joints(row)[0] - answers.log_joints(row)[1]));
    CHECK(found.models.size() == (row == 0 ? 2 : 3));
    CHECK(found.lines[1].value == "f");
    CHECK(found.lines[1].note == (row == 0 ? "implied by pregnant = yes" : ""));
  }
}

TEST_CASE("a silent first child leaves lines of Weka's AODE the term of class and parent") {
  constexpr std::string_view rows =
      "sex,pregnant,age,class\nf,yes,a,p\nf,yes,b,p\nf,yes,a,q\nf,no,b,q\nm,no,a,q\nm,no,b,p\n";
  const ColumnSchema pregnant{.name = "pregnant", .family = "categorical"};
  const ColumnSchema age{.name = "age", .family = "categorical"};
  const Structure weka{.kind = StructureKind::aode, .like_weka = true, .subsumption_rows = 2};
  const Model all(testing::schema_of({{.name = "sex", .family = "categorical"}, pregnant, age}));
  const Model fewer(testing::schema_of({pregnant, age}));
  const std::string_view asked = "sex,pregnant,age\nf,yes,b\n";
  const ExplainOptions of{.klass = "p", .against = "q"};
  CHECK(why(with_structure(all, weka), rows, asked, predictive, of).log_odds ==
        exact(why(with_structure(fewer, weka), rows, asked, predictive, of).log_odds));
}

TEST_CASE("a pool of answers is explained by the shares of its models") {
  const Posterior<Model> posterior = observe(nine_model({.kind = StructureKind::aode,
                                                         .average = ModelWeights::stacked,
                                                         .model_weights = {.25, .5, .25}}),
                                             table_of(nine_rows));
  const Table asked = table_of("x0,x1,x2\n0,1,0\n");
  const BoundTable bound = bind(posterior.model, asked);
  const Estimates estimates = estimate(posterior, predictive);
  const Predictions answers = Classifier(estimates).predict(bound, {.count = 1});
  const Explanation found = explain(estimates, bound, 0, {.klass = "0", .against = "1"});
  CHECK(found.log_odds == exact(answers.log_joints(0)[0] - answers.log_joints(0)[1]));
  // P(0 | x) of the three models: 648/823, 756/881 and 162/197.
  const double pooled = .25 * 648 / 823 + .5 * 756 / 881 + .25 * 162 / 197;
  CHECK(found.log_odds == exact(std::log(pooled / (1 - pooled))));
}

TEST_CASE("a cell without an estimate is named by its class and the levels of its parents") {
  // One row of class p with smoker = yes has a size: its variance would be 0.
  const Model model = mixed_model({.kind = StructureKind::given, .given = {{"size", {"smoker"}}}});
  const Estimates estimates = estimate(observe(model, table_of(mixed)), maximum_likelihood);
  std::vector<std::string> named;
  for (const UndefinedCell& cell : estimates.undefined)
    if (cell.feature == "size") named.push_back(cell.klass);
  CHECK(std::find(named.begin(), named.end(), "p, smoker = yes") != named.end());
  CHECK(std::find(named.begin(), named.end(), "q, smoker = yes") == named.end());
}

TEST_CASE("a row that is looked up has two lines: the classes and its counts") {
  const Explanation found = why(nine_model({.kind = StructureKind::lookup}), nine_rows,
                                "x0,x1,x2\n0,1,0\n", predictive, {.klass = "0", .against = "1"});

  REQUIRE(found.lines.size() == 2);
  CHECK(found.lines[0].contribution == exact(std::log(6. / 5)));
  CHECK(found.lines[1].kind == LineKind::row);
  CHECK(to_string(found.lines[1].kind) == "row");
  CHECK(found.lines[1].value == "seen 1 with 0, 0 with 1");
  CHECK(found.lines[1].count == 1);
  CHECK(found.log_odds == exact(std::log(17. / 5)));
  CHECK(testing::throws_error(
      [] {
        (void)why(nine_model({.kind = StructureKind::lookup}), nine_rows, "x0,x1,x2\n1,0,1\n",
                  maximum_likelihood);
      },
      ErrorCode::undefined, "row 1 was never seen"));
}

TEST_CASE("looked up around naive Bayes, its lines stand before that of the row") {
  const Explanation found = why(
      nine_model({.kind = StructureKind::lookup, .centre = LookupCentre::naive, .centre_rows = 2}),
      nine_rows, "x0,x1,x2\n1,0,1\n", predictive, {.klass = "0", .against = "1"});

  REQUIRE(found.lines.size() == 5);
  CHECK(found.lines[4].contribution == doctest::Approx(0).epsilon(1e-12));
  CHECK(found.log_odds == exact(std::log(243. / 280)));
}

TEST_CASE("a common weight of an average takes its share of every line, and leaves the classes") {
  const Table asked = table_of("x0,x1,x2\n0,1,0\n");
  Posterior<Model> average =
      observe(nine_model({.kind = StructureKind::aode}), table_of(nine_rows));
  const BoundTable bound = bind(average.model, asked);
  const ExplainOptions question{.klass = "0", .against = "1"};
  const Explanation plain = explain(estimate(average, predictive), bound, 0, question);
  average.feature_weights = {.kind = FeatureWeighting::common,
                             .estimator = "predictive",
                             .names = {"x0", "x1", "x2"},
                             .values = {0.25, 0.25, 0.25}};

  const Explanation found = explain(estimate(average, predictive), bound, 0, question);

  REQUIRE(found.lines.size() == plain.lines.size());
  // One row more of class 0 than of 1: (5 + 1) / (4 + 1).
  CHECK(found.lines[0].contribution ==
        exact(0.25 * plain.lines[0].contribution + 0.75 * std::log(6. / 5)));
  for (std::size_t line = 1; line < found.lines.size(); ++line) {
    CAPTURE(line);
    CHECK(found.lines[line].contribution == exact(0.25 * plain.lines[line].contribution));
    CHECK(found.lines[line].weight == 0.25);
  }
  CHECK(found.log_odds == exact(0.25 * plain.log_odds + 0.75 * std::log(6. / 5)));
  const Predictions said = Classifier{average, predictive}.predict(asked);
  CHECK(found.log_odds == exact(said.log_joints(0)[0] - said.log_joints(0)[1]));
}

TEST_CASE("a parent that is missing has a line that says so, with what its level tells") {
  const std::string_view learned = "x,y,class\nu,s,a\n,t,a\nu,t,a\nv,s,b\n,s,b\nv,t,b\nu,s,b\n";
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "x", .family = "categorical"},
                                               {.name = "y", .family = "categorical"}})),
                     {.kind = StructureKind::a2de});
  const Table asked = table_of("x,y\n,t\n");
  const Posterior<Model> posterior = observe(model, table_of(learned));

  const Explanation found = explain(estimate(posterior, predictive), bind(posterior.model, asked),
                                    0, {.klass = "a", .against = "b"});

  REQUIRE(found.lines.size() == 3);
  CHECK(found.lines[1].feature == "x");
  CHECK(found.lines[1].value.empty());
  CHECK(found.lines[1].note == "missing");
  // Both parents together have one term, of which each has half.
  CHECK(found.lines[1].contribution == exact(found.lines[2].contribution));
  const Predictions said = Classifier{posterior, predictive}.predict(asked);
  CHECK(found.log_odds == exact(said.log_joints(0)[0] - said.log_joints(0)[1]));
}
