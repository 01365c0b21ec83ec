#pragma once
// How far the search for a prior goes, and the sentences that say where it ended.
#include <credence/family/empirical_prior.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/climb.hpp"

namespace credence::detail {

/// The largest strength of a prior found from any data: pseudo-counts sum to at most 1e300, those of a
/// posterior as well.
inline constexpr double strongest_of_all = 1e299;

/// The least weight of a level in a search: smaller ones have lost digits, or are 0.
inline constexpr double least_weight = 1e-300;

/// Returns the largest strength of a prior found from data of this weight.
[[nodiscard]] double strongest_of(double weight);

/// Turns second derivatives of the evidence into the curvature that a climb takes. A number at its
/// limit that would go beyond it stays where it is.
/// in  at_limit: for each number, whether it is there
void hold(const std::vector<bool>& at_limit, Slope& slope);

/// Returns the cells that have data.
template <class Statistics>
[[nodiscard]] std::vector<Statistics> cells_seen(std::span<const Statistics> cells) {
  std::vector<Statistics> found;
  for (const Statistics& cell : cells)
    if (cell.count() > 0) found.push_back(cell);
  return found;
}

/// Error{undefined}: fewer than two cells of the kind that the word needs.
[[nodiscard]] Error too_few_cells(Automatic word, std::string_view family, std::string_view kind,
                                  std::size_t found);

[[nodiscard]] std::string note_of_strongest(std::string_view number, double value);
[[nodiscard]] std::string note_of_one_variance(double shape);
[[nodiscard]] std::string note_of_weakest();
[[nodiscard]] std::string note_of_unseen(std::size_t levels);
[[nodiscard]] std::string note_of_left_out(std::size_t cells, std::string_view why);
[[nodiscard]] std::string note_of_unfinished(int steps);

}  // namespace credence::detail
