// Explanations: lines that add up to the log odds, to the last bit.
#include <credence/predict/explain.hpp>

#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <bit>
#include <cmath>
#include <credence/base/special.hpp>

#include "support/data_error.hpp"
#include "support/learned.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

// A shipped table under its inferred model; digits as one block of counts.
Learned learned_from_shipped(const std::string& name) {
  Table table = read_csv(project_file("examples/data/" + name));
  if (name != "digits.csv") {
    const Model model = infer_model(table, {.label = "class"});
    return learned_from(std::move(table), model);
  }
  ColumnSchema pixels{.name = "pixels", .family = "multinomial"};
  for (const Column& column : table.columns())
    if (column.name != "class") pixels.columns.push_back(column.name);
  return learned_from(std::move(table), Model(schema_of({pixels})));
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// What the first row of a CSV text gets from a posterior.
Explanation explained(const ModelPosterior& posterior, std::string_view csv, Estimator estimator,
                      const ExplainOptions& options = {}) {
  const Table table = table_of(csv);
  const auto bound = bind(posterior.model, table);
  return explain(estimate(posterior, estimator), bound, 0, options);
}

double log_odds(const Predictions& answers, Index row, const Explanation& why) {
  const auto joint = [&](const std::string& name) {
    const auto at = std::find(answers.classes.begin(), answers.classes.end(), name);
    return answers.log_joints(row)[static_cast<std::size_t>(at - answers.classes.begin())];
  };
  return joint(why.klass) - joint(why.against);
}

const ColumnSchema words{.name = "text", .family = "multinomial"};
constexpr std::string_view mails =
    "text,class\nfree prize free,spam\nfree money,spam\nlunch money,ham\nlunch,ham\n";

}  // namespace

TEST_CASE("the lines add up to the log odds bit for bit, and to the classifier's within 1e-12") {
  for (const char* name : {"iris.csv", "german_credit.csv", "house_votes_84.csv", "digits.csv"}) {
    const Learned study = learned_from_shipped(name);
    for (const Estimator estimator : all_estimators) {
      CAPTURE(name);
      CAPTURE(to_string(estimator));
      const auto estimates = estimate(study.posterior, estimator);
      if (!estimates.undefined.empty()) continue;
      const Predictions answers = Classifier(estimates).predict(study.bound, {.count = 40});
      for (Index row = 0; row < 40; ++row) {
        if (answers.impossible[static_cast<std::size_t>(row)]) continue;
        const Explanation why = explain(estimates, study.bound, row);
        CAPTURE(row);
        double sum = 0;
        for (const ExplanationLine& line : why.lines) sum += line.contribution;
        CHECK(same_bits(sum, why.log_odds));
        CHECK(why.klass == answers.label_of(row));
        if (std::isfinite(why.log_odds))
          CHECK(why.log_odds == doctest::Approx(log_odds(answers, row, why)).epsilon(1e-12));
        else
          CHECK(why.log_odds == log_odds(answers, row, why));
      }
    }
  }
}

TEST_CASE("a plug-in document has a line for each word and none for its length") {
  const auto posterior = learned(schema_of({words}, uniform_classes()), mails);

  const Explanation why = explained(posterior, "text\nfree free lunch\n", posterior_mean,
                                    {.klass = "spam", .against = "ham"});

  // spam: free 3, money 1, prize 1 of 5 tokens; ham: lunch 2, money 1 of 3; each = 1, four words.
  REQUIRE(why.lines.size() == 3);
  CHECK(why.lines[0].kind == LineKind::prior);
  CHECK(why.lines[0].contribution == 0);
  CHECK(why.lines[1].value == "free");
  CHECK(why.lines[1].count == 2);
  CHECK(why.lines[1].contribution ==
        doctest::Approx(2 * std::log((4.0 / 9) / (1.0 / 7))).epsilon(1e-14));
  CHECK(why.lines[2].value == "lunch");
  CHECK(why.lines[2].contribution ==
        doctest::Approx(std::log((1.0 / 9) / (3.0 / 7))).epsilon(1e-14));
}

