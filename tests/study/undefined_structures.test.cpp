// Structures that some training parts of a study cannot find: their estimates are undefined there, as those of
// naive Bayes are, and the study goes on.
#include <credence/learn/found_structure.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
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
