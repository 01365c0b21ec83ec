#pragma once
// How blocks of columns with a full covariance add to log joints: each matrix is taken apart once.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <credence/family/joint_normal.hpp>
#include <optional>
#include <variant>
#include <vector>

namespace credence::detail {

/// Rows of numbers. The plain reference takes a matrix apart for every row; here only rows that lack
/// a number do, because what is left of the matrix differs from row to row.
class JointBlockScores {
 public:
  using Cells = CellsOf<NormalInverseWishartNormal>;
  using Table = ScoreTable<NormalInverseWishartNormal>;

  JointBlockScores() = default;
  JointBlockScores(const Table& table, std::span<const double> log_class_probabilities);

  [[nodiscard]] static bool fits(const Cells&, std::span<const Slots>) { return true; }
  static void fit(const Table&, const Cells&, std::span<const Slots>) {}
  [[nodiscard]] std::optional<Entry> add(const Table& table, const Cells& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const;

 private:
  template <class D>
  using ReadyCells = std::vector<std::optional<Ready<D>>>;  // features x classes

  std::variant<ReadyCells<MultivariateNormal>, ReadyCells<MultivariateStudentT>> ready_;
};

}  // namespace credence::detail
