// Studies as JSON, for scripts.
#include <credence/report/text.hpp>

#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/listing/filled_list.hpp"
#include "support/data_error.hpp"

using namespace credence;
using credence::testing::error_of;
using credence::testing::is;
using credence::testing::says;
using nlohmann::json;
using Strings = std::vector<std::string>;
using Doubles = std::vector<double>;

namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

Result defined_result() {
  Result result;
  result.estimator = "predictive";
  result.on = "training";
  result.metrics = Metrics{0.96, 1.0 / 3, 0.1, 1, 2};
  result.confusion = Confusion{{"a", "b"}, {2, 1, 0, 0}};
  result.unseen_cells = 5;
  result.skill = 0.25;
  result.skill_error = 0.125;
  return result;
}

Result undefined_result() {
  Result result;
  result.estimator = "maximum_likelihood";
  result.on = "cross_validation";
  result.undefined = {{{.feature = "x", .klass = "a", .why = "no rows"}, 3},
                      {{.feature = "y", .klass = "", .why = "constant"}, 0}};
  return result;
}

Comparison small_comparison() {
  Comparison comparison;
  comparison.rows = 150;
  comparison.skipped_rows = 2;
  comparison.label = "class";
  comparison.classes = {"a", "b"};
  comparison.features = {"x", "y"};
  comparison.families = {"normal", "poisson"};
  comparison.folds = 10;
  comparison.seed = 18446744073709551615U;
  comparison.results = {defined_result(), undefined_result()};
  comparison.notes = {"a note"};
  return comparison;
}

Description small_description() {
  Description description;
  description.label.name = "class";
  description.label.classes = {"a"};
  description.label.counts = {3};
  description.label.prior.each = 2;
  for (Parameters& estimate : description.label.estimates)
    estimate.fields = {{"probabilities", Doubles{1}}};
  FeatureDescription feature;
  feature.name = "city";
  feature.family = "categorical";
  feature.levels = {"u"};
  feature.reserved = true;
  CellDescription cell;
  cell.klass = "a";
  cell.prior_word = "auto";
  cell.prior.fields = {{"weights", Doubles{1, 1}}};
  cell.statistics = {{"counts", Doubles{3}}, {"total", 0.1}};
  cell.posterior.undefined = "no posterior";
  cell.estimates[0].undefined = "no rows";
  feature.cells = {cell};
  description.features = {feature};
  description.log_evidence_undefined = "no prior";
  return description;
}

}  // namespace

TEST_CASE("a comparison reads back with every key of the contract") {
  const std::string text = to_json(small_comparison());
  const json all = json::parse(text);

  CHECK(text.back() == '\n');
  CHECK(all.at("schema_version") == 1);
  CHECK(all.at("rows") == 150);
  CHECK(all.at("skipped_rows") == 2);
  CHECK(all.at("label") == "class");
  CHECK(all.at("classes") == json(Strings{"a", "b"}));
  CHECK(all.at("features") == json(Strings{"x", "y"}));
  CHECK(all.at("families") == json(Strings{"normal", "poisson"}));
  CHECK(all.at("folds") == 10);
  CHECK(all.at("seed") == 18446744073709551615U);
  CHECK(all.at("notes") == json(Strings{"a note"}));
  REQUIRE(all.at("results").size() == 2);
}

TEST_CASE("metrics read back exactly") {
  const json result = json::parse(to_json(small_comparison())).at("results").at(0);

  CHECK(result.at("estimator") == "predictive");
  CHECK(result.at("on") == "training");
  CHECK(result.at("accuracy") == 0.96);
  CHECK(result.at("log_loss").get<double>() == 1.0 / 3);
  CHECK(result.at("brier") == 0.1);
  CHECK(result.at("confidence") == 1);
  CHECK(result.at("impossible_rows") == 2);
  CHECK(result.at("ruled_out") == 0);
  CHECK(result.at("unseen_cells") == 5);
  CHECK(result.at("skill") == 0.25);
  CHECK(result.at("skill_error") == 0.125);
  CHECK(result.at("confidence_error") == 0);
  CHECK(result.at("balanced_accuracy").get<double>() == 2.0 / 3);
  CHECK(result.at("macro_f1") == 0.8);
  CHECK_FALSE(result.contains("roc_auc"));
  CHECK(result.at("undefined") == json::array());
  CHECK_FALSE(result.contains("confusion"));
}

TEST_CASE("an infinite log loss is the string inf") {
  Comparison comparison = small_comparison();
  comparison.results[0].metrics->log_loss = beyond;

  CHECK(json::parse(to_json(comparison)).at("results").at(0).at("log_loss") == "inf");
}

TEST_CASE("metrics of undefined estimates are null and their cells are listed") {
  const json result = json::parse(to_json(small_comparison())).at("results").at(1);

  for (const char* metric : {"accuracy", "log_loss", "skill", "brier", "confidence", "ruled_out"}) {
    CAPTURE(metric);
    CHECK(result.at(metric).is_null());
  }
  CHECK(result.at("impossible_rows") == 0);
  CHECK(result.at("undefined") ==
        json::parse(R"([{"feature":"x","class":"a","why":"no rows","fold":3},
                        {"feature":"y","class":null,"why":"constant"}])"));
}

TEST_CASE("folds of a column have no seed") {
  Comparison comparison = small_comparison();
  comparison.seed.reset();

  CHECK_FALSE(json::parse(to_json(comparison)).contains("seed"));
}

