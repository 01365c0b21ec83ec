#pragma once
// A datum of a table as a number, and levels as the table numbers them.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/cells.hpp>

namespace credence::detail {

[[nodiscard]] inline double number_of(double datum) { return datum; }
[[nodiscard]] inline double number_of(const Count& datum) { return datum.count / datum.exposure; }

/// Every level of the data under its own number.
template <class Datum>
[[nodiscard]] Slots own_slots(const Cells<Datum>& cells) {
  Slots slots;
  for (std::size_t level = 0; level < cells.levels().size(); ++level)
    slots.of.push_back(static_cast<Index>(level));
  return slots;
}

}  // namespace credence::detail
