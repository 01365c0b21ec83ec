// Structures that some training parts of a study cannot find: their estimates are undefined there, as those of
// naive Bayes are, and the study goes on.
#include <credence/learn/found_structure.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"

using namespace credence;

namespace {

// Column x is constant in the rows of fold 'even', so that what learns from them alone has no prior of x.
const Table& rows() {
  static const Table table = testing::table_of(
      "a,b,x,fold,class\n"
      "u,u,1,odd,p\nu,v,2,odd,p\nv,u,3,odd,q\nv,v,4,odd,q\nu,v,2.5,odd,q\nv,u,1.5,odd,p\n"
      "u,u,1,even,p\nu,v,1,even,p\nv,u,1,even,q\nv,v,1,even,q\nu,u,1,even,q\nv,v,1,even,p\n");
  return table;
}

Model model_of(const Structure& structure) {
  return with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                  {.name = "b", .family = "categorical"},
                                                  {.name = "x", .family = "normal"}})),
                        structure);
}

// Both look at rows again once all are learned.
const std::vector<Structure> looks_again{
    {.kind = StructureKind::kdb, .select = true, .may_be_parents = {"a", "b"}},
    {.kind = StructureKind::aode, .average = ModelWeights::stacked, .may_be_parents = {"a", "b"}}};

}  // namespace

TEST_CASE("a structure that a training part cannot find is undefined in its fold") {
  for (const Structure& structure : looks_again) {
    CAPTURE(name_of(structure));
    const Comparison found =
        compare(model_of(structure), rows(),
                {.fold_column = "fold", .estimators = {Estimator::predictive}});

    const Result* validated = find_result(found.results, "predictive", "cross_validation");
    REQUIRE(validated != nullptr);
    CHECK(!validated->metrics);
    REQUIRE(validated->undefined.size() == 1);
    CHECK(validated->undefined[0].fold == 2);  // 'odd' is tested by what 'even' teaches
    CHECK(validated->undefined[0].cell.why.find("'x'") != std::string::npos);
    const Result* training = find_result(found.results, "predictive", "training");
    REQUIRE(training != nullptr);
    CHECK(training->metrics);
  }
}

TEST_CASE("a structure that a training part cannot find leaves nothing to compare in pairs") {
  for (const Structure& structure : looks_again) {
    CAPTURE(name_of(structure));
    const PairedComparison found = compare_paired(
        Contender{
            .model = model_of(Structure{.kind = StructureKind::tan, .may_be_parents = {"a", "b"}}),
            .estimator = Estimator::predictive},
        Contender{.model = model_of(structure)}, rows(), {.fold_column = "fold"});

    CHECK(!found.test);
    CHECK(!found.discordant);
    CHECK(found.second.result.undefined.size() == 1);
  }
}

TEST_CASE("a curve counts the repeats in which a structure cannot be found") {
  const std::vector<GivenSplit> splits{{.learned = {0, 1, 2, 3, 4, 5}, .tested = {6, 7, 8}},
                                       {.learned = {6, 7, 8, 9, 10, 11}, .tested = {0, 1, 2}}};
  for (const Structure& structure : looks_again) {
    CAPTURE(name_of(structure));
    const LearningCurve curve = learning_curve(
        model_of(structure), rows(), {.estimators = {Estimator::predictive}, .given = splits});

    CHECK(curve.points.front().estimator == "predictive");
    CHECK(curve.points.front().undefined_repeats == 1);
    CHECK(curve.points.front().mean_accuracy);
  }
}

namespace {

// Level w of column a is in a row of fold 'even' alone.
const Table& level_in_one_fold() {
  static const Table table = testing::table_of(
      "a,b,fold,class\nu,u,odd,p\nu,v,odd,q\nv,u,odd,p\nv,v,odd,q\nu,u,odd,q\n"
      "u,u,even,p\nu,v,even,p\nw,v,even,q\nu,u,even,q\nw,u,even,p\n");
  return table;
}

Model model_without_least(StructureKind kind) {
  return with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                  {.name = "b", .family = "categorical"}})),
                        {.kind = kind, .least_rows = 0});
}

}  // namespace

