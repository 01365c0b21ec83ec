#include <credence/data/convert.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "study/cross_validated.hpp"
#include "support/close.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::close;
using testing::shipped;
using testing::Strings;

namespace {

std::vector<Index> stratified(const Table& table, const std::string& label, Index folds,
                              std::uint64_t seed) {
  const CodeColumn codes = codes_of(table, table.column(label));
  const auto truth = label_positions(codes, table.rows(), codes.levels);
  return stratified_folds(truth, std::ssize(codes.levels), folds, seed);
}

Schema with_classes(Schema schema, const Table& table) {
  schema.classes = codes_of(table, table.column(schema.label)).levels;
  return schema;
}

const Result& result_of(const Comparison& comparison, std::string_view estimator,
                        std::string_view on) {
  for (const Result& result : comparison.results)
    if (result.estimator == estimator && result.on == on) return result;
  throw Error(ErrorCode::schema, "no such result");
}

// Whether the cross-validation of a comparison is that of fits on the rows themselves.
void check_against(const Comparison& comparison,
                   const std::map<std::string, std::optional<Metrics>>& expected) {
  for (const auto& entry : expected) {
    const std::string& estimator = entry.first;
    const std::optional<Metrics>& metrics = entry.second;
    CAPTURE(estimator);
    const Result& result = result_of(comparison, estimator, "cross_validation");
    REQUIRE(result.metrics.has_value() == metrics.has_value());
    CHECK(result.undefined.empty() == metrics.has_value());
    if (!metrics) continue;
    CHECK(close(result.metrics->accuracy, metrics->accuracy));
    CHECK(close(result.metrics->log_loss, metrics->log_loss));
    CHECK(close(result.metrics->brier, metrics->brier));
    CHECK(close(result.metrics->confidence, metrics->confidence));
    CHECK(result.metrics->impossible_rows == metrics->impossible_rows);
  }
}

void check_shipped(const std::string& name, Index folds, std::uint64_t seed) {
  const Table table = shipped(name);
  const Model model = infer_model(table, {.label = "class"});

  const Comparison comparison = compare(model, table, {.folds = folds, .seed = seed});

  check_against(comparison, testing::refitted(with_classes(model.schema(), table), table,
                                              stratified(table, "class", folds, seed), folds));
}

// Forty rows of every kind of column, with missing cells, rare words and weights.
Table assorted() {
  Random random{11};
  std::string csv = "note,visits,flag,city,size,wait,weight,class\n";
  for (int row = 0; row < 40; ++row) {
    const int shift = row % 2;
    for (int word = 0; word < 4; ++word)
      csv += "w" + std::to_string(random.below(25) * static_cast<std::uint64_t>(1 + shift)) + ' ';
    csv += ',' + std::to_string(random.below(4) + static_cast<std::uint64_t>(2 * shift));
    csv += row % 7 == 0 ? ",?" : random.uniform() < 0.3 + 0.4 * shift ? ",1" : ",0";
    csv += ",c" + std::to_string(random.below(4 + static_cast<std::uint64_t>(shift)));
    csv += ',' + testing::decimal_text(std::exp(random.normal() + shift));
    csv += ',' + testing::decimal_text(random.gamma(2, 1));
    csv += ',' + std::to_string(row % 5 == 0 ? 0 : row % 3 + 1);
    csv += shift == 0 ? ",a\n" : ",b\n";
  }
  return testing::table_of(csv);
}

Schema assorted_schema() {
  return testing::schema_of({{.name = "note", .family = "multinomial"},
                             {.name = "visits", .family = "poisson"},
                             {.name = "flag", .family = "bernoulli"},
                             {.name = "city", .family = "categorical"},
                             {.name = "size", .family = "lognormal"},
                             {.name = "wait", .family = "exponential"}});
}

}  // namespace

TEST_CASE("cross-validation of iris equals a fit for each fold") {
  check_shipped("iris.csv", 10, 1);
}

