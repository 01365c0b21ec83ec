#pragma once
// Pairs of levels of many rows at once: rows class by class, a bit a row for each level.
#include <credence/detail/base/large_array.hpp>
#include <credence/learn/bound_table.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace credence::detail {

/// A column of levels among those whose pairs are counted. Its levels, and one for missing cells, stand
/// at `first` among those of all columns; level a of it has a row of counters, from its own first level
/// to the last of all.
struct PairColumn {
  std::size_t block = 0;  ///< where it is bound
  Index place = 0;
  Index levels = 0;  ///< without that of missing cells
  std::uint32_t first = 0;
  Index width = 0;  ///< of a row of counters
  Index shift = 0;  ///< of the counter of level 0 of itself with the first level of all

  /// The counter of a level with one of a column that is not before this one, in those of a class.
  [[nodiscard]] Index counter(Index level, const PairColumn& other, Index other_level) const {
    return shift + width * (static_cast<Index>(first) + level) + static_cast<Index>(other.first) +
           other_level;
  }
};

/// Room for tiles of rows, and what is counted in them.
class PairTiles {
 public:
  static constexpr Index most_rows = 8192;  ///< of a tile

  /// Whether tiles pay: there are instructions for them, bytes hold all levels, and classes many rows.
  [[nodiscard]] static bool pay(std::span<const PairColumn> columns, Index classes, Index rows);

  /// in      columns: they must outlive it
  PairTiles(std::span<const PairColumn> columns, Index classes)
      : columns_(columns), classes_(classes), present_(columns.size()) {}

  /// Counts a tile; rows without a class are skipped.
  /// in      size: counters of a class;  counts: classes x counters
  void add(const BoundTable& bound, RowSpan tile, Index size, std::uint32_t* counts);

 private:
  // The levels of a column that rows of a class hold, and where their planes begin.
  struct Present {
    std::vector<Index> levels = {};
    std::vector<std::uint32_t> rows = {};  // of each
    std::size_t planes = 0;
  };

  void order_rows(const CodeColumn& label, RowSpan tile);
  void read_column(const BoundTable& bound, RowSpan tile, std::size_t column);
  void write_planes(Index klass);
  void count_class(Index klass, std::uint32_t* counts);
  void count_pair(std::size_t a, std::size_t b, Index klass, std::uint32_t* counts);
  void count_bits(std::size_t a, std::size_t b, std::size_t words, std::uint32_t* counts);
  [[nodiscard]] std::size_t class_rows(Index klass) const {
    return rows_[static_cast<std::size_t>(klass)];
  }
  [[nodiscard]] std::size_t first_of(Index klass) const {
    return first_[static_cast<std::size_t>(klass)];
  }
  [[nodiscard]] const std::uint8_t* bytes(std::size_t column, Index klass) const {
    return bytes_.data() + column * padded_ + first_of(klass);
  }

  std::span<const PairColumn> columns_;
  Index classes_;
  std::vector<std::size_t> rows_;   // of each class
  std::vector<std::size_t> first_;  // the same: where they begin among all, a multiple of a plane's
  std::size_t padded_ = 0;          // rows of all classes with what fills the last words of each
  std::vector<std::uint32_t> order_;  // rows of the tile, class after class
  std::vector<Code> codes_;
  LargeArray<std::uint8_t> bytes_;    // columns x padded rows
  LargeArray<std::uint64_t> planes_;  // of the class at hand
  std::vector<Present> present_;      // of each column
  std::vector<std::uint32_t> shared_;
};

}  // namespace credence::detail