TEST_CASE("under the predictive the length of a document has a line of its own") {
  const auto posterior = learned(schema_of({words}, uniform_classes()), mails);

  const Explanation why = explained(posterior, "text\nfree free lunch\n", predictive,
                                    {.klass = "spam", .against = "ham"});

  REQUIRE(why.lines.size() == 4);
  CHECK(why.lines[1].contribution == doctest::Approx(std::log(4.0 * 5 / (1.0 * 2))).epsilon(1e-14));
  CHECK(why.lines[2].contribution == doctest::Approx(std::log(1.0 / 3)).epsilon(1e-14));
  CHECK(why.lines[3].kind == LineKind::length);
  CHECK(why.lines[3].count == 3);
  CHECK(why.lines[3].contribution ==
        doctest::Approx(std::log(7.0 * 8 * 9 / (9.0 * 10 * 11))).epsilon(1e-14));
}

TEST_CASE("a model none of whose texts has a word explains a row by its classes alone") {
  const ModelPosterior posterior =
      learned(schema_of({words}), "text,class\n-,spam\n-,ham\n-,ham\n");
  const Table table = table_of("text\n-\n");
  const Explanation why = explain(estimate(posterior, predictive), beliefs(posterior),
                                  bind(posterior.model, table), 0);

  CHECK(why.klass == "ham");
  CHECK(why.log_odds == doctest::Approx(std::log(1.5)));
  REQUIRE(why.lines.size() == 2);
  CHECK(why.lines[1].contribution == 0);
  CHECK(why.lines[1].interval == Interval{.lower = 0, .upper = 0});
}

TEST_CASE("features stand in the order of the schema, whatever their families") {
  const auto posterior = learned(schema_of({{.name = "c", .family = "categorical"},
                                            {.name = "x", .family = "normal"},
                                            {.name = "b", .family = "bernoulli"},
                                            {.name = "d", .family = "categorical"}}),
                                 "c,x,b,d,class\nu,1,0,r,p\nv,2,1,s,p\nu,5,1,r,q\nv,7,0,s,q\n");

  const Explanation why = explained(posterior, "d,b,x,c\nr,1,2.50,u\n", predictive);

  Strings features;
  Strings values;
  for (const ExplanationLine& line : why.lines) {
    features.push_back(line.feature);
    values.push_back(line.value);
  }
  CHECK(features == Strings{"class", "c", "x", "b", "d"});
  CHECK(values == Strings{"", "u", "2.50", "1", "r"});
}

TEST_CASE("a missing cell has a line of nothing that says so") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}}),
              "x,y,class\n1,1,a\n2,3,a\n4,2,b\n6,5,b\n");

  const Explanation why = explained(posterior, "x,y\n2,\n", predictive);

  REQUIRE(why.lines.size() == 3);
  CHECK(why.lines[2].note == "missing");
  CHECK(why.lines[2].contribution == 0);
  CHECK(why.log_odds == why.lines[0].contribution + why.lines[1].contribution);
}

TEST_CASE("an unseen category is silent, reserved or an error as its policy says") {
  const auto with = [&](Unseen policy) {
    return learned(schema_of({{.name = "c", .family = "categorical", .unseen = policy}}),
                   "c,class\nu,p\nu,p\nv,p\nu,q\n");
  };

  const Explanation silent = explained(with(Unseen::missing), "c\nw\n", predictive);
  const Explanation reserved =
      explained(with(Unseen::reserve), "c\nw\n", predictive, {.klass = "p", .against = "q"});

  CHECK(silent.lines[1].note == "unseen");
  CHECK(silent.lines[1].value == "w");
  CHECK(silent.lines[1].contribution == 0);
  CHECK(reserved.lines[1].note == "unseen");
  CHECK(reserved.lines[1].contribution ==
        doctest::Approx(std::log((1.0 / 6) / (1.0 / 4))).epsilon(1e-14));
  CHECK(is(error_of([&] { return explained(with(Unseen::error), "c\nw\n", predictive); }),
           ErrorCode::schema));
}

