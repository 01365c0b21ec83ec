// Logistic regressions of files judged by rows with known classes, and their weights as linear forms.
#include <credence/predict/decide.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/twin.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// As after it was saved and loaded.
LogisticTwin kept_twin(const Table& table, const LogisticOptions& options = {},
                       std::string_view weight = {}) {
  Model model = infer_model(
      table, {.label = "class", .drop = weight.empty() ? Strings{} : Strings{std::string(weight)}});
  return logistic_twin_from_json(to_json(fit_logistic_twin(model, table, options, weight)),
                                 "twin.json");
}

constexpr std::string_view trips =
    "x,city,class\n1,Rome,a\n2,Oslo,b\n4,Rome,b\n0,Oslo,a\n3,Bern,b\n1.5,Bern,a\n2.5,Rome,a\n"
    "3.5,Oslo,b\n0.5,Rome,b\n";

std::size_t place_of_class(const LinearForms& linear, const std::string& klass) {
  return static_cast<std::size_t>(std::find(linear.classes.begin(), linear.classes.end(), klass) -
                                  linear.classes.begin());
}

}  // namespace

TEST_CASE("a logistic regression is judged by its training rows as compare judges it") {
  for (const char* name : {"iris.csv", "german_credit.csv"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    const Comparison compared = compare(infer_model(table, {.label = "class"}), table,
                                        {.folds = 2, .estimators = {}, .twin = LogisticOptions{}});

    const Evaluation judged = evaluate(kept_twin(table), table);

    CHECK(judged.rows == table.rows());
    CHECK(judged.classes == compared.classes);
    REQUIRE(judged.results.size() == 2);
    for (const Result& result : judged.results) {
      CAPTURE(result.estimator);
      CHECK(result.on == "test");
      const Result* same = find_result(compared.results, result.estimator, "training");
      REQUIRE(same != nullptr);
      CHECK(result.metrics == same->metrics);
      CHECK(result.skill == same->skill);
      CHECK(result.skill_error == same->skill_error);
      CHECK(result.confusion == same->confusion);
      CHECK(result.calibration == same->calibration);
      CHECK(result.areas.has_value());
    }
    CHECK(judged.results[0].estimator == twin_name);
    CHECK(judged.results[1].estimator == baseline_name);
  }
}

TEST_CASE("rows of a logistic regression are judged alike whole, in parts and by other processes") {
  const Table table = shipped("iris.csv");
  const LogisticTwin twin = kept_twin(table);
  Evaluation whole = evaluate(twin, table);
  Evaluator in_parts(twin);
  Evaluator gathering(twin);
  for (Index first = 0; first < table.rows(); first += 40) {
    std::vector<Index> rows;
    for (Index row = first; row < std::min(first + 40, table.rows()); ++row) rows.push_back(row);
    const Table part = table.select(rows);
    in_parts.add(part);
    gathering.add_scored(Evaluator(twin).scored(part));
  }

  Evaluation parts = std::move(in_parts).evaluation();
  Evaluation gathered = std::move(gathering).evaluation();

  whole.seconds = parts.seconds = gathered.seconds = {};
  CHECK(parts == whole);
  CHECK(gathered == whole);
}

TEST_CASE("an evaluator takes no logistic regression that dies at once") {
  CHECK(std::is_constructible_v<Evaluator, const LogisticTwin&>);
  CHECK_FALSE(std::is_constructible_v<Evaluator, LogisticTwin>);
}

TEST_CASE("the class frequencies beside a logistic regression are those of its training rows") {
  // Three of five rows by weight are of class a, and each class has one pseudo-count.
  const Table training = table_of("x,w,class\n1,2,a\n2,1,b\n3,1,a\n4,1,b\n");
  const LogisticTwin twin = kept_twin(training, {}, "w");
  const Table test = table_of("x,w,class\n1,1,a\n2,3,b\n5,0,b\n,1,\n");

  const Evaluation judged = evaluate(twin, test, {.weight = "w"});

  CHECK(twin.class_counts == Doubles{3, 2});
  CHECK(judged.rows == 2);
  CHECK(judged.skipped_rows == 1);
  const Result& baseline = judged.results.back();
  CHECK(baseline.metrics->log_loss ==
        relative(-(std::log(4.0 / 7) + 3 * std::log(3.0 / 7)) / 4, 1e-14));
}

TEST_CASE("losses and unknown levels count for a logistic regression") {
  const LogisticTwin twin = kept_twin(table_of(trips));
  const LossTable loss{.actions = {"go", "stay"}, .classes = {"a", "b"}, .losses = {0, 0, 10, 10}};

  const Evaluation judged =
      evaluate(twin, table_of("x,city,class\n1,Rome,a\n2,Paris,b\n"), {.loss = loss});

  CHECK(judged.results[0].cost->mean == 0);
  CHECK(judged.results[0].unseen_cells == 1);
  CHECK(std::find(judged.notes.begin(), judged.notes.end(),
                  "the test rows met 1 cell (or word) of levels unseen in training, which add "
                  "nothing to the log odds") != judged.notes.end());
}

TEST_CASE("rows and twins that cannot be judged are refused") {
  const LogisticTwin twin = kept_twin(table_of(trips));
  const auto refused = [&](const LogisticTwin& of, std::string_view rows, ErrorCode code,
                           const std::string& why, const EvaluateOptions& options = {}) {
    return throws_error([&] { (void)evaluate(of, table_of(rows), options); }, code, why);
  };
  CHECK(refused(twin, "x,city,class\n1,Rome,a\n?,Rome,b\n", ErrorCode::undefined, "data.csv:3:1"));
  CHECK(refused(twin, "x,city,class\n1,Rome,c\n", ErrorCode::schema, "data.csv:2:8 holds 'c'"));
  CHECK(refused(twin, "x,city,class\n1,Rome,\n", ErrorCode::schema, "no row of 'data.csv'"));
  const LossTable other{.actions = {"go"}, .classes = {"a", "c"}, .losses = {0, 0}};
  CHECK(refused(twin, "x,city,class\n1,Rome,a\n", ErrorCode::schema, "class 2 of the losses is 'c'",
                {.loss = other}));
  CHECK(refused(twin, "x,city,class\n1,Rome,a\n", ErrorCode::schema, "has no rule of complement",
                {.complement = ComplementWeights::plain}));
  LogisticTwin without = twin;
  without.class_counts.clear();
  CHECK(refused(without, "x,city,class\n1,Rome,a\n", ErrorCode::shape,
                "of 2 classes has 0 class counts"));
  // A missing cell of a row without a label is not asked for.
  CHECK(evaluate(twin, table_of("x,city,class\n1,Rome,a\n?,Rome,\n")).rows == 1);
}

TEST_CASE("an over-confident logistic regression is advised a larger penalty alone") {
  const LogisticTwin twin = kept_twin(table_of(trips), {.ridge = 1e-6});
  std::string rows = "x,city,class\n";
  for (int row = 0; row < 40; ++row) rows += row % 2 == 0 ? "40,Bern,a\n" : "40,Bern,b\n";

  const Strings notes = evaluate(twin, table_of(rows)).notes;

  REQUIRE(!notes.empty());
  CHECK(notes.back() ==
        "what may make those of logistic_regression better: a larger L2 penalty "
        "(LogisticOptions::ridge)");
  for (const std::string& note : notes) CHECK(note.find("feature weights") == std::string::npos);
}

TEST_CASE("linear forms of a logistic regression say what it predicts, and how it was fitted") {
  for (const char* name : {"iris.csv", "german_credit.csv"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    const LogisticTwin twin = kept_twin(table, {.ridge = 0.5});

    const LinearForms linear = linear_forms(twin);

    CHECK(linear.label == "class");
    CHECK(linear.estimator == twin_name);
    REQUIRE(linear.forms.size() + 1 == twin.regression.classes.size());
    REQUIRE(linear.fit.has_value());
    CHECK(linear.fit->ridge == 0.5);
    CHECK(linear.fit->steps == twin.regression.steps);
    CHECK(linear.fit->class_counts == twin.class_counts);
    CHECK(linear.fit->spreads.size() == linear.forms.front().terms.size());
    const Table first = table.select(std::array<Index, 1>{0});
    const Predictions said = predict(twin, first);
    for (const LinearForm& form : linear.forms) {
      Doubles values;
      for (const LinearTerm& term : form.terms) {
        const std::string cell = as_written(first.column(term.feature), 0);
        values.push_back(term.level ? (cell == term.value ? 1 : 0) : std::stod(cell));
      }
      const std::size_t klass = place_of_class(linear, form.positive);
      CHECK(log_odds(form, values) ==
            relative(said.log_probabilities(0)[klass] - said.log_probabilities(0)[0], 1e-10));
    }
  }
}

TEST_CASE("words of a text are no levels in a linear form") {
  const Table mails = table_of(
      "note,class\nwin win offer,spam\noffer now,spam\nmeet now,ham\nmeet lunch lunch,ham\n");
  const LinearForms linear = linear_forms(
      fit_logistic_twin(Model(schema_of({{.name = "note", .family = "multinomial"}})), mails));
  for (const LinearTerm& term : linear.forms.front().terms) CHECK_FALSE(term.level);
}

TEST_CASE("a logistic regression of one class, or with a class without rows, has no linear form") {
  LogisticTwin twin = kept_twin(table_of(trips));
  twin.regression.intercepts[0] = -std::numeric_limits<double>::infinity();
  CHECK(throws_error([&] { (void)linear_forms(twin); }, ErrorCode::undefined,
                     "one of probability 0"));
  CHECK(throws_error([&] { (void)linear_forms(kept_twin(table_of("x,class\n1,a\n2,a\n"))); },
                     ErrorCode::undefined, "there are 1"));
}

TEST_CASE("the text and the CSV of a logistic regression's linear form show centre and spread") {
  LinearForms linear{.label = "y", .estimator = twin_name, .classes = {"a", "b"}};
  linear.forms = {{.negative = "a",
                   .positive = "b",
                   .prior_log_odds = 0.5,
                   .terms = {{.feature = "x", .value = "x", .weight = 2, .centre = 3},
                             {.feature = "city", .value = "Oslo", .level = true, .weight = -1}}}};
  linear.fit = LogisticFit{
      .class_counts = {3, 2.5}, .ridge = 1, .steps = 7, .gradient = 0, .spreads = {1.5, 1}};

  CHECK(to_text(linear) ==
        "label y: log odds of classes against 'a', estimator logistic_regression\n"
        "  7 steps, L2 penalty 1, training rows: a 3, b 2.5\n"
        "  value        centre  spread     b\n"
        "  bias                         -5.5\n"
        "  x                 3     1.5     2\n"
        "  city = Oslo       0       1    -1\n");
  CHECK(to_csv(linear) ==
        "feature,value,kind,centre,spread,weight:b\n"
        ",,bias,,,-5.5\n"
        "x,x,number,3,1.5,2\n"
        "city,Oslo,level,0,1,-1\n");
}
