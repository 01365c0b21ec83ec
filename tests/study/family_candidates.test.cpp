// Families chosen anew in every training part: what a study finds is what fits of the parts would.
#include <credence/base/random.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/feature_selection.hpp>
#include <credence/study/learning_curve.hpp>
#include <credence/study/suggest.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "study/curve/curve_splits.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Strings;
using testing::table_of;
using testing::throws_error;

namespace {

const Strings open{"size", "visits", "level", "asked", "town"};

// Few rows of columns between families, so that parts of the rows choose different ones.
Table between_families() {
  Random random{3};
  std::vector<double> size, visits, level, asked;
  Strings town, label;
  for (int row = 0; row < 120; ++row) {
    const bool ill = random.uniform() < 0.4;
    label.emplace_back(ill ? "ill" : "well");
    size.push_back(std::exp(2 + (ill ? 0.3 : 0.0) + 0.25 * random.normal()));
    visits.push_back(row < 4 ? row : random.poisson(ill ? 3 : 2));
    level.push_back(std::floor(3 * random.uniform() + 2.5 * random.uniform()));
    asked.push_back(random.uniform() < 0.3 ? 1 : 0);
    town.emplace_back(random.uniform() < 0.5 ? "north" : random.uniform() < 0.5 ? "east" : "west");
  }
  Table table;
  table.add("size", size);
  table.add("visits", visits);
  table.add("level", level);
  table.add("asked", asked);
  table.add("town", town);
  table.add("class", label);
  return table;
}

Model classes_listed(const Table& table) {
  Schema schema = infer_schema(table, {.label = "class"}).schema;
  schema.classes = {"ill", "well"};
  return Model(schema);
}

const Result& result_of(const Comparison& comparison, std::string_view estimator,
                        std::string_view on) {
  for (const Result& result : comparison.results)
    if (result.estimator == estimator && result.on == on) return result;
  FAIL("no such result");
  return comparison.results.front();
}

std::vector<Index> rows_of(std::span<const Index> folds, Index fold, bool inside) {
  std::vector<Index> rows;
  for (std::size_t row = 0; row < folds.size(); ++row)
    if ((folds[row] == fold) == inside) rows.push_back(static_cast<Index>(row));
  return rows;
}

// A fit under the families that its own rows choose, and what it says of other rows.
struct Refit {
  Strings families = {};
  std::vector<Result> results = {};
};
Refit refit(const Model& model, const Table& table, std::span<const Index> learned,
            std::span<const Index> tested) {
  const Table training = table.select(learned);
  const Model chosen = with_families_by_evidence(model, training, open);
  Refit found;
  for (const ColumnSchema& column : chosen.schema().columns)
    found.families.push_back(column.family);
  found.results = evaluate(observe(chosen, training), table.select(tested)).results;
  return found;
}

// Mean log loss of the predictive over all folds, each scored by a fit of the others.
struct Refitted {
  double log_loss = 0;
  std::set<Strings> families = {};
};
Refitted refitted_predictive(const Model& model, const Table& table, std::span<const Index> folds,
                             Index count) {
  Refitted all;
  for (Index fold = 0; fold < count; ++fold) {
    const std::vector<Index> tested = rows_of(folds, fold, true);
    const Refit one = refit(model, table, rows_of(folds, fold, false), tested);
    all.families.insert(one.families);
    for (const Result& result : one.results)
      if (result.estimator == "predictive")
        all.log_loss += static_cast<double>(tested.size()) * result.metrics->log_loss /
                        static_cast<double>(table.rows());
  }
  return all;
}

std::vector<Index> stratified(const Table& table, Index folds, std::uint64_t seed) {
  const CodeColumn codes = codes_of(table, table.column("class"));
  return stratified_folds(label_positions(codes, table.rows(), codes.levels),
                          std::ssize(codes.levels), folds, seed);
}

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(1e-12); }

}  // namespace

TEST_CASE(
    "a fold under families by evidence equals suggest and fit on the others and evaluate on it") {
  const Table table = between_families();
  const Model model = classes_listed(table);
  const Refitted expected = refitted_predictive(model, table, stratified(table, 9, 4), 9);

  const Comparison comparison = compare(model, table, {.folds = 9, .seed = 4, .by_evidence = open});

  CHECK(expected.families.size() > 1);
  CHECK(result_of(comparison, "predictive", "cross_validation").metrics->log_loss ==
        near(expected.log_loss));
  CHECK(comparison.notes.back().find("families are chosen by evidence") == 0);
  CHECK(comparison.notes.back().find("folds differ on '") != std::string::npos);
}

TEST_CASE("training and leave-one-out have the families of all rows") {
  const Table table = between_families();
  const Model model = classes_listed(table);
  const Model chosen = with_families_by_evidence(model, table, open);

  const Comparison comparison = compare(model, table, {.folds = 3, .by_evidence = open});
  const Comparison fixed = compare(chosen, table, {.folds = 3});

  CHECK(comparison.families == fixed.families);
  for (const char* on : {"training", "leave_one_out"})
    CHECK(result_of(comparison, "predictive", on) == result_of(fixed, "predictive", on));
  CHECK(result_of(comparison, "predictive", "cross_validation").metrics->log_loss !=
        result_of(fixed, "predictive", "cross_validation").metrics->log_loss);
}

