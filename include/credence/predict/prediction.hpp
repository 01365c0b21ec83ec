#pragma once
// What a classifier says of rows.
#include <credence/base/index.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// What a classifier says of one row.
struct Prediction {
  std::string label{};                    ///< the most probable class; the earlier one of equals
  std::vector<double> probability{};      ///< one per class, sums to 1
  std::vector<double> log_probability{};  ///< nats
  std::vector<double> log_joint{};        ///< ln p(row, class), nats; -inf where impossible
  bool impossible = false;  ///< -inf for every class: label and probabilities are the fallback
};

/// What a classifier says of many rows: rows x classes matrices, row-major.
struct Predictions {
  std::vector<std::string> classes{};
  std::vector<Index> label{};  ///< rows; position among the classes
  std::vector<double> log_joint{};
  std::vector<double> log_probability{};
  std::vector<bool> impossible{};  ///< rows
  Index unseen_cells = 0;          ///< cells (words) of categories that the training data lack

  [[nodiscard]] Index rows() const { return static_cast<Index>(label.size()); }
  [[nodiscard]] std::span<const double> log_joints(Index row) const {
    return row_of(log_joint, row);
  }
  [[nodiscard]] std::span<const double> log_probabilities(Index row) const {
    return row_of(log_probability, row);
  }
  /// p(class | row).
  [[nodiscard]] double probability(Index row, Index klass) const;
  /// ln p(row), in nats: low for a row unlike those learned from; -inf for an impossible one.
  [[nodiscard]] double log_evidence(Index row) const;

 private:
  [[nodiscard]] std::span<const double> row_of(const std::vector<double>& matrix, Index row) const {
    return std::span(matrix).subspan(static_cast<std::size_t>(row) * classes.size(),
                                     classes.size());
  }
};

/// Room for the answers for `rows` rows: labels, log joints and log probabilities of 0, no row
/// impossible.
[[nodiscard]] Predictions blank_predictions(std::vector<std::string> classes, Index rows);

/// What to answer when every class is impossible.
struct Fallback {
  Index label = 0;                                ///< the most frequent class
  std::vector<double> log_class_probabilities{};  ///< those in use
};

/// Turns log joints into log probabilities in place of `log_probability`.
/// out     position of the winning class; `impossible` tells whether the fallback answered
Index normalise(std::span<const double> log_joint, const Fallback& fallback,
                std::span<double> log_probability, bool& impossible);

}  // namespace credence