TEST_CASE("unseen words have lines of nothing, or share the reserved place") {
  ColumnSchema reserve = words;
  reserve.unseen = Unseen::reserve;

  const Explanation silent =
      explained(learned(schema_of({words}), mails), "text\nlunch yoga zeppelin\n", predictive);
  const Explanation reserved =
      explained(learned(schema_of({reserve}), mails), "text\nlunch yoga zeppelin\n", predictive);

  REQUIRE(silent.lines.size() == 5);
  CHECK(silent.lines[3].value == "yoga");
  CHECK(silent.lines[3].kind == LineKind::word);
  CHECK(silent.lines[3].contribution == 0);
  CHECK(silent.lines[4].value == "zeppelin");
  REQUIRE(reserved.lines.size() == 4);
  CHECK(reserved.lines[2].value == "yoga, zeppelin");
  CHECK(reserved.lines[2].note == "unseen");
  CHECK(reserved.lines[2].count == 2);
  CHECK(reserved.lines[3].kind == LineKind::length);
}

TEST_CASE("a class that the row makes impossible has infinite log odds and no NaN") {
  const auto posterior = learned(
      schema_of({{.name = "c", .family = "categorical"}, {.name = "d", .family = "categorical"}}),
      "c,d,class\nu,r,p\nv,r,p\nv,s,q\n");

  const Explanation why = explained(posterior, "c,d\nu,r\n", maximum_likelihood);
  const Explanation other =
      explained(posterior, "c,d\nu,r\n", maximum_likelihood, {.klass = "q", .against = "p"});

  CHECK(why.klass == "p");
  CHECK(why.log_odds == std::numeric_limits<double>::infinity());
  CHECK(other.log_odds == -std::numeric_limits<double>::infinity());
}

TEST_CASE("a row that is impossible under both classes has no log odds and the error says why") {
  const auto posterior = learned(
      schema_of({{.name = "c", .family = "categorical"}, {.name = "d", .family = "categorical"}}),
      "c,d,class\nu,r,p\nu,r,p\nv,s,q\n");

  const auto error =
      error_of([&] { return explained(posterior, "c,d\nv,r\n", maximum_likelihood); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "row 1 is impossible under class 'p' (column 'c' holds 'v')",
             "under class 'q' (column 'd' holds 'r')"));
}

TEST_CASE("columns that rule a row out together alone are named as what does") {
  const auto posterior =
      learned(schema_of({{.name = "a", .family = "normal"}, {.name = "b", .family = "normal"}}),
              "a,b,class\n-1,-1,p\n1,1,p\n-2,1,q\n0,-1,q\n");

  // Each log density is about -1e308, their sum beyond the range of double.
  const auto error =
      error_of([&] { return explained(posterior, "a,b\n1.4e154,1.4e154\n", maximum_likelihood); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "class 'p' (its columns together have a density of 0)",
             "class 'q' (its columns together have a density of 0)"));
}

TEST_CASE("the cells of a class of probability 0 are not evaluated") {
  Schema schema = schema_of({{.name = "x", .family = "normal"}});
  schema.classes = {"a", "b", "c"};
  const auto posterior = learned(schema, "x,class\n1,a\n2,a\n4,b\n6,b\n");

  const Explanation why = explained(posterior, "x\n2\n", maximum_likelihood, {.against = "c"});

  CHECK(why.log_odds == std::numeric_limits<double>::infinity());
  CHECK(why.lines[1].note == "not evaluated");
  CHECK(why.lines[1].contribution == 0);
}

TEST_CASE("the classes asked for are compared, and others are named in the error") {
  const Learned iris = learned_from_shipped("iris.csv");
  const auto estimates = estimate(iris.posterior, predictive);
  const auto why = [&](const ExplainOptions& options) {
    return explain(estimates, iris.bound, 0, options);
  };

  CHECK(why({}).klass == "setosa");
  CHECK(why({}).against == "versicolor");
  CHECK(why({.against = "setosa"}).klass == "versicolor");
  CHECK(why({.klass = "virginica"}).against == "setosa");
  CHECK(why({.klass = "virginica"}).log_odds == -why({.against = "virginica"}).log_odds);
  CHECK(says(error_of([&] { return why({.klass = "rose"}); }),
             "has no class 'rose'; its classes are '"));
  CHECK(is(error_of([&] { return why({.klass = "setosa", .against = "setosa"}); }),
           ErrorCode::domain));
}

TEST_CASE("log odds need two classes") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n0,a\n");

  CHECK(is(error_of([&] { return explained(posterior, "x\n1\n", predictive); }),
           ErrorCode::undefined));
}