TEST_CASE("a level that a training part lacks leaves the estimate of its fold undefined") {
  const std::string level = "a = (not in the training rows)";
  for (const StructureKind kind : {StructureKind::aode, StructureKind::tan}) {
    CAPTURE(static_cast<int>(kind));
    const Model model = model_without_least(kind);
    const Estimator estimator = Estimator::maximum_likelihood;
    const Comparison found =
        compare(model, level_in_one_fold(),
                {.fold_column = "fold", .estimators = {estimator, Estimator::predictive}});

    const Result* validated = find_result(found.results, "maximum_likelihood", "cross_validation");
    REQUIRE(validated != nullptr);
    CHECK(!validated->metrics);
    REQUIRE(!validated->undefined.empty());
    CHECK(validated->undefined[0].cell.klass == "p, " + level);
    CHECK(validated->undefined[0].cell.feature == "b");
    CHECK(find_result(found.results, "maximum_likelihood", "training")->metrics);
    CHECK(find_result(found.results, "predictive", "cross_validation")->metrics);

    const PairedComparison paired =
        compare_paired(Contender{.model = model, .estimator = Estimator::predictive},
                       Contender{.model = model, .estimator = estimator}, level_in_one_fold(),
                       {.fold_column = "fold"});
    CHECK(!paired.test);
    CHECK(paired.second.result.undefined == validated->undefined);

    const LearningCurve curve = learning_curve(
        model, level_in_one_fold(),
        {.estimators = {estimator},
         .given = std::vector<GivenSplit>{{.learned = {0, 1, 2, 3, 4}, .tested = {5, 6}},
                                          {.learned = {0, 1, 2, 3, 4}, .tested = {6, 7}}}});
    CHECK(curve.points.front().undefined_repeats == 1);

    const Posterior<Model> posterior =
        observe(model, testing::table_of("a,b,class\nu,u,p\nu,v,q\nv,u,p\nv,v,q\nu,u,q\nv,v,p\n"));
    const Evaluation evaluation = evaluate(
        posterior, testing::table_of("a,b,class\nu,u,p\nw,u,p\n"), {.estimators = {estimator}});
    CHECK(!evaluation.results.front().metrics);
    CHECK(evaluation.results.front().undefined.front().cell.klass == "p, " + level);
  }
}

TEST_CASE("a comparison goes on where a structure cannot be found in all rows") {
  // Column x is constant in each class, so that no empirical prior of x exists.
  const Table table =
      testing::table_of("a,x,class\nu,1,p\nv,1,p\nu,1,p\nv,1,p\nv,2,q\nu,2,q\nv,2,q\nv,2,q\n");
  const Model model(
      testing::schema_of({{.name = "a", .family = "categorical"},
                          {.name = "x", .family = "normal", .prior = {.word = "empirical"}}}));
  const Structure by_evidence{.kind = StructureKind::tan, .tree = TreeScore::evidence};
  const Structure stacked{.kind = StructureKind::aode, .average = ModelWeights::stacked};
  for (const Structure& structure : {by_evidence, stacked}) {
    CAPTURE(name_of(structure));
    const Comparison found =
        compare(model, table,
                {.folds = 2, .estimators = {Estimator::predictive}, .structures = {{}, structure}});

    REQUIRE(found.structures.size() == 2);
    REQUIRE(found.structures[1].found.notes.size() == 1);
    CHECK(found.structures[1].found.notes[0].find("prior 'empirical'") != std::string::npos);
    CHECK(found.structures[1].found.asked.kind == structure.kind);
    CHECK_FALSE(found.structures[1].log_evidence);
    Index undefined = 0;
    for (const Result& result : found.results)
      if (result.structure == name_of(structure)) undefined += result.metrics ? 0 : 1;
    CHECK(undefined == 3);
  }
}
