#pragma once
// Predictions of a classifier.
#include <credence/base/index.hpp>
#include <credence/detail/base/place.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// The prediction for one row.
struct Prediction {
  /// The most probable class; the earlier one of equal log joints, which rounding may tell apart.
  std::string label{};
  std::vector<double> probability;      ///< one per class, sums to 1
  std::vector<double> log_probability;  ///< nats
  std::vector<double> log_joint;        ///< ln p(row, class), nats; -inf where impossible
  bool impossible = false;  ///< -inf for every class: label and probabilities are the fallback

  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// The predictions for many rows: rows x classes matrices, row-major.
struct Predictions {
  std::vector<std::string> classes;
  std::vector<Index> label;  ///< rows; position among the classes
  std::vector<double> log_joint;
  std::vector<double> log_probability;
  std::vector<bool> impossible;  ///< rows
  Index unseen_cells = 0;        ///< cells (words) of categories that the training data lack

  [[nodiscard]] Index rows() const { return static_cast<Index>(label.size()); }
  // Rows and classes are positions from 0; one that is not there is Error{shape}. What is asked of
  // predictions that die at the end of the expression is a copy.
  /// Returns the most probable class of a row; the earlier one of equal log joints.
  [[nodiscard]] const std::string& label_of(Index row) const& {
    return classes[detail::place_of("class", label[detail::place_of("row", row, label.size())],
                                    classes.size())];
  }
  /// Returns a copy of the most probable class.
  [[nodiscard]] std::string label_of(Index row) && { return label_of(row); }
  /// Returns ln p(row, class) of each class, nats.
  [[nodiscard]] std::span<const double> log_joints(Index row) const& {
    return row_of(log_joint, row);
  }
  /// Returns a copy of the log joints.
  [[nodiscard]] std::vector<double> log_joints(Index row) && { return copied(log_joints(row)); }
  /// Returns ln p(class | row) of each class, nats.
  [[nodiscard]] std::span<const double> log_probabilities(Index row) const& {
    return row_of(log_probability, row);
  }
  /// Returns a copy of the log probabilities.
  [[nodiscard]] std::vector<double> log_probabilities(Index row) && {
    return copied(log_probabilities(row));
  }
  /// Returns p(class | row) of each class.
  [[nodiscard]] std::vector<double> probabilities(Index row) const;
  /// p(class | row).
  [[nodiscard]] double probability(Index row, Index klass) const;
  /// The same of a class by its name; Error{schema} for one that is not there.
  [[nodiscard]] double probability(Index row, std::string_view klass) const;
  /// Writes p(class | row) of all rows into an array of the caller's: rows x classes, row-major.
  ///
  ///     std::vector<double> room(answers.log_probability.size());
  ///     answers.write_probabilities(room);
  ///
  /// throws  Error{shape} for an array of another size
  void write_probabilities(std::span<double> room) const;
  /// Returns ln p(row), in nats: low for a row unlike those learned from; -inf for an impossible
  /// one.
  [[nodiscard]] double log_evidence(Index row) const;

  friend bool operator==(const Predictions&, const Predictions&) = default;

 private:
  [[nodiscard]] static std::vector<double> copied(std::span<const double> row) {
    return {row.begin(), row.end()};
  }
  // A loop over all rows pays one comparison a row.
  [[nodiscard]] std::span<const double> row_of(const std::vector<double>& matrix, Index row) const {
    const std::size_t begin = detail::place_of("row", row, label.size()) * classes.size();
    if (begin + classes.size() > matrix.size()) detail::no_such_place("row", row, 0);
    return std::span(matrix).subspan(begin, classes.size());
  }
};

/// Room for the answers for `rows` rows: labels, log joints and log probabilities of 0, no row
/// impossible.
[[nodiscard]] Predictions blank_predictions(std::vector<std::string> classes, Index rows);

/// What the probabilities of rows come to where there are too many classes to keep them all.
struct RowSummaries {
  std::vector<Index> label;       ///< as in Predictions
  std::vector<bool> impossible;   ///< likewise
  std::vector<double> log_truth;  ///< ln p(true class | row), nats
  std::vector<double> largest;    ///< the largest probability
  std::vector<double> brier;      ///< sum over classes of (p - [true])^2
  Index unseen_cells = 0;         ///< as in Predictions

  friend bool operator==(const RowSummaries&, const RowSummaries&) = default;
};

/// What to answer when every class is impossible.
struct Fallback {
  Index label = 0;                              ///< the most frequent class
  std::vector<double> log_class_probabilities;  ///< those in use

  friend bool operator==(const Fallback&, const Fallback&) = default;
};

/// Returns the summaries of rows that all have the same class probabilities.
/// in      truth: the position of each row's class
/// cost    rows + classes
[[nodiscard]] RowSummaries summaries_of_equals(const Fallback& answer,
                                               std::span<const Index> truth);

/// Turns log joints into log probabilities in place of `log_probability`.
/// out     position of the winning class; `impossible` tells whether the fallback answered
Index normalise(std::span<const double> log_joint, const Fallback& fallback,
                std::span<double> log_probability, bool& impossible);

}  // namespace credence
