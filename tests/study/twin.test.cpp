#include <credence/study/twin.hpp>

#include <credence/data/infer.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/learning_curve.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>

#include "study/metrics/twin_columns.hpp"
#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::vector<std::string> values_of(const LogisticRegression& twin) {
  std::vector<std::string> values;
  for (const LogisticTerm& term : twin.terms) values.push_back(term.value);
  return values;
}

// Two classes of three normal columns that share variances: what both twins are made for.
Schema shared_variances() {
  return schema_of(
      {{.name = "sizes", .family = "normal", .columns = {"x", "y", "z"}, .tied = Tying::classes}});
}

Table drawn(Index rows, std::uint64_t seed) {
  Random random{seed};
  std::vector<Doubles> columns(3);
  Strings labels;
  for (Index row = 0; row < rows; ++row) {
    const bool second = random.uniform() < 0.4;
    labels.push_back(second ? "b" : "a");
    columns[0].push_back((second ? 1.0 : 0.0) + random.normal());
    columns[1].push_back(50 + 4 * ((second ? -0.5 : 0.0) + random.normal()));
    columns[2].push_back(0.1 * random.normal());
  }
  Table table;
  table.add("x", columns[0]);
  table.add("y", columns[1]);
  table.add("z", columns[2]);
  table.add("class", labels);
  return table;
}

// The angle between two boundaries, each column in units of its spread.
double angle(const LinearForm& one, const LinearForm& other) {
  const Doubles spreads{1, 4, 0.1};
  double products = 0;
  double first = 0;
  double second = 0;
  for (std::size_t j = 0; j < spreads.size(); ++j) {
    const double a = one.terms[j].weight * spreads[j];
    const double b = other.terms[j].weight * spreads[j];
    products += a * b;
    first += a * a;
    second += b * b;
  }
  return std::acos(std::min(1.0, products / std::sqrt(first * second)));
}

}  // namespace

TEST_CASE("boundaries of naive Bayes with shared variances and of its twin agree as rows grow") {
  // The truth: weights (1, -1/8, 0) in units of the columns, ln(0.4/0.6) - 1/2 + (50^2 - 48^2)/32.
  const Doubles wanted{1, -0.125, 0};
  double angle_before = 1;
  double odds_before = 10;
  for (const Index rows : {100, 1600, 25600}) {
    double mean_angle = 0;
    double mean_odds = 0;
    constexpr int repeats = 8;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      const Table table = drawn(rows, static_cast<std::uint64_t>(100 * rows + repeat));
      const Model model(shared_variances());
      const LinearForm bayes = linear_form(observe(model, table), Estimator::maximum_likelihood);
      const LinearForm twin = linear_form(logistic_twin(model, table, {.ridge = 0}));
      mean_angle += angle(bayes, twin) / repeats;
      const Doubles row{1, 48, 0.1};
      mean_odds += std::abs(log_odds(bayes, row) - log_odds(twin, row)) / repeats;
      if (rows < 25600) continue;
      for (std::size_t j = 0; j < 3; ++j) {
        // Five standard errors of the weight of a standardised column, about 0.07.
        const double spread = j == 0 ? 1 : j == 1 ? 4 : 0.1;
        CHECK(std::abs(twin.terms[j].weight - wanted[j]) * spread < 0.07);
        CHECK(std::abs(bayes.terms[j].weight - wanted[j]) * spread < 0.07);
      }
    }
    CAPTURE(rows);
    CHECK(mean_angle < 0.5 * angle_before);
    CHECK(mean_odds < 0.5 * odds_before);
    angle_before = mean_angle;
    odds_before = mean_odds;
  }
  CHECK(angle_before < 0.01);
}

TEST_CASE("the twin reads every kind of column as what log odds are linear in") {
  const std::string csv =
      "flag,city,size,wait,angle,visits,hours,class\n"
      "1,rome,1.5,2,0,4,2,a\n0,oslo,2.5,8,1,6,3,b\n1,oslo,3,1,2,1,1,a\n0,bern,1,4,3,0,2,b\n";
  Schema schema = schema_of(
      {{.name = "flag", .family = "bernoulli"},
       {.name = "city", .family = "categorical"},
       {.name = "size", .family = "normal"},
       {.name = "wait", .family = "lognormal"},
       {.name = "angle", .family = "von_mises", .prior = numbers({{"concentration", 2.0}})},
       {.name = "visits", .family = "poisson", .exposure = "hours"}});
  const auto twin = logistic_twin(Model(schema), table_of(csv));

  const auto values = values_of(twin);
  for (const char* value :
       {"flag", "bern", "oslo", "rome", "size", "ln(wait)", "cos(angle)", "sin(angle)", "visits"})
    CHECK_MESSAGE(std::find(values.begin(), values.end(), value) != values.end(), value);
  CHECK(values.size() == 9);
  for (const LogisticTerm& term : twin.terms) {
    if (term.value == "ln(wait)")
      CHECK(term.centre == doctest::Approx(6 * std::log(2.0) / 4).epsilon(1e-14));
    if (term.value == "visits") CHECK(term.centre == doctest::Approx(5.0 / 4).epsilon(1e-14));
    if (term.value == "flag") CHECK(term.centre == 0);
  }
}

