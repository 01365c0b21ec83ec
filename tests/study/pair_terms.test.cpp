// Averages of levels from arrays, against the classifiers of their levels.
#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include "study/left_out/structure_left_out.hpp"
#include "support/nine_rows.hpp"

using namespace credence;
using testing::table_of;

namespace {

using enum Estimator;

constexpr std::string_view learned_rows =
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

// Rows left out by the arrays, and level by level.
void check_left_out(const Posterior<Model>& posterior, const BoundTable& bound,
                    const std::vector<Index>& rows) {
  const auto quick = detail::left_out_by_pairs(posterior, predictive, bound, rows);
  // A row moves the evidence of every model, and with it the weights.
  const bool moves_weights = posterior.model.schema().structure.average == ModelWeights::evidence;
  REQUIRE(quick.has_value() != moves_weights);
  if (!quick) return;
  CHECK(quick->undefined.empty());
  const LeaveOneOut taken = leave_one_out(posterior, predictive, bound, rows);
  CHECK(taken.predictions.log_joint == quick->predictions.log_joint);
  BoundTable weighted = bound;  // weights, if all 1, are none of the arrays' affairs
  weighted.weights.assign(static_cast<std::size_t>(bound.rows), 1.0);
  REQUIRE_FALSE(detail::left_out_by_pairs(posterior, predictive, weighted, rows));
  const LeaveOneOut plain = leave_one_out(posterior, predictive, weighted, rows);
  CHECK(plain.undefined.empty());
  check_equal(quick->predictions, plain.predictions);
}

}  // namespace

TEST_CASE("rows scored from arrays get the answers of the classifiers of each level") {
  for (const Structure& structure : averages)
    for (const Unseen unseen : {Unseen::missing, Unseen::reserve})
      for (const Estimator estimator : {posterior_mean, predictive}) {
        const Posterior<Model> posterior =
            observe(level_model(structure, unseen), table_of(learned_rows));
        Estimates estimates = estimate(posterior, estimator);
        const Predictions quick = Classifier{estimates}.predict(table_of(asked));
        REQUIRE(estimates.structure[0].pairs != nullptr);
        estimates.structure[0].pairs = nullptr;
        check_equal(quick, Classifier{estimates}.predict(table_of(asked)));
      }
}

TEST_CASE("rows left out by arrays are those left out level by level") {
  const Table table = table_of(learned_rows);
  for (const Structure& structure : averages) {
    const Posterior<Model> posterior = observe(level_model(structure), table);
    const BoundTable bound = credence::bind(posterior.model, table);
    const std::vector<Index> rows = all_rows(bound.rows);
    check_left_out(posterior, bound, rows);
  }
}

TEST_CASE("rows left out by arrays keep their digits beside the smallest pseudo-counts") {
  const Table table =
      table_of("a,b,class\nx,u,p\ny,u,p\nx,v,p\nz,v,q\nz,u,q\ny,v,q\nx,u,q\ny,u,r\nz,v,r\n");
  for (const double each : {1e-3, 1e-9, 1e-17}) {
    CAPTURE(each);
    Schema schema{.label = "class"};
    for (const char* name : {"a", "b"})
      schema.columns.push_back(
          {.name = name, .family = "categorical", .prior = {.values = {{"each", each}}}});
    schema.structure.kind = StructureKind::aode;
    const Posterior<Model> posterior = observe(Model{schema}, table);
    const BoundTable bound = credence::bind(posterior.model, table);
    check_left_out(posterior, bound, all_rows(bound.rows));
  }
}

TEST_CASE("a row with a level that was never learned cannot be left out of an average") {
  const Posterior<Model> posterior =
      observe(level_model({.kind = StructureKind::aode}), table_of(learned_rows));
  const Table stranger = table_of("colour,smoker,shape,class\nwhite,no,round,p\n");
  const BoundTable bound = credence::bind(posterior.model, stranger);
  const std::vector<Index> rows = all_rows(bound.rows);
  CHECK_THROWS_AS((void)leave_one_out(posterior, predictive, bound, rows), Error);
}

TEST_CASE("a level that was not learned ends scoring from arrays where its column says error") {
  const Posterior<Model> posterior =
      observe(level_model({.kind = StructureKind::aode}, Unseen::error), table_of(learned_rows));
  const Classifier classifier{posterior, predictive};
  CHECK_THROWS_AS((void)classifier.predict(table_of(asked)), Error);
}

namespace {

struct MadeShape {
  Index columns = 0;
  Index levels = 0;
  Index classes = 0;
  double each = 1;  // pseudo-counts of a level
};

// Columns of as many levels, one a row of the class's own more often than not.
Table made_table(const MadeShape& shape, Index rows) {
  Random random{11};
  std::string csv;
  for (Index j = 0; j < shape.columns; ++j) csv += "x" + std::to_string(j) + ",";
  csv += "class\n";
  for (Index row = 0; row < rows; ++row) {
    const auto klass = static_cast<std::uint64_t>(row % shape.classes);
    for (Index j = 0; j < shape.columns; ++j) {
      const auto levels = static_cast<std::uint64_t>(shape.levels);
      const std::uint64_t own = random.below(3) == 0 ? klass % levels : random.below(levels);
      csv += (random.below(40) == 0 ? "" : "l" + std::to_string(own)) + ",";
    }
    csv += "k" + std::to_string(klass) + "\n";
  }
  return table_of(csv);
}

// Answers by arrays and level by level, of new rows and of rows left out.
void check_made(const MadeShape& shape, Index rows) {
  CAPTURE(shape.columns);
  CAPTURE(shape.classes);
  const Table table = made_table(shape, rows);
  Schema schema{.label = "class"};
  for (Index j = 0; j < shape.columns; ++j)
    schema.columns.push_back({.name = "x" + std::to_string(j),
                              .family = "categorical",
                              .prior = {.values = {{"each", shape.each}}}});
  schema.structure.kind = StructureKind::aode;
  const Model model{schema};
  const Posterior<Model> posterior = observe(model, table);
  const BoundTable bound = credence::bind(model, table);
  Estimates estimates = estimate(posterior, predictive);
  REQUIRE(estimates.structure[0].pairs != nullptr);
  const Predictions quick = Classifier{estimates}.predict(table);
  estimates.structure[0].pairs = nullptr;
  check_equal(quick, Classifier{estimates}.predict(table));
  check_left_out(posterior, bound, all_rows(bound.rows));
}

}  // namespace

TEST_CASE("arrays serve any number of classes and columns under each instruction set") {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    for (const Index classes : {1, 2, 3, 4, 5, 8, 9, 11, 13})
      check_made({.columns = 5, .levels = 3, .classes = classes}, 60);
    check_made({.columns = 2, .levels = 7, .classes = 2}, 600);
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("arrays hold logarithms where products would be too small for a double") {
  check_made({.columns = 90, .levels = 9, .classes = 2, .each = 1e-3}, 40);
}

TEST_CASE("there are no arrays for numbers, modes and what Weka does") {
  const auto has_arrays = [](const Model& model, Estimator estimator) {
    return estimate(observe(model, table_of(learned_rows)), estimator).structure[0].pairs !=
           nullptr;
  };
  CHECK(has_arrays(level_model({.kind = StructureKind::aode}), predictive));
  CHECK_FALSE(has_arrays(level_model({.kind = StructureKind::aode}), maximum_a_posteriori));
  CHECK_FALSE(
      has_arrays(level_model({.kind = StructureKind::aode, .like_weka = true}), predictive));
  CHECK_FALSE(has_arrays(level_model({.kind = StructureKind::tan}), predictive));
}
