#pragma once
// How often each level of each column occurred in each class: what binary answers, categories and
// small counts are learned from.
#include <array>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/learn/tile.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace credence {

/// What -1 in a panel of int32 or int64 stands for: codes have it for a missing cell, numbers do
/// not.
enum class MinusOne { missing, fault };

/// A cell that holds a whole number of at least 0 behind the last level of its column.
struct BeyondLevels {
  Index row = 0;  ///< position in the rows of the tile
  Index column = 0;
  double value = 0;

  friend bool operator==(const BeyondLevels&, const BeyondLevels&) = default;
};

namespace detail {

/// Where the levels of columns stand in one row of a table: one slot for missing cells, then one a
/// level, column after column.
struct LevelSlots {
  std::vector<Index> levels;  ///< one a column
  /// Slot of level 0 of each column, and its number of levels. Narrow columns repeat
  /// `repeats` times, for as many adjacent rows at once.
  std::vector<std::uint32_t> first, bounds;
  Index repeats = 1;
  Index size = 0;
  MinusOne minus_one = MinusOne::missing;

  /// in      one number of levels a column; scale: how far slots lie apart in the table
  void reset(std::span<const Index> columns, MinusOne meaning, std::uint32_t scale);
  [[nodiscard]] Index columns() const { return static_cast<Index>(levels.size()); }
  [[nodiscard]] bool all_yes_or_no() const;
};

/// Binary counters of 64 columns that hold at most 255.
struct alignas(64) ByteCounters {
  std::array<std::uint8_t, 64> value = {};
};

}  // namespace detail

/// Weights of levels x columns x classes over many rows, gathered tile by tile. The levels of a
/// column are the integers 0, ..., levels - 1.
///
///     LevelCounts counts;
///     counts.reset(levels, 3);
///     if (const auto fault = counts.add(panel, tile)) throw ...;
///     counts.count(column, klass, level);
///
/// Without weights the counts are exact below 2^53; weights are added in the order of the rows.
class LevelCounts {
 public:
  enum class Weights { none, given };

  /// Forgets everything. Allocates only when it grows.
  /// in      levels: one a column, 1 <= levels < 2^31, all of them below 2^32 together
  ///         weights: whether tiles have weights; those of tiles without are then 1
  void reset(std::span<const Index> levels, Index classes, Weights weights = Weights::none,
             MinusOne minus_one = MinusOne::missing);

  [[nodiscard]] Index columns() const { return slots_.columns(); }
  [[nodiscard]] Index classes() const { return classes_; }
  [[nodiscard]] Index levels(Index column) const {
    return slots_.levels[static_cast<std::size_t>(column)];
  }

  /// Adds one tile of double, float, uint8, int32 or int64. NaN is a missing cell and adds nothing;
  /// so is -1 in int32 and int64, unless that is a fault. Rows of class -1 are not looked at.
  /// in      as many columns as levels; tile.weights only if weights were announced
  ///         beyond: gets what lies behind the last level, in the order of the rows for each
  ///         column; null: such cells are faults
  /// out     the first entry (by row, then column) that is no whole number of at least 0, or lies
  ///         behind the last level; the counts are unspecified then
  /// cost    about a cycle a cell; binary columns of uint8 in row order: one reading of memory
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, const detail::Tile& tile,
                                         std::vector<BeyondLevels>* beyond = nullptr);

  /// Adds counts of the same levels, classes and announced weights.
  void merge(const LevelCounts& other);

  /// Returns the weight of the rows of a class that hold this level.
  [[nodiscard]] double count(Index column, Index klass, Index level) const;

 private:
  [[nodiscard]] std::size_t place(Index column, Index klass, Index level) const;
  [[nodiscard]] double bytes_count(Index column, Index klass, Index level) const;
  [[nodiscard]] bool are_bytes(Index rows) const;
  template <class T>
  [[nodiscard]] bool add_bytes(const Panel<T>& panel, const detail::Tile& tile);
  void make_room(std::uint64_t rows);
  void keep_recent();
  void keep_bytes();

  detail::LevelSlots slots_;
  Index classes_ = 0;
  Index stride_ = 0;  // from one class to the next
  Weights weights_ = Weights::none;
  // Counts since the last keep_recent(), which comes before one of them could overflow: half the
  // size of doubles, so that tables of usual size stay in the first cache.
  std::vector<std::uint32_t> recent_;
  std::uint64_t recent_rows_ = 0;
  std::vector<double> counts_;  // empty until something is kept there
  // Rows of each class that stand in byte counters only, and these: classes x 64 columns.
  std::vector<std::uint32_t> byte_rows_;
  std::vector<detail::ByteCounters> bytes_;
};

}  // namespace credence
