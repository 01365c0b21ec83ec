// What SQL cannot count or score, and statistics that do not belong to the schema: each with its words.
#include <credence/sql/sql.hpp>

#include <doctest/doctest.h>

#include <credence/data/csv.hpp>

#include <string>
#include <vector>

#include "sql/statistics.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::fails_with;

namespace {

std::string score_of(const Posterior<Model>& posterior, Estimator estimator,
                     sql::Dialect dialect = sql::Dialect::sqlite) {
  return sql::prediction_sql(posterior, {.table = "t"}, dialect, {.estimator = estimator});
}

std::string count_of(std::vector<ColumnSchema> columns) {
  return sql::learning_sql(Model(testing::schema_of(std::move(columns))), {.table = "t"},
                           sql::Dialect::sqlite);
}

// What a database says of one row of class 'a' with this colour and this number of visits.
struct CountedVisit {
  std::string klass = "a";
  std::string colour = "red";
  std::string visits = "2";
  std::string visits_weight = "1";
  std::string refused = "0";
  std::string refused_weights = "0";

  [[nodiscard]] std::string csv(const Model& model) const {
    return "credence,," + sql::schema_hash(model) + ",begin,1\n," + klass + ",,rows,1\n," + klass +
           ",,table_rows,1\n,,,skipped_rows,0\n,,,refused," + refused + "\n,,,refused_weights," +
           refused_weights + "\ncolour," + klass + "," + colour + ",counts,1\ncolour," + klass +
           ",,levels,1\ncolour," + klass + ",,cells,1\nvisits," + klass + "," + visits +
           ",weights," + visits_weight + "\nvisits," + klass + ",,levels,1\nvisits," + klass +
           ",,cells," + visits_weight + "\ncolour," + klass + ",,refused,0\nvisits," + klass +
           ",,refused,0\ncredence,,,end,1\n";
  }
};

Model visits_model() {
  Schema schema =
      testing::schema_of({{.name = "colour", .family = "categorical", .levels = {"red", "green"}},
                          {.name = "visits",
                           .family = "poisson",
                           .prior = testing::numbers({{"shape", 1.0}, {"rate", 1.0}})}});
  schema.classes = {"a", "b"};
  return Model(schema);
}

void check_counted(const CountedVisit& visit, ErrorCode code, const std::string& message) {
  const Model model = visits_model();
  const auto error = testing::error_of(
      [&] { (void)sql::posterior_from_statistics(model, visit.csv(model), "counted.csv"); });
  REQUIRE(error.has_value());
  CHECK(error->code() == code);
  CHECK(std::string(error->what()) == message);
}

}  // namespace

TEST_CASE("columns that SQL cannot count are named with the way out") {
  std::vector<std::string> many;
  for (int j = 0; j < 65; ++j) many.push_back("x" + std::to_string(j));
  ColumnSchema block{.name = "sizes", .family = "normal", .columns = many};
  block.covariance = Covariance::full;

  CHECK(
      fails_with(ErrorCode::schema,
                 "column 'sizes': SQL counts a full covariance of up to 64 columns, and the block "
                 "has 65; make smaller blocks, or leave out 'covariance'",
                 [&] { (void)count_of({block}); }));
  block.columns.pop_back();
  CHECK_FALSE(count_of({block}).empty());
}

TEST_CASE("columns that SQL cannot score are named with the way out") {
  const std::string csv = "x,y,class\n1,2,a\n2,4,a\n4,3,a\n3,5,b\n5,1,b\n2,2,b\n";
  const auto kernel =
      testing::learned(testing::schema_of({{.name = "x", .family = "kernel"}}), csv);
  ColumnSchema block{.name = "sizes", .family = "normal", .columns = {"x", "y"}};
  block.covariance = Covariance::full;
  const auto joint = testing::learned(testing::schema_of({block}), csv);

  CHECK(
      fails_with(ErrorCode::schema,
                 "column 'x': SQL cannot score family 'kernel'; leave the column out, or score the "
                 "rows with the library; SQL scores bernoulli, categorical, normal, lognormal, "
                 "poisson, exponential, gamma, geometric, negative_binomial, histogram and counts "
                 "of columns",
                 [&] { (void)score_of(kernel, Estimator::predictive); }));
  CHECK(fails_with(ErrorCode::schema,
                   "column 'sizes': SQL has no posterior predictive of a block of normal columns; "
                   "take another estimator, such as posterior_mean",
                   [&] { (void)score_of(joint, Estimator::predictive); }));
  CHECK_FALSE(score_of(joint, Estimator::posterior_mean).empty());
}

TEST_CASE("a posterior with feature weights is not scored, and one without them is") {
  auto posterior = testing::learned(testing::schema_of({{.name = "x", .family = "normal"}}),
                                    "x,class\n1,a\n2,a\n4,b\n5,b\n");
  CHECK_FALSE(score_of(posterior, Estimator::predictive).empty());
  posterior.feature_weights = {.kind = FeatureWeighting::each, .names = {"x"}, .values = {0.5}};

  CHECK(fails_with(
      ErrorCode::schema,
      "SQL scores naive Bayes without feature weights, and the posterior has some; leave "
      "them aside (Posterior::feature_weights), or score the rows with the library",
      [&] { (void)score_of(posterior, Estimator::predictive); }));
}

