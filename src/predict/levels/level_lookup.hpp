#pragma once
// The loops over rows that look up log densities of levels.

#include <credence/detail/data/panel.hpp>

#include "predict/levels/level_scores.hpp"

namespace credence::detail {

/// Terms by slot: blocks of `together` classes (4 or 8) x slots x classes of the block.
struct LookupTable {
  const double* terms = nullptr;
  Index slots = 0;
  Index together = 8;
};

/// Adds to the tile what the rows hold; the slots of `slots` are those of the table, times
/// `together`.
/// out     whether the rows are without fault
template <class T>
[[nodiscard]] bool look_up_levels(const Panel<T>& panel, const RowSpan& rows,
                                  const LevelSlots& slots, const LookupTable& table,
                                  const ScoreTile& tile, std::vector<BeyondLevels>* beyond);

/// Slots of a table of fours: one row of zeros, then 16 a group of four columns; the first column
/// of a group counts 1, the second 2, then 4 and 8.
[[nodiscard]] constexpr Index groups_of_four(Index columns) { return (columns + 3) / 4; }
[[nodiscard]] constexpr Index slots_of_fours(Index columns) {
  return 1 + 16 * groups_of_four(columns);
}

/// Returns the same for rows of binary answers, whose entries lie side by side, from a table of
/// fours.
/// in      by_class: classes x groups x 16, the same sums in another order: some instruction sets
///         can look up in vectors
/// out     whether all answers are 0 or 1
[[nodiscard]] bool look_up_fours(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                                 const LookupTable& table, const double* by_class,
                                 const ScoreTile& tile);

/// Up to so many columns of binary answers have one slot for all answers of a row.
inline constexpr Index most_pattern_columns = 6;

/// Returns the same for so few columns, from a table with a slot for each pattern of answers: the
/// first column counts 1, the second 2, then 4 and so on.
[[nodiscard]] bool look_up_patterns(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                                    const LookupTable& table, const ScoreTile& tile);

}  // namespace credence::detail
