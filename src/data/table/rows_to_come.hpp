#pragma once
// Which rows to ask for while others are at work.
#include <algorithm>
#include <bit>
#include <credence/detail/data/panel.hpp>
#include <cstdint>

namespace credence::detail {

/// Names a row to ask for during each row, so that rows come in their order and memory comes from
/// eight pages in turn. A processor fetches ahead within the pages it is at, not into the next ones:
/// one page after the other is slower than eight side by side, by a quarter on an Intel Xeon. The rows
/// of the block to come are asked for, a block having eight parts of 4 to 8 kB (or of a row): so much
/// fits the second cache.
///
///     const RowsToCome to_come(rows, panel.rows, panel.stride * sizeof(double));
///     for (Index i = 0; i < rows.count; ++i) {
///       fetch(values + to_come.during(i) * panel.stride);
///       work_on(values + rows[i] * panel.stride);
///     }
///
/// cost    of a row: a few operations on integers
class RowsToCome {
 public:
  /// in_memory   so many rows there are from row 0 on, those behind the last of `rows` included,
  ///             which are most likely worked on next
  /// row_bytes   from one row to the next; 0 and negative ones are served, too
  constexpr RowsToCome(const RowSpan& rows, Index in_memory, Index row_bytes)
      : rows_(rows),
        known_(rows.list == nullptr ? in_memory : rows.count),
        part_log_(rows_of_a_page_log(row_bytes)) {}

  /// Returns the row to ask for during rows[i]; where none is to come, rows[i] itself. Consecutive
  /// rows name every row of the next block once, wherever they begin.
  [[nodiscard]] constexpr Index during(Index i) const {
    const Index row = rows_.list == nullptr ? rows_.first + i : i;
    const Index block = parts << part_log_;
    const Index place = row & (block - 1);
    const Index next = row - place + block + ((place & (parts - 1)) << part_log_) + place / parts;
    const Index known = next < known_ ? next : row;
    return rows_.list == nullptr ? known : rows_.list[known];
  }

 private:
  static constexpr Index parts = 8;

  static constexpr int rows_of_a_page_log(Index row_bytes) {
    constexpr std::uint64_t page = 4096;
    const Index bytes = std::max<Index>(row_bytes < 0 ? -row_bytes : row_bytes, 1);
    return static_cast<int>(std::bit_width((page - 1) / static_cast<std::uint64_t>(bytes)));
  }

  RowSpan rows_;
  Index known_;
  int part_log_;
};

}  // namespace credence::detail