TEST_CASE("the twin of a text weighs its words and that of a block of counts its columns") {
  const auto words =
      logistic_twin(Model(schema_of({{.name = "note", .family = "multinomial"}})),
                    table_of("note,class\nbuy now,a\nsee you now,b\nbuy buy,a\nsee,b\n"));
  CHECK(values_of(words) == Strings{"buy", "now", "see", "you"});
  CHECK(words.terms[0].centre == 0.75);

  const auto counts = logistic_twin(
      Model(schema_of({{.name = "uses", .family = "multinomial", .columns = {"p", "q"}}})),
      table_of("p,q,class\n1,0,a\n0,2,b\n3,1,a\n1,1,b\n"));
  CHECK(values_of(counts) == Strings{"p", "q"});
}

TEST_CASE("without a ridge the twin leaves out one level of each column") {
  const std::string csv = "city,class\nrome,a\nrome,b\noslo,a\noslo,b\noslo,b\n";
  const Model model(schema_of({{.name = "city", .family = "categorical"}}));

  CHECK(values_of(logistic_twin(model, table_of(csv))) == Strings{"oslo", "rome"});
  const auto bare = logistic_twin(model, table_of(csv), {.ridge = 0});
  CHECK(values_of(bare) == Strings{"rome"});
  CHECK(bare.weight(0, 1) == doctest::Approx(-std::log(2.0)).epsilon(1e-12));
}

TEST_CASE("the twin refuses a missing cell with its place and a remedy") {
  const auto refuses = [](const Schema& schema, const std::string& csv, const std::string& text) {
    return throws_error([&] { (void)logistic_twin(Model(schema), table_of(csv)); },
                        ErrorCode::undefined, text);
  };
  CHECK(refuses(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n,b\n3,a\n",
                "column 'x', data.csv:3:1 is missing; fill the cell, or leave out"));
  CHECK(refuses(shared_variances(), "x,y,z,class\n1,2,3,a\n4,,6,b\n2,1,1,b\n", "column 'y'"));
  CHECK(refuses(schema_of({{.name = "uses", .family = "multinomial", .columns = {"p", "q"}}}),
                "p,q,class\n1,,a\n0,2,b\n", "feature 'uses' is missing in row 1"));
  // A row without a label is never looked at.
  CHECK_NOTHROW((void)logistic_twin(Model(schema_of({{.name = "x", .family = "normal"}})),
                                    table_of("x,class\n1,a\n,\n3,b\n")));
  CHECK(throws_error(
      [] {
        (void)logistic_twin(Model(schema_of({{.name = "x", .family = "normal"}})),
                            table_of("x,class\n1,\n2,\n"));
      },
      ErrorCode::schema, "no row"));
}

TEST_CASE("the twin refuses a text of too many words") {
  std::string csv = "note,class\n";
  for (int word = 0; word < 3000; ++word) csv += "w" + std::to_string(word) + ' ';
  csv += ",a\nw1,b\n";
  CHECK(throws_error(
      [&] {
        (void)logistic_twin(Model(schema_of({{.name = "note", .family = "multinomial"}})),
                            table_of(csv));
      },
      ErrorCode::limit, "3000 weights, one for each word; its limit is 2999"));
}

TEST_CASE("compare adds the twin on training rows and in cross-validation") {
  const Table table = shipped("iris");
  const Model model = infer_model(table, {.label = "class"});
  const Comparison plain = compare(model, table, {.folds = 5});

  const Comparison both = compare(model, table, {.folds = 5, .twin = LogisticOptions{}});

  REQUIRE(both.results.size() == plain.results.size() + 2);
  for (std::size_t i = 0; i < 12; ++i) CHECK(both.results[i] == plain.results[i]);
  const Result& training = both.results[12];
  const Result& validation = both.results[13];
  CHECK(training.estimator == "logistic_regression");
  CHECK(training.on == "training");
  CHECK(validation.on == "cross_validation");
  CHECK(training.metrics->accuracy > 0.95);
  CHECK(validation.metrics->accuracy > 0.93);
  CHECK(validation.metrics->weight == 150);
  CHECK(training.metrics->log_loss < validation.metrics->log_loss);
  // The same as the twin itself on all rows.
  const auto twin = logistic_twin(model, table);
  Scorecard card;
  const auto bound = bind(model, table);
  const auto rows = all_rows(150);
  std::vector<LogisticColumn> columns;
  for (const detail::TwinColumn& column : detail::twin_columns(model.schema(), bound, rows))
    columns.push_back({.numbers = column.numbers});
  card.add(predict(twin, columns, 150), label_positions(bound.label, 150, twin.classes));
  CHECK(training.metrics->log_loss == doctest::Approx(card.metrics().log_loss).epsilon(1e-12));
}