TEST_CASE("cross-validation of german_credit equals a fit for each fold") {
  check_shipped("german_credit.csv", 5, 3);
}

TEST_CASE("cross-validation of house_votes_84 equals a fit for each fold") {
  check_shipped("house_votes_84.csv", 7, 2);
}

TEST_CASE("cross-validation of digits is undefined where a fit of a fold is") {
  check_shipped("digits.csv", 3, 1);
}

TEST_CASE("cross-validation over every family equals a fit for each fold") {
  const Table table = assorted();
  const Schema schema = assorted_schema();

  const Comparison comparison = compare(Model(schema), table, {.folds = 8, .seed = 5});

  CHECK(result_of(comparison, "predictive", "cross_validation").unseen_cells > 0);
  check_against(comparison, testing::refitted(with_classes(schema, table), table,
                                              stratified(table, "class", 8, 5), 8));
}

TEST_CASE("weights enter fits and metrics and a weight of 0 removes its row") {
  const Table table = assorted();
  const Schema schema = assorted_schema();
  std::vector<Index> truth =
      label_positions(codes_of(table, table.column("class")), 40, Strings{"a", "b"});
  const std::vector<double> weights = row_weights(table, "weight");
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (weights[row] == 0) truth[row] = -1;

  const Comparison comparison =
      compare(Model(schema), table, {.folds = 4, .seed = 5, .fold_column = {}, .weight = "weight"});

  CHECK(comparison.rows == 32);
  CHECK(comparison.notes.front() == "8 rows of weight 0 were skipped");
  check_against(comparison, testing::refitted(with_classes(schema, table), table,
                                              stratified_folds(truth, 2, 4, 5), 4, "weight"));
}

TEST_CASE("results on training rows are those of one fit") {
  const Table table = shipped("german_credit.csv");
  const Model model = infer_model(table, {.label = "class"});

  const Comparison comparison = compare(model, table, {.folds = 3});

  const Evaluation evaluation = evaluate(observe(model, table), table);
  REQUIRE(evaluation.results.size() > 4);
  for (const Result& expected : evaluation.results) {
    CAPTURE(expected.estimator);
    const Result& result = result_of(comparison, expected.estimator, "training");
    CHECK(close(result.metrics->accuracy, expected.metrics->accuracy));
    CHECK(close(result.metrics->log_loss, expected.metrics->log_loss));
    CHECK(result.confusion == expected.confusion);
  }
}

TEST_CASE("a fold column gives the folds and is no feature") {
  const Table table = testing::table_of(
      "x,part,class\n1,u,a\n2,u,b\n4,u,b\n1.5,v,a\n3,v,b\n2.5,v,a\n0.5,w,a\n3.5,w,b\n0,w,a\n");
  const Schema schema = testing::schema_of(
      {{.name = "x", .family = "normal"}, {.name = "part", .family = "categorical"}});
  const Schema bare =
      testing::schema_of({{.name = "x", .family = "normal"}, {.name = "part", .family = "none"}});

  const Comparison comparison = compare(Model(schema), table, {.fold_column = "part"});

  CHECK(comparison.features == Strings{"x"});
  CHECK(comparison.families == Strings{"normal"});
  CHECK(comparison.folds == 3);
  CHECK_FALSE(comparison.seed);
  check_against(comparison, testing::refitted(with_classes(bare, table), table,
                                              {0, 0, 0, 1, 1, 1, 2, 2, 2}, 3));
}

