// Averages of levels from arrays, against the classifiers of their levels.
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include "support/nine_rows.hpp"

using namespace credence;
using testing::table_of;

namespace {

using enum Estimator;

constexpr std::string_view learned =
    "colour,smoker,shape,class\n"
    "red,no,round,p\nblue,yes,round,p\nred,yes,,q\n,no,square,p\nblue,,flat,r\n"
    "green,yes,round,q\nblue,yes,square,q\ngreen,no,flat,r\nred,yes,round,q\nblue,no,round,p\n";
constexpr std::string_view asked =
    "colour,smoker,shape,class\n"
    "red,no,round,p\nwhite,yes,flat,q\n,,,p\ngreen,yes,oval,r\nred,,square,q\nwhite,,oval,q\n";

Model level_model(Structure structure, Unseen unseen = Unseen::missing) {
  return with_structure(
      Model(testing::schema_of({{.name = "colour", .family = "categorical", .unseen = unseen},
                                {.name = "smoker", .family = "bernoulli", .levels = {"no", "yes"}},
                                {.name = "shape", .family = "categorical"}})),
      std::move(structure));
}

const std::vector<Structure> averages{
    {.kind = StructureKind::aode},
    {.kind = StructureKind::aode, .least_rows = 0},
    {.kind = StructureKind::aode, .least_rows = 3},
    {.kind = StructureKind::aode, .average = ModelWeights::information},
    {.kind = StructureKind::aode, .average = ModelWeights::evidence},
    {.kind = StructureKind::aode, .prior = {.kind = ContextPrior::Kind::rows, .strength = 3}},
    {.kind = StructureKind::aode, .prior = {.kind = ContextPrior::Kind::back_off, .strength = 2}},
    {.kind = StructureKind::aode, .may_be_parents = {"colour", "shape"}}};

void check_equal(const Predictions& a, const Predictions& b) {
  REQUIRE(a.rows() == b.rows());
  CHECK(a.unseen_cells == b.unseen_cells);
  CHECK(a.label == b.label);
  for (std::size_t i = 0; i < a.log_joint.size(); ++i) {
    CHECK(a.log_joint[i] == doctest::Approx(b.log_joint[i]).epsilon(1e-13));
    CHECK(a.log_probability[i] == doctest::Approx(b.log_probability[i]).epsilon(1e-13));
  }
}

}  // namespace

TEST_CASE("rows scored from arrays get the answers of the classifiers of each level") {
  for (const Structure& structure : averages)
    for (const Unseen unseen : {Unseen::missing, Unseen::reserve})
      for (const Estimator estimator : {posterior_mean, predictive}) {
        const Posterior<Model> posterior =
            observe(level_model(structure, unseen), table_of(learned));
        Estimates estimates = estimate(posterior, estimator);
        const Predictions quick = Classifier{estimates}.predict(table_of(asked));
        REQUIRE(estimates.structure[0].pairs != nullptr);
        estimates.structure[0].pairs = nullptr;
        check_equal(quick, Classifier{estimates}.predict(table_of(asked)));
      }
}

TEST_CASE("rows left out by arrays are those left out level by level") {
  const Table table = table_of(learned);
  for (const Structure& structure : averages) {
    const Posterior<Model> posterior = observe(level_model(structure), table);
    const BoundTable bound = credence::bind(posterior.model, table);
    BoundTable weighted = bound;  // weights, if all 1, are none of the arrays' affairs
    weighted.weights.assign(static_cast<std::size_t>(bound.rows), 1.0);
    const std::vector<Index> rows = all_rows(bound.rows);
    const LeaveOneOut quick = leave_one_out(posterior, predictive, bound, rows);
    const LeaveOneOut plain = leave_one_out(posterior, predictive, weighted, rows);
    CHECK(quick.undefined.empty());
    CHECK(plain.undefined.empty());
    check_equal(quick.predictions, plain.predictions);
  }
}

TEST_CASE("a row with a level that was never learned cannot be left out of an average") {
  const Posterior<Model> posterior =
      observe(level_model({.kind = StructureKind::aode}), table_of(learned));
  const Table stranger = table_of("colour,smoker,shape,class\nwhite,no,round,p\n");
  const BoundTable bound = credence::bind(posterior.model, stranger);
  const std::vector<Index> rows = all_rows(bound.rows);
  CHECK_THROWS_AS((void)leave_one_out(posterior, predictive, bound, rows), Error);
}

TEST_CASE("a level that was not learned ends scoring from arrays where its column says error") {
  const Posterior<Model> posterior =
      observe(level_model({.kind = StructureKind::aode}, Unseen::error), table_of(learned));
  const Classifier classifier{posterior, predictive};
  CHECK_THROWS_AS((void)classifier.predict(table_of(asked)), Error);
}

TEST_CASE("there are no arrays for numbers, modes and what Weka does") {
  const auto has_arrays = [](const Model& model, Estimator estimator) {
    return estimate(observe(model, table_of(learned)), estimator).structure[0].pairs != nullptr;
  };
  CHECK(has_arrays(level_model({.kind = StructureKind::aode}), predictive));
  CHECK_FALSE(has_arrays(level_model({.kind = StructureKind::aode}), maximum_a_posteriori));
  CHECK_FALSE(
      has_arrays(level_model({.kind = StructureKind::aode, .like_weka = true}), predictive));
  CHECK_FALSE(has_arrays(level_model({.kind = StructureKind::tan}), predictive));
}
