// What probabilities come to, without a matrix of them.
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/metrics.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <string>
#include <vector>

#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

namespace {

// Rows of digits with their classes.
struct Digits {
  Table table = read_csv(testing::project_file("examples/data/digits.csv"));
  Model model = infer_model(table, {.label = "class"});
  Posterior<Model> posterior = observe(model, table);
  BoundTable bound = bind(model, table);
  RowSpan rows{.count = table.rows()};
  std::vector<Index> truth = label_positions(bound.label, bound.rows, posterior.label.classes);
};

double largest_difference(double a, double b) {
  return std::abs(a - b) / std::max(1.0, std::abs(b));
}

}  // namespace

TEST_CASE("summaries of rows say of a classifier what its probabilities say") {
  const Digits digits;
  for (const Estimator estimator : {Estimator::posterior_mean, Estimator::predictive}) {
    CAPTURE(to_string(estimator));
    const Classifier classifier(digits.posterior, estimator);
    const Predictions answers = classifier.predict(digits.bound, digits.rows);
    const RowSummaries summaries = classifier.summarise(digits.bound, digits.rows, digits.truth);

    CHECK(summaries.label == answers.label);
    CHECK(summaries.impossible == answers.impossible);
    Scorecard by_probabilities;
    by_probabilities.add(answers, digits.truth);
    Scorecard by_summaries;
    by_summaries.add(summaries, answers.classes, digits.truth);
    const Metrics a = by_summaries.metrics();
    const Metrics b = by_probabilities.metrics();
    CHECK(a.accuracy == b.accuracy);
    CHECK(largest_difference(a.log_loss, b.log_loss) <= 1e-13);
    CHECK(largest_difference(a.brier, b.brier) <= 1e-13);
    CHECK(largest_difference(a.confidence, b.confidence) <= 1e-13);
    CHECK(by_summaries.confusion() == by_probabilities.confusion());
    for (std::size_t i = 0; i < digits.truth.size(); ++i)
      CHECK(std::abs(summaries.log_truth[i] - answers.log_probabilities(static_cast<Index>(
                                                  i))[static_cast<std::size_t>(digits.truth[i])]) <=
            1e-12 * (1 + std::abs(summaries.log_truth[i])));
  }
}

TEST_CASE("rows that are impossible under every class are summarised by the fallback") {
  const Table training = read_csv_text("x,y\na,p\na,p\nb,q\nb,q\nb,r\n", "rows");
  const Posterior<Model> posterior = observe(infer_model(training, {.label = "y"}), training);
  const Classifier classifier(posterior, Estimator::maximum_likelihood);
  Schema schema = posterior.model.schema();
  const Table table = read_csv_text("x,y\na,p\nb,p\na,r\n", "rows");
  const BoundTable bound = bind(posterior.model, table);
  const std::vector<Index> truth{0, 0, 2};

  const RowSummaries summaries = classifier.summarise(bound, RowSpan{.count = 3}, truth);

  CHECK(summaries.label == std::vector<Index>{0, 1, 0});
  CHECK(summaries.log_truth[0] == 0);
  CHECK(summaries.brier[0] == 0);
  CHECK(summaries.log_truth[1] == -std::numeric_limits<double>::infinity());
  CHECK(summaries.brier[1] == doctest::Approx(1 + 4.0 / 9 + 1.0 / 9));
  CHECK(summaries.largest[1] == doctest::Approx(2.0 / 3));
}

TEST_CASE("equal rows are summarised from the probabilities that they share") {
  const Fallback answer{.label = 1,
                        .log_class_probabilities = {std::log(0.2), std::log(0.5), std::log(0.3)}};
  const RowSummaries summaries = summaries_of_equals(answer, std::vector<Index>{0, 1, 2});

  CHECK(summaries.label == std::vector<Index>{1, 1, 1});
  CHECK(summaries.largest == std::vector<double>{0.5, 0.5, 0.5});
  CHECK(summaries.brier[0] == doctest::Approx(0.64 + 0.25 + 0.09));
  CHECK(summaries.brier[1] == doctest::Approx(0.04 + 0.25 + 0.09));
}

TEST_CASE("summaries of other rows, classes or models are refused") {
  const Digits digits;
  const Classifier classifier(digits.posterior, Estimator::predictive);
  const auto refused = [&](std::vector<Index> truth, ErrorCode code) {
    return throws_error(
        [&] { static_cast<void>(classifier.summarise(digits.bound, RowSpan{.count = 1}, truth)); },
        code);
  };

  CHECK(refused({}, ErrorCode::shape));
  CHECK(refused({0, 0}, ErrorCode::shape));
  CHECK(refused({-1}, ErrorCode::shape));
  CHECK(refused({10}, ErrorCode::shape));
}

TEST_CASE("a classifier with a structure has no summaries") {
  const Digits digits;
  const Table table = read_csv(testing::project_file("examples/data/house_votes_84.csv"));
  const Model tree =
      with_structure(infer_model(table, {.label = "class"}), {.kind = StructureKind::tan});
  const Posterior<Model> posterior = observe(tree, table);
  const Classifier classifier(posterior, Estimator::predictive);
  const BoundTable bound = bind(tree, table);

  CHECK(testing::fails_with(
      ErrorCode::schema, "a classifier with a structure has no summaries of rows; use predict",
      [&] {
        static_cast<void>(classifier.summarise(bound, RowSpan{.count = 1}, std::vector<Index>{0}));
      }));
}
