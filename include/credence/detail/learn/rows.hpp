#pragma once
// Rows of a table as the plain reference of learning takes them.
#include <credence/detail/learn/cells.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

namespace detail {
/// Which rows to take, what class each belongs to (-1: none) and how much it weighs (empty: 1
/// each).
struct TrainingRows {
  std::span<const Index> rows;      ///< positions in the table
  std::span<const Index> labels;    ///< one for each row of the table
  std::span<const double> weights;  ///< one for each row of the table, or none

  [[nodiscard]] double weight(Index row) const {
    return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(row)];
  }
  /// Returns whether the row teaches anything: it has a class and a positive weight.
  [[nodiscard]] bool counts(Index row) const {
    return labels[static_cast<std::size_t>(row)] >= 0 && weight(row) > 0;
  }
};
}  // namespace detail

/// Returns the levels of the data that rows with a class and a positive weight hold.
template <class Datum>
[[nodiscard]] std::vector<std::string> levels_present(const Cells<Datum>& data,
                                                      const detail::TrainingRows& rows) {
  std::vector<bool> seen(data.levels().size(), false);
  for (const Index row : rows.rows)
    if (rows.counts(row)) data.mark_levels(row, seen);
  std::vector<std::string> present;
  for (std::size_t level = 0; level < seen.size(); ++level)
    if (seen[level]) present.push_back(data.levels()[level]);
  return present;
}

}  // namespace credence
