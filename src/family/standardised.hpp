#pragma once
// Moments of cells in units in which a search for their prior has numbers of moderate size.
#include <credence/detail/family/moments.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "family/empirical_limits.hpp"

namespace credence::detail {

/// Cells in units of their pooled spread about their pooled mean.
struct Standardised {
  explicit Standardised(std::vector<Moments> from) : cells(std::move(from)) {
    Moments pooled;
    for (const Moments& cell : cells) pooled.merge(cell);
    count = pooled.n;
    if (!(pooled.sum_of_squares > 0)) return;
    centre = pooled.mean;
    spread = std::sqrt(pooled.variance());
    for (Moments& cell : cells) {
      cell.mean = inside(cell.mean);
      cell.sum_of_squares = cell.sum_of_squares / spread / spread;
      squares += cell.sum_of_squares;
      least = std::min(least, cell.mean);
      most = std::max(most, cell.mean);
    }
  }
  [[nodiscard]] double inside(double mean) const { return (mean - centre) / spread; }
  [[nodiscard]] double outside(double mean) const { return centre + mean * spread; }

  std::vector<Moments> cells;
  double centre = 0;
  double spread = 1;
  double count = 0;
  double squares = 0;  ///< around the means of the cells
  double least = 0;    ///< of their means
  double most = 0;
};

/// Returns the cells whose values differ.
[[nodiscard]] inline std::vector<Moments> cells_that_differ(std::span<const Moments> cells) {
  std::vector<Moments> found;
  for (const Moments& cell : cells)
    if (cell.sum_of_squares > 0) found.push_back(cell);
  return found;
}

/// Notes the cells with data that are not among those used.
inline void add_note_of_left_out(std::span<const Moments> cells, std::size_t used,
                                 std::vector<std::string>& notes) {
  const auto with_data = static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [](const Moments& cell) { return cell.n > 0; }));
  if (with_data > used)
    notes.push_back(note_of_left_out(with_data - used, "whose values do not differ"));
}

}  // namespace credence::detail
