// What is shown of more classes than a reader takes in.
#include <credence/data/csv.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/report/text.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/evaluate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "support/has.hpp"

using namespace credence;
using testing::has;

namespace {

// Three rows of each class, four of the last.
Table rows_of(int classes) {
  std::string text = "x,y\n";
  const auto add = [&](int klass, int row) {
    text += std::to_string(3 * klass + row) + ".5,k" + std::to_string(klass) + '\n';
  };
  for (int klass = 0; klass < classes; ++klass)
    for (int row = 0; row < 3; ++row) add(klass, row);
  add(classes - 1, 3);
  return read_csv_text(text, "rows");
}

Evaluation evaluated(int classes) {
  const Table table = rows_of(classes);
  return evaluate(observe(infer_model(table, {.label = "y"}), table), table,
                  {.estimators = {Estimator::predictive}});
}

}  // namespace

TEST_CASE(
    "an evaluation's text has a line for the hundred classes of most rows and counts the others") {
  const std::string few = to_text(evaluated(100));
  CHECK(has(few, "\n  k50 "));
  CHECK_FALSE(has(few, "classes of fewer rows"));

  const std::string many = to_text(evaluated(103));
  CHECK(has(many, "\n  k102 "));
  CHECK(has(many, "\n  ... 3 classes of fewer rows; to_json has all\n"));
  CHECK(std::count(many.begin(), many.end(), '\n') < std::count(few.begin(), few.end(), '\n') + 5);
}

TEST_CASE("a report of many classes draws no beliefs of numbers and says so") {
  const auto omitted = [](int classes) {
    const Table table = rows_of(classes);
    const DataReport report = data_report(infer_model(table, {.label = "y"}), table, nullptr,
                                          {.comparison = {.folds = 2}, .simulations = 0});
    return std::any_of(report.omitted.begin(), report.omitted.end(), [](const std::string& text) {
      return has(text, "intervals of the mutual information of numbers are not shown");
    });
  };

  CHECK_FALSE(omitted(3));
  CHECK(omitted(51));
}
