// What naive Bayes alone has is refused for models with a structure, and so are counts that take too much
// memory.
#include <doctest/doctest.h>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/averaged.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/leave_one_out.hpp>
#include <credence/study/predictive_check.hpp>
#include <credence/study/simulation.hpp>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::table_of;
using testing::throws_error;

namespace {

constexpr std::string_view votes =
    "a,b,x,class\nu,u,1,p\nu,v,2,p\nv,u,3,p\nv,v,4,q\nv,v,5,q\nu,v,7,q\nv,u,6.5,q\n";

Model model_of(Structure structure) {
  return with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                  {.name = "b", .family = "categorical"},
                                                  {.name = "x", .family = "normal"}})),
                        std::move(structure));
}

const Structure tree{.kind = StructureKind::tan, .may_be_parents = {"a", "b"}};

template <class Work>
void check_refused(Work&& work) {
  CHECK(throws_error(work, ErrorCode::undefined,
                     "for naive Bayes alone, and the model has structure 'tan'"));
}

}  // namespace

TEST_CASE("structures: what naive Bayes alone has is undefined") {
  const Table table = table_of(votes);
  const Posterior<Model> posterior = observe(model_of(tree), table);
  const Estimates estimates = estimate(posterior, Estimator::predictive);

  check_refused([&] { (void)beliefs(posterior); });
  check_refused([&] { (void)linear_form(estimates); });
  check_refused([&] { (void)AveragedClassifier(posterior); });
  check_refused([&] { (void)drawn_truth(posterior, 1); });
  check_refused([&] { (void)simulate(estimates, {.rows = 2}); });
  check_refused([&] { (void)exact_bayes_error(estimates); });
  check_refused([&] { (void)predictive_check(posterior, table, {.simulations = 200}); });
  check_refused([&] { (void)select_features(model_of(tree), table, {}); });
}

TEST_CASE("structures: a feature alone says what it says in naive Bayes") {
  const Table table = table_of(votes);
  const InformationOptions options{.draws = 0};

  CHECK(rank_by_mutual_information(observe(model_of(tree), table), options) ==
        rank_by_mutual_information(observe(model_of({}), table), options));
}

TEST_CASE("structures: a decision surface is that of a model of two features") {
  const Table table = table_of("x,z,class\n1,2,p\n2,1,p\n3,2.5,p\n4,7,q\n5,6,q\n6,8,q\n7,7.5,q\n");
  const Model model = with_structure(
      Model(testing::schema_of(
          {{.name = "x", .family = "normal"}, {.name = "z", .family = "normal"}})),
      {.kind = StructureKind::tan, .may_be_parents = {"x"}, .edges = {{"x", {3.5}}}});
  const Posterior<Model> posterior = observe(model, table);

  const DecisionSurface surface = decision_surface(posterior, table, "x", "z", {.steps = 3});

  REQUIRE(surface.probability.size() == 9);
  Table point;
  point.add("x", std::vector<double>{surface.x[2]});
  point.add("z", std::vector<double>{surface.y[0]});
  const Predictions one = Classifier{posterior, Estimator::predictive}.predict(point);
  CHECK(surface.probability[2] == doctest::Approx(one.probability(0, one.label[0])));
}

// Parents a and b of 2 levels each: 2 classes x 2 levels x (2 levels + 3 moments) doubles for a, as many
// for b, and 2 codes for each of 7 rows.
TEST_CASE("structures: counts that take more memory than is allowed are not made") {
  const Table table = table_of(votes);
  const double bytes = 2 * (2 * 2 * (2 + 3) * 8.0 + 7 * 2 * 4);
  Structure structure = tree;
  structure.gigabytes = bytes / 1e9;
  CHECK(observe(model_of(structure), table).contexts.size() == 2);

  structure.gigabytes = (bytes - 1) / 1e9;
  CHECK(throws_error([&] { (void)observe(model_of(structure), table); }, ErrorCode::limit,
                     "pairs of 2 columns with 4 levels in 2 classes need 4.32e-07 GB"));
}

TEST_CASE("structures: posteriors of unequal structures are not merged") {
  const Table table = table_of(votes);
  Posterior<Model> posterior = observe(model_of(tree), table);
  Structure evidence = tree;
  evidence.tree = TreeScore::evidence;

  CHECK(throws_error([&] { merge(posterior, observe(model_of({}), table)); }, ErrorCode::version,
                     "one has 'tan', the other 'naive'"));
  CHECK(throws_error([&] { merge(posterior, observe(model_of(evidence), table)); },
                     ErrorCode::version, "their options differ"));
}

TEST_CASE(
    "structures: a prior that its column cannot give is an undefined cell, as in naive Bayes") {
  const Table table = table_of("a,b,x,class\nu,u,1,p\nu,v,1,p\nv,u,1,q\nv,v,1,q\n");
  const Posterior<Model> posterior = observe(model_of(tree), table);
  const BoundTable bound = bind(posterior.model, table);

  const auto undefined = estimate(posterior, Estimator::predictive).undefined;
  const LeaveOneOut left =
      leave_one_out(posterior, Estimator::predictive, bound, all_rows(bound.rows));

  REQUIRE(undefined.size() == 1);
  CHECK(undefined[0].feature == "x");
  CHECK(undefined[0].why.find("column is constant") != std::string::npos);
  CHECK(left.undefined == undefined);
}
