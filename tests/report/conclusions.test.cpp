// Conclusions of a report: what is computed, and the sentences on it.
#include <credence/report/figures.hpp>

#include <credence/study/data_report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/has.hpp"
#include "support/markup.hpp"

using namespace credence;
using testing::has;

namespace {

Result result_of(const std::string& estimator, double accuracy, double confidence) {
  Result result{.estimator = estimator, .on = "cross_validation"};
  result.metrics = Metrics{.accuracy = accuracy,
                           .log_loss = 0.5,
                           .confidence = confidence,
                           .weight = 891,
                           .log_loss_error = 0.01,
                           .confidence_error = 0.01};
  return result;
}

Conclusions titanic() {
  Conclusions found{.rows = 891,
                    .label = "Survived",
                    .classes = {"0", "1"},
                    .class_rows = {549, 342},
                    .on = "cross_validation"};
  found.baseline = result_of("baseline", 0.616, 0.616);
  found.best = result_of("predictive", 0.78, 0.826);
  found.best->skill = -0.012;
  found.best->skill_error = 0.03;
  found.misfits = {{.feature = "Pclass",
                    .family = "normal",
                    .extreme = 11,
                    .quantities = 16,
                    .p_value = 0.002,
                    .better = "categorical",
                    .log_bayes_factor = 209.4}};
  found.uninformative = {{.feature = "PassengerId", .log_bayes_factor = -3.25}};
  return found;
}

bool says(const Section& section, const std::string& part) {
  return std::any_of(section.points.begin(), section.points.end(),
                     [&](const std::string& point) { return has(point, part); });
}

}  // namespace

TEST_CASE("conclusions name rows, classes, baseline, the best estimator and its skill") {
  const Section section = section_of(titanic());

  CHECK(section.boxed);
  CHECK(says(section,
             "891 rows in 2 classes: Survived = 0 (549, 61.6 %), Survived = 1 (342, 38.4 %)"));
  CHECK(says(section, "Baseline: the class frequencies alone have accuracy 61.6 %"));
  CHECK(says(section, "Best estimator: posterior predictive, with log loss 0.5000"));
  CHECK(says(section,
             "in cross-validation. Skill against the baseline: -1.2 % (-7.2 % to 4.8 % within 2 "
             "standard errors): its probabilities are worse than the class frequencies, though "
             "not clearly."));
}

TEST_CASE("conclusions judge the skill as notes do") {
  Conclusions found = titanic();
  const auto says_of = [&](double skill, const std::string& words) {
    found.best->skill = skill;
    return says(section_of(found), words);
  };

  CHECK(says_of(0.059, "standard errors): not clearly better than the class frequencies."));
  CHECK(says_of(0.061, "0.1 % to 12.1 % within 2 standard errors)."));
  CHECK(says_of(-0.061, ": its probabilities are worse than the class frequencies."));
  found.best->metrics->log_loss = std::numeric_limits<double>::infinity();
  found.best->skill.reset();
  CHECK(says(section_of(found),
             "in cross-validation: its probabilities are worse than the class frequencies."));
}

TEST_CASE("conclusions from few rows say so") {
  Conclusions found = titanic();
  CHECK_FALSE(says(section_of(found), "few"));
  found.best->metrics->weight = 8;
  CHECK(says(section_of(found), "8 rows are few: the standard errors of fewer than 30 rows are"));
}

TEST_CASE("conclusions round sums of weights") {
  Conclusions found = titanic();
  found.rows = 100;
  found.class_rows = {100.0 / 3, 200.0 / 3};

  CHECK(says(section_of(found),
             "100 rows in 2 classes: Survived = 0 (33.3333, 33.3 %), Survived = "
             "1 (66.6667, 66.7 %)"));
}

TEST_CASE("conclusions name features that do not fit and those that say nothing") {
  const Section section = section_of(titanic());

  CHECK(says(section,
             "Pclass: normal does not fit, 11 of 16 checks (smallest p-value 0.002); categorical "
             "fits better, log Bayes factor 209."));
  CHECK(says(section, "PassengerId (log Bayes factor -3.25)"));
}

TEST_CASE("conclusions say what to do about a feature that no other family is known to fit") {
  Conclusions found = titanic();
  found.misfits.front().family = "histogram";
  found.misfits.front().better.clear();
  found.misfits.front().log_bayes_factor.reset();

  CHECK(says(section_of(found),
             "Pclass: histogram does not fit, 11 of 16 checks (smallest p-value 0.002); no other "
             "family is known to fit better: compare the model with and without this feature."));
}

TEST_CASE("conclusions name rows unlike the others, with the feature that says most against each") {
  Conclusions found = titanic();
  CHECK_FALSE(says(section_of(found), "unlike the others"));
  found.unusual_rows = {{.row = 439, .klass = "0", .feature = "Fare", .value = "263"}};
  found.unusual_in_all = 1;
  CHECK(says(section_of(found),
             "1 row is unlike the others of its class: row 439 (Survived = 0; Fare 263)."));
  found.unusual_rows.push_back({.row = 28, .klass = "1", .feature = "sizes"});
  found.unusual_in_all = 33;
  CHECK(
      says(section_of(found),
           "33 rows are unlike the others of their class, the furthest first: row 439 (Survived = "
           "0; Fare 263), row 28 (Survived = 1; sizes)."));
}

