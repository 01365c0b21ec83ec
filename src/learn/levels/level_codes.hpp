#pragma once
// Answers and categories as codes: the level that the data give a cell, whatever memory holds it.
#include <credence/detail/learn/block_cells.hpp>
#include <span>

namespace credence::detail {

/// How many levels the data have in a feature: two for answers; 0 for other data than levels.
[[nodiscard]] Index levels_in_data(const BoundBlock& block, Index feature);

/// Writes the level of each row, and `levels_in_data` for a cell that is missing.
/// in      a feature of answers or categories; codes: one a row
void read_codes(const BoundBlock& block, Index feature, RowSpan rows, std::span<Code> codes);

}  // namespace credence::detail
