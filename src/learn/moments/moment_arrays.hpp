#pragma once
// What the kernels of MomentSums share: where its numbers lie, and which rows a kernel takes.
#include <span>

#include "learn/moments/moment_sums.hpp"

namespace credence::detail {

/// Fewer rows of a class never spill.
inline constexpr Index fewest_rows_to_spill = 16;
/// Returns how many rows of a class to sum in plain doubles. After few rows few: their errors are
/// all there is, and sixteen keep that of a sum of squares below 1 unit in the last place (root
/// mean square). Later errors count less and cancel each other.
[[nodiscard]] constexpr Index rows_to_spill(Index rows_before) {
  return rows_before < 64 ? fewest_rows_to_spill : 2 * fewest_rows_to_spill;
}
/// Kernels take so many rows at once: the sums that row `row` of a tile fills spill behind them.
[[nodiscard]] constexpr Index spill_end(Index row) {
  constexpr Index together = 8;
  return (row / together + 1) * together;
}
/// Rows of each class.
struct SpillCounts {
  std::span<const Index> rows_before;  ///< in earlier tiles
  std::span<Index> rows;               ///< in this tile
  std::span<Index> left;               ///< room for as many: rows until the next spill
};
/// Counts the rows of a tile's classes and lists its spills by their ends.
void list_spills(std::span<const Code> classes, const SpillCounts& counts,
                 std::vector<MomentSpill>& spills);

/// The numbers of a MomentSums. Each part holds `padded` doubles per class and quantity, class by
/// class; behind `columns` they are 0. Of a pair x, x_low the value is x + x_low.
struct MomentArrays {
  enum Block : Index { shift, sum, square, block_parts };
  enum Tile : Index { tile_sum, tile_sum_low, tile_square, tile_square_low, tile_parts };
  enum Total : Index { mean_low, squares, squares_low, total_parts };
  enum Counts : Index { block_count, tile_count, tile_count_low, seen_count, count_parts };

  static constexpr Index queue_size = 5;

  MomentKind kind = MomentKind::plain;
  Index columns = 0;
  Index padded = 0;
  Index classes = 0;
  double* blocks = nullptr;   ///< sums about `shift` since the last spill; `shift` is the mean so
                              ///< far: what is far away from it cancels nothing that counts
  double* tiles = nullptr;    ///< spilled sums of the tile at hand
  double* totals = nullptr;   ///< what earlier tiles left; the mean's upper part is `shift`
  double* counts = nullptr;   ///< weights column by column; null: they are the same for all columns
  Index* rows = nullptr;      ///< one a class: rows of the tile
  Index* queue = nullptr;     ///< queue_size a class
  double* seen = nullptr;     ///< one a class: weight before this tile
  double* in_tile = nullptr;  ///< one a class: weight in this tile

  /// Returns the numbers of one class, where counts are the same for all columns.
  [[nodiscard]] MomentArrays only(Index klass) const {
    MomentArrays one = *this;
    one.classes = 1;
    one.blocks = block(klass);
    one.tiles = tile(klass);
    one.totals = total(klass);
    one.rows += klass;
    one.queue += queue_size * klass;
    one.seen += klass;
    one.in_tile += klass;
    return one;
  }
  [[nodiscard]] double* block(Index klass, Index part = 0) const {
    return blocks + (klass * block_parts + part) * padded;
  }
  [[nodiscard]] double* tile(Index klass, Index part = 0) const {
    return tiles + (klass * tile_parts + part) * padded;
  }
  [[nodiscard]] double* total(Index klass, Index part = 0) const {
    return totals + (klass * total_parts + part) * padded;
  }
  [[nodiscard]] double* count(Index klass, Index part = 0) const {
    return counts + (klass * count_parts + part) * padded;
  }
};

/// Rows whose values lie side by side, of some of the columns.
template <class T>
struct MomentRows {
  const T* values = nullptr;
  Index stride = 0;  ///< from one row to the next
  RowSpan rows;      ///< row i is at values + rows[i] * stride
  const Code* classes = nullptr;
  const double* weights = nullptr;
  Index first_column = 0;
  Index columns = 0;
  Index in_memory = 0;  ///< rows from `values` on, other tiles included; 0: none is asked for ahead
  Index begin = 0;      ///< of the rows in their tile
  std::span<const MomentSpill> spills;
};

/// The rows of a tile in some columns that are each stored by themselves.
template <class T>
struct MomentStrip {
  static constexpr Index most_columns = 16;

  std::span<const T* const> columns;  ///< each from the first row of the tile on
  Index rows = 0;
  const Code* classes = nullptr;
  const double* weights = nullptr;
  Index first_column = 0;
  std::span<const MomentSpill> spills;
};

/// The rows of a tile class by class.
struct MomentClasses {
  const ByClass& rows;
  std::span<const Index> rows_before;  ///< of each class in earlier tiles
};

/// Adds rows to blocks; where spills say so, sums move on into tiles.
void add_moment_rows(const MomentRows<double>& rows, const MomentArrays& arrays);
void add_moment_rows(const MomentRows<float>& rows, const MomentArrays& arrays);
/// The same bits, class by class; of plain numbers without weights or missing cells.
void add_moment_classes(const MomentRows<double>& rows, const MomentClasses& classes,
                        const MomentArrays& arrays);
void add_moment_classes(const MomentRows<float>& rows, const MomentClasses& classes,
                        const MomentArrays& arrays);
/// The same for the first rows of one class, `count` of them or all.
void add_moment_class(const MomentRows<double>& rows, const MomentClasses& classes, Index klass,
                      Index count, const MomentArrays& arrays);
void add_moment_class(const MomentRows<float>& rows, const MomentClasses& classes, Index klass,
                      Index count, const MomentArrays& arrays);
/// The same; not for logarithms, whose sums are not bound by memory.
void add_moment_strip(const MomentStrip<double>& strip, const MomentArrays& arrays);
void add_moment_strip(const MomentStrip<float>& strip, const MomentArrays& arrays);

/// Moves all sums of blocks into tiles. Whether all of them are finite (and, for totals, no value
/// was negative).
[[nodiscard]] bool settle_moments(const MomentArrays& arrays);
/// Makes the means of the rows in blocks the shifts of classes that have no rows yet, and empties
/// the blocks. A mean that is not finite leaves its shift as it is.
void adopt_shifts(const MomentArrays& arrays);
/// Merges the settled tile into the totals of a class, but for the columns written to `far`, whose
/// shift was so far off that digits are lost. Empties the tile.
/// out     how many are far
[[nodiscard]] Index merge_settled(const MomentArrays& arrays, Index klass, Index* far);
/// Merges totals of a class of another one. Both count by column, or neither does.
void merge_totals(const MomentArrays& arrays, const MomentArrays& other, Index klass);

}  // namespace credence::detail
