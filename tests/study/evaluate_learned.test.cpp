// How a posterior's classifiers do on the rows it has learned, and on each without itself.
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <credence/data/infer.hpp>
#include <credence/study/compare.hpp>

#include "study/left_out.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::shipped;

namespace {

const EvaluateOptions ml{.estimators = {Estimator::maximum_likelihood}};

}  // namespace

TEST_CASE("learned rows are evaluated with and without themselves, by arithmetic in the head") {
  // Three of four rows of a say yes, one of four of b.
  const std::string_view csv = "yes,class\n1,a\n1,a\n1,a\n0,a\n1,b\n0,b\n0,b\n0,b\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "yes", .family = "bernoulli"}}), csv);

  const Evaluation evaluation = evaluate_learned(posterior, testing::table_of(csv), ml);

  REQUIRE(evaluation.results.size() == 4);  // the last two are the baseline
  const Result& training = evaluation.results[0];
  const Result& left_out = evaluation.results[1];
  CHECK(training.on == "training");
  CHECK(training.metrics->log_loss ==
        doctest::Approx((6 * std::log(4.0 / 3) + 2 * std::log(4.0)) / 8).epsilon(1e-14));
  CHECK(left_out.on == "leave_one_out");
  // Without itself a yes of a has 3/7 * 2/3 against 4/7 * 1/4, its no has 3/7 * 0.
  CHECK(left_out.metrics->accuracy == 0.75);
  CHECK(left_out.metrics->confidence ==
        doctest::Approx((6 * 2.0 / 3 + 2 * 1.0) / 8).epsilon(1e-14));
  CHECK(std::isinf(left_out.metrics->log_loss));
  CHECK(left_out.metrics->impossible_rows == 0);
}

TEST_CASE("compare and evaluate report the same leave-one-out, that of refits pooled over rows") {
  const Table table = shipped("wine");
  const Model model = infer_model(table, {.label = "class"});
  const auto posterior = observe(model, table);
  const auto bound = bind(model, table);
  const auto frozen = freeze(posterior);

  const Evaluation evaluation = evaluate_learned(posterior, table);
  const Comparison comparison = compare(model, table, {.folds = 3});

  for (std::size_t e = 0; e < all_estimators.size(); ++e) {
    CAPTURE(e);
    Scorecard card;
    const auto labels = label_positions(bound.label, bound.rows, posterior.label.classes);
    for (Index row = 0; row < table.rows(); ++row)
      card.add(testing::refitted_without(frozen, bound, row, all_estimators[e]).predictions,
               std::span(labels).subspan(static_cast<std::size_t>(row), 1));
    const Metrics& metrics = *evaluation.results[2 * e + 1].metrics;
    CHECK(metrics.accuracy == card.metrics().accuracy);
    CHECK(metrics.log_loss == doctest::Approx(card.metrics().log_loss).epsilon(1e-12));
    CHECK(metrics.brier == doctest::Approx(card.metrics().brier).epsilon(1e-12));
    CHECK(metrics.confidence == doctest::Approx(card.metrics().confidence).epsilon(1e-12));
    const Result& compared = comparison.results[3 * e + 2];
    CHECK(compared.on == "leave_one_out");
    CHECK(compared.metrics->log_loss == doctest::Approx(metrics.log_loss).epsilon(1e-12));
  }
}

TEST_CASE("an estimate that one row alone made possible is undefined in leave-one-out") {
  const std::string_view csv = "x,class\n1,a\n2,a\n4,a\n3,b\n5,b\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "x", .family = "normal"}}), csv);

  const auto results = evaluate_learned(posterior, testing::table_of(csv), ml).results;

  CHECK(results[0].metrics.has_value());
  CHECK_FALSE(results[1].metrics.has_value());
  REQUIRE(results[1].undefined.size() == 1);
  CHECK(results[1].undefined[0].cell.klass == "b");
  CHECK(results[1].undefined[0].fold == 0);
}

TEST_CASE("other rows than were learned are refused, rows without a class are passed over") {
  const std::string_view csv = "yes,class\n1,a\n1,a\n0,a\n1,b\n0,b\n0,b\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "yes", .family = "bernoulli"}}), csv);
  const Table more = testing::table_of(std::string(csv) + "1,\n");
  const Table fewer = testing::table_of("yes,class\n1,a\n1,b\n");

  CHECK(evaluate_learned(posterior, more, ml).skipped_rows == 1);
  CHECK(testing::throws_error([&] { (void)evaluate_learned(posterior, fewer, ml); },
                              ErrorCode::domain,
                              "class 'a' has weight 1 in 'data.csv' and 3 in the posterior"));
}