TEST_CASE("the dialect of the standard has no infinity, so that no class may have probability 0") {
  const auto of_prior = [](ClassPrior prior) {
    return testing::learned(testing::schema_of({{.name = "x", .family = "categorical"}}, prior),
                            "x,class\nu,a\nv,a\nu,b\n");
  };
  const auto never = of_prior(testing::given_classes({{"a", 1}, {"b", 0}}));

  CHECK(fails_with(ErrorCode::schema,
                   "dialect 'ansi' has no infinity, and something has probability 0 under this "
                   "estimator; take another one, such as posterior_mean",
                   [&] { (void)score_of(never, Estimator::predictive, sql::Dialect::ansi); }));
  CHECK_FALSE(score_of(never, Estimator::predictive, sql::Dialect::sqlite).empty());
  CHECK(fails_with(ErrorCode::schema,
                   "dialect 'ansi' has no infinity, and something has probability 0 under this "
                   "estimator; take another one, such as posterior_mean",
                   [&] {  // v in b
                     (void)score_of(of_prior({}), Estimator::maximum_likelihood,
                                    sql::Dialect::ansi);
                   }));
  const auto always = of_prior(testing::uniform_classes());
  CHECK_FALSE(score_of(always, Estimator::predictive, sql::Dialect::ansi).empty());
}

TEST_CASE("statistics of classes and levels that the schema does not list are refused") {
  const Model model = visits_model();
  CHECK(sql::posterior_from_statistics(model, CountedVisit{}.csv(model), "counted.csv") ==
        observe(model, testing::table_of("colour,visits,class\nred,2,a\n")));

  check_counted(
      {.klass = "c"}, ErrorCode::schema,
      "label 'class', counted.csv:2:5 holds class 'c', which the schema does not list; add "
      "it to `classes` or remove the row");
  check_counted(
      {.colour = "blue"}, ErrorCode::schema,
      "column 'colour', counted.csv:7:15 holds level 'blue', which the schema does not list; "
      "add it to `levels` or mark it as missing");
}

TEST_CASE("labels, weights and values that no row may hold are refused where they were counted") {
  check_counted({.refused = "3"}, ErrorCode::domain,
                "counted.csv:5:4: label 'class' holds real numbers, which have no one text; make "
                "texts or whole numbers of them in the query");
  check_counted(
      {.refused_weights = "1"}, ErrorCode::domain,
      "counted.csv:6:4: weights are missing, below 0 or not finite; leave these rows out");
  check_counted(
      {.visits = "many"}, ErrorCode::schema,
      "counted.csv:10:15: 'many' of weight 1 is no number that column 'visits' could hold");
  check_counted({.visits_weight = "0"}, ErrorCode::schema,
                "counted.csv:10:12: '2' of weight 0 is no number that column 'visits' could hold");
}

TEST_CASE("numbers that a database keeps as text are all named at once, those of a block, too") {
  const Model model(testing::schema_of(
      {{.name = "city", .family = "categorical"},
       {.name = "sizes", .family = "normal", .columns = {"height", "width"}, .tied = Tying::free},
       {.name = "visits", .family = "poisson", .exposure = "days"}}));
  const std::string csv =
      "credence,," + sql::schema_hash(model) +
      ",begin,1\n,a,,rows,3\n,a,,table_rows,3\n,,,skipped_rows,0\n,,,refused,0\n"
      ",,,refused_weights,0\nsizes,a,,refused,3\nvisits,a,,refused,3\n"
      "city,a,red,counts,3\ncity,a,,levels,1\ncity,a,,cells,3\n"
      "city,a,,refused,0\ncredence,,,end,3\n";
  CHECK(testing::throws_error(
      [&] { (void)sql::posterior_from_statistics(model, csv, "counted.csv"); }, ErrorCode::domain,
      "write the SQL with Source::from_text = "
      "height,width,visits,days where"));
}

TEST_CASE("a database that counted no row with a label and a weight leaves nothing to learn") {
  const Model model = visits_model();
  const std::string csv = "credence,," + sql::schema_hash(model) +
                          ",begin,1\n,,,skipped_rows,4\n,,,refused,0\n,,,refused_weights,0\n"
                          "credence,,,end,4\n";

  CHECK(fails_with(
      ErrorCode::schema,
      "no row can be used: label 'class' is missing, or the weight is 0, throughout; correct the "
      "name or the query",
      [&] { (void)sql::posterior_from_statistics(model, csv, "counted.csv"); }));
}

