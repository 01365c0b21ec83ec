#pragma once
// The log joints of a few rows while blocks add to them.
#include <credence/base/index.hpp>
#include <credence/base/large_array.hpp>

namespace credence {

/// Log joints of some rows, classes x rows: those of one class lie side by side, so that a kernel
/// takes as many rows at once as fit in a vector. Entries of -inf stay -inf.
struct ScoreTile {
  double* data = nullptr;  ///< 64-byte aligned
  Index classes = 0;
  Index rows = 0;
  Index stride = 0;  ///< from one class to the next: a multiple of 32, at least `rows`; what lies
                     ///< behind `rows` may be written and is never read

  [[nodiscard]] double* of_class(Index klass) const { return data + klass * stride; }
  [[nodiscard]] double& at(Index klass, Index row) const { return data[klass * stride + row]; }
};

namespace detail {

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
  TileBuffer(Index classes, Index rows)
      : classes_(classes),
        stride_((rows + 31) / 32 * 32),
        data_(static_cast<std::size_t>(classes * stride_)) {}

  /// The first `rows` columns of the memory; what is in there is left from before.
  [[nodiscard]] ScoreTile tile(Index rows) {
    return {.data = data_.data(), .classes = classes_, .rows = rows, .stride = stride_};
  }

 private:
  Index classes_;
  Index stride_;
  LargeArray<double> data_;
};

}  // namespace detail

}  // namespace credence
