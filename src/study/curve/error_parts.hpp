#pragma once
// Predictions of the same rows after many training sets, and what their errors are made of.
#include <credence/study/learning_curve.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace credence::detail {

/// Labels and class probabilities of some rows after one training set.
struct KeptPredictions {
  std::vector<Index> rows = {};  ///< positions in the table
  std::vector<Index> labels = {};
  std::vector<double> probabilities = {};  ///< rows x classes

  /// Returns the bytes that it takes for each row.
  [[nodiscard]] static double bytes(Index classes) {
    return 2 * sizeof(Index) + static_cast<double>(classes) * sizeof(double);
  }
};

/// What was predicted of each row of a table after one training set and another. The same bits
/// follow from the same predictions in the same order.
///
///     PredictedRows seen(rows, classes);
///     seen.add(predicted);     // after each training set
///     seen.parts(labels);      // of data
class PredictedRows {
 public:
  PredictedRows(Index rows, Index classes)
      : classes_(static_cast<std::size_t>(classes)),
        labels_(static_cast<std::size_t>(rows) * classes_),
        means_(labels_.size()),
        squares_(static_cast<std::size_t>(rows)),
        tests_(static_cast<std::size_t>(rows)) {}

  /// Adds those after one more training set.
  void add(const KeptPredictions& predicted);

  /// Returns the parts of the errors on data.
  /// in  labels: of each row; those of rows without a test count for nothing;  weights: likewise, or
  ///     empty for 1 each
  [[nodiscard]] ErrorParts parts(std::span<const Index> labels,
                                 std::span<const double> weights = {}) const;

  /// Returns the parts of the errors of rows whose class probabilities are known.
  /// in  probabilities: rows x classes
  [[nodiscard]] ErrorParts parts_of_known(std::span<const double> probabilities) const;

  /// Returns the bytes that it takes for each row and class.
  static constexpr double bytes = sizeof(std::uint32_t) + 2 * sizeof(double);

 private:
  struct Sums;
  [[nodiscard]] Index main_label(std::size_t row) const;
  [[nodiscard]] double share(std::size_t row, Index label) const;
  void add_row(std::size_t row, double weight, Index right, Sums& sums) const;

  std::size_t classes_;
  std::vector<std::uint32_t> labels_;  // rows x classes: how often each was predicted
  std::vector<double> means_;          // rows x classes: of the probabilities so far
  std::vector<double> squares_;        // rows: of the distances from these means
  std::vector<std::uint32_t> tests_;   // rows
};

}  // namespace credence::detail
