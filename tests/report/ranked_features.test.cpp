// Ranked features as text, JSON and CSV.
#include <credence/report/text.hpp>

#include <credence/study/feature_selection.hpp>
#include <credence/study/selection_curve.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

#include "report/listing/text_table.hpp"
#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

// A feature with all numbers, one without bounds, and one without any.
RankedFeatures three_features() {
  RankedFeatures ranked{.rows = 9, .skipped_rows = 1, .label = "class", .classes = {"ill", "well"}};
  ranked.features = {{.name = "visits, a year",
                      .family = "poisson",
                      .mutual_information = 0.2,
                      .posterior_mean = 0.4,
                      .bounds = Interval{.lower = 0.25, .upper = 0.5},
                      .prior_mean = 0.1,
                      .prior_bounds = Interval{.lower = 0.05, .upper = 0.2},
                      .log_bayes_factor = 3.5,
                      .inclusion = 0.97},
                     {.name = "note:\"win\"",
                      .family = "multinomial",
                      .mutual_information = 0.05,
                      .log_bayes_factor = -1.25,
                      .inclusion = 0.22},
                     {.name = "flat", .family = "normal", .undefined = "column is constant"}};
  ranked.kept = 1;
  return ranked;
}

RankedFeatures with_curve() {
  RankedFeatures ranked = three_features();
  ranked.by = RankBy::conditional;
  ranked.criterion = Criterion::cmim;
  ranked.features[0].score = 0.4;
  ranked.features[1].score = 0.05;
  SelectionCurve curve{.on = "cross_validation",
                       .ranked_anew = true,
                       .estimator = "predictive",
                       .folds = 10,
                       .seed = 1,
                       .chosen = 1};
  curve.points = {
      {.features = 0, .metrics = Metrics{.accuracy = 0.5, .log_loss = 0.7}, .standard_error = 0.01},
      {.features = 1, .metrics = Metrics{.accuracy = 0.75, .log_loss = 0.5}, .standard_error = 0.1},
      {.features = 2,
       .metrics = Metrics{.accuracy = 0.7, .log_loss = std::numeric_limits<double>::infinity()}},
      {.features = 3,
       .undefined = {
           {.cell = {.feature = "flat", .klass = "ill", .why = "nothing seen"}, .fold = 2}}}};
  ranked.curve = curve;
  ranked.notes = {"a note"};
  return ranked;
}

}  // namespace

TEST_CASE("ranked features have a line each with a bar, and reasons below") {
  CHECK(
      to_text(three_features()) ==
      "label class with 2 classes: ill, well\n"
      "9 rows; 3 features, ranked by mutual information at predictive (plug-in)\n"
      "information: posterior mean of the mutual information of feature and class, nats, with its "
      "90 % interval\n"
      "\n"
      "feature         family                             plug-in  information  lower  upper  log "
      "Bayes factor  inclusion\n"
      "visits, a year  poisson      ####################      0.2          0.4   0.25    0.5      "
      "         3.5     0.9700\n"
      "note:\"win\"      multinomial  #####                    0.05            -      -      -     "
      " "
      "       -1.25     0.2200\n"
      "flat            normal                                   -            -      -      -      "
      "           -          -\n"
      "\n"
      "'flat': column is constant\n");
}

TEST_CASE("a curve stands below the features and marks the number that was chosen") {
  const std::string text = to_text(with_curve());
  CHECK(has(text, "3 features, ranked by what each adds to those before it (cmim)"));
  CHECK(has(text,
            "\nnumber of features by cross_validation, predictive\n"
            "10 folds, seed 1, ranked anew in each\n"
            "features  accuracy  log loss  standard error\n"
            "       0    0.5000    0.7000          0.0100\n"
            "       1    0.7500    0.5000          0.1000  <\n"
            "       2    0.7000       inf               -\n"
            "       3         -         -               -\n"
            "undefined with 3 features, in fold 2: 'flat', class 'ill': nothing seen\n"
            "1 chosen: the fewest within a standard error of the smallest log loss\n"));
  CHECK(has(text, "\na note\n"));
}

