// Structures that a model refuses, what is found in rows for one, and what is not.
#include <credence/learn/found_structure.hpp>

#include <doctest/doctest.h>

#include <credence/learn/evidence.hpp>
#include <credence/learn/keep.hpp>
#include <credence/predict/classifier.hpp>

#include <cmath>
#include <utility>

#include "support/has.hpp"
#include "support/models.hpp"
#include "support/nine_rows.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::fails_with;
using credence::testing::has;
using credence::testing::table_of;

namespace {

// Two columns of numbers, one that lacks every number, and one of levels.
constexpr std::string_view measured =
    "size,age,never,colour,class\n1,30,,r,p\n2,31,,b,p\n3,29,,r,p\n4,60,,r,p\n"
    "7,35,,b,q\n8,61,,r,q\n9,62,,b,q\n6,33,,b,q\n";

Model measured_model(Structure structure, ColumnSchema age = {.name = "age", .family = "normal"}) {
  return with_structure(Model(testing::schema_of({{.name = "size", .family = "normal"},
                                                  std::move(age),
                                                  {.name = "never", .family = "normal"},
                                                  {.name = "colour", .family = "categorical"}})),
                        std::move(structure));
}

Model settled_model(Structure structure) {
  const Table table = table_of(measured);
  const Model model = measured_model(std::move(structure));
  const BoundTable bound = bind(with_structure(model, {}), table);
  return settle_structure(model, bound, all_rows(bound.rows));
}

void check_structure_fault(Structure structure, const std::string& message) {
  const auto error = testing::error_of([&] { (void)measured_model(std::move(structure)); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::schema);
  CHECK(std::string(error->what()) == message);
}

}  // namespace

TEST_CASE("where no column can be a parent, kDB is naive Bayes as a tree is") {
  const Table table = table_of("text,class\na b,p\nb c,q\na c,p\n");
  for (const Index parents : {1, 2}) {
    CAPTURE(parents);
    const Model model =
        with_structure(Model(testing::schema_of({{.name = "text", .family = "multinomial"}})),
                       {.kind = StructureKind::kdb, .most_parents = parents});
    const BoundTable bound = bind(with_structure(model, {}), table);
    const Model settled = settle_structure(model, bound, all_rows(bound.rows));

    CHECK(observe(settled, table).contexts.empty());
    CHECK_FALSE(needs_settling(settled));
  }
}

TEST_CASE("parents that are listed twice, and numbers out of range, are faults of a structure") {
  const auto given = [](std::vector<ParentsOf> parents) {
    return Structure{.kind = StructureKind::given, .given = std::move(parents)};
  };
  check_structure_fault(given({{"size", {"colour"}}, {"size", {"colour"}}}),
                        "the structure lists the parents of 'size' twice; keep one entry");
  check_structure_fault(given({{"size", {"colour", "colour"}}}),
                        "the structure lists parent 'colour' of 'size' twice; keep one entry");
  check_structure_fault({.kind = StructureKind::kdb, .most_parents = 17},
                        "the structure asks for 17 parents; ask for 0 to 16");
  std::vector<std::string> many{"colour"};
  for (int i = 0; i < 16; ++i) many.push_back("x" + std::to_string(i));
  CHECK(testing::throws_error(
      [&] {
        (void)measured_model(given({{"size", many}}));
      },
      ErrorCode::schema, "the structure gives 'size' 17 parents; give at most 16"));
  check_structure_fault({.kind = StructureKind::tan, .prior = {.strength = 0}},
                        "the prior of contexts has the strength 0; give a finite number above 0");
  check_structure_fault({.kind = StructureKind::lookup, .centre_rows = -1},
                        "the centre of the look-up is worth -1 rows; give a finite number above 0");
}

TEST_CASE("circles of parents are found in time that follows their number") {
  Schema schema = testing::schema_of({});
  Structure chain{.kind = StructureKind::given};
  const auto name = [](int i) { return "x" + std::to_string(10000 + i); };
  for (int i = 0; i < 3000; ++i) schema.columns.push_back({.name = name(i), .family = "bernoulli"});
  for (int i = 0; i + 1 < 3000; ++i) chain.given.push_back({name(i), {name(i + 1)}});
  const Model model(schema);

  CHECK_NOTHROW((void)with_structure(model, chain));
  chain.given.push_back({name(2999), {name(1000)}});
  CHECK(fails_with(ErrorCode::schema,
                   "the parents of the structure go round in a circle; take one arc out",
                   [&] { (void)with_structure(model, chain); }));
}

TEST_CASE("edges are found for those numbers that a given structure makes parents, and no others") {
  const Model settled = settled_model(
      {.kind = StructureKind::given, .given = {{"colour", {"size"}}, {"age", {"colour"}}}});

  REQUIRE(settled.schema().structure.edges.size() == 1);
  CHECK(settled.schema().structure.edges[0].column == "size");
  CHECK(settled.schema().structure.edges[0].edges == std::vector<double>{5});
  CHECK_FALSE(needs_settling(settled));
}

TEST_CASE("under a prior that backs off, the evidence of the default prior chooses arcs") {
  const Table table = table_of(
      "size,age,colour,class\n1,10,r,p\n2,11,r,p\n1,12,r,p\n2,40,b,p\n1,41,b,p\n2,42,b,p\n"
      "5,70,r,q\n6,71,r,q\n5,72,r,q\n6,20,b,q\n5,21,b,q\n6,22,b,q\n");
  const Model model(testing::schema_of({{.name = "size", .family = "normal"},
                                        {.name = "age", .family = "normal"},
                                        {.name = "colour", .family = "categorical"}}));
  const BoundTable bound = bind(model, table);
  const auto learned = [&](const Structure& structure) {
    return observe(settle_structure(with_structure(model, structure), bound, all_rows(bound.rows)),
                   table);
  };
  for (Structure structure :
       std::vector<Structure>{{.kind = StructureKind::tan},
                              {.kind = StructureKind::tan, .tree = TreeScore::evidence},
                              {.kind = StructureKind::kdb, .most_parents = 1},
                              {.kind = StructureKind::kdb, .most_parents = 2}}) {
    CAPTURE(name_of(structure));
    const FoundStructure by_default = found_structure(learned(structure));
    structure.prior = {.kind = ContextPrior::Kind::back_off, .strength = 2};
    const Posterior<Model> posterior = learned(structure);
    const FoundStructure found = found_structure(posterior);

    REQUIRE(found.features.size() == by_default.features.size());
    bool any = false;
    for (std::size_t i = 0; i < found.features.size(); ++i) {
      CHECK(found.features[i].parents == by_default.features[i].parents);
      CHECK((found.features[i].parents.empty() || std::isnan(found.features[i].gain)));
      any = any || !found.features[i].parents.empty();
    }
    CHECK(any);
    CHECK(testing::throws_error([&] { (void)log_evidence(posterior); }, ErrorCode::undefined,
                                "'back_off'"));
  }
}

TEST_CASE("a parent without a number in any row has one bin") {
  const Model settled =
      settled_model({.kind = StructureKind::given, .given = {{"colour", {"never"}}}});

  REQUIRE(settled.schema().structure.edges.size() == 1);
  CHECK(settled.schema().structure.edges[0].column == "never");
  CHECK(settled.schema().structure.edges[0].edges.empty());
  CHECK_FALSE(needs_settling(settled));
}

TEST_CASE("a histogram whose prior has edges is a parent by its bins") {
  const Model model = measured_model(
      {.kind = StructureKind::given, .least_rows = 0, .given = {{"colour", {"age"}}}},
      {.name = "age",
       .family = "histogram",
       .prior = testing::numbers(
           {{"edges", testing::Doubles{0, 50, 100}}, {"weights", testing::Doubles{1, 1}}})});
  REQUIRE_FALSE(needs_settling(model));
  const Posterior<Model> posterior = observe(model, table_of(measured));

  REQUIRE(posterior.contexts.size() == 1);
  CHECK(posterior.contexts[0].children.label.classes ==
        testing::Strings{"p|<=50", "p|>50", "q|<=50", "q|>50"});
  CHECK(posterior.contexts[0].children.label.counts.counts == testing::Doubles{3, 1, 2, 2});
}

TEST_CASE("information of two features is known where their pairs were counted") {
  const Posterior<Model> tree = testing::learned_from_nine({.kind = StructureKind::tan});
  CHECK(conditional_information(tree, "x0", "x1") == conditional_information(tree, "x1", "x0"));
  CHECK(conditional_information(tree, "x0", "x1") == doctest::Approx(0.199479).epsilon(1e-5));

  CHECK(fails_with(
      ErrorCode::schema,
      "features 'x0' and 'x1' were not counted together; give the model a structure "
      "that counts pairs, such as tan or aode",
      [] { (void)conditional_information(testing::learned_from_nine({}), "x0", "x1"); }));
}

TEST_CASE("an average over texts alone is naive Bayes, and says so") {
  const Model model =
      with_structure(Model(testing::schema_of({{.name = "note", .family = "multinomial"}})),
                     {.kind = StructureKind::aode});
  const FoundStructure found =
      found_structure(observe(model, table_of("note,class\nu v,p\nv,q\n")));

  CHECK(found.models.empty());
  CHECK(found.notes == testing::Strings{"no feature can be a parent: the average is naive Bayes"});
}

TEST_CASE("posteriors that found parents or weights of their own are not merged") {
  const auto message = [](const Structure& one, const Structure& other) {
    const auto error = testing::error_of([&] {
      Posterior<Model> posterior = testing::learned_from_nine(one);
      merge(posterior, testing::learned_from_nine(other));
    });
    return error && error->code() == ErrorCode::version ? std::string(error->what()) : "";
  };
  const std::string start = "posteriors can be merged only when their structures are equal: ";

  CHECK(message({.kind = StructureKind::given, .given = {{"x0", {"x1"}}}},
                {.kind = StructureKind::given, .given = {{"x0", {"x2"}}}}) ==
        start + "each has found parents of its own; fit both with equal schemas, parents included");
  CHECK(message({.kind = StructureKind::aode,
                 .average = ModelWeights::stacked,
                 .model_weights = {0.5, 0.25, 0.25}},
                {.kind = StructureKind::aode,
                 .average = ModelWeights::stacked,
                 .model_weights = {0.25, 0.5, 0.25}}) ==
        start + "each has stacked weights of its own; fit all rows at once");
}

TEST_CASE("a look-up of whole rows cannot lose a column") {
  CHECK(fails_with(ErrorCode::schema,
                   "a look-up of whole rows cannot lose a column; learn the model of the others",
                   [] {
                     (void)keep(testing::learned_from_nine({.kind = StructureKind::lookup}),
                                testing::Strings{"x0", "x1"});
                   }));
}

TEST_CASE("a table that was bound without the structure of a model is refused") {
  const Table table = table_of(testing::nine_rows);
  const BoundTable bound = bind(testing::nine_model({}), table);
  Posterior<Model> tree = empty_posterior(testing::nine_model({.kind = StructureKind::tan}));

  CHECK(
      fails_with(ErrorCode::schema,
                 "the table was bound to another model, whose structure has 0 contexts of 3; call "
                 "bind with this model",
                 [&] { observe(tree, bound, all_rows(bound.rows)); }));
}

TEST_CASE("the evidence of a model of an average counts texts that hang on the class alone") {
  const Structure average{.kind = StructureKind::aode};
  const Schema with_text = testing::schema_of({{.name = "a", .family = "categorical"},
                                               {.name = "b", .family = "categorical"},
                                               {.name = "note", .family = "multinomial"}});
  const Schema without_text = testing::schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "b", .family = "categorical"}});
  const std::string rows = "a,b,note,class\nu,x,hot wet,p\nu,y,wet,p\nv,x,dry,q\nv,x,dry hot,q\n";
  const auto all = observe(with_structure(Model(with_text), average), table_of(rows));
  const auto two = observe(with_structure(Model(without_text), average), table_of(rows));

  const FoundStructure found = found_structure(all);
  const FoundStructure fewer = found_structure(two);

  REQUIRE(found.models.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(i);
    CHECK(found.models[i].log_evidence ==
          doctest::Approx(fewer.models[i].log_evidence + log_evidence(all, "note")).epsilon(1e-13));
  }
}

