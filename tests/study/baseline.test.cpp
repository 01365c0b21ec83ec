// The class frequencies alone, beside every estimator.
#include <credence/predict/classifier.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/learning_curve.hpp>
#include <credence/study/selection_curve.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "study/metrics/paired_losses.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"

using namespace credence;

namespace {

const Result& result_of(const std::vector<Result>& results, std::string_view estimator,
                        std::string_view on) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.estimator == estimator && result.on == on;
  });
  REQUIRE(found != results.end());
  return *found;
}

// Six rows, four of class a; columns that tell nothing.
Table six() { return testing::table_of("x,class\n1,a\n2,a\n3,b\n1.5,a\n2.5,b\n3.5,a\n"); }
Model numbers() { return Model(testing::schema_of({{.name = "x", .family = "normal"}})); }

// Of four rows with probability p(a) and two with 1 - p(a).
double loss_at(double a) { return -(4 * std::log(a) + 2 * std::log(1 - a)) / 6; }

}  // namespace

TEST_CASE("the baseline is the posterior mean of class frequencies under a Dirichlet of 1") {
  const Comparison comparison = compare(numbers(), six(), {.folds = 2});

  const Metrics& training = *result_of(comparison.results, "baseline", "training").metrics;
  CHECK(training.accuracy == doctest::Approx(4.0 / 6));
  CHECK(training.log_loss == doctest::Approx(loss_at(5.0 / 8)).epsilon(1e-14));
  CHECK(training.confidence == doctest::Approx(5.0 / 8));
  // Two stratified folds: each learns two rows of a and one of b from the other.
  const Metrics& folds = *result_of(comparison.results, "baseline", "cross_validation").metrics;
  CHECK(folds.log_loss == doctest::Approx(loss_at(3.0 / 5)).epsilon(1e-14));
  // Without its own row a has 3 of 5 others, b has 1 of 5.
  const Metrics& left = *result_of(comparison.results, "baseline", "leave_one_out").metrics;
  CHECK(left.log_loss ==
        doctest::Approx(-(4 * std::log(4.0 / 7) + 2 * std::log(2.0 / 7)) / 6).epsilon(1e-14));
}

TEST_CASE("the baseline ends the results and leaves the class prior of the model aside") {
  Schema schema = numbers().schema();
  const auto plain = compare(Model(schema), six(), {.folds = 2});
  schema.class_prior = {.kind = ClassPrior::Kind::uniform};
  const auto uniform = compare(Model(schema), six(), {.folds = 2, .twin = LogisticOptions{}});

  CHECK(plain.results.size() == 15);
  for (std::size_t back = 1; back <= 3; ++back)
    CHECK(uniform.results[uniform.results.size() - back] ==
          plain.results[plain.results.size() - back]);
  CHECK(plain.results.back().estimator == "baseline");
}

TEST_CASE("skill is the share of the baseline's log loss that an estimator removes") {
  const Comparison comparison = compare(numbers(), six(), {.folds = 2, .twin = LogisticOptions{}});

  CHECK(comparison.results.size() == 17);
  for (const Result& result : comparison.results) {
    CAPTURE(result.estimator);
    CAPTURE(result.on);
    const double base = result_of(comparison.results, "baseline", result.on).metrics->log_loss;
    const bool finite = result.metrics && std::isfinite(result.metrics->log_loss);
    REQUIRE(result.skill.has_value() == finite);
    CHECK(result.skill_error.has_value() == finite);
    if (finite) CHECK(*result.skill == 1 - result.metrics->log_loss / base);
    if (result.estimator == "baseline") CHECK(result.skill_error == 0.0);
  }
}

TEST_CASE("the error of the skill is that of a ratio of the losses of the same rows") {
  const Table table = six();
  const Posterior<Model> posterior = observe(numbers(), table);
  const std::vector<Estimator> asked{Estimator::predictive};

  const Evaluation evaluation = evaluate(posterior, table, {.estimators = asked});

  const Predictions said =
      Classifier<Model>(estimate(posterior, Estimator::predictive)).predict(table);
  const std::vector<Index> truth{0, 0, 1, 0, 1, 0};
  std::vector<double> own;
  std::vector<double> base;
  for (std::size_t i = 0; i < 6; ++i) {
    own.push_back(
        -said.log_probabilities(static_cast<Index>(i))[static_cast<std::size_t>(truth[i])]);
    base.push_back(-std::log(truth[i] == 0 ? 5.0 / 8 : 3.0 / 8));
  }
  double own_sum = 0;
  double base_sum = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    own_sum += own[i];
    base_sum += base[i];
  }
  const double ratio = own_sum / base_sum;
  double squares = 0;
  for (std::size_t i = 0; i < 6; ++i) squares += std::pow(own[i] - ratio * base[i], 2);
  const Result& result = evaluation.results.front();
  CHECK(*result.skill == doctest::Approx(1 - ratio).epsilon(1e-12));
  CHECK(*result.skill_error == doctest::Approx(std::sqrt(squares) / base_sum).epsilon(1e-10));
}

