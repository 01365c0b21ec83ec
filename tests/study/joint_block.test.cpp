// Blocks of columns that vary together in studies: how good they are, and whether leaving rows out,
// counting rows one after the other, describing and drawing know them.
#include <credence/data/infer.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/report/text.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/learning_curve.hpp>
#include <credence/study/leave_one_out.hpp>
#include <credence/study/simulation.hpp>

#include "study/refits.hpp"
#include "support/block_of.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Doubles;
using testing::numbers;
using testing::schema_of;
using testing::shipped;
using testing::Strings;

namespace {

constexpr std::array tyings{Tying::free, Tying::classes};

ColumnSchema block(Tying tying, Strings columns, PriorSpec prior = {}) {
  return {.name = "sizes",
          .family = "normal",
          .prior = std::move(prior),
          .columns = std::move(columns),
          .tied = tying,
          .covariance = Covariance::full};
}

// All columns of a table in one block.
Model joint_model(const Table& table, Tying tying) {
  ColumnSchema joint = block(tying, {});
  for (const ColumnSchema& column : infer_schema(table, {.label = "class"}).schema.columns)
    joint.columns.push_back(column.name);
  return Model(schema_of({std::move(joint)}));
}

double accuracy_of(const Comparison& comparison, std::string_view estimator) {
  for (const Result& result : comparison.results)
    if (result.estimator == estimator && result.on == "cross_validation")
      return result.metrics->accuracy;
  return 0;
}

// Rows that lack one number or all of a block, and weights.
constexpr std::string_view with_gaps =
    "x,y,city,w,class\n1,10,a,1,p\n2,?,b,2,p\n?,12,a,0.5,p\n?,?,b,1,p\n4,11,a,1.25,p\n2,13,b,1,p\n"
    "3,20,b,1,q\n?,26,a,3,q\n7,22,b,0.1,q\n5,?,?,2,q\n6,31,a,0,q\n4,24,a,1,q\n5,29,b,2,q\n";

Schema gaps(Tying tying) {
  return schema_of({{.name = "city", .family = "categorical"}, block(tying, {"x", "y"})});
}

testing::ModelPosterior flowers(Tying tying) {
  const Table iris = shipped("iris");
  return observe(joint_model(iris, tying), iris);
}

}  // namespace

TEST_CASE("a full covariance labels iris and wine as well as is known of it") {
  const Table iris = shipped("iris");
  const Table wine = shipped("wine");

  const Comparison irises = compare(joint_model(iris, Tying::free), iris, {});
  const Comparison wines = compare(joint_model(wine, Tying::free), wine, {});

  CHECK(accuracy_of(irises, "predictive") >= 0.96);
  CHECK(accuracy_of(wines, "predictive") >= 0.98);
  CHECK(accuracy_of(compare(joint_model(iris, Tying::classes), iris, {}), "maximum_likelihood") >=
        0.97);
}

TEST_CASE("with six rows of each class the predictive loses less than any plug-in estimate") {
  for (const char* name : {"iris", "wine"}) {
    CAPTURE(name);
    const Table table = shipped(name);

    const LearningCurve curve =
        learning_curve(joint_model(table, Tying::free), table,
                       {.training_sizes = {18}, .repeats = 50, .stratified = true});

    REQUIRE(curve.points.size() == 5);
    const auto loss = [&](std::size_t estimator) { return curve.points[estimator].mean_log_loss; };
    REQUIRE(loss(3));
    CHECK(*loss(3) < *loss(1));
    CHECK(*loss(3) < *loss(2));
    // Thirteen columns and six rows: the matrix is singular and maximum likelihood undefined.
    if (std::string(name) == "wine") CHECK(curve.points[0].undefined_repeats == 50);
    if (loss(0)) CHECK(*loss(3) < *loss(0));
  }
}

TEST_CASE("leave-one-out of columns that vary together equals a fit of the other rows") {
  for (const Tying tying : tyings) {
    const Table iris = shipped("iris");
    testing::check_against_refits(joint_model(iris, tying), iris, 7);
    const Table small = testing::table_of(with_gaps);
    testing::check_against_refits(Model(gaps(tying)), small);
    testing::check_against_refits(Model(gaps(tying)), small, 1, "w");
  }
}

TEST_CASE("rows predicted in turn have the log evidence of the block in all") {
  for (const Tying tying : tyings) {
    const Table iris = shipped("iris");
    const auto posterior = flowers(tying);
    const auto bound = bind(posterior.model, iris);

    const Prequential found = prequential(posterior, bound, all_rows(iris.rows()));

    CHECK(found.total_log_evidence == doctest::Approx(log_evidence(posterior)).epsilon(1e-12));
  }
}

TEST_CASE("a row that lacks a number adds nothing to the evidence of a block") {
  const Table table = testing::table_of(with_gaps);
  const auto posterior = observe(Model(gaps(Tying::free)), table);
  const auto bound = bind(posterior.model, table);

  CHECK(prequential(posterior, bound, all_rows(table.rows())).total_log_evidence ==
        doctest::Approx(log_evidence(posterior)).epsilon(1e-12));
}

TEST_CASE("a description of columns that vary together has a row of each matrix for each column") {
  const Description description = describe(flowers(Tying::free), {});

  REQUIRE(description.features.size() == 1);
  const FeatureDescription& feature = description.features[0];
  CHECK(feature.covariance == Covariance::full);
  CHECK(feature.tyings.size() == 2);
  REQUIRE(feature.cells.size() == 3);
  const std::string text = to_text(description);
  CHECK(text.find("sizes: normal, prior auto, full covariance, tied free") != std::string::npos);
  CHECK(text.find("covariance with sepal_length") != std::string::npos);
  CHECK(text.find("squared_scales with petal_length") != std::string::npos);
  CHECK(to_json(description).find("\"covariance\": \"full\"") != std::string::npos);
}

TEST_CASE("columns that vary together are ranked one by one") {
  const auto posterior = flowers(Tying::classes);

  const auto parts = rank_parts_by_evidence(posterior);

  REQUIRE(parts.size() == 4);
  CHECK(parts[0].feature.starts_with("sizes:petal_"));
  const auto ranking = rank_by_mutual_information(posterior);
  REQUIRE(ranking.size() == 4);
  CHECK(ranking[0].part.starts_with("petal_"));
  CHECK(ranking[0].mutual_information > 0.5);
}

TEST_CASE("pictures of columns that vary together show each column alone") {
  const auto pictures = feature_pictures(flowers(Tying::free), shipped("iris"));

  REQUIRE(pictures.size() == 4);
  CHECK(pictures[2].feature == "petal_length");
}

TEST_CASE("rows simulated from a block vary together as they are told to") {
  const PriorSpec firm = numbers({{"means", Doubles{0, 0}},
                                  {"mean_weight", 1e6},
                                  {"shape", 1e6},
                                  {"scales", Doubles{1e6, 0.9e6, 1e6}}});
  Schema schema = schema_of({block(Tying::free, {"x", "y"}, firm)});
  schema.classes = {"p", "q"};
  const auto posterior = testing::learned(schema, "x,y,class\n0,0,p\n0,0,q\n");

  const Table drawn = simulate(estimate(posterior, Estimator::posterior_mean), {.rows = 4000});

  const auto again = observe(Model(schema), drawn);
  const JointMoments seen = testing::block_of<NormalInverseWishartNormal>(again).pooled(0);
  // Five standard errors of a correlation of 0.9: 5 (1 - 0.81) / sqrt(4000) = 0.015.
  CHECK(std::abs(seen.scatter[1] / std::sqrt(seen.scatter[0] * seen.scatter[2]) - 0.9) < 0.015);
}
