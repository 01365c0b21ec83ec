// Suggestions as text and as JSON.
#include <credence/report/text.hpp>

#include <credence/select/relevance.hpp>
#include <credence/study/suggest.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace credence;

namespace {

// A column of counts, one whose normal density is none, and one without a family.
Suggestions three_columns() {
  Suggestion visits{.feature = "visits"};
  visits.families = {{.family = "poisson", .log_evidence = -10.5, .log_bayes_factor = 0},
                     {.family = "geometric", .log_evidence = -13, .log_bayes_factor = -2.5}};
  visits.chosen = "poisson";
  visits.relevance = Relevance{.feature = "visits",
                               .family = "poisson",
                               .log_evidence = -10.5,
                               .pooled_log_evidence = -9.25,
                               .log_bayes_factor = -1.25,
                               .probability = 0.2227};
  Suggestion height{.feature = "height", .measure = Measure::density};
  height.families = {{.family = "normal", .log_evidence = 3, .log_bayes_factor = 0},
                     {.family = "lognormal", .undefined = "column 'height': too narrow"}};
  height.chosen = "normal";
  height.relevance = Relevance{.feature = "height",
                               .family = "normal",
                               .log_evidence = 3,
                               .pooled_log_evidence = -1,
                               .log_bayes_factor = 4,
                               .probability = 0.982};
  height.depends_on_class = true;
  const Suggestion id{.feature = "id", .why_none = "is constant and is not used"};
  return {.rows = 9,
          .skipped_rows = 1,
          .label = "class",
          .classes = {"ill", "well"},
          .columns = {visits, height, id},
          .warnings = {"column 'id' is constant and is not used"}};
}

}  // namespace

TEST_CASE("suggestions have a line per family, one per column, and reasons below") {
  CHECK(to_text(three_columns()) ==
        "label class with 2 classes: ill, well\n"
        "9 rows\n"
        "\n"
        "column  family     log evidence  log Bayes factor\n"
        "visits  poisson          -10.50              0.00\n"
        "        geometric        -13.00             -2.50\n"
        "height  normal             3.00              0.00\n"
        "        lognormal             -                 -\n"
        "id      none                  -                 -\n"
        "\n"
        "column  chosen   by class  pooled  log Bayes factor  probability  depends on class\n"
        "visits  poisson    -10.50   -9.25             -1.25       0.2227                no\n"
        "height  normal       3.00   -1.00              4.00       0.9820               yes\n"
        "id      none            -       -                 -            -                 -\n"
        "\n"
        "column 'id' is constant and is not used\n"
        "column 'height': too narrow\n");
}

TEST_CASE("a text says no as surely as yes, and unclear in between") {
  Suggestions some = three_columns();
  const auto last_word = [&](double log_bayes_factor) {
    some.columns[0].relevance->log_bayes_factor = log_bayes_factor;
    const std::string text = to_text(some);
    const std::string line = text.substr(text.find("\nvisits", text.find("chosen")) + 1);
    const std::string first = line.substr(0, line.find('\n'));
    return first.substr(first.rfind(' ') + 1);
  };

  CHECK(last_word(std::log(0.3)) == "no");
  CHECK(last_word(std::log(0.4)) == "unclear");
  CHECK(last_word(std::log(2.9)) == "unclear");
}

TEST_CASE("suggestions read back with every key of the contract") {
  const nlohmann::json all = nlohmann::json::parse(to_json(three_columns()));

  CHECK(all["schema_version"] == 1);
  CHECK(all["rows"] == 9);
  CHECK(all["skipped_rows"] == 1);
  CHECK(all["label"] == "class");
  CHECK(all["classes"] == nlohmann::json({"ill", "well"}));
  CHECK(all["results"][0] == nlohmann::json::parse(R"({
    "feature": "visits", "chosen": "poisson", "measure": "probability",
    "families": [
      {"family": "poisson", "log_evidence": -10.5, "log_bayes_factor": 0},
      {"family": "geometric", "log_evidence": -13, "log_bayes_factor": -2.5}],
    "depends_on_class": false, "pooled_log_evidence": -9.25, "log_bayes_factor": -1.25,
    "probability": 0.2227})"));
  CHECK(all["results"][1]["measure"] == "density");
  CHECK(all["results"][1]["depends_on_class"] == true);
  CHECK(all["results"][1]["families"][1] == nlohmann::json::parse(R"({
    "family": "lognormal", "log_evidence": null, "log_bayes_factor": null,
    "undefined": "column 'height': too narrow"})"));
  CHECK(all["results"][2] == nlohmann::json::parse(R"({
    "feature": "id", "families": [], "chosen": "none",
    "why_none": "is constant and is not used"})"));
  CHECK(all["notes"].size() == 1);
}
