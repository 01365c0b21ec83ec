// Studies of models whose priors are found from the data of each class.
#include <doctest/doctest.h>

#include <credence/data/convert.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/evidence.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>

#include "study/cross_validated.hpp"
#include "support/models.hpp"
#include "support/shipped.hpp"

using namespace credence;
using testing::shipped;
using testing::word;

namespace {

// The inferred schema of a shipped table, with one word for every feature.
Schema schema_with(const Table& table, const std::string& prior) {
  Schema schema = infer_schema(table, {.label = "class"}).schema;
  for (ColumnSchema& column : schema.columns)
    if (column.family != "none") column.prior = word(prior);
  return schema;
}

const Metrics& metrics_of(const Comparison& comparison, const std::string& estimator,
                          const std::string& on) {
  for (const Result& result : comparison.results)
    if (result.estimator == estimator && result.on == on) return result.metrics.value();
  throw std::runtime_error("no result");
}

}  // namespace

TEST_CASE("cross-validation finds empirical priors anew in each training part") {
  for (const std::string name : {"iris.csv", "house_votes_84.csv"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    const bool levels = name != "iris.csv";
    Schema schema = schema_with(table, levels ? "empirical_each" : "empirical");
    schema.classes = observe(Model(schema), table).label.classes;

    const Comparison comparison = compare(Model(schema), table, {.folds = 3, .seed = 2});

    const CodeColumn codes = codes_of(table, table.column("class"));
    const auto truth = label_positions(codes, table.rows(), codes.levels);
    const auto folds = stratified_folds(truth, std::ssize(codes.levels), 3, 2);
    const auto slow = testing::refitted(schema, table, folds, 3);
    for (const auto& entry : slow) {
      const std::string& estimator = entry.first;
      const std::optional<Metrics>& expected = entry.second;
      CAPTURE(estimator);
      if (!expected) continue;
      const Metrics& found = metrics_of(comparison, estimator, "cross_validation");
      CHECK(found.accuracy == doctest::Approx(expected->accuracy).epsilon(1e-12));
      if (std::isfinite(expected->log_loss))
        CHECK(found.log_loss == doctest::Approx(expected->log_loss).epsilon(1e-9));
    }
  }
}

TEST_CASE("on the training rows an empirical prior scores as its frozen numbers do") {
  const Table table = shipped("wine.csv");
  const Schema schema = schema_with(table, "empirical");
  const auto frozen = freeze(observe(Model(schema), table));

  const Comparison comparison = compare(Model(schema), table, {.folds = 2});
  const std::vector estimators{Estimator::predictive};
  const Evaluation evaluation = evaluate(frozen, table, {.estimators = estimators});

  // The comparison's statistics are merged from folds, which rounds otherwise than one pass.
  CHECK(metrics_of(comparison, "predictive", "training").log_loss ==
        doctest::Approx(evaluation.results.front().metrics->log_loss).epsilon(1e-9));
}

TEST_CASE("learned rows are left out under the frozen numbers of an empirical prior") {
  const Table table = shipped("iris.csv");
  const Schema schema = schema_with(table, "empirical");
  const auto posterior = observe(Model(schema), table);

  const Comparison comparison = compare(Model(schema), table, {.folds = 2});
  const auto words = evaluate_learned(posterior, table);
  const auto numbers = evaluate_learned(freeze(posterior), table);

  REQUIRE(words.results.size() == 2 * (all_estimators.size() + 1));
  for (std::size_t i = 0; i < words.results.size(); ++i) {
    const Result& result = words.results[i];
    CAPTURE(result.estimator);
    CAPTURE(result.on);
    CHECK(result.metrics->log_loss == numbers.results[i].metrics->log_loss);
    CHECK(metrics_of(comparison, result.estimator, result.on).log_loss ==
          doctest::Approx(result.metrics->log_loss).epsilon(1e-9));
  }
}

TEST_CASE("a comparison notes limits that an empirical prior reached") {
  const Table table =
      testing::table_of("s,class\n1,a\n0,a\n1,a\n0,a\n1,b\n0,b\n1,b\n0,b\n1,a\n0,b\n1,b\n0,a\n");
  const Comparison comparison = compare(
      Model(testing::schema_of({{.name = "s", .family = "bernoulli", .prior = word("empirical")}})),
      table, {.folds = 2});

  REQUIRE_FALSE(comparison.notes.empty());
  CHECK(comparison.notes.back().starts_with("the prior of column 's': classes differ by no more"));
}

TEST_CASE("a block is described with the steps of its empirical prior, the same in every class") {
  const Table table = shipped("iris.csv");
  const auto posterior =
      observe(Model(testing::schema_of({{.name = "sizes",
                                         .family = "normal",
                                         .prior = word("empirical"),
                                         .columns = {"petal_length", "petal_width"},
                                         .tied = Tying::classes}})),
              table);

  const FeatureDescription feature = describe(posterior).features.front();

  REQUIRE(feature.prior_search.has_value());
  CHECK(feature.prior_search->steps > 0);
  REQUIRE(feature.prior_search->notes.size() == 1);
  CHECK(feature.prior_search->notes[0].starts_with("classes that share a variance"));
  CHECK(feature.cells[0].prior_word == "empirical");
  CHECK(log_evidence(freeze(posterior)) == doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
}

TEST_CASE("a description holds the word, the numbers and the steps of an empirical prior") {
  const Table table = shipped("iris.csv");
  const auto posterior = observe(Model(schema_with(table, "empirical")), table);

  const Description description = describe(posterior);

  const FeatureDescription& feature = description.features.front();
  const CellDescription& cell = feature.cells.front();
  REQUIRE(feature.prior_search);
  CHECK(feature.prior_search->steps > 0);
  CHECK(feature.prior_search->converged);
  CHECK(cell.prior_word == "empirical");
  CHECK(cell.prior.fields == feature.cells.back().prior.fields);
  CHECK(to_text(description).find("prior empirical (") != std::string::npos);
  CHECK(to_json(description).find("\"prior_search\"") != std::string::npos);
}

TEST_CASE("a description says why there is no empirical prior and what its search noted") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "normal", .prior = word("empirical")},
                          {.name = "y", .family = "normal", .prior = word("empirical")}}),
      "x,y,class\n1,1,a\n1,2,a\n2,3,b\n3,5,b\n4,4,c\n4,4,c\n");

  const Description description = describe(posterior);

  CHECK_FALSE(description.features[0].prior_search);
  CHECK(description.features[0].cells[0].prior.undefined.find("at least two classes") !=
        std::string::npos);
  CHECK(to_text(description).find("note: a class whose values do not differ left out") !=
        std::string::npos);
}