TEST_CASE("conclusions say whether an estimator is too sure, not sure enough, or neither") {
  Conclusions found = titanic();
  CHECK(
      says(section_of(found), "Over-confident: it gives its labels a mean probability of 82.6 %"));
  found.best->metrics->confidence = 0.7;
  CHECK(says(section_of(found), "Under-confident"));
  found.best->metrics->confidence = 0.785;
  CHECK(says(section_of(found), "As confident as it is accurate"));
  found.best->metrics->confidence = 0.9;
  found.best->metrics->confidence_error = 0.13;
  CHECK(says(section_of(found),
             "Perhaps over-confident: it gives its labels a mean probability of 90.0 %"));
  CHECK(says(section_of(found), "are correct; the difference is within 2 standard errors."));
  found.best->metrics->confidence = 0.7;
  CHECK(says(section_of(found), "Perhaps under-confident"));
  found.best->metrics->log_loss = std::numeric_limits<double>::infinity();
  CHECK(says(section_of(found), "log loss infinite"));
  found.best.reset();
  CHECK(says(section_of(found), "No estimator is defined in cross-validation"));
}

TEST_CASE("conclusions advise families chosen by evidence only where evidence has a choice") {
  Conclusions found = titanic();
  found.advised_weights = {.kind = FeatureWeighting::each,
                           .estimator = "predictive",
                           .log_loss_before = 0.9,
                           .log_loss_after = 0.5};

  CHECK(says(section_of(found, std::vector<std::string>{"categorical", "normal"}),
             "families chosen by evidence"));
  const Section levels =
      section_of(found, std::vector<std::string>{"categorical", "bernoulli", "none"});
  CHECK(nlohmann::ordered_json::parse(to_json(DataReport{.conclusions = found}))
            .at("conclusions")
            .at("advised_weights")
            .dump() ==
        R"({"kind":"each","estimator":"predictive","log_loss_before":0.9,"log_loss_after":0.5})");
  CHECK(says(levels, "where the weights have seen the rows."));
  CHECK(!says(levels, "families chosen by evidence"));
}

TEST_CASE("conclusions from hostile names are a well-formed page, and many misfits are counted") {
  Conclusions found = titanic();
  found.label = testing::hostile_name;
  found.classes = {testing::hostile_name, "1"};
  found.misfits.front().feature = testing::hostile_name;
  found.misfits.resize(20, found.misfits.front());

  const Section section = section_of(found);

  const testing::Markup markup =
      testing::markup_of(to_html({.title = "t", .sections = {section}, .footer = "f"}));
  CHECK(markup.fault == "");
  CHECK(markup.count("b") == 0);
  CHECK(says(section, "12 more features do not fit their family"));
}

TEST_CASE("a line feed in a name is shown escaped in every sentence") {
  Conclusions found = titanic();
  found.misfits.front().feature = "a\nb";
  found.dependent = {"'a\nb' and 'c' depend on each other within every class"};
  DependenceCheck pairs{.classes = {"p"}, .features = {"a\nb", "c"}};
  pairs.pairs = {{.first = "a\nb", .second = "c", .klass = "p", .rows = 9, .probability = 0.99}};
  pairs.not_tested = {{.first = "a\nb", .second = "d", .why = "too wide"}};

  const testing::Markup page = testing::markup_of(
      to_html({.title = "t", .sections = {section_of(found), section_of(pairs)}, .footer = "f"}));

  CHECK(page.says("a\\x0ab: normal does not fit"));
  CHECK(page.says("a\\x0ab&#39; and &#39;c&#39; depend on each other within every class."));
  CHECK(page.says("a\\x0ab&#39; and &#39;c&#39; depend on each other within class"));
  CHECK(page.says("a\\x0ab&#39; and &#39;d&#39; are not compared"));
  CHECK_FALSE(page.says(";a b&"));
}

TEST_CASE(
    "the JSON of a report has rows unlike the others, with the value that says most against each") {
  DataReport report{.conclusions = titanic()};
  report.conclusions.unusual_rows = {
      {.row = 259, .klass = "1", .feature = "Fare", .value = "512.3292", .below_median = 21.5}};
  report.conclusions.unusual_in_all = 3;

  const auto conclusions = nlohmann::ordered_json::parse(to_json(report)).at("conclusions");

  CHECK(conclusions.at("unusual_rows").dump() ==
        R"([{"row":259,"class":"1","feature":"Fare","value":"512.3292","below_median":21.5}])");
  CHECK(conclusions.at("unusual_in_all") == 3);
  CHECK(conclusions.at("misfits").at(0).at("better") == "categorical");
  CHECK(conclusions.at("advised_weights").is_null());
}

TEST_CASE("a report counts the rows that have no label") {
  DataReport report{.conclusions = titanic()};
  CHECK_FALSE(testing::markup_of(to_html(page_of(report))).says("have no label"));
  report.comparison.skipped_rows = 2;
  CHECK(
      testing::markup_of(to_html(page_of(report))).says("2 rows have no label and are not used."));
}