TEST_CASE("an evaluation has its confusion matrix and the rates of each class") {
  Evaluation evaluation;
  evaluation.rows = 3;
  evaluation.skipped_rows = 1;
  evaluation.label = "class";
  evaluation.classes = {"a", "b"};
  evaluation.results = {defined_result(), undefined_result()};
  evaluation.results[0].areas = RocAreas{.classes = {0.5, std::nullopt}, .area = 0.5};

  const json all = json::parse(to_json(evaluation));

  CHECK(all.at("schema_version") == 1);
  CHECK(all.at("rows") == 3);
  CHECK(all.at("skipped_rows") == 1);
  const json& result = all.at("results").at(0);
  CHECK(result.at("confusion") == json::parse(R"({"classes":["a","b"],"matrix":[[2,1],[0,0]]})"));
  CHECK(result.at("recall").at("a").get<double>() == 2.0 / 3);
  CHECK(result.at("recall").at("b").is_null());
  CHECK(result.at("precision") == json::parse(R"({"a":1,"b":0})"));
  CHECK(result.at("f1") == json::parse(R"({"a":0.8,"b":null})"));
  CHECK(result.at("roc_auc") == 0.5);
  CHECK(result.at("roc_auc_by_class") == json::parse(R"({"a":0.5,"b":null})"));
  CHECK_FALSE(all.at("results").at(1).contains("confusion"));
}

TEST_CASE("the confusion of more than 200 classes is listed by the pairs that have rows") {
  Evaluation evaluation;
  for (int klass = 0; klass < 201; ++klass) evaluation.classes.push_back(std::to_string(klass));
  evaluation.results = {defined_result()};
  evaluation.results[0].confusion = Confusion(evaluation.classes);
  evaluation.results[0].confusion->add(200, 3, 2);
  evaluation.results[0].confusion->add(3, 3);

  const json confusion = json::parse(to_json(evaluation)).at("results").at(0).at("confusion");

  CHECK(confusion.at("classes").size() == 201);
  CHECK(confusion.at("cells") == json::parse("[[3,3,1],[200,3,2]]"));
  CHECK_FALSE(confusion.contains("matrix"));
}

TEST_CASE("a description has numbers or reasons in every place") {
  const json all = json::parse(to_json(small_description()));

  CHECK(all.at("log_evidence").is_null());
  CHECK(all.at("log_evidence_undefined") == "no prior");
  CHECK(all.at("label").at("class_prior") == json::parse(R"({"each":2})"));
  CHECK(all.at("label").at("predictive") == json::parse(R"({"probabilities":[1]})"));
  const json& feature = all.at("features").at(0);
  CHECK(feature.at("feature") == "city");
  CHECK(feature.at("family") == "categorical");
  CHECK(feature.at("levels") == json(Strings{"u"}));
  CHECK(feature.at("unseen") == "reserve");
  const json& cell = feature.at("cells").at(0);
  CHECK(cell.at("class") == "a");
  CHECK(cell.at("prior_word") == "auto");
  CHECK(cell.at("prior") == json::parse(R"({"weights":[1,1]})"));
  CHECK(cell.at("statistics") == json::parse(R"({"counts":[3],"total":0.1})"));
  CHECK(cell.at("posterior") == json::parse(R"({"undefined":"no posterior"})"));
  CHECK(cell.at("maximum_likelihood") == json::parse(R"({"undefined":"no rows"})"));
  CHECK(cell.at("predictive") == json::object());
}

TEST_CASE("log evidence is a number where it exists") {
  Description description = small_description();
  description.log_evidence = -12.5;

  const json all = json::parse(to_json(description));

  CHECK(all.at("log_evidence") == -12.5);
  CHECK_FALSE(all.contains("log_evidence_undefined"));
}

TEST_CASE("the relevance of a feature is numbers or the reason why there are none") {
  Description description = small_description();
  CHECK_FALSE(json::parse(to_json(description)).at("features").at(0).contains("relevance"));
  Relevance relevance{.feature = "city", .family = "categorical", .log_evidence = -2};
  relevance.pooled_log_evidence = -1.5;
  relevance.log_bayes_factor = -0.5;
  relevance.probability = 0.375;
  const auto written = [&] {
    description.features[0].relevance = relevance;
    return json::parse(to_json(description)).at("features").at(0).at("relevance");
  };

  CHECK(written() == json::parse(R"({"log_evidence":-2,"pooled_log_evidence":-1.5,
    "log_bayes_factor":-0.5,"probability":0.375})"));
  relevance.undefined = "no prior";
  CHECK(written() == json::parse(R"({"undefined":"no prior"})"));
}

TEST_CASE("a list that is filled entry by entry is one that is written whole") {
  const std::vector<credence::Json> entries{
      {{"a", 1}, {"b", {{"text", "\n  \"list\": []"}}}}, {{"c", credence::Json::array()}}, nullptr};
  for (const std::size_t count : {0, 1, 3}) {
    credence::Json document{{"before", "\"list\": []"},
                            {"inside", {{"list", credence::Json::array()}}}};
    document["list"] = credence::Json::array();
    document["behind"] = 2;
    const std::string empty = write_json(document, 2);
    for (std::size_t i = 0; i < count; ++i) document["list"].push_back(entries[i]);

    CHECK(report::with_filled_list(empty, "list", count, [&](std::size_t i) {
            return entries[i];
          }) == write_json(document, 2));
  }
}

TEST_CASE("bytes that are no UTF-8 are an error and not replaced in silence") {
  Comparison comparison = small_comparison();
  comparison.classes[0] = "caf\xE9";

  const auto error = error_of([&] { return to_json(comparison); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "not UTF-8", "iconv"));
}