TEST_CASE("of many features the first fifty are shown, and long names are cut") {
  RankedFeatures ranked = three_features();
  ranked.kept = 0;
  for (int i = 0; i < 60; ++i)
    ranked.features.push_back({.name = std::string(40, 'x') + std::to_string(i),
                               .family = "normal",
                               .mutual_information = 0.01});

  const std::string text = to_text(ranked);

  CHECK(has(text, "\n... 13 more\n"));
  CHECK(has(text, "\n" + std::string(31, 'x') + "\xE2\x80\xA6  normal"));
  CHECK_FALSE(has(text, std::string(32, 'x')));
}

TEST_CASE("of a long curve few sizes are shown, with the first, the chosen and the last") {
  RankedFeatures ranked = with_curve();
  ranked.curve->chosen = 111;
  ranked.curve->rule = SelectionRule::best;
  ranked.curve->points.clear();
  for (Index size = 0; size <= 200; ++size)
    ranked.curve->points.push_back(
        {.features = size, .metrics = Metrics{.accuracy = 0.5, .log_loss = 0.25}});

  const std::string text = to_text(ranked);
  const std::string curve = text.substr(text.find("number of features by"));

  for (const char* size : {"       0  ", "      10  ", "     111  ", "     200  "})
    CHECK(has(curve, std::string("\n") + size));
  CHECK(has(curve, "          -  <\n"));
  CHECK(has(curve, "111 chosen: the smallest log loss\n"));
  const auto lines = std::count(curve.begin(), curve.end(), '\n');
  CHECK(lines > 20);
  CHECK(lines < 40);
}

TEST_CASE("JSON has null where a number does not exist") {
  const auto all = nlohmann::ordered_json::parse(to_json(three_features()));

  CHECK(all["schema_version"] == 1);
  CHECK(all["by"] == "mutual_information");
  CHECK(all["kept"] == 1);
  CHECK_FALSE(all.contains("curve"));
  CHECK(all["results"][0].dump() ==
        R"({"feature":"visits, a year","family":"poisson","posterior_mean":0.4,)"
        R"("bounds":[0.25,0.5],"prior_mean":0.1,"prior_bounds":[0.05,0.2],"plug_in":0.2,)"
        R"("log_bayes_factor":3.5,"inclusion":0.97})");
  CHECK(all["results"][1]["bounds"].is_null());
  CHECK(
      all["results"][2].dump() ==
      R"({"feature":"flat","family":"normal","posterior_mean":null,"bounds":null,)"
      R"("prior_mean":null,"prior_bounds":null,"plug_in":null,"log_bayes_factor":null,"inclusion":null,"undefined":"column is constant"})");
}

TEST_CASE("a curve in JSON has a point for each number of features") {
  const auto all = nlohmann::ordered_json::parse(to_json(with_curve()));

  CHECK(all["criterion"] == "cmim");
  CHECK(all["chosen_on"] == "cross_validation");
  CHECK(all["ranked_anew"] == true);
  CHECK(all["results"][1]["score"] == 0.05);
  CHECK(all["curve"].size() == 4);
  CHECK(all["curve"][1].dump() ==
        R"({"features":1,"accuracy":0.75,"log_loss":0.5,"standard_error":0.1,"undefined":[]})");
  CHECK(all["curve"][2]["log_loss"] == "inf");
  CHECK(all["curve"][3]["accuracy"].is_null());
  CHECK(all["curve"][3]["undefined"][0].dump() ==
        R"({"feature":"flat","class":"ill","why":"nothing seen","fold":2})");
}

