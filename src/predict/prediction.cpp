// From log joints to probabilities, the impossible row included.
#include <credence/predict/prediction.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/detail/base/large_array.hpp>
#include <limits>
#include <utility>

namespace credence {

double Predictions::probability(Index row, Index klass) const {
  const std::span<const double> logs = log_probabilities(row);
  return std::exp(logs[detail::place_of("class", klass, logs.size())]);
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

Index normalise(std::span<const double> log_joint, const Fallback& fallback,
                std::span<double> log_probability, bool& impossible) {
  const auto best = std::max_element(log_joint.begin(), log_joint.end());
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