TEST_CASE("folds of whole groups are those of the rows that count, and the column is no feature") {
  const Table table = testing::table_of(
      "x,part,weight,class\n1,u,2,a\n2,u,1,b\n4,v,1,b\n1.5,v,1,a\n3,w,3,b\n2.5,w,1,a\n0.5,x,1,a\n"
      "3.5,x,1,b\n0,x,0,a\n7,y,1,\n");
  const Schema schema = testing::schema_of({{.name = "x", .family = "normal"},
                                            {.name = "part", .family = "categorical"},
                                            {.name = "weight", .family = "none"}});
  const Schema bare = testing::schema_of({{.name = "x", .family = "normal"},
                                          {.name = "part", .family = "none"},
                                          {.name = "weight", .family = "none"}});
  const std::vector<Index> truth{0, 1, 1, 0, 1, 0, 0, 1, -1, -1};

  const Comparison comparison = compare(Model(schema), table,
                                        {.folds = 2,
                                         .seed = 3,
                                         .fold_column = "part",
                                         .fold_values = FoldValues::groups,
                                         .weight = "weight"});

  CHECK(comparison.features == Strings{"x"});
  CHECK(comparison.folds == 2);
  CHECK(comparison.seed == 3U);
  CHECK(comparison.group_column == "part");
  check_against(comparison, testing::refitted(with_classes(bare, table), table,
                                              stratified_group_folds(
                                                  groups_of_column(table, "part"), truth, 2, 2, 3),
                                              2, "weight"));
  CHECK(testing::fails_with(
      ErrorCode::domain,
      "cross-validation in 5 folds of whole groups needs as many groups with a labelled row, there "
      "are 4; choose folds = 4, which leaves out one at a time, or fewer",
      [&] {
        (void)compare(Model(schema), table,
                      {.folds = 5, .fold_column = "part", .fold_values = FoldValues::groups});
      }));
  CHECK(testing::throws_error(
      [&] { (void)compare(Model(schema), table, {.fold_values = FoldValues::groups}); },
      ErrorCode::domain, "name a fold column"));
}

TEST_CASE("a column of a block of counts that gives the folds leaves the block") {
  const Table table = testing::table_of("w1,w2,part,class\n1,2,0,a\n2,0,1,b\n3,1,0,b\n0,1,1,a\n");
  const Schema schema = testing::schema_of(
      {{.name = "words", .family = "multinomial", .columns = {"w1", "w2", "part"}}});
  const Schema bare =
      testing::schema_of({{.name = "words", .family = "multinomial", .columns = {"w1", "w2"}}});

  const Comparison comparison = compare(Model(schema), table, {.fold_column = "part"});

  check_against(comparison, testing::refitted(with_classes(bare, table), table, {0, 1, 0, 1}, 2));
}

