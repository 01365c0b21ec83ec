#include <credence/study/evaluate.hpp>

#include <credence/predict/decide.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>

#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Strings;

namespace {

// 3 of 4 rows of class a say yes and 1 of 4 of class b: under maximum likelihood and equal
// classes a yes is of class a with probability 3/4.
testing::ModelPosterior answers() {
  return testing::learned(testing::schema_of({{.name = "yes", .family = "bernoulli"}}),
                          "yes,class\n1,a\n1,a\n1,a\n0,a\n1,b\n0,b\n0,b\n0,b\n");
}

const EvaluateOptions likelihood{.estimators = {Estimator::maximum_likelihood}};

EvaluateOptions weighted(std::string weight) {
  EvaluateOptions options = likelihood;
  options.weight = std::move(weight);
  return options;
}

EvaluateOptions with_losses(const LossTable& losses) {
  EvaluateOptions options = likelihood;
  options.loss = losses;
  return options;
}

}  // namespace

TEST_CASE("an evaluator takes no posterior that dies at once") {
  CHECK(std::is_constructible_v<Evaluator, const Posterior<Model>&>);
  CHECK(std::is_constructible_v<Evaluator, Posterior<Model>&>);
  CHECK_FALSE(std::is_constructible_v<Evaluator, Posterior<Model>>);
}

TEST_CASE("a classifier is evaluated by arithmetic that fits in the head") {
  const Table table = testing::table_of("yes,class\n1,a\n0,a\n1,b\n0,b\n");

  const Evaluation evaluation = evaluate(answers(), table, likelihood);

  CHECK(evaluation.rows == 4);
  CHECK(evaluation.classes == Strings{"a", "b"});
  REQUIRE(evaluation.results.size() == 2);  // the second is the baseline
  const Result& result = evaluation.results.front();
  CHECK(result.estimator == "maximum_likelihood");
  CHECK(result.on == "test");
  CHECK(result.metrics->accuracy == 0.5);
  CHECK(result.metrics->log_loss == doctest::Approx((std::log(4.0 / 3) + std::log(4.0)) / 2));
  CHECK(result.metrics->brier == doctest::Approx((2.0 / 16 + 2 * 9.0 / 16) / 2));
  CHECK(result.metrics->confidence == doctest::Approx(0.75));
  CHECK(result.confusion == Confusion({"a", "b"}, {1, 1, 1, 1}));
}

TEST_CASE("rows without a label or of weight 0 are passed over") {
  const Table table = testing::table_of("yes,w,class\n1,1,a\n0,1,\n1,0,c\n0,2,b\n");

  const Evaluation evaluation = evaluate(answers(), table, weighted("w"));

  CHECK(evaluation.rows == 2);
  CHECK(evaluation.skipped_rows == 1);
  CHECK(evaluation.results.front().confusion == Confusion({"a", "b"}, {1, 0, 0, 2}));
  CHECK(evaluation.notes ==
        Strings{"1 row without a label was skipped", "1 row of weight 0 was skipped"});
}

TEST_CASE("each estimator asked for has a result in the order asked") {
  const Table table = testing::table_of("yes,class\n1,a\n");

  const Evaluation evaluation =
      evaluate(answers(), table, {.estimators = {Estimator::predictive, Estimator::scikit_learn}});

  REQUIRE(evaluation.results.size() == 3);
  CHECK(evaluation.results[2].estimator == "baseline");
  CHECK(evaluation.results[0].estimator == "predictive");
  CHECK(evaluation.results[1].estimator == "scikit_learn");
}