TEST_CASE("a twin that does not exist is a result of the comparison and its reason is told") {
  const Table table = shipped("iris");
  const Model model = infer_model(table, {.label = "class"});
  const Comparison separable = compare(model, table, {.twin = LogisticOptions{.ridge = 0}});
  const Result& last = separable.results[13];
  CHECK(!last.metrics);
  REQUIRE(!last.undefined.empty());
  CHECK(last.undefined[0].fold >= 1);
  CHECK(last.undefined[0].cell.feature == "class");
  CHECK(last.undefined[0].cell.why.find("give a ridge above 0") != std::string::npos);

  const Table votes = shipped("house_votes_84");
  const Comparison missing =
      compare(infer_model(votes, {.label = "class"}), votes, {.twin = LogisticOptions{}});
  CHECK(missing.results[13].undefined.size() == 10);
  const std::string& why = missing.results[13].undefined[0].cell.why;
  CHECK(why.find("house_votes_84.csv:") != std::string::npos);
  CHECK(why.find(" is missing; fill the cell") != std::string::npos);
}

TEST_CASE("cross-validation of the twin counts levels that its training rows lack") {
  const std::string csv =
      "city,fold,class\nrome,1,a\nrome,1,b\noslo,1,b\nrome,2,a\noslo,2,b\nbern,2,b\noslo,2,a\n";
  const Comparison found =
      compare(Model(schema_of({{.name = "city", .family = "categorical"}})), table_of(csv),
              {.fold_column = "fold", .twin = LogisticOptions{}});
  CHECK(found.results[13].unseen_cells == 1);
}

TEST_CASE("a learning curve of the twin is the same for nested sizes and any estimators") {
  const Table table = shipped("wine");
  const Model model = infer_model(table, {.label = "class"});
  const CurveOptions both{.estimators = {Estimator::predictive},
                          .training_sizes = {40, 100},
                          .repeats = 4,
                          .twin = LogisticOptions{}};
  CurveOptions alone = both;
  alone.estimators = {};
  alone.training_sizes = {100};

  const LearningCurve curve = learning_curve(model, table, both);
  const LearningCurve one = learning_curve(model, table, alone);

  REQUIRE(curve.points.size() == 6);
  CHECK(curve.points[0].estimator == "predictive");
  CHECK(curve.points[2].estimator == "logistic_regression");
  CHECK(curve.points[3].mean_accuracy.value() > 0.9);
  CHECK(curve.points[3].runs.size() == 4);
  REQUIRE(one.points.size() == 2);
  CHECK(one.points[0].runs == curve.points[3].runs);
}

TEST_CASE("with few rows naive Bayes is ahead of its twin where its features are independent") {
  // Ng and Jordan: the generative twin needs fewer rows to come near its best.
  Schema schema = shared_variances();
  schema.columns[0].columns.clear();
  for (int j = 0; j < 20; ++j) schema.columns[0].columns.push_back("x" + std::to_string(j));
  const Model model(schema);
  Random random{4};
  Table table;
  Strings labels;
  for (int row = 0; row < 4000; ++row) labels.push_back(row % 2 == 0 ? "a" : "b");
  for (int j = 0; j < 20; ++j) {
    Doubles column;
    for (int row = 0; row < 4000; ++row)
      column.push_back(random.normal() + (row % 2 == 0 ? 0 : 0.5));
    table.add("x" + std::to_string(j), column);
  }
  table.add("class", labels);
  const LearningCurve curve = learning_curve(model, table,
                                             {.estimators = {Estimator::posterior_mean},
                                              .training_sizes = {30, 2000},
                                              .repeats = 20,
                                              .twin = LogisticOptions{.ridge = 1e-3}});
  const double few = *curve.points[0].mean_accuracy - *curve.points[2].mean_accuracy;
  const double many = *curve.points[1].mean_accuracy - *curve.points[3].mean_accuracy;
  // Of 20 repeats each, spread about 0.02: four standard errors of a mean difference are 0.02.
  CHECK(few > 0.02);
  CHECK(std::abs(many) < 0.01);
}