TEST_CASE("rows without a label are skipped and counted") {
  const Table table = testing::table_of("x,class\n1,a\n9,\n2,b\n3,a\n8,?\n4,b\n");
  const Table labelled = testing::table_of("x,class\n1,a\n2,b\n3,a\n4,b\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  const Comparison comparison = compare(model, table, {.folds = 2});

  CHECK(comparison.rows == 4);
  CHECK(comparison.skipped_rows == 2);
  CHECK(comparison.notes.front() == "2 rows without a label were skipped");
  CHECK(comparison.results == compare(model, labelled, {.folds = 2}).results);
}

TEST_CASE("an undefined estimate is a result with its column and class and fold") {
  const Table table = testing::table_of("x,class\n1,a\n1,a\n2,b\n3,b\n5,b\n4,b\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  const Comparison comparison = compare(model, table, {.folds = 2});

  const Result& training = result_of(comparison, "maximum_likelihood", "training");
  REQUIRE(training.undefined.size() == 1);
  CHECK(training.undefined[0].cell.feature == "x");
  CHECK(training.undefined[0].cell.klass == "a");
  CHECK(training.undefined[0].fold == 0);
  CHECK_FALSE(training.metrics);
  const Result& folds = result_of(comparison, "maximum_likelihood", "cross_validation");
  REQUIRE(folds.undefined.size() == 2);
  CHECK(folds.undefined[0].fold == 1);
  CHECK(folds.undefined[1].fold == 2);
  CHECK(result_of(comparison, "predictive", "cross_validation").metrics.has_value());
}

TEST_CASE("classes are those of all rows in every fold") {
  const Table table = testing::table_of("x,class\n1,a\n2,a\n1.5,a\n5,b\n3,a\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  const Comparison comparison = compare(model, table, {.folds = 3});

  CHECK(comparison.classes == Strings{"a", "b"});
  const Result& predictive = result_of(comparison, "predictive", "cross_validation");
  REQUIRE(predictive.metrics);
  CHECK(std::isfinite(predictive.metrics->log_loss));
  const Result& likelihood = result_of(comparison, "maximum_likelihood", "training");
  CHECK(likelihood.undefined.size() == 1);
}

TEST_CASE("folds agree on the levels that weights of a prior stand for") {
  const Table table = testing::table_of("city,class\nx,a\ny,a\nx,b\nz,b\ny,b\nx,a\n");
  const Schema unlisted = testing::schema_of(
      {{.name = "city", .family = "categorical", .prior = testing::weights({1, 2, 3})}});
  Schema listed = unlisted;
  listed.columns[0].levels = {"x", "y", "z"};

  const Comparison comparison = compare(Model(unlisted), table, {.folds = 3});

  CHECK(comparison.results == compare(Model(listed), table, {.folds = 3}).results);
}

TEST_CASE("scikit-learn's estimates are a further row on request") {
  const Table table = shipped("iris.csv");
  const Model model = infer_model(table, {.label = "class"});

  const Comparison comparison = compare(model, table, {.folds = 2, .like_scikit_learn = true});

  REQUIRE(comparison.results.size() == 18);
  CHECK(comparison.results[12].estimator == "scikit_learn");
  CHECK(comparison.results[13].on == "cross_validation");
  CHECK(comparison.results[14].on == "leave_one_out");
  CHECK(compare(model, table, {.folds = 2}).results.size() == 15);
}

TEST_CASE("the label can give neither folds nor weights") {
  const Table table = testing::table_of("x,class\n1,a\n2,b\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  CHECK(testing::fails_with(ErrorCode::schema,
                            "column 'class' is the label and cannot give the folds as well; choose "
                            "another column",
                            [&] { (void)compare(model, table, {.fold_column = "class"}); }));
  CHECK(testing::fails_with(
      ErrorCode::schema,
      "column 'class' is the label and cannot give the weights as well; choose another column",
      [&] { (void)compare(model, table, {.fold_column = {}, .weight = "class"}); }));
}

TEST_CASE("labelled rows in one fold only are refused") {
  const Table table = testing::table_of("x,part,class\n1,1,a\n2,1,b\n3,2,\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  CHECK(testing::fails_with(ErrorCode::schema,
                            "the rows with a label are all in one fold of column 'part'; give them "
                            "at least two values",
                            [&] { (void)compare(model, table, {.fold_column = "part"}); }));
}

TEST_CASE("a table without labels cannot be compared") {
  const Table table = testing::table_of("x,class\n1,\n2,\n");
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  const auto error = testing::error_of([&] { (void)compare(model, table, {}); });

  REQUIRE(error);
  CHECK(error->code() == ErrorCode::schema);
}

TEST_CASE("lazy rules without an estimate have no metrics, in training and in each fold") {
  const Model model(
      testing::schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "categorical"}}));

  const Comparison found =
      compare(model, testing::table_of("x,y,class\n1,s,a\n2,t,a\n3,s,b\n3,t,b\n5,s,a\n3,t,b\n"),
              {.folds = 2, .estimators = {Estimator::maximum_likelihood}, .lazy_rules = true});

  REQUIRE(found.results.size() > 2);
  for (const std::size_t at : {std::size_t{0}, std::size_t{1}}) {
    const Result& lazy = found.results[at];
    CAPTURE(lazy.on);
    CHECK(lazy.structure == "lbr");
    CHECK_FALSE(lazy.metrics.has_value());
    REQUIRE(lazy.undefined.size() == (at == 0 ? 1 : 2));
    CHECK(lazy.undefined[0].cell.why.find("all values seen are equal") != std::string::npos);
  }
}