TEST_CASE("impossible rows and unseen levels are noted") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "note", .family = "multinomial"}}),
                       "note,class\nx y,a\nx z,b\n");
  const Table table = testing::table_of("note,class\ny z,a\nx new,b\n");

  const Evaluation evaluation = evaluate(posterior, table, likelihood);

  const Result& result = evaluation.results.front();
  CHECK(result.metrics->impossible_rows == 1);
  CHECK(std::isinf(result.metrics->log_loss));
  CHECK(result.unseen_cells == 1);
  CHECK(
      evaluation.notes ==
      Strings{"1 row impossible on the test rows under maximum_likelihood: every class has "
              "probability 0; the most frequent class is answered and the log loss is infinite",
              "the test rows met 1 cell (or word) of levels unseen in training, scored as "
              "`unseen` of the column says",
              "maximum_likelihood is worse than the class frequencies alone on the test rows: log "
              "loss inf, baseline 0.693",
              "2 rows are few: the standard errors of fewer than 30 rows are rough, and other rows "
              "may say otherwise"});
}

TEST_CASE("an undefined estimate leaves no metrics but its cells") {
  const auto posterior = testing::learned(testing::schema_of({{.name = "x", .family = "normal"}}),
                                          "x,class\n1,a\n2,a\n3,b\n");

  const Evaluation evaluation =
      evaluate(posterior, testing::table_of("x,class\n1,a\n"), likelihood);

  const Result& result = evaluation.results.front();
  CHECK_FALSE(result.metrics);
  CHECK_FALSE(result.confusion);
  REQUIRE(result.undefined.size() == 1);
  CHECK(result.undefined[0].cell.klass == "b");
}

TEST_CASE("an unknown label and a table without labels are refused") {
  const auto unknown = testing::error_of(
      [] { (void)evaluate(answers(), testing::table_of("yes,class\n1,a\n1,c\n"), likelihood); });
  const auto absent = testing::error_of(
      [] { (void)evaluate(answers(), testing::table_of("yes\n1\n"), likelihood); });
  const auto empty = testing::error_of(
      [] { (void)evaluate(answers(), testing::table_of("yes,class\n1,\n"), likelihood); });

  REQUIRE(unknown);
  CHECK(unknown->code() == ErrorCode::schema);
  CHECK(unknown->where() == Location{"data.csv", 3, 3});
  REQUIRE(absent);
  CHECK(absent->code() == ErrorCode::schema);
  REQUIRE(empty);
  CHECK(empty->code() == ErrorCode::schema);
}

TEST_CASE("weights that a feature reads are refused, also of rows that were learned") {
  const testing::ModelPosterior posterior = answers();
  const Table table = testing::table_of("yes,class\n1,a\n0,b\n");
  const auto refused = [&](const auto& evaluates) {
    const auto error = testing::error_of(evaluates);
    return testing::is(error, ErrorCode::schema) &&
           testing::says(error,
                         "column 'yes' cannot hold weights: feature 'yes' of the model reads");
  };

  CHECK(refused([&] { (void)evaluate(posterior, table, weighted("yes")); }));
  CHECK(refused([&] { (void)evaluate_learned(posterior, table, weighted("yes")); }));
  CHECK(refused([&] { Evaluator(posterior, weighted("yes")).add(table); }));
  CHECK(testing::is(testing::error_of([&] { (void)evaluate(posterior, table, weighted("class")); }),
                    ErrorCode::schema));
}

TEST_CASE("the complement rule is refused where rows are forgotten one by one") {
  const Table seen = testing::table_of("yes,class\n1,a\n0,b\n");
  const auto posterior = observe(answers().model, seen);

  CHECK(testing::throws_error(
      [&] { (void)evaluate_learned(posterior, seen, {.complement = ComplementWeights::plain}); },
      ErrorCode::schema, "does not forget rows one by one; evaluate without that rule"));
}

TEST_CASE("an evaluation of rows that come one by one is that of one table") {
  const std::string head = "yes,w,class\n";
  const Strings rows{"1,1,a\n",    "0,2.5,\n", "1,0,c\n", "0,2,b\n",
                     "1,0.25,b\n", ",1,a\n",   "1,3,a\n"};
  std::string all = head;
  for (const std::string& row : rows) all += row;
  const auto posterior = answers();
  for (const char* weight : {"w", ""}) {
    if (*weight == '\0') all.replace(all.find("1,0,c"), 5, "1,0,b");
    const Evaluation expected = evaluate(posterior, testing::table_of(all), {.weight = weight});
    Evaluator evaluator(posterior, {.weight = weight});
    for (std::string row : rows) {
      if (*weight == '\0' && row == "1,0,c\n") row = "1,0,b\n";
      evaluator.add(testing::table_of(head + row));
    }
    CHECK(std::move(evaluator).evaluation() == expected);
  }
}