TEST_CASE("CSV quotes names and leaves cells empty") {
  CHECK(to_csv(three_features()) ==
        "rank,feature,family,posterior_mean,lower,upper,prior_mean,prior_lower,prior_upper,plug_in,"
        "log_bayes_factor,inclusion,score,kept\n"
        "1,\"visits, a year\",poisson,0.4,0.25,0.5,0.1,0.05,0.2,0.2,3.5,0.97,,1\n"
        "2,\"note:\"\"win\"\"\",multinomial,,,,,,,0.05,-1.25,0.22,,0\n"
        "3,flat,normal,,,,,,,,,,,0\n");
}

TEST_CASE("a ranking says by what it is, and its bars and columns follow that") {
  RankedFeatures ranked = three_features();
  ranked.features[1].posterior_mean = 0.1;
  const auto bars = [&](RankBy by) {
    ranked.by = by;
    const std::string text = to_text(ranked);
    return std::count(text.begin(), text.end(), '#');
  };

  CHECK(bars(RankBy::evidence) == 20);  // a log Bayes factor below 0 has none
  CHECK(has(to_text(ranked), "ranked by log Bayes factor\n"));
  CHECK(bars(RankBy::posterior_mean) == 25);  // 0.4 and 0.1
  CHECK(has(to_text(ranked), "ranked by posterior mean of the mutual information\n"));
  CHECK(bars(RankBy::above_prior) == 20);  // 0.4 - 0.1, and one without a prior mean
  CHECK(has(to_text(ranked),
            "ranked by posterior mean of the mutual information less its prior "
            "mean\n"));
  CHECK(has(to_text(ranked), "####################          0.3          0.4"));
}

TEST_CASE("a prior probability of inclusion is told where it is not that of every report") {
  RankedFeatures ranked = three_features();
  CHECK_FALSE(has(to_text(ranked), "inclusion: probability"));
  ranked.inclusion_prior = 0.125;
  CHECK(has(to_text(ranked),
            "inclusion: probability that the feature depends on the class, 0.125 "
            "before the data\n"));
}

TEST_CASE("one class, one row and one feature are told in the singular") {
  RankedFeatures ranked = three_features();
  ranked.classes = {"ill"};
  ranked.rows = 1;
  ranked.features.resize(1);

  CHECK(to_text(ranked).starts_with("label class with 1 class: ill\n1 row; 1 feature, ranked by "));
}

TEST_CASE("folds of a column have no seed in a curve, and a curve without a choice names none") {
  RankedFeatures ranked = with_curve();
  ranked.curve->seed.reset();
  ranked.curve->chosen.reset();

  const std::string text = to_text(ranked);
  const auto all = nlohmann::ordered_json::parse(to_json(ranked));

  CHECK(has(text, "10 folds, from a column, ranked anew in each\n"));
  CHECK_FALSE(has(text, " chosen: "));
  CHECK_FALSE(has(text, "  <\n"));
  CHECK_FALSE(all.contains("seed"));
  CHECK(all["folds"] == 10);
}

TEST_CASE("lines of ranked features are shorter than 120 columns: bars give way, then names") {
  RankedFeatures ranked = three_features();
  ranked.by = RankBy::mutual_information;
  const auto line_of = [&](std::size_t letters, const std::string& family) {
    ranked.features[0].name = std::string(letters, 'a');
    ranked.features[0].family = family;
    const std::string text = to_text(ranked);
    const std::size_t begin = text.find("\naaa") + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const auto has_bar = [](const std::string& line, std::size_t places) {
    return line.find(' ' + std::string(places, '#') + ' ') != std::string::npos;
  };

  CHECK(has_bar(line_of(10, "normal"), 20));
  const std::string middle = line_of(30, "categorical");
  CHECK(!has_bar(middle, 20));
  CHECK(middle.starts_with(std::string(30, 'a') + ' '));
  CHECK(report::fits(middle));
  const std::string longest = line_of(30, std::string(30, 'f'));
  CHECK(has_bar(longest, 8));
  CHECK(!longest.starts_with(std::string(30, 'a')));
  CHECK(report::fits(longest));
}
