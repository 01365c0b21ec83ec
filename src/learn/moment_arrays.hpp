#pragma once
// What the kernels of MomentSums share: where its numbers lie, and which rows a kernel takes.
#include <credence/learn/moment_sums.hpp>

namespace credence::detail {

/// How many rows of a class to sum in plain doubles before their sums join those of the tile, which
/// carry their rounding errors along. After few rows few: their errors are all there is, and
/// sixteen keep that of a sum of squares below 1 unit in the last place (root mean square). Later
/// errors count less and cancel each other. A multiple of four, for the kernel of four rows.
inline constexpr Index fewest_rows_to_spill = 16;
[[nodiscard]] inline Index rows_to_spill(Index rows_before) {
  return rows_before < 64 ? fewest_rows_to_spill : 2 * fewest_rows_to_spill;
}

/// The numbers of a MomentSums. Each part holds `padded` doubles per class and quantity, class by
/// class; behind `columns` they are 0. Of a pair x, x_low the value is x + x_low.
struct MomentArrays {
  enum Block : Index { shift, sum, square, block_parts };
  enum Tile : Index { tile_sum, tile_sum_low, tile_square, tile_square_low, tile_parts };
  enum Total : Index { mean_low, squares, squares_low, total_parts };
  enum Counts : Index { block_count, tile_count, tile_count_low, seen_count, count_parts };

  MomentKind kind = MomentKind::plain;
  Index columns = 0;
  Index padded = 0;
  Index classes = 0;
  double* blocks = nullptr;   ///< sums about `shift` since the last spill; `shift` is the mean so
                              ///< far: what is far away from it cancels nothing that counts
  double* tiles = nullptr;    ///< spilled sums of the tile at hand
  double* totals = nullptr;   ///< what earlier tiles left; the mean's upper part is `shift`
  double* counts = nullptr;   ///< weights column by column; null: they are the same for all columns
  Index* rows = nullptr;      ///< one a class: rows of the tile added so far
  Index* queue = nullptr;     ///< four a class
  Index* spill_at = nullptr;  ///< one a class: as many of them, and the block spills
  const Index* rows_before = nullptr;  ///< one a class: rows of earlier tiles
  double* seen = nullptr;              ///< one a class: weight before this tile
  double* in_tile = nullptr;           ///< one a class: weight in this tile

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
};

/// Adds rows to blocks; sums of `spill_rows` rows move on into tiles.
void add_moment_rows(const MomentRows<double>& rows, const MomentArrays& arrays);
void add_moment_rows(const MomentRows<float>& rows, const MomentArrays& arrays);

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

/// Rows that pack_columns copies at most, and how far their values lie apart there.
inline constexpr Index packed_rows = 32;
inline constexpr Index packed_columns = 64;
/// Copies rows of up to `packed_columns` columns, each stored by itself: to[row * packed_columns +
/// column]; the next eight columns may be overwritten. Fetches the `later` rows behind.
void pack_columns(std::span<const double* const> columns, Index first, Index rows, Index later,
                  double* to);
void pack_columns(std::span<const float* const> columns, Index first, Index rows, Index later,
                  double* to);

}  // namespace credence::detail