TEST_CASE("an evaluator that has met no label says so at its end") {
  const auto posterior = answers();
  Evaluator evaluator(posterior, likelihood);
  evaluator.add(testing::table_of("yes,class\n1,?\n"));
  CHECK_THROWS_AS(static_cast<void>(std::move(evaluator).evaluation()), Error);
}

TEST_CASE("an evaluator that takes over the rows of another goes on where that one was") {
  const auto posterior = answers();
  const Table first = testing::table_of("yes,class\n1,a\n0,a\n");
  const Table second = testing::table_of("yes,class\n1,b\n0,b\n");
  Evaluator whole(posterior, likelihood);
  whole.add(first);
  whole.add(second);

  Evaluator begun(posterior, likelihood);
  begun.add(first);
  Evaluator taken(std::move(begun));
  Evaluator last(posterior, likelihood);
  last.add(second);  // is given up
  last = std::move(taken);
  last.add(second);

  const Evaluation found = std::move(last).evaluation();
  const Evaluation expected = std::move(whole).evaluation();
  CHECK(found.rows == 4);
  CHECK(found.results == expected.results);
}

TEST_CASE("losses of other classes, or in another order, are refused") {
  const Table table = testing::table_of("yes,class\n1,a\n0,a\n1,b\n0,b\n");
  const testing::ModelPosterior posterior = answers();
  LossTable loss{.actions = {"do", "wait"}, .classes = {"a", "b"}, .losses = {0, 3, 1, 0}};
  CHECK(evaluate(posterior, table, with_losses(loss)).results.front().cost.has_value());

  for (const Strings& classes : {Strings{"b", "a"}, Strings{"a"}, Strings{"a", "b", "c"}}) {
    CAPTURE(classes.size());
    loss.classes = classes;
    CHECK(testing::throws_error([&] { (void)evaluate(posterior, table, with_losses(loss)); },
                                ErrorCode::schema, "of the losses is"));
    CHECK(
        testing::throws_error([&] { (void)evaluate_learned(posterior, table, with_losses(loss)); },
                              ErrorCode::schema, "that of label 'class' is"));
  }
}

TEST_CASE("losses that cannot be weighed are refused before a row is scored") {
  const testing::ModelPosterior posterior = answers();
  const auto error_with = [&](std::vector<double> losses) {
    const LossTable loss{
        .actions = {"do", "wait"}, .classes = {"a", "b"}, .losses = std::move(losses)};
    return testing::error_of([&] { Evaluator(posterior, with_losses(loss)); });
  };
  CHECK_FALSE(error_with({0, 3, 1, 0}));
  CHECK(testing::is(error_with({0, std::nan(""), 1, 0}), ErrorCode::domain));
  CHECK(testing::is(error_with({0, 3, 1, 0, 2, 2}), ErrorCode::shape));
}

TEST_CASE("results are judged on rows that were not used in training, where there are such") {
  const auto of = [](const std::string& on) {
    return Result{.estimator = "predictive", .on = on, .metrics = Metrics{}};
  };

  CHECK(judged_on(std::vector<Result>{}).empty());
  CHECK(judged_on(std::vector{of("training")}) == "training");
  CHECK(judged_on(std::vector{of("training"), of("leave_one_out")}) == "leave_one_out");
  CHECK(judged_on(std::vector{of("leave_one_out"), of("cross_validation")}) == "cross_validation");
  std::vector without{of("training"), of("test")};
  without[1].metrics.reset();
  CHECK(judged_on(without) == "training");
}
