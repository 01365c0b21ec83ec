#pragma once
// The log joints of a few rows while blocks add to them.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/detail/base/large_array.hpp>
#include <span>

namespace credence {

/// Log joints of some rows, classes x rows: those of one class lie side by side, so that a kernel
/// takes as many rows at once as fit in a vector. Entries of -inf stay -inf.
struct ScoreTile {
  double* data = nullptr;  ///< 64-byte aligned
  Index classes = 0;
  Index rows = 0;
  Index stride = 0;  ///< from one class to the next: a multiple of 32, at least `rows`; what lies
                     ///< behind `rows` may be written and is never read
  double* lost = nullptr;  ///< what is to be added to the log joints for all that rounding took
                           ///< from them, laid out as they are; null: it is not kept

  [[nodiscard]] double* of_class(Index klass) const { return data + klass * stride; }
  [[nodiscard]] double* lost_of_class(Index klass) const { return lost + klass * stride; }
  [[nodiscard]] double& at(Index klass, Index row) const { return data[klass * stride + row]; }
};

/// From as many features on, those of all blocks together, rounding errors are kept. Each word of a
/// vocabulary and each column of a block of columns is one.
inline constexpr Index many_features = 4096;

namespace detail {

/// What becomes of the rounding errors of log joints: with few features they do not count.
enum class Rounding { dropped, kept };

/// Adds a term to a sum, and to `lost` what rounding takes from that (two-sum). Where a sum is
/// infinite nothing finite was lost: `lost` stays finite, so that -inf stays -inf.
inline void add_keeping(double term, double& sum, double& lost) {
  const double next = sum + term;
  const double added = next - sum;
  const double error = (sum - (next - added)) + (term - added);
  if (std::isfinite(error)) lost += error;
  sum = next;
}

inline constexpr Index most_tile_rows = 512;

/// How the rows to be scored are cut; it depends on the shape alone, never on the threads.
struct ScoreCuts {
  Index tile_rows = 32;   ///< a multiple of 32: the log joints of a tile stay in cache
  Index chunk_rows = 64;  ///< what a thread takes at a time: a multiple of 64 and of tile_rows
};
[[nodiscard]] ScoreCuts score_cuts(Index features, Index classes);

/// Memory for tiles of up to `rows` rows.
class TileBuffer {
 public:
  TileBuffer(Index classes, Index rows, Rounding of_sums = Rounding::dropped)
      : classes_(classes),
        stride_((rows + 31) / 32 * 32),
        data_(static_cast<std::size_t>(classes * stride_)),
        lost_(of_sums == Rounding::kept ? data_.size() : 0) {}

  /// Returns the first `rows` columns of the memory; what is in there is left from before.
  [[nodiscard]] ScoreTile tile(Index rows) {
    return {.data = data_.data(),
            .classes = classes_,
            .rows = rows,
            .stride = stride_,
            .lost = lost_.size() == 0 ? nullptr : lost_.data()};
  }

 private:
  Index classes_;
  Index stride_;
  LargeArray<double> data_;
  LargeArray<double> lost_;
};

/// Before blocks add to a tile: all rows of a class at its value, nothing lost.
void start_tile(const ScoreTile& tile, std::span<const double> log_class_probabilities);
/// After all blocks have: gives the log joints back what rounding took. What was lost is 0 then.
void give_back(const ScoreTile& tile);
/// Adds a multiple of the terms of one tile to another; nothing for a weight of 0, whatever they are.
void add_weighted(const ScoreTile& terms, double weight, const ScoreTile& tile);

}  // namespace detail

/// Adds one term to the log joint of a row and class.
[[gnu::always_inline]] inline void add_term(const ScoreTile& tile, Index klass, Index row,
                                            double term) {
  if (tile.lost == nullptr)
    tile.at(klass, row) += term;
  else
    detail::add_keeping(term, tile.at(klass, row), tile.lost_of_class(klass)[row]);
}

}  // namespace credence
