#include <credence/study/data_report.hpp>

#include <doctest/doctest.h>
#include <credence/data/csv.hpp>

#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Table iris() { return read_csv(project_file("examples/data/iris.csv")); }

}  // namespace

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

TEST_CASE("a report holds the comparison, rankings and pictures of the features that tell most") {
  const Table table = iris();
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
  const Table table = iris();

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

TEST_CASE("a report checks the features that it shows, unless that takes too many draws") {
  const Table table = iris();
  const Model model = infer_model(table, {.label = "class"});
  const auto with = [&](const DataReportOptions& options) {
    return data_report(model, table, nullptr, options);
  };
  const DataReport two = with({.most_features = 2});
  REQUIRE(two.check);
  CHECK(two.check->pictures.size() == 2);
  CHECK(two.check->options.simulations == 200);
  CHECK_FALSE(with({.simulations = 0}).check);
  CHECK(with({.most_features = 2, .most_drawn = 300}).check);
  const DataReport none = with({.most_features = 2, .most_drawn = 299});
  CHECK_FALSE(none.check);
  REQUIRE(none.omitted.size() == 1);
  CHECK(none.omitted.front().find("more than 299 numbers and words") != std::string::npos);
}

TEST_CASE("words and the columns of a block count among the draws of a report") {
  const Table table = table_of("t,x,y,class\na b a,1,2,p\nb,2,1,p\na b c d,3,5,q\n,4,3,q\n");
  const Model model(schema_of(
      {{.name = "t", .family = "multinomial"},
       {.name = "both", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes}}));
  const auto checked = [&](double most) {
    return data_report(model, table, nullptr, {.comparison = {.folds = 2}, .most_drawn = most})
        .check.has_value();
  };
  CHECK(checked(16));  // eight words and two numbers in four rows
  CHECK(!checked(15));
}
