// Structures and the order of rows; averages by evidence without a row.
#include <doctest/doctest.h>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <cmath>
#include <limits>
#include <set>

#include "study/refits.hpp"
#include "support/nine_rows.hpp"

using namespace credence;
using testing::nine_model;
using testing::nine_rows;
using testing::table_of;

namespace {

constexpr std::string_view backwards =
    "x0,x1,x2,class\n1,2,0,1\n0,2,0,1\n1,0,0,1\n1,2,1,1\n1,1,0,0\n1,2,1,0\n0,1,1,0\n0,1,0,0\n"
    "0,0,0,0\n";

}  // namespace

TEST_CASE("structures: the order of rows makes no difference") {
  const Table asked = table_of("x0,x1,x2\n0,1,0\n1,0,1\n0,2,1\n");
  for (const StructureKind kind : {StructureKind::tan, StructureKind::kdb, StructureKind::aode,
                                   StructureKind::a2de, StructureKind::lookup}) {
    CAPTURE(std::string(to_string(kind)));
    const Posterior<Model> forth = observe(nine_model({.kind = kind}), table_of(nine_rows));
    const Posterior<Model> back = observe(nine_model({.kind = kind}), table_of(backwards));
    const FoundStructure one = found_structure(forth);
    const FoundStructure other = found_structure(back);
    CHECK(one.models == other.models);
    REQUIRE(one.features.size() == other.features.size());
    for (std::size_t j = 0; j < one.features.size(); ++j) {
      CHECK(one.features[j].parents == other.features[j].parents);
      CHECK(one.features[j].gain == other.features[j].gain);
    }
    CHECK(Classifier{forth, Estimator::predictive}.predict(asked).log_joint ==
          Classifier{back, Estimator::predictive}.predict(asked).log_joint);
  }
}

TEST_CASE("an average by evidence without a row is the sum of evidences without it") {
  const Table table = table_of(nine_rows);
  const Posterior<Model> posterior =
      observe(nine_model({.kind = StructureKind::aode, .average = ModelWeights::evidence}), table);
  const BoundTable bound = bind(posterior.model, table);
  const LeaveOneOut left =
      leave_one_out(posterior, Estimator::predictive, bound, all_rows(bound.rows));
  // 449/21560: exact fractions, from a computation of their own.
  CHECK(left.predictions.log_joints(0)[0] ==
        doctest::Approx(std::log(449. / 21560)).epsilon(1e-12));
}

TEST_CASE("averages by evidence are those of the other rows under every estimator") {
  const Table table = table_of(nine_rows);
  const Posterior<Model> posterior =
      observe(nine_model({.kind = StructureKind::aode, .average = ModelWeights::evidence}), table);
  for (const Estimator estimator : {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori,
                                    Estimator::posterior_mean, Estimator::predictive})
    testing::check_estimator(posterior, bind(posterior.model, table), estimator, 1);
}

TEST_CASE(
    "averages by evidence are those of the other rows, also where rows fall back to fewer "
    "parents") {
  const Table table = table_of(nine_rows);
  const Posterior<Model> posterior = observe(
      nine_model({.kind = StructureKind::a2de, .average = ModelWeights::evidence, .least_rows = 2}),
      table);
  testing::check_estimator(posterior, bind(posterior.model, table), Estimator::predictive, 1);
}

TEST_CASE("averages by evidence are those of the other rows where a level implies another") {
  // x2 is 0 wherever x1 is, in four rows.
  const Table table = table_of(std::string(nine_rows) + "1,0,0,0\n1,0,0,1\n");
  const Posterior<Model> posterior = observe(
      nine_model(
          {.kind = StructureKind::aode, .average = ModelWeights::evidence, .subsumption_rows = 2}),
      table);
  testing::check_estimator(posterior, bind(posterior.model, table), Estimator::predictive, 1);
}

TEST_CASE("levels that a class never has together are undefined for rows left out, too") {
  // Class 0 has rows of x0 = 1 and of x1 = 0, but none of both.
  const std::string rows(nine_rows);
  const Table table = table_of(rows + rows.substr(rows.find('\n') + 1));
  const Posterior<Model> posterior =
      observe(nine_model({.kind = StructureKind::given, .given = {{"x2", {"x0", "x1"}}}}), table);
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::predictive})
    testing::check_estimator(posterior, bind(posterior.model, table), estimator, 1);
}

