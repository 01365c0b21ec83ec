// Structures in the JSON of a schema: what is read back, and what is refused.
#include <credence/data/schema.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"

using namespace credence;
using credence::testing::is;
using credence::testing::says;

namespace {

std::string schema_of_structure(const std::string& structure) {
  return R"({"schema_version":1,"label":"class","structure":)" + structure + R"(,"columns":[]})";
}

Structure structure_of(const std::string& structure) {
  return schema_from_json(schema_of_structure(structure), "s.json").structure;
}

void check_structure_refused(const std::string& structure, const std::string& message) {
  const auto error = testing::error_of([&] { (void)structure_of(structure); });
  CAPTURE(structure);
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::schema);
  CHECK(std::string(error->what()) == message);
}

}  // namespace

TEST_CASE("every option of a structure reads back as it was") {
  const Structure all{.kind = StructureKind::kdb,
                      .most_parents = 3,
                      .select = true,
                      .tree = TreeScore::evidence,
                      .average = ModelWeights::stacked,
                      .least_rows = 2.5,
                      .prior = {.kind = ContextPrior::Kind::back_off, .strength = 4},
                      .may_be_parents = {"a", "b"},
                      .like_weka = true,
                      .centre = LookupCentre::naive,
                      .centre_rows = 0.5,
                      .subsumption_rows = 100,
                      .gigabytes = 0.25,
                      .model_weights = {0, 0.1 + 0.2, 1},
                      .given = {{.feature = "a", .parents = {"b"}}},
                      .edges = {{.column = "b", .edges = {-1, 0.3}}}};
  const Schema schema{.label = "class", .structure = all};

  CHECK(schema_from_json(to_json(schema), "s.json").structure == all);
}

TEST_CASE("an unknown word of a structure is an error that lists the known ones") {
  check_structure_refused(
      R"({"kind":"tan","tree":"depth"})",
      "key 'structure.tree' of 's.json' holds the unknown word 'depth'; use one "
      "of 'information', 'evidence'");
  check_structure_refused(R"({"kind":"aode","average":"mean"})",
                          "key 'structure.average' of 's.json' holds the unknown word 'mean'; use "
                          "one of 'uniform', 'evidence', 'stacked', 'information'");
}

TEST_CASE("numbers of a structure are refused where they make no sense") {
  for (const char* parents : {"1.5", "-1"}) {
    CAPTURE(parents);
    const auto error = testing::error_of([&] {
      (void)structure_of(R"({"kind":"kdb","most_parents":)" + std::string(parents) + "}");
    });
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "key 'structure.most_parents'", "holds " + std::string(parents),
               "a whole number"));
  }
  check_structure_refused(R"({"kind":"tan","prior":{"each":0}})",
                          "key 'structure.prior.each' of 's.json' holds 0; give a number above 0");
  check_structure_refused(R"({"kind":"tan","least_rows":-0.5})",
                          "key 'structure.least_rows' of 's.json' holds -0.5; give a number of at "
                          "least 0");
  check_structure_refused(
      R"({"kind":"kdb","select":1})",
      "key 'structure.select' of 's.json' is not true or false; give one of them");
}

TEST_CASE("the prior of contexts is one number above 0") {
  CHECK(structure_of(R"({"kind":"tan","prior":{"rows":3}})").prior ==
        ContextPrior{.kind = ContextPrior::Kind::rows, .strength = 3});
  check_structure_refused(
      R"({"kind":"tan","prior":{"rows":3,"each":1}})",
      "key 'structure.prior' of 's.json' has 2 keys; give one of 'each', 'rows' "
      "and 'back_off'");
  check_structure_refused(
      R"({"kind":"tan","prior":{}})",
      "key 'structure.prior' of 's.json' has 0 keys; give one of 'each', 'rows' "
      "and 'back_off'");
  const auto zero =
      testing::error_of([] { (void)structure_of(R"({"kind":"tan","prior":{"each":0}})"); });
  CHECK(is(zero, ErrorCode::schema));
  CHECK(says(zero, "structure.prior", "holds 0; give a number above 0"));
}

TEST_CASE("edges of a parent rise") {
  CHECK(structure_of(R"({"kind":"tan","edges":{"x":[1,2]}})").edges[0].edges ==
        std::vector<double>{1, 2});
  for (const char* edges : {"[1,1]", "[2,1]"})
    check_structure_refused(
        R"({"kind":"tan","edges":{"x":)" + std::string(edges) + "}}",
        "key 'structure.edges.x' of 's.json' holds edges that do not rise; list "
        "finite numbers, each above the last");
}
