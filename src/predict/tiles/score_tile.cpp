// Cutting rows into tiles for scoring, and what is done before and after blocks add to a tile.
#include <credence/detail/predict/score_tile.hpp>

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

void start_tile(const ScoreTile& tile, std::span<const double> log_class_probabilities) {
  for (Index klass = 0; klass < tile.classes; ++klass) {
    std::fill_n(tile.of_class(klass), tile.rows,
                log_class_probabilities[static_cast<std::size_t>(klass)]);
    // Kernels add to rows behind the last, too.
    if (tile.lost != nullptr) std::fill_n(tile.lost_of_class(klass), tile.stride, 0.0);
  }
}

void give_back(const ScoreTile& tile) {
  if (tile.lost == nullptr) return;
  for (Index klass = 0; klass < tile.classes; ++klass)
    for (Index i = 0; i < tile.rows; ++i) {
      tile.at(klass, i) += tile.lost_of_class(klass)[i];
      tile.lost_of_class(klass)[i] = 0;
    }
}

void add_weighted(const ScoreTile& terms, double weight, const ScoreTile& tile) {
  if (weight == 0) return;
  for (Index klass = 0; klass < tile.classes; ++klass)
    for (Index i = 0; i < tile.rows; ++i) add_term(tile, klass, i, weight * terms.at(klass, i));
}

}  // namespace credence::detail
