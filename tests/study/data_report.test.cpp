#include <credence/study/data_report.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/shipped.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("an overview counts classes, values and levels, in the order of the schema") {
  const auto posterior = learned(schema_of({{.name = "city", .family = "categorical"},
                                            {.name = "age", .family = "normal"},
                                            {.name = "smoker", .family = "bernoulli"}}),
                                 "age,city,smoker,class\n2,a,1,p\n4,b,,p\n,a,0,q\n6,c,1,q\n");

  const Overview all = overview(posterior);

  CHECK(all.rows == 4);
  CHECK(all.classes == Strings{"p", "q"});
  CHECK(all.class_rows == Doubles{2, 2});
  REQUIRE(all.features.size() == 3);
  CHECK(all.features[0].feature == "city");
  CHECK(all.features[0].levels == 3);
  CHECK_FALSE(all.features[0].mean);
  CHECK(all.features[1].rows == 3);
  CHECK(*all.features[1].mean == 4);
  CHECK(*all.features[1].deviation == doctest::Approx(std::sqrt(8.0 / 3)).epsilon(1e-15));
  CHECK(all.features[1].prior == "auto");
  CHECK(all.features[2].rows == 3);
}

TEST_CASE("an overview has no deviation where no double holds its square") {
  const auto deviation_of = [](const std::string& first, const std::string& second) {
    const auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}),
                                   "x,class\n" + first + ",p\n" + second + ",p\n");
    return overview(posterior).features[0].deviation;
  };

  CHECK_FALSE(deviation_of("1e290", "3e290"));
  CHECK_FALSE(deviation_of("1e-300", "3e-300"));
  CHECK(deviation_of("1e-140", "3e-140").value_or(0) ==
        doctest::Approx(1e-140).epsilon(1e-12).scale(0));
  CHECK(deviation_of("7", "7") == 0);
  CHECK(deviation_of("0", "0") == 0);
}

TEST_CASE("a report holds the comparison, rankings and pictures of the features that tell most") {
  const Table table = shipped("iris");
  const Model model = infer_model(table, {.label = "class"});

  const DataReport report = data_report(model, table, &table, {.most_features = 2});

  CHECK(report.comparison == compare(model, table, {}));
  REQUIRE(report.test);
  CHECK(report.test->rows == 150);
  CHECK(report.information.size() == 4);
  CHECK(report.relevances == rank_by_evidence(observe(model, table)));
  REQUIRE(report.pictures.size() == 2);
  CHECK(report.pictures[0].feature == report.information[0].feature);
  CHECK(report.pictures[1].feature == report.information[1].feature);
  REQUIRE(report.surface);
  CHECK(report.surface->across == report.information[0].feature);
  CHECK(report.cells.size() == 3);
  CHECK(report.omitted.empty());
}

TEST_CASE("the surface is that of the features that were asked for") {
  const Table table = shipped("iris");

  const DataReport report = data_report(infer_model(table, {.label = "class"}), table, nullptr,
                                        {.surface = {"sepal_width", "sepal_length"}});

  CHECK(report.surface->across == "sepal_width");
  CHECK(report.surface->up == "sepal_length");
  CHECK_FALSE(report.test);
}

TEST_CASE(
    "without two features of numbers there is no surface, and columns of folds are no features") {
  const Table table = table_of("a,fold,class\nx,1,p\ny,2,q\nx,1,p\ny,2,q\nx,2,p\ny,1,q\n");
  const Model model(schema_of(
      {{.name = "a", .family = "categorical"}, {.name = "fold", .family = "categorical"}}));

  const DataReport report =
      data_report(model, table, nullptr, {.comparison = {.fold_column = "fold"}});

  CHECK_FALSE(report.surface);
  CHECK(report.overview.features.size() == 1);
  CHECK(report.pictures.size() == 1);
}

