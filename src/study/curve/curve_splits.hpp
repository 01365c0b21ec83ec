#pragma once
// Which rows the splits of a learning curve learn from, and which they test.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/study/learning_curve.hpp>

namespace credence::detail {

/// One size: how many rows are tested and learned.
struct CurveSize {
  double asked = 0;
  Index test_rows = 0;
  Index training_rows = 0;
};

/// Returns the sizes that the options ask for, in that order.
/// throws  Error{domain} for no size, or one that leaves nothing to learn or to test
[[nodiscard]] std::vector<CurveSize> curve_sizes(const CurveOptions& options, Index rows);

/// Given splits: their sizes, and which of the sizes each has.
struct GivenSizes {
  std::vector<CurveSize> sizes = {};
  std::vector<std::size_t> size_of = {};  ///< of each split
};
/// Returns those of splits of labelled rows.
/// in      rows: those that the splits may name
[[nodiscard]] GivenSizes given_sizes(std::span<const GivenSplit> splits, Index rows);

/// Returns the splits without the rows that have no label or no weight.
/// in      table_rows: of the table
/// throws  Error{domain} for a split that names a row that the table lacks, or one row twice, or has
///         nothing to learn or to test
[[nodiscard]] std::vector<GivenSplit> labelled_splits(std::span<const GivenSplit> splits,
                                                      const LabelledRows& rows, Index table_rows);

/// Their positions, from the smallest training set to the largest.
[[nodiscard]] std::vector<std::size_t> by_training_rows(std::span<const CurveSize> sizes);

/// Returns a seed of its own for each repeat (from 0) and number of training rows (0: for all of
/// them).
[[nodiscard]] std::uint64_t curve_seed(std::uint64_t seed, Index repeat, Index training_rows);

/// Returns whether random splits keep the proportions of the classes.
[[nodiscard]] inline bool is_stratified(const CurveOptions& options) {
  return options.stratified && options.splits != CurveSplits::given;
}

/// Returns an order of rows, of which the first are learned and the last are tested. That of nested
/// splits is random and does not depend on the size; of independent splits it is random which rows
/// are the first.
/// in      repeat: from 0
[[nodiscard]] std::vector<Index> curve_order(const LabelledRows& rows, Index classes,
                                             const CurveOptions& options, Index repeat,
                                             const CurveSize& size);

}  // namespace credence::detail