TEST_CASE("the error of the skill keeps its digits where losses are huge") {
  // Class b is so narrow that rows of it near 1 lose some 7.5e9 nats each, and differ by a few.
  const Posterior<Model> posterior =
      observe(numbers(), testing::table_of("x,class\n-1,a\n0,a\n1,a\n-1e-5,b\n0,b\n1e-5,b\n"));
  const Table tested = testing::table_of("x,class\n1,b\n1.0000000002,b\n1.0000000003,b\n");
  const std::vector<Estimator> asked{Estimator::maximum_likelihood};

  const Result result = evaluate(posterior, tested, {.estimators = asked}).results.front();

  const Predictions said = Classifier<Model>(estimate(posterior, asked[0])).predict(tested);
  Moments losses;
  for (Index row = 0; row < 3; ++row) losses.observe(-said.log_probabilities(row)[1]);
  CHECK(losses.mean > 7e9);
  const double expected = std::sqrt(losses.variance() / 3) / std::log(2.0);
  CHECK(*result.skill_error == testing::relative(expected, 1e-6));  // losses are known to 1e-6
}

TEST_CASE("the error of the skill is a number wherever that of the log loss is") {
  detail::PairedLosses losses;
  CHECK(losses.deviation(1) == 0);
  for (const double loss : {1e150, 2e150, 3e150}) losses.observe(loss, 1e-9, 1);
  CHECK(losses.deviation(2e159) == testing::relative(1e150 * std::sqrt(2.0 / 3), 1e-12));
  losses.observe(1e150, 2e-9, 1);
  CHECK(std::isfinite(losses.deviation(1.4e159)));
  losses.observe(1e200, 1e-9, 1);
  CHECK(std::isinf(losses.deviation(1e208)));
}

TEST_CASE("an evaluation has the baseline of the training rows and areas under the ROC curve") {
  const Table tested = testing::table_of("x,class\n1,a\n3,b\n2,b\n");
  const Posterior<Model> posterior = observe(numbers(), six());

  const Evaluation evaluation = evaluate(posterior, tested);

  REQUIRE(evaluation.results.size() == 5);
  const Result& baseline = result_of(evaluation.results, "baseline", "test");
  CHECK(baseline.metrics->log_loss ==
        doctest::Approx(-(std::log(5.0 / 8) + 2 * std::log(3.0 / 8)) / 3).epsilon(1e-14));
  CHECK(baseline.areas->area == 0.5);
  CHECK(result_of(evaluation.results, "predictive", "test").areas->area.has_value());
  const Evaluation learned = evaluate_learned(posterior, six());
  CHECK(learned.results.size() == 10);
  CHECK(result_of(learned.results, "baseline", "leave_one_out").metrics ==
        result_of(compare(numbers(), six(), {.folds = 2}).results, "baseline", "leave_one_out")
            .metrics);
}

TEST_CASE("a paired comparison has the baseline of its folds") {
  const Contender contender{.model = numbers()};

  const PairedComparison paired =
      compare_paired(contender, contender, six(), {.folds = 2, .repeats = 1});

  const Comparison comparison = compare(numbers(), six(), {.folds = 2});
  CHECK(paired.baseline == result_of(comparison.results, "baseline", "cross_validation"));
  CHECK(paired.first.result.skill ==
        result_of(comparison.results, "predictive", "cross_validation").skill);
}

TEST_CASE("the baseline is the last series of a learning curve") {
  const LearningCurve curve =
      learning_curve(numbers(), six(), {.training_sizes = {3, 4}, .repeats = 5});

  REQUIRE(curve.points.size() == 10);
  for (const std::size_t at : {8U, 9U}) {
    CHECK(curve.points[at].estimator == "baseline");
    CHECK(curve.points[at].undefined_repeats == 0);
    CHECK(std::isfinite(*curve.points[at].mean_log_loss));
  }
}

TEST_CASE("a selection curve names the log loss of the baseline on its rows") {
  const auto rank = [](const auto&, const auto&, const auto&) {
    return std::vector<std::string>{"x"};
  };

  const SelectionCurve folds = selection_in_folds(numbers(), six(), rank, {.folds = 2});

  CHECK(folds.baseline->log_loss == doctest::Approx(loss_at(3.0 / 5)).epsilon(1e-14));
  // No feature: the class prior of the model is the baseline's.
  CHECK(folds.points.front().metrics->log_loss ==
        doctest::Approx(folds.baseline->log_loss).epsilon(1e-14));
}
