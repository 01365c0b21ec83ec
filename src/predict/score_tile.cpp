// Cutting rows into tiles for scoring.
#include <credence/predict/score_tile.hpp>

#include <algorithm>

namespace credence::detail {

ScoreCuts score_cuts(Index features, Index classes) {
  constexpr Index tile_cells = 8192;      // 64 KB of log joints
  constexpr Index chunk_terms = 1 << 20;  // some tenths of a millisecond
  const Index tile =
      std::clamp<Index>(tile_cells / std::max<Index>(classes, 1) / 64 * 64, 64, most_tile_rows);
  const Index rows = chunk_terms / std::max<Index>(features * classes, 1);
  return {.tile_rows = tile, .chunk_rows = std::max<Index>(1, rows / tile) * tile};
}

}  // namespace credence::detail