TEST_CASE("a gain of a parent that has no evidence is no number, and an average by it undefined") {
  // Of one number the prior 'auto' knows no spread.
  const std::string rows = "a,b,x,class\nu,s,1,p\nv,t,,p\nu,t,,q\nv,s,,q\n";
  const auto model = [&](Structure structure) {
    return with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                    {.name = "b", .family = "categorical"},
                                                    {.name = "x", .family = "normal"}})),
                          std::move(structure));
  };
  const Structure arc{.kind = StructureKind::given, .given = {{"x", {"a"}}}};
  const auto found = found_structure(observe(model(arc), table_of(rows)));

  CHECK(std::isnan(found.features[2].gain));
  CHECK(testing::throws_error(
      [&] {
        (void)found_structure(observe(model({.kind = StructureKind::aode,
                                             .average = ModelWeights::evidence,
                                             .may_be_parents = {"a", "b"}}),
                                      table_of(rows)));
      },
      ErrorCode::undefined, "constant"));
}

TEST_CASE("a column without a number leaves the others their edges") {
  const Structure found = settled_model({.kind = StructureKind::aode}).schema().structure;

  REQUIRE(found.edges.size() == 3);
  for (const ParentEdges& of : found.edges) {
    CAPTURE(of.column);
    CHECK(of.edges == (of.column == "size" ? std::vector<double>{5} : std::vector<double>{}));
  }
}