TEST_CASE("what is undefined is left out and said") {
  const Table table = table_of("a,b,class\n1,4,p\n2,4,q\n3,4,p\n9,4,q\n");
  const Model model(
      schema_of({{.name = "a", .family = "normal"}, {.name = "b", .family = "normal"}}));

  const DataReport report = data_report(model, table, nullptr, {.comparison = {.folds = 2}});

  REQUIRE(report.omitted.size() == 1);
  CHECK(report.omitted[0].find("surface") != std::string::npos);
  CHECK(report.omitted[0].find("constant") != std::string::npos);
  CHECK(report.pictures.size() == 2);
}

TEST_CASE("words are one feature, however many of them there are") {
  const Table table =
      table_of("text,class\ncheap prize,spam\ncheap win,spam\nplan today,ham\nmeet today,ham\n");
  const Model model(schema_of({{.name = "text", .family = "multinomial"}}));

  const DataReport report = data_report(model, table, nullptr, {.comparison = {.folds = 2}});

  CHECK(report.information.size() == 6);
  REQUIRE(report.pictures.size() == 1);
  CHECK(report.pictures[0].kind == PictureKind::words);
  REQUIRE(report.cells.size() == 2);
  CHECK(report.cells[0].parameter == "probability of " + report.pictures[0].levels[0]);
}

TEST_CASE("a report checks the features that it shows, of many rows a part that is evenly spaced") {
  const Table table = shipped("iris");
  const Model model = infer_model(table, {.label = "class"});
  const auto with = [&](const DataReportOptions& options) {
    return data_report(model, table, nullptr, options);
  };
  const DataReport two = with({.most_features = 2});
  REQUIRE(two.check);
  CHECK(two.check->pictures.size() == 2);
  CHECK(two.check->options.simulations == 1000);
  CHECK(two.check->rows == 150);
  CHECK_FALSE(with({.simulations = 0}).check);

  std::string many = "x,class\n";
  for (int i = 0; i < 1200; ++i) many += std::to_string(i % 7) + (i % 3 == 0 ? ",a\n" : ",b\n");
  const Table rows = table_of(many);
  const Model normal(schema_of({{.name = "x", .family = "normal"}}));
  const DataReport part = data_report(normal, rows, nullptr, {.most_drawn = 600});
  REQUIRE(part.check);
  CHECK(part.check->rows == 600);
  CHECK(part.check->notes.back() ==
        "600 of 1200 rows were checked, evenly spaced through the data");
}

TEST_CASE("a report lists rows that are unlike the others of their class, and no missing cell") {
  // Row 41 is far out in x, row 42 has no x; y is 0 or 1 everywhere.
  std::string csv = "x,y,class\n";
  for (int i = 0; i < 60; ++i)
    csv += (i == 40   ? "500"
            : i == 41 ? ""
                      : std::to_string(20 + i * 7 % 11)) +
           "," + std::to_string(i % 3 == 0 ? 1 : 0) + (i % 2 == 0 ? ",a\n" : ",b\n");
  const Model model(
      schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "bernoulli"}}));

  const Conclusions found =
      data_report(model, table_of(csv), nullptr, {.simulations = 0}).conclusions;

  CHECK(found.unusual_in_all == 1);
  REQUIRE(found.unusual_rows.size() == 1);
  const UnusualRow& row = found.unusual_rows.front();
  CHECK(row.row == 41);
  CHECK(row.klass == "a");
  CHECK(row.feature == "x");
  CHECK(row.value == "500");
  // Beyond the rule: 8 nats below the lower quartile, which is below the median.
  CHECK(row.below_median > 8);
}

TEST_CASE("a report lists the five furthest of many unusual rows, and none of a class with few") {
  std::string csv = "x,class\n";
  for (int i = 0; i < 400; ++i)
    csv += (i < 7 ? std::to_string(2000 + i) : std::to_string(i % 10)) + ",a\n";
  for (int i = 0; i < 19; ++i) csv += std::to_string(i == 0 ? 5000 : i % 10) + ",b\n";
  const Model model(schema_of({{.name = "x", .family = "normal"}}));

  const Conclusions found =
      data_report(model, table_of(csv), nullptr, {.simulations = 0}).conclusions;

  CHECK(found.unusual_in_all == 7);
  REQUIRE(found.unusual_rows.size() == 5);
  CHECK(found.unusual_rows.front().row == 7);
  CHECK(found.unusual_rows.back().row == 3);
}

