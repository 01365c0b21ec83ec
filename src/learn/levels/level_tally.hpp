#pragma once
// The loops over rows that count levels.

#include "learn/levels/level_counts.hpp"

namespace credence::detail {

/// Where levels are counted: classes x slots, `stride` from one class to the next.
template <class Count>
struct TallyTable {
  Count* counts = nullptr;
  Index stride = 0;
};

/// Adds a tile to a table of counts (weights are not looked at) or of weights.
/// out     whether the tile is without fault
template <class T, class Count>
[[nodiscard]] bool tally_levels(const Panel<T>& panel, const Tile& tile, const LevelSlots& slots,
                                const TallyTable<Count>& table, std::vector<BeyondLevels>* beyond);

/// How many classes x combinations of answers are counted jointly at most.
inline constexpr Index most_joint = 1024;

/// Returns whether so few binary columns are better counted jointly.
[[nodiscard]] constexpr bool counts_jointly(Index columns, Index classes, Index rows) {
  return columns >= 1 && columns <= 8 && classes << columns <= most_joint &&
         2 * classes << columns <= rows;
}

/// Adds a tile of up to eight binary columns, whose entries lie side by side, without weights: one
/// increment a row.
/// out     whether all answers are 0 or 1
[[nodiscard]] bool tally_jointly(const Panel<std::uint8_t>& panel, const Tile& tile, Index classes,
                                 const TallyTable<std::uint32_t>& table);

/// Least number of columns for which binary answers are counted in bytes.
inline constexpr Index narrowest_bytes = 16;

/// Binary answers of uint8 in byte counters: classes x columns.
struct ByteTally {
  ByteCounters* bytes = nullptr;
  Index lines = 0;                ///< ByteCounters from one class to the next
  std::uint32_t* rows = nullptr;  ///< how many rows of each class stand in bytes only: at most 254
  Index columns = 0;              ///< at least narrowest_bytes
  TallyTable<std::uint32_t> kept;

  /// Returns how many ByteCounters a class needs.
  [[nodiscard]] static Index lines_for(Index columns) { return (columns + 15 + 63) / 64; }
  [[nodiscard]] std::uint8_t* of_class(Index klass) const {
    return bytes[klass * lines].value.data();
  }
  /// Where the counter of a column stands: those behind the last full 16 belong to a vector that
  /// ends with the last column, so that nothing behind a row is read.
  [[nodiscard]] static Index place(Index column, Index columns) {
    const Index full = columns - columns % 16;
    return column < full ? column : column + 16 - columns % 16;
  }
  /// Moves the counters of a class into the table.
  void keep(Index klass) const;
};

/// Adds a tile.
/// out     whether all answers are 0 or 1; the counters are unspecified otherwise
[[nodiscard]] bool tally_bytes(const Panel<std::uint8_t>& panel, const Tile& tile,
                               const ByteTally& tally);

}  // namespace credence::detail