TEST_CASE("averages by information weigh numbers by what their bins say of the class") {
  const Model model = measured_model({.kind = StructureKind::aode,
                                      .average = ModelWeights::information,
                                      .may_be_parents = {"size", "colour"},
                                      .edges = {{.column = "size", .edges = {5}}}});
  const FoundStructure found = found_structure(observe(model, table_of(measured)));

  REQUIRE(found.models.size() == 2);
  // The bins of size tell the classes apart; three of four rows of each class have one colour.
  CHECK(found.models[0].weight == doctest::Approx(std::log(2)).epsilon(1e-12));
  CHECK(
      found.models[1].weight ==
      doctest::Approx(std::log(2) + 0.75 * std::log(0.75) + 0.25 * std::log(0.25)).epsilon(1e-12));
}

TEST_CASE(
    "a column that is independent of the class has no weight by information, whatever is rounded") {
  // The sums of x ln x leave some 1e-14 of these tables: u and v rows of one class, thrice as many of the other.
  constexpr int times = 3;
  for (const auto& [u, v] : {std::pair{3, 4}, std::pair{1, 5}, std::pair{1, 2}}) {
    std::string csv = "x,tells,class\n";
    for (int of_u = 0; of_u < u + v; ++of_u)
      for (int again = 0; again < 1 + times; ++again)
        csv += std::string(of_u < u ? "u" : "v") + (again == 0 ? ",s,p\n" : ",t,q\n");
    CAPTURE(csv);
    const Model model(testing::schema_of(
        {{.name = "x", .family = "categorical"}, {.name = "tells", .family = "categorical"}}));
    const FoundStructure found = found_structure(observe(
        with_structure(model, {.kind = StructureKind::aode, .average = ModelWeights::information}),
        table_of(csv)));

    REQUIRE(found.models.size() == 2);
    CHECK(found.models[0].weight == 0);
    CHECK(found.models[1].weight > 0.5);
  }
}
