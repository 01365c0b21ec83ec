// Counts of features given levels of their parents: priors by class, and files that contradict themselves.
#include <doctest/doctest.h>

#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <algorithm>
#include <cmath>

#include "learn/structure/contexts.hpp"
#include "support/models.hpp"
#include "support/nine_rows.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::table_of;

namespace {

PriorSpec normal_prior(double mean) {
  return testing::numbers({{"mean", mean}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 3.0}});
}

ColumnSchema size_by_class() {
  return {.name = "size",
          .family = "normal",
          .prior = {.by_class = {{"p", normal_prior(-4)}, {"q", normal_prior(9)}}}};
}

double joint_of(const Posterior<Model>& posterior, const std::string& row, std::size_t klass) {
  const Classifier<Model> classifier(posterior, Estimator::predictive);
  return classifier.predict(table_of("smoker,size\n" + row)).log_joints(0)[klass];
}

PosteriorRecord record_of_arc() {
  return record_of(testing::learned_from_nine(
      {.kind = StructureKind::given, .given = {{.feature = "x1", .parents = {"x0"}}}}));
}

// What is wrong with the file of a posterior whose record was changed.
template <class Change>
void check_contradiction(const Change& change, const std::string& why) {
  PosteriorRecord record = record_of_arc();
  change(record);
  const auto error =
      testing::error_of([&] { (void)posterior_from_json(to_json(record), "p.json"); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::version);
  CHECK(std::string(error->what()) ==
        "posterior file 'p.json': " + why + "; restore the file from a copy or fit again");
}

}  // namespace

TEST_CASE("a prior for each class is that of each context of the class") {
  const Model model = with_structure(
      Model(testing::schema_of({{.name = "smoker", .family = "bernoulli"}, size_by_class()},
                               testing::uniform_classes())),
      {.kind = StructureKind::given, .least_rows = 0, .given = {{"size", {"smoker"}}}});
  const Posterior<Model> posterior =
      observe(model, table_of("smoker,size,class\n1,1.5,p\n0,7,p\n1,2.5,p\n0,5,q\n0,6.5,q\n"));
  // The same rows: those of smokers alone, and the answers alone.
  const Posterior<Model> smokers =
      testing::learned(testing::schema_of({size_by_class()}, testing::uniform_classes()),
                       "size,class\n1.5,p\n2.5,p\n,q\n");
  const Posterior<Model> answers = testing::learned(
      testing::schema_of({{.name = "smoker", .family = "bernoulli"}}, testing::uniform_classes()),
      "smoker,class\n1,p\n0,p\n1,p\n0,q\n0,q\n");

  // Of class q no smoker was seen: the prior of q alone tells.
  for (const std::size_t klass : {0U, 1U}) {
    CAPTURE(klass);
    CHECK(joint_of(posterior, "1,3.25\n", klass) ==
          doctest::Approx(joint_of(smokers, "1,3.25\n", klass) +
                          joint_of(answers, "1,3.25\n", klass) - std::log(0.5))
              .epsilon(1e-13));
  }
}

TEST_CASE("the memory of contexts is that of their plans") {
  const Table table = table_of(testing::nine_rows);
  const std::vector<ParentsOf> given{{"x2", {"x0", "x1"}}, {"x1", {"x0"}}};
  for (const Structure& structure :
       std::vector<Structure>{{.kind = StructureKind::tan},
                              {.kind = StructureKind::aode, .may_be_parents = {"x1"}},
                              {.kind = StructureKind::a2de},
                              {.kind = StructureKind::lookup},
                              {.kind = StructureKind::given, .given = given},
                              {.kind = StructureKind::kdb, .most_parents = 2, .given = given}}) {
    CAPTURE(name_of(structure));
    const Model model = testing::nine_model(structure);
    const BoundTable bound = bind(model, table);
    const auto levels = [](const std::string& name) { return name == "x1" ? 3.0 : 2.0; };
    double cells = 0;
    for (const detail::ContextPlan& plan : detail::context_plans(model)) {
      double together = 1, children = 0;
      for (const std::string& parent : plan.parents) together *= levels(parent);
      for (const std::string& child : plan.children) children += levels(child);
      cells += std::min(together, 9.0) * children;
    }
    CHECK(detail::bytes_of_contexts(model, bound) ==
          8 * static_cast<double>(bound.label.levels.size()) * cells);
  }
}

// Their plans alone would take four gigabytes, and minutes.
TEST_CASE("triples of hundreds of columns are refused before they are listed") {
  constexpr int columns = 650;
  Schema schema{.label = "class"};
  Table table;
  for (int j = 0; j < columns; ++j) {
    const std::string name = "x" + std::to_string(j);
    schema.columns.push_back({.name = name, .family = "categorical"});
    table.add(name, std::vector<std::string>{"a", "b"});
  }
  table.add("class", std::vector<std::string>{"p", "q"});
  const Model model = with_structure(Model(schema), {.kind = StructureKind::a2de});

  CHECK(testing::throws_error([&] { (void)observe(model, table); }, ErrorCode::limit,
                              "triples of 650 columns with 1,300 levels in 2 classes need"));
}

