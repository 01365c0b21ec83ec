#pragma once
// Leave-one-out of columns of levels on one subset of the rows after another, by counting alone.
#include <optional>

#include "study/lazy/level_columns.hpp"

namespace credence::detail {

/// What counted leave-one-out knows of a column of levels: for each class the pseudo-count of each
/// level, and their sum (with that of a reserved level).
struct LevelPriors {
  std::vector<std::vector<double>> weights = {};
  std::vector<double> totals = {};
};

/// The priors of a column; none where it is of no shipped family of levels.
/// in   frozen: a posterior whose priors are numbers
[[nodiscard]] std::optional<LevelPriors> level_priors(const Posterior<Model>& frozen,
                                                      const LevelColumn& column);

/// Columns of levels of the training rows, each row of weight 1, read by an estimator that answers
/// with (prior + count) / total: posterior_mean or predictive. Equal to leave_one_out but for
/// rounding.
class CountedLevels {
 public:
  CountedLevels() = default;
  CountedLevels(std::vector<Index> truth, Index classes) : truth_(std::move(truth)) {
    classes_ = static_cast<std::size_t>(classes);
  }
  /// in   codes: one for each training row
  void add_column(const LevelPriors& priors, std::span<const Code> codes);
  [[nodiscard]] std::size_t size() const { return priors_.size(); }

  /// Adds to log joints what the columns say of rows of a subset: of each row's own class without the
  /// row, of the others with all of the subset.
  /// in   rows: positions among the training rows;  used: columns of which some are left out;
  ///      joint: rows x classes, row-major
  /// cost rows x columns x classes additions, and two logarithms for each level and class that occur
  void add(std::span<const Index> rows, const std::vector<bool>& used,
           std::span<double> joint) const;

 private:
  [[nodiscard]] std::vector<double> counts(std::span<const Index> rows, std::size_t column) const;
  [[nodiscard]] std::vector<double> terms(const std::vector<double>& counts,
                                          std::size_t column) const;

  std::vector<Index> truth_;
  std::size_t classes_ = 0;
  std::vector<LevelPriors> priors_;                // of each column
  std::vector<std::vector<std::uint32_t>> slots_;  // of each column and row: 0 where missing, else
                                                   // the level + 1
};

}  // namespace credence::detail