TEST_CASE("a mode that a prior alone gives counts for rows left out, too") {
  // Class p has rows of a = u and of b = v, but none of both.
  const Table table = table_of(
      "a,b,x,class\nu,u,1,p\nu,u,2,p\nv,v,3,p\nv,v,5,p\nu,v,2,q\nu,v,4,q\nu,u,6,q\nv,v,7,q\nv,u,8,"
      "q\n"
      "u,u,3,q\nv,v,4,q\nv,u,1,q\nv,u,2,p\nv,u,4,p\n");
  const Model model(testing::schema_of({{.name = "a", .family = "categorical"},
                                        {.name = "b", .family = "categorical"},
                                        {.name = "x", .family = "normal"}}));
  const Posterior<Model> posterior = observe(
      with_structure(model, {.kind = StructureKind::given, .given = {{"x", {"a", "b"}}}}), table);
  testing::check_estimator(posterior, bind(posterior.model, table), Estimator::maximum_a_posteriori,
                           1);
}

TEST_CASE(
    "a2de asks nothing of a class in which its two parents never have their levels together") {
  const std::string rows(nine_rows);
  const Table table = table_of(rows + rows.substr(rows.find('\n') + 1));
  const Posterior<Model> posterior = observe(nine_model({.kind = StructureKind::a2de}), table);
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori}) {
    CHECK(estimate(posterior, estimator).undefined.empty());
    testing::check_estimator(posterior, bind(posterior.model, table), estimator, 1);
  }
}

TEST_CASE("levels of two parents that have no mode have none for rows left out, too") {
  const Table table = table_of(nine_rows);
  for (const double each : {0.5, 1.0}) {
    const Posterior<Model> posterior =
        observe(nine_model({.kind = StructureKind::a2de,
                            .prior = {.kind = ContextPrior::Kind::each, .strength = each},
                            .may_be_parents = {"x0", "x2"}}),
                table);
    const BoundTable bound = bind(posterior.model, table);
    const LeaveOneOut left =
        leave_one_out(posterior, Estimator::maximum_a_posteriori, bound, all_rows(bound.rows));
    std::set<std::string> classes;
    for (const UndefinedCell& cell : left.undefined)
      if (cell.feature == "x0, x2") classes.insert(cell.klass);
    // Class 0 has one row of x0 = 1 and x2 = 0, class 1 none of x0 = 0 and x2 = 1.
    CHECK(classes == (each < 1 ? std::set<std::string>{"0", "1"} : std::set<std::string>()));
  }
}

TEST_CASE("a level that its own parents' pseudo-counts make possible rules no class out") {
  // Class 1 never has x1 = 1, but given x0 the mode of x1 gives that level a probability.
  const ContextPrior two{.kind = ContextPrior::Kind::each, .strength = 2};
  const Table table = table_of(nine_rows);
  const Posterior<Model> posterior = observe(
      nine_model(
          {.kind = StructureKind::given, .prior = two, .given = {{"x1", {"x0"}}, {"x2", {"x1"}}}}),
      table);
  const Classifier mode{posterior, Estimator::maximum_a_posteriori};
  CHECK(mode.predict(table_of("x0,x1,x2\n0,1,0\n")).log_joints(0)[1] ==
        doctest::Approx(std::log(4. / 9 * 1 / 4 * 1 / 4 * 1 / 2)).epsilon(1e-12));
  testing::check_estimator(posterior, bind(posterior.model, table), Estimator::maximum_a_posteriori,
                           1);
  const Posterior<Model> pairs =
      observe(nine_model({.kind = StructureKind::a2de, .prior = two}), table);
  testing::check_estimator(pairs, bind(pairs.model, table), Estimator::maximum_a_posteriori, 1);
}

TEST_CASE("nothing is asked of a class that one parent rules out given the other") {
  const std::string rows(nine_rows);
  const Table table = table_of(rows + rows.substr(rows.find('\n') + 1));
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori}) {
    CAPTURE(std::string(to_string(estimator)));
    // x1 given x0 has probability 0 where a class lacks both levels; without x0 nothing rules it out.
    for (const bool chained : {true, false}) {
      std::vector<ParentsOf> parents{{"x2", {"x0", "x1"}}};
      if (chained) parents.insert(parents.begin(), {"x1", {"x0"}});
      const Posterior<Model> posterior =
          observe(nine_model({.kind = StructureKind::given, .given = parents}), table);
      CHECK(estimate(posterior, estimator).undefined.empty() == chained);
      testing::check_estimator(posterior, bind(posterior.model, table), estimator, 1);
      if (!chained) continue;
      const Predictions answer =
          Classifier{posterior, estimator}.predict(table_of("x0,x1,x2\n1,0,0\n"));
      CHECK(answer.log_joints(0)[0] == -std::numeric_limits<double>::infinity());
      // Class 1: 4/9, x0 = 1 in 3 of 4, x1 = 0 in 1 of these 3, x2 = 0 there.
      CHECK(answer.log_joints(0)[1] == doctest::Approx(std::log(1. / 9)).epsilon(1e-12));
    }
  }
}
