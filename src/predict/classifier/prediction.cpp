// From log joints to probabilities, the impossible row included.
#include <credence/predict/prediction.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/large_array.hpp>
#include <credence/learn/label_column.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace credence {

std::vector<double> Predictions::probabilities(Index row) const {
  const std::span<const double> logs = log_probabilities(row);
  std::vector<double> all(logs.size());
  std::transform(logs.begin(), logs.end(), all.begin(), [](double log) { return std::exp(log); });
  return all;
}

double Predictions::probability(Index row, Index klass) const {
  const std::span<const double> logs = log_probabilities(row);
  return std::exp(logs[detail::place_of("class", klass, logs.size())]);
}

double Predictions::probability(Index row, std::string_view klass) const {
  return probability(row, detail::class_position(classes, klass));
}

void Predictions::write_probabilities(std::span<double> room) const {
  if (room.size() != log_probability.size())
    throw Error(
        ErrorCode::shape,
        fmt::format("room for {} was given for the probabilities of {} and {}; give "
                    "room for {}",
                    detail::counted(room.size(), "number", "numbers"),
                    detail::counted(rows(), "row", "rows"),
                    detail::counted(classes.size(), "class", "classes"), log_probability.size()));
  std::transform(log_probability.begin(), log_probability.end(), room.begin(),
                 [](double logarithm) { return std::exp(logarithm); });
}

Predictions blank_predictions(std::vector<std::string> classes, Index rows) {
  if (rows < 0) detail::no_such_place("row", rows, 0);
  Predictions blank{.classes = std::move(classes)};
  const auto count = static_cast<std::size_t>(rows);
  blank.label.resize(count);
  blank.impossible.resize(count);
  for (std::vector<double>* matrix : {&blank.log_joint, &blank.log_probability}) {
    reserve_in_huge_pages(*matrix, count * blank.classes.size());
    matrix->resize(count * blank.classes.size());
  }
  return blank;
}

double Predictions::log_evidence(Index row) const { return log_sum_exp(log_joints(row)); }

RowSummaries summaries_of_equals(const Fallback& answer, std::span<const Index> truth) {
  const std::vector<double>& logs = answer.log_class_probabilities;
  double squares = 0;
  double largest = 0;
  for (const double log : logs) {
    const double p = std::exp(log);
    squares += p * p;
    largest = std::max(largest, p);
  }
  RowSummaries all{.label = std::vector<Index>(truth.size(), answer.label),
                   .impossible = std::vector<bool>(truth.size()),
                   .largest = std::vector<double>(truth.size(), largest)};
  for (const Index klass : truth) {
    const double log = logs[detail::place_of("class", klass, logs.size())];
    const double p = std::exp(log);
    const double miss = std::expm1(log);
    all.log_truth.push_back(log);
    all.brier.push_back(std::max(squares - p * p, 0.0) + miss * miss);
  }
  return all;
}

Index normalise(std::span<const double> log_joint, const Fallback& fallback,
                std::span<double> log_probability, bool& impossible) {
  const auto best = std::max_element(log_joint.begin(), log_joint.end());
  impossible = false;
  // No model says so, and it is not to pass for an impossible class.
  if (std::any_of(log_joint.begin(), log_joint.end(), [](double log) { return std::isnan(log); })) {
    std::fill(log_probability.begin(), log_probability.end(),
              std::numeric_limits<double>::quiet_NaN());
    return best - log_joint.begin();
  }
  impossible = best == log_joint.end() || *best == -std::numeric_limits<double>::infinity();
  if (impossible) {
    std::copy(fallback.log_class_probabilities.begin(), fallback.log_class_probabilities.end(),
              log_probability.begin());
    return fallback.label;
  }
  // Differences first: a sum in the thousands would leave probabilities that miss 1 by its rounding.
  for (std::size_t klass = 0; klass < log_joint.size(); ++klass)
    log_probability[klass] = log_joint[klass] - *best;
  const double total = log_sum_exp(log_probability);
  for (double& value : log_probability) value = std::min(value - total, 0.0);
  return best - log_joint.begin();
}

}  // namespace credence
