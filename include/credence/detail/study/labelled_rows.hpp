#pragma once
// Which rows of a table a study can use, and the class of each.
#include <credence/data/convert.hpp>

namespace credence::detail {

/// Rows of a table that can be scored against their class; three lists of equal length.
struct LabelledRows {
  std::vector<Index> rows = {};   // positions in the table
  std::vector<Index> truth = {};  // positions among the classes
  std::vector<double> weights = {};
};

/// Returns the weight of a row of the table.
/// in      weights: one per row, or empty for 1 each
[[nodiscard]] inline double weight_at(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

/// For each row of the table the position of its class; -1 without one, or with a weight of 0.
[[nodiscard]] std::vector<Index> positions_that_count(const CodeColumn& label,
                                                      std::span<const std::string> classes,
                                                      std::span<const double> weights);

/// Returns the levels at the positions that occur; -1 is skipped.
[[nodiscard]] std::vector<std::string> levels_at(std::span<const std::string> levels,
                                                 std::span<const Index> positions);

/// Returns the rows with a class.
/// in      truth: one per row of the table, -1 for none;  weights: likewise, or empty for 1 each
[[nodiscard]] LabelledRows labelled_rows(std::span<const Index> truth,
                                         std::span<const double> weights);

/// Returns the same, fold by fold; fold_of: one per row of the table, from 0 on.
[[nodiscard]] std::vector<LabelledRows> rows_by_fold(std::span<const Index> truth,
                                                     std::span<const double> weights,
                                                     std::span<const Index> fold_of);

/// Returns the rows of all folds but one, fold after fold.
[[nodiscard]] LabelledRows all_but(std::span<const LabelledRows> folds, std::size_t fold);

/// Returns how many rows to predict at a time, so that the predictions take at most 256 MB: at least
/// one.
[[nodiscard]] Index rows_at_a_time(std::size_t classes);

/// Returns the rows in parts, in order, of which each can be predicted at a time.
[[nodiscard]] std::vector<LabelledRows> parts_of(const LabelledRows& rows, std::size_t classes);

/// Throws Error{schema} with the place of a label that is none of the classes, unless its weight is
/// 0.
void check_labels(const Table& table, const std::string& label, const CodeColumn& codes,
                  std::span<const std::string> classes, std::span<const double> weights);

/// Returns rows of the table without a label.
[[nodiscard]] Index rows_without_label(const CodeColumn& codes);

/// Throws Error{schema}: no row has a label and a positive weight.
[[noreturn]] void no_labelled_row(const Table& table, const std::string& label);

}  // namespace credence::detail
