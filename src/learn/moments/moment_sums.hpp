#pragma once
// Counts, means and spreads of many columns in every class, gathered tile by tile.
#include <array>
#include <credence/detail/base/large_array.hpp>
#include <credence/detail/data/panel.hpp>
#include <credence/detail/family/moments.hpp>
#include <optional>
#include <vector>

#include "learn/tiles/by_class.hpp"

namespace credence {

namespace detail {
struct MomentArrays;
template <class T>
struct MomentTask;
/// What is summed: numbers, their logarithms, or numbers of at least 0 whose total is all there is
/// to know.
enum class MomentKind { plain, logarithm, total };
/// Where the sums of a class, which are plain doubles, join those of the tile, which carry their
/// rounding errors along.
struct MomentSpill {
  Index end = 0;  ///< after so many rows of the tile
  Index klass = 0;
};
}  // namespace detail

/// Moments of columns x classes over many rows. A tile is read once, several columns at a time,
/// without a test of single values; only a tile that then turns out to hold missing or impossible
/// entries is read again. What Moments::observe says row by row comes out, with fewer rounding
/// errors: a mean and a sum of squares are good to 4 units in the last place when the mean is at
/// most 1e3 standard deviations away from 0, however many rows there are and in whatever order.
/// Where a few fractions without end (0.1 and 0.3, say) make up a whole column, rounding errors
/// do not cancel each other: 8 units. Whole numbers, halves and the like have none.
///
///     MomentSums sums;
///     sums.reset(columns, classes);
///     for (const Tile& tile : tiles)
///       if (const auto fault = sums.add(panel, tile)) complain_about(*fault);
///     sums.moments(column, klass).variance();
///
/// The result depends on the values, on how they are cut into tiles and on the instruction set,
/// never on how the panel lies in memory.
class MomentSums {
 public:
  /// Whether the moments are those of the numbers or of their natural logarithms.
  enum class Scale { plain, logarithm };

  MomentSums() = default;
  /// Forgets everything. Allocates only when it grows.
  void reset(Index columns, Index classes, Scale scale = Scale::plain);
  /// Returns how many rows a tile should have, so that what is done once a tile takes little of the
  /// time.
  [[nodiscard]] static Index tile_rows(Index columns, Index classes);

  /// Adds the rows of a tile. NaN is a missing cell.
  /// in      panel: as many columns as reset() was told; classes of the tile below its classes
  /// out     the first entry (by row, then by column) that is not finite or, for logarithms, not
  ///         above 0, if there is one; what the sums hold is then unspecified
  /// cost    one pass over the values
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, const detail::Tile& tile);

  /// Adds what another one of the same shape and scale has seen. The order of merging matters for
  /// the last digits only.
  void merge(const MomentSums& other);

  /// What was seen of a column in a class; `n` counts no missing cells.
  [[nodiscard]] Moments moments(Index column, Index klass) const;

 private:
  friend class TotalSums;
  struct alignas(64) Line {  // what a vector reads without touching two cache lines
    std::array<double, 8> values;
  };

  void reset(Index columns, Index classes, detail::MomentKind kind);
  [[nodiscard]] detail::MomentArrays arrays() const;
  [[nodiscard]] double count(Index column, Index klass) const;
  [[nodiscard]] Index mark_first_rows(const detail::Tile& tile, Index most);
  template <class T>
  [[nodiscard]] bool pays_by_class(const detail::MomentTask<T>& task) const;
  void group_rows(const detail::Tile& tile);
  template <class T>
  void feed(const detail::MomentTask<T>& task);
  template <class T>
  void choose_shifts(const detail::MomentTask<T>& task);
  void clear_numbers();
  template <class T>
  [[nodiscard]] bool add_at_once(const detail::MomentTask<T>& task);
  template <class T>
  [[nodiscard]] bool add_first_rows(const detail::MomentTask<T>& task, Index klass);
  template <class T>
  [[nodiscard]] bool sum_up(const detail::MomentTask<T>& task);
  template <class T>
  void merge_class(const detail::MomentTask<T>& task, Index klass);
  template <class T>
  void merge_tile(const detail::MomentTask<T>& task);
  template <class T>
  void add_one_by_one(const detail::MomentTask<T>& task);
  void weigh_classes(const detail::Tile& tile);
  void see_class(Index klass);
  void count_by_column();
  void discard_tile();

  detail::MomentKind kind_ = detail::MomentKind::plain;
  Index columns_ = 0;
  Index padded_ = 0;  // columns, rounded up to whole lines
  Index classes_ = 0;
  Index unseen_ = 0;                // classes without a row so far
  LargeArray<Line> numbers_;        // laid out by detail::MomentArrays
  bool cleared_ = true;             // whether they are those of this object
  std::vector<Line> counts_;        // one a column once a cell was missing; empty: the same for all
  std::vector<double> seen_;        // weight of the rows of each class
  std::vector<double> in_tile_;     // the same for the tile at hand
  std::vector<Index> rows_before_;  // rows of each class in earlier tiles
  std::vector<Index> until_spill_;  // rows of each class until its sums spill
  std::vector<Index> rows_;         // rows of each class in the tile at hand
  std::vector<Index> queue_;        // places for four rows of each class
  std::vector<detail::MomentSpill> spills_;  // of the tile at hand
  detail::ByClass rows_by_class_;            // of the tile at hand, where they are grouped
  std::vector<Code> first_classes_;          // classes of a tile's rows, where they are the first
  std::vector<Index> far_;                   // columns whose shift was far off
};

extern template std::optional<Entry> MomentSums::add(const Panel<double>&, const detail::Tile&);
extern template std::optional<Entry> MomentSums::add(const Panel<float>&, const detail::Tile&);
extern template std::optional<Entry> MomentSums::add(const Panel<std::uint8_t>&,
                                                     const detail::Tile&);
extern template std::optional<Entry> MomentSums::add(const Panel<std::int32_t>&,
                                                     const detail::Tile&);
extern template std::optional<Entry> MomentSums::add(const Panel<std::int64_t>&,
                                                     const detail::Tile&);

}  // namespace credence
