// What is said of a row by the labels of others.
#include "study/metrics/baseline.hpp"

#include <algorithm>

#include "study/left_out/classes_without.hpp"

namespace credence::detail {
namespace {

LabelColumn with_plain_prior(LabelColumn label) {
  label.prior = ClassPrior{};
  return label;
}

void put(const Fallback& answer, std::size_t row, Predictions& predictions) {
  const auto& logs = answer.log_class_probabilities;
  const auto at = static_cast<std::ptrdiff_t>(row * logs.size());
  std::copy(logs.begin(), logs.end(), predictions.log_joint.begin() + at);
  std::copy(logs.begin(), logs.end(), predictions.log_probability.begin() + at);
  predictions.label[row] = answer.label;
}

double loss(const Fallback& answer, Index klass) {
  return -answer.log_class_probabilities[static_cast<std::size_t>(klass)];
}

}  // namespace

Baseline::Baseline(const LabelColumn& label)
    : label_(with_plain_prior(label)),
      answer_{
          .label = most_frequent_class(label_),
          .log_class_probabilities = log_class_probabilities(label_, Estimator::posterior_mean)} {}

Predictions Baseline::predict(Index rows) const {
  Predictions predictions = blank_predictions(label_.classes, rows);
  for (std::size_t row = 0; row < predictions.label.size(); ++row) put(answer_, row, predictions);
  return predictions;
}

Predictions Baseline::predict_left_out(const LabelledRows& rows) const {
  ClassesWithout classes(label_, Estimator::posterior_mean);
  Predictions predictions = blank_predictions(label_.classes, std::ssize(rows.rows));
  for (std::size_t row = 0; row < predictions.label.size(); ++row)
    put(classes.without(rows.truth[row], rows.weights[row]).fallback, row, predictions);
  return predictions;
}

std::vector<double> Baseline::losses(const LabelledRows& rows) const {
  std::vector<double> losses;
  losses.reserve(rows.truth.size());
  for (const Index klass : rows.truth) losses.push_back(loss(answer_, klass));
  return losses;
}

std::vector<double> Baseline::losses_left_out(const LabelledRows& rows) const {
  ClassesWithout classes(label_, Estimator::posterior_mean);
  std::vector<double> losses;
  losses.reserve(rows.truth.size());
  for (std::size_t row = 0; row < rows.truth.size(); ++row)
    losses.push_back(
        loss(classes.without(rows.truth[row], rows.weights[row]).fallback, rows.truth[row]));
  return losses;
}

LabelColumn label_of_rows(LabelColumn label, const LabelledRows& rows) {
  label.counts = CategoricalCounts{std::vector<double>(label.classes.size())};
  for (std::size_t row = 0; row < rows.truth.size(); ++row)
    label.counts.observe(static_cast<Code>(rows.truth[row]), rows.weights[row]);
  return label;
}

}  // namespace credence::detail