TEST_CASE("in bits and decibans the log odds are again the sum of the lines") {
  const Learned study = learned_from_shipped("german_credit.csv");
  const Explanation nats = explain(estimate(study.posterior, predictive), study.bound, 5);

  for (const LogUnit unit : {LogUnit::bits, LogUnit::decibans}) {
    CAPTURE(to_string(unit));
    const Explanation converted = in_unit(nats, unit);
    double sum = 0;
    for (const ExplanationLine& line : converted.lines) sum += line.contribution;
    CHECK(same_bits(sum, converted.log_odds));
    CHECK(converted.log_odds ==
          doctest::Approx(nats.log_odds * units_per_nat(unit)).epsilon(1e-14));
  }
  CHECK(units_per_nat(LogUnit::bits) == doctest::Approx(1.4426950408889634).epsilon(1e-15));
  CHECK(units_per_nat(LogUnit::decibans) == doctest::Approx(4.3429448190325182).epsilon(1e-15));
}

TEST_CASE("every line has an interval, and those of independent lines combine to the whole") {
  const Learned study = learned_from_shipped("german_credit.csv");
  const auto believed = beliefs(study.posterior);

  const Explanation why =
      explain(estimate(study.posterior, predictive), believed, study.bound, 3, {.mass = 0.5});

  CHECK(why.mass == 0.5);
  double centre = 0;
  double squares = 0;
  for (const ExplanationLine& line : why.lines) {
    CAPTURE(line.feature);
    REQUIRE(line.interval.has_value());
    centre += (line.interval->lower + line.interval->upper) / 2;
    const double half = (line.interval->upper - line.interval->lower) / 2;
    squares += half * half;
  }
  REQUIRE(why.interval.has_value());
  CHECK(why.interval->lower == doctest::Approx(centre - std::sqrt(squares)).epsilon(1e-12));
  CHECK(why.interval->upper == doctest::Approx(centre + std::sqrt(squares)).epsilon(1e-12));
}

TEST_CASE("the intervals of words are those of Gamma variates whose ratio is the probability") {
  const auto posterior = learned(schema_of({words}, uniform_classes()), mails);
  const Table table = table_of("text\nfree free lunch\n");
  const auto bound = bind(posterior.model, table);
  const auto believed = beliefs(posterior);
  const auto centre = [](const Interval& interval) {
    return (interval.lower + interval.upper) / 2;
  };

  for (const Estimator estimator : {predictive, posterior_mean}) {
    CAPTURE(to_string(estimator));
    const Explanation why = explain(estimate(posterior, estimator), believed, bound, 0,
                                    {.klass = "spam", .against = "ham"});
    double sum = 0;
    for (const ExplanationLine& line : why.lines) sum += centre(*line.interval);
    CHECK(centre(*why.interval) == doctest::Approx(sum).epsilon(1e-13));
    // Posterior weights: spam free 4 of 9, lunch 1; ham free 1 of 7, lunch 3.
    CHECK(centre(*why.interval) == doctest::Approx(2 * digamma(4) + digamma(1) - 3 * digamma(9) -
                                                   (2 * digamma(1) + digamma(3) - 3 * digamma(7)))
                                       .epsilon(1e-13));
  }
}

TEST_CASE("a row that the table lacks cannot be explained") {
  const Learned study = learned_from_shipped("iris.csv");
  const Estimates estimates = estimate(study.posterior, predictive);
  for (const Index row : {Index{150}, Index{-1}})
    CHECK(is(error_of([&] { return explain(estimates, study.bound, row); }), ErrorCode::shape));
}

TEST_CASE("a missing number in memory has no value to show") {
  Table table;
  table.add("x", std::vector<std::optional<double>>{1.5, 2.5, 3.5, 4.5, std::nullopt});
  table.add("y", std::vector<std::string>{"a", "b", "a", "b", "a"});
  const auto posterior = observe(infer_model(table, {.label = "y"}), table);
  const auto line_of = [&](Index row) {
    const auto why = explain(estimate(posterior, predictive), bind(posterior.model, table), row);
    return why.lines.at(1);
  };

  CHECK(line_of(0).value == "1.5");
  CHECK(line_of(4).note == "missing");
  CHECK(line_of(4).value.empty());
}