TEST_CASE(
    "a point of a learning curve equals suggest and fit on its rows and evaluate on the others") {
  const Table table = between_families();
  const Model model = classes_listed(table);
  const CurveOptions options{.training_sizes = {20, 104}, .repeats = 3, .by_evidence = open};
  const auto truth =
      label_positions(codes_of(table, table.column("class")), table.rows(), Strings{"ill", "well"});
  const detail::LabelledRows rows = detail::labelled_rows(truth, {});

  const LearningCurve curve = learning_curve(model, table, options);

  int compared = 0;
  for (const CurvePoint& point : curve.points) {
    CAPTURE(point.estimator);
    CAPTURE(point.training_rows);
    for (const CurveRun& run : point.runs) {
      const detail::CurveSize size{.test_rows = point.test_rows,
                                   .training_rows = point.training_rows};
      const auto order = detail::curve_order(rows, 2, options, run.repeat - 1, size);
      const auto all = std::span(order);
      const Refit one =
          refit(model, table, all.first(static_cast<std::size_t>(point.training_rows)),
                all.last(static_cast<std::size_t>(point.test_rows)));
      for (const Result& result : one.results)
        if (result.estimator == point.estimator) {
          REQUIRE(result.metrics);
          const double expected = result.metrics->log_loss;
          CHECK((run.log_loss == expected || run.log_loss == near(expected)));
          ++compared;
        }
    }
  }
  CHECK(compared == 30);  // 4 estimators and the baseline, 2 sizes, 3 repeats
}

TEST_CASE("paired comparison and selection in folds choose families as compare does") {
  const Table table = between_families();
  const Model model = classes_listed(table);
  const Comparison comparison = compare(model, table, {.folds = 5, .by_evidence = open});
  const Result& expected = result_of(comparison, "predictive", "cross_validation");

  const PairedComparison paired =
      compare_paired(Contender{.model = model, .by_evidence = open}, Contender{.model = model},
                     table, {.folds = 5, .repeats = 1});
  const FeatureSelection selection = select_features(
      model, table, {.choose = ChooseBy::cross_validation, .folds = 5, .by_evidence = open});

  CHECK(paired.first.result.metrics == expected.metrics);
  CHECK(paired.first.families == comparison.families);
  CHECK(paired.second.result.metrics->log_loss != expected.metrics->log_loss);
  REQUIRE(selection.ranked.curve);
  CHECK(selection.ranked.curve->points.back().metrics->log_loss ==
        near(expected.metrics->log_loss));
  for (const ColumnSchema& column : selection.posterior.model.schema().columns)
    CHECK(column.family ==
          with_families_by_evidence(model, table, open).schema().find(column.name)->family);
}

TEST_CASE("a report shows the families that evidence chose") {
  const Table table = between_families();
  const Model chosen = with_families_by_evidence(classes_listed(table), table, open);

  const DataReport report =
      data_report(classes_listed(table), table, nullptr,
                  {.comparison = {.folds = 3, .by_evidence = open}, .simulations = 0});

  REQUIRE(report.overview.features.size() == 5);
  for (const auto& feature : report.overview.features)
    CHECK(feature.family == chosen.schema().find(feature.feature)->family);
}

TEST_CASE("a family that could not score a row of another fold is no candidate") {
  std::string csv = "x,class\n0,a\n";
  Random random{11};
  for (int row = 0; row < 60; ++row)
    csv += std::to_string(std::exp(4 * random.normal())) + (row % 2 == 0 ? ",a\n" : ",b\n");
  const Table table = table_of(csv);

  const Comparison comparison =
      compare(infer_model(table, {.label = "class"}), table, {.folds = 6, .by_evidence = {"x"}});

  CHECK(comparison.families.front() != "lognormal");
  for (const Result& result : comparison.results) {
    CAPTURE(result.estimator);
    if (result.estimator == "predictive") CHECK(result.metrics);
  }
}

TEST_CASE("a column that has no family in a training part is left out there") {
  // 'x' differs in the last row alone, so that the fold of that row learns from a constant.
  const Table table = table_of(
      "x,y,fold,class\n1.5,1,1,a\n1.5,2,1,b\n1.5,3,1,a\n1.5,5,1,b\n-2.5,1,2,a\n1.5,4,2,b\n");
  const Model model = infer_model(table, {.label = "class"});

  const Comparison both = compare(model, table, {.fold_column = "fold", .by_evidence = {"x", "y"}});

  const Result& result = result_of(both, "predictive", "cross_validation");
  REQUIRE(result.metrics);
  CHECK(std::isfinite(result.metrics->log_loss));
}

TEST_CASE("columns that are none of the model's have no family by evidence") {
  const Table table = table_of("x,y,class\n2,1.5,a\n3,2.5,b\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  CHECK(throws_error([&] { (void)with_families_by_evidence(model, table, {"y"}); },
                     ErrorCode::schema, "'y'"));
  CHECK(throws_error([&] { (void)compare(model, table, {.folds = 2, .by_evidence = {"z"}}); },
                     ErrorCode::schema, "'z'"));
  CHECK(with_families_by_evidence(model, table, {}) == model);
}