TEST_CASE("exact sums of a family whose sums a database rounds are refused") {
  const Model model = visits_model();

  CHECK(sql::rounded_feature(model) == "visits");
  CHECK(fails_with(ErrorCode::schema,
                   "column 'visits' of family 'poisson' has sums that a database rounds; leave "
                   "Summation::exact out, or the column",
                   [&] {
                     (void)sql::posterior_from_statistics(model, CountedVisit{}.csv(model),
                                                          "counted.csv", Summation::exact);
                   }));
}

TEST_CASE("a level that was never learned ends the statement where the column says so") {
  const auto of_unseen = [](Unseen unseen) {
    return score_of(
        testing::learned(
            testing::schema_of({{.name = "x", .family = "categorical", .unseen = unseen}}),
            "x,class\nu,a\nv,b\n"),
        Estimator::predictive, sql::Dialect::duckdb);
  };

  CHECK(of_unseen(Unseen::error).find("'column ''x'' holds an unseen category: '") !=
        std::string::npos);
  CHECK(of_unseen(Unseen::missing).find("unseen category") == std::string::npos);
}

TEST_CASE("a text that is called as the level of missing cells is refused as training refuses it") {
  const std::vector<ColumnSchema> columns{
      {.name = "x", .family = "categorical", .missing_is_level = true}};
  CHECK(count_of(columns).find("= 'missing' THEN 1 ELSE 0 END AS r") != std::string::npos);
  CHECK(count_of({{.name = "x", .family = "categorical"}}).find("'missing'") == std::string::npos);

  const auto posterior = testing::learned(testing::schema_of(columns), "x,class\nu,a\n,b\n");
  const std::string text = score_of(posterior, Estimator::predictive, sql::Dialect::duckdb);
  CHECK(text.find("= 'missing' THEN CAST('column ''x'' makes missing cells a level, and holds its "
                  "name: ' ||") != std::string::npos);
}

TEST_CASE("every dialect and every answer has its word") {
  CHECK(to_string(sql::Dialect::postgresql) == "postgresql");
  CHECK(to_string(sql::Dialect::sqlite) == "sqlite");
  CHECK(to_string(sql::Dialect::duckdb) == "duckdb");
  CHECK(to_string(sql::Dialect::ansi) == "ansi");
  CHECK(to_string(sql::Answer::log_probability) == "log_probability");
  CHECK(to_string(sql::Answer::impossible) == "impossible");
}

TEST_CASE(
    "no row is impossible where there is no infinity, and log probabilities stand as they are") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "categorical"}}), "x,class\nu,a\nv,b\n");
  const auto answers = [&](sql::Dialect dialect) {
    const std::string all =
        sql::prediction_sql(posterior, {.table = "t"}, dialect,
                            {.columns = {sql::Answer::impossible, sql::Answer::log_probability}});
    return all.substr(all.rfind("SELECT "));
  };

  CHECK(answers(sql::Dialect::ansi) ==
        "SELECT 0 AS \"impossible\",\n  j0 - best - LN(total) AS \"log_probability:a\",\n"
        "  j1 - best - LN(total) AS \"log_probability:b\"\nFROM totals_;\n");
  CHECK(answers(sql::Dialect::duckdb)
            .starts_with("SELECT CASE WHEN best = CAST('-inf' AS DOUBLE) THEN 1 ELSE 0 END AS "
                         "\"impossible\",\n"));
}

TEST_CASE("a Poisson rate of 0 leaves 0 as the only count") {
  const auto posterior = testing::learned(testing::schema_of({{.name = "n", .family = "poisson"}}),
                                          "n,class\n0,a\n0,a\n2,b\n");

  const std::string text = score_of(posterior, Estimator::maximum_likelihood);

  CHECK(text.find("= 0 THEN 0e0 ELSE (-9e999) END") != std::string::npos);
}

TEST_CASE(
    "SQL of SQLite ends at a real number as a category, and keeps apart from tables and limits") {
  std::string rows = "size,class\n";
  for (int klass = 0; klass < 140; ++klass)
    rows += std::to_string(klass % 3) + ",k" + std::to_string(klass) + "\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "size", .family = "categorical"}}), rows);

  const std::string text = sql::prediction_sql(posterior, {.table = "cells"}, sql::Dialect::sqlite,
                                               {.estimator = Estimator::predictive});

  CHECK(text.find("WHEN typeof(source.\"size\") = 'real'") != std::string::npos);
  CHECK(text.find("WITH cells_ AS") != std::string::npos);
  CHECK(text.find("FROM \"cells\"") != std::string::npos);
  CHECK(text.find("MAX(MAX(j0, ") != std::string::npos);
}

TEST_CASE("SQLite, whose COALESCE takes two cells or more, is asked for one cell by its name") {
  const auto posterior = testing::learned(testing::schema_of({{.name = "block",
                                                               .family = "normal",
                                                               .columns = {"size"},
                                                               .covariance = Covariance::full}}),
                                          "size,class\n1,a\n2,a\n4,b\n3,b\n");

  const std::string text = score_of(posterior, Estimator::posterior_mean);

  CHECK(text.find("COALESCE") == std::string::npos);
}