TEST_CASE("what does not fit its family is told with the family of more evidence") {
  std::string csv = "level,x,class\n";  // levels 1 to 3 are no normal numbers, x is independent
  for (int i = 0; i < 300; ++i)
    csv += std::to_string(i % 5 < 3 ? 3 : 1 + i % 2) + "," + std::string(1, "abc"[i % 3]) + "," +
           (i % 2 == 0 ? "p" : "q") + "\n";
  const Table table = table_of(csv);
  const Model model(
      schema_of({{.name = "level", .family = "normal"}, {.name = "x", .family = "categorical"}}));

  const Conclusions found = data_report(model, table, nullptr).conclusions;

  CHECK(found.rows == 300);
  CHECK(found.class_rows == Doubles{150, 150});
  CHECK(found.on == "cross_validation");
  REQUIRE(found.baseline);
  CHECK(found.baseline->metrics->log_loss == relative(std::log(2.0), 1e-3));
  REQUIRE(found.best);
  CHECK(found.best->skill);
  REQUIRE_FALSE(found.misfits.empty());
  CHECK(found.misfits.front().feature == "level");
  CHECK(found.misfits.front().better == "categorical");
  CHECK(found.misfits.front().p_value < 0.01);
  REQUIRE(found.uninformative.size() == 1);
  CHECK(found.uninformative.front().feature == "x");
}

TEST_CASE("estimators are judged by rows not trained on, and the posterior predictive wins ties") {
  Result mean{.estimator = "posterior_mean", .on = "test", .metrics = Metrics{.log_loss = 0.5}};
  Result predictive = mean;
  predictive.estimator = "predictive";
  Result baseline = mean;
  baseline.estimator = baseline_name;
  baseline.metrics->log_loss = 0.1;
  const std::vector<Result> results{mean, predictive, baseline};

  CHECK(judged_on(results) == "test");
  CHECK(best_result(results, "test")->estimator == "predictive");
  CHECK(find_result(results, "baseline", "test") == &results[2]);
  CHECK(best_result(results, "training") == nullptr);
  CHECK(is_over_confident({.accuracy = 0.83, .confidence = 0.95, .confidence_error = 0.01}));
  CHECK_FALSE(is_over_confident({.accuracy = 0.83, .confidence = 0.95, .confidence_error = 0.07}));
  CHECK(is_under_confident({.accuracy = 0.95, .confidence = 0.83, .confidence_error = 0.01}));
}

TEST_CASE("a report simulates less often where there are many words, unless that is asked for") {
  const Table table = table_of("t,x,y,class\na b a,1,2,p\nb,2,1,p\na b c d,3,5,q\n,4,3,q\n");
  const Model model(schema_of(
      {{.name = "t", .family = "multinomial"},
       {.name = "both", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes}}));
  const auto simulations = [&](double most) {
    return data_report(model, table, nullptr, {.comparison = {.folds = 2}, .most_drawn = most})
        .check->options.simulations;
  };
  CHECK(simulations(40) == 1000);  // four words in two classes, each as dear as five numbers
  CHECK(simulations(20) == 500);
  CHECK(simulations(1) == 200);
}

TEST_CASE("columns of a block that depend on each other are named") {
  std::string rows = "x,y,class\n";
  for (int i = 0; i < 40; ++i)
    rows += std::to_string(i % 20) + ',' + std::to_string(i % 20 + (i * 7) % 3) +
            (i < 20 ? ",p\n" : ",q\n");
  const Model model(schema_of(
      {{.name = "both", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes}}));

  const DataReport report = data_report(model, table_of(rows), nullptr, {});

  REQUIRE(report.conclusions.dependent.size() == 1);
  CHECK(report.conclusions.dependent[0].starts_with("'x' and 'y' depend on each other"));
}