TEST_CASE("contexts are as many, and of as many parents and features, as their plans say") {
  const std::vector<ParentsOf> given{{"x2", {"x0", "x1"}}, {"x1", {"x0"}}};
  for (const Structure& structure :
       std::vector<Structure>{{},
                              {.kind = StructureKind::tan},
                              {.kind = StructureKind::tan, .may_be_parents = {"x1"}},
                              {.kind = StructureKind::aode},
                              {.kind = StructureKind::a2de},
                              {.kind = StructureKind::a2de, .may_be_parents = {"x1"}},
                              {.kind = StructureKind::lookup},
                              {.kind = StructureKind::given, .given = given},
                              {.kind = StructureKind::kdb, .most_parents = 0},
                              {.kind = StructureKind::kdb, .most_parents = 1},
                              {.kind = StructureKind::kdb, .most_parents = 2, .given = given}}) {
    CAPTURE(name_of(structure));
    const Model model = testing::nine_model(structure);
    const std::vector<detail::ContextPlan> plans = detail::context_plans(model);
    const std::vector<detail::ContextSize> sizes = detail::context_sizes(model);
    CHECK(detail::number_of_contexts(model) == plans.size());
    REQUIRE(sizes.size() == plans.size());
    for (std::size_t i = 0; i < plans.size(); ++i) {
      CAPTURE(i);
      CHECK(sizes[i].parents == plans[i].parents.size());
      CHECK(sizes[i].children == plans[i].children.size());
    }
  }
}

TEST_CASE("files whose contexts do not belong to their structure are refused") {
  const std::string not_those = "the contexts are not those of the structure in the schema";
  check_contradiction([](PosteriorRecord& record) { record.contexts.clear(); }, not_those);
  check_contradiction([](PosteriorRecord& record) { record.contexts[0].parents = {"x2"}; },
                      not_those);
  check_contradiction([](PosteriorRecord& record) { record.contexts[0].features.clear(); },
                      not_those);
  check_contradiction(
      [](PosteriorRecord& record) {
        record.contexts[0].classes = {"0|0", "0|1", "1|0", "2|1"};
      },
      "context '2|1' is of no class of the label");
}

TEST_CASE("files whose contexts do not add up to their classes and columns are refused") {
  check_contradiction([](PosteriorRecord& record) { record.contexts[0].class_counts[0] += 1; },
                      "the contexts of 'x0', class '0' do not add up to the rows of the class");
  check_contradiction(
      [](PosteriorRecord& record) {
        // Of class 0 with x0 = 0: levels 0, 1 and 2 of x1 in 1, 2 and 0 rows.
        auto& counts =
            std::get<testing::Doubles>(record.contexts[0].features[0].statistics[0][0].second);
        REQUIRE(counts == testing::Doubles{1, 2, 0});
        std::swap(counts[0], counts[1]);
      },
      "the contexts of 'x0', class '0' do not add up to what is known of column 'x1'");
}

TEST_CASE("files whose classes are not those of their schema are refused") {
  check_contradiction(
      [](PosteriorRecord& record) {
        record.schema.classes = {"0", "1", "2"};
      },
      "the classes are not those of the schema");
}

TEST_CASE("a record with too few classes of a column is no posterior") {
  PosteriorRecord record = record_of_arc();
  record.contexts[0].features[0].statistics.pop_back();

  CHECK(testing::fails_with(
      ErrorCode::version,
      "column 'x1' does not have statistics for each class; restore the file from a copy or fit "
      "again",
      [&] { (void)posterior_of(record); }));
}

TEST_CASE("classes and levels may hold the marks that stand between them") {
  // The same rows twice: with plain names, and with '|', '\\' and what marks a missing cell.
  const auto predicted = [](const testing::Strings& names) {
    const std::string& u = names[0];
    const std::string& v = names[1];
    const auto line = [](const std::string& a, const std::string& b, const std::string& c) {
      return a + "," + b + "," + c + "\n";
    };
    const std::string rows = "a,b,class\n" + line(u, v, v) + line(u, u, v) + line(v, v, v) +
                             line("", v, u) + line(v, u, u) + line(u, v, u);
    const Model model =
        with_structure(Model(testing::schema_of({{.name = "a", .family = "categorical"},
                                                 {.name = "b", .family = "categorical"}})),
                       {.kind = StructureKind::tan, .least_rows = 0});
    const Posterior<Model> learned = observe(model, table_of(rows));
    const Posterior<Model> read = posterior_from_json(to_json(learned), "p.json");
    CHECK(read == learned);
    const Predictions answers =
        Classifier<Model>(read, Estimator::predictive)
            .predict(table_of("a,b\n" + u + "," + v + "\n," + u + "\n" + v + "," + v + "\n"));
    return answers.log_joint;
  };
  const auto plain = predicted({"e", "f"});

  CHECK(predicted({"a|b", "a|c"}) == plain);
  CHECK(predicted({"\\", "|"}) == predicted({"A", "B"}));
  CHECK(predicted({"\\-", "\\|"}) == plain);
  CHECK(predicted({"x\\", "y|"}) == plain);
}
