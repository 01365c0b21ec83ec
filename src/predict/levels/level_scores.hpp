#pragma once
// Log densities of columns of levels, looked up in tables.
#include <credence/detail/predict/score_tile.hpp>
#include <credence/detail/predict/scored_family.hpp>

#include <memory>

#include "learn/levels/level_counts.hpp"

namespace credence {

namespace detail {

/// Log densities of eight classes, or of twice four.
struct alignas(64) LevelTerms {
  std::array<double, 8> value = {};
};

}  // namespace detail

/// Log densities of columns whose values are the integers 0, ..., levels - 1, added to the log
/// joints of a tile.
///
///     const LevelScores scores(levels, 3, table);
///     if (const auto fault = scores.add(panel, rows, tile)) throw ...;
class LevelScores {
 public:
  LevelScores() = default;

  /// in      table: for each column, level and class the log density: [column][level][class];
  ///         -inf is one, +inf and NaN are not
  ///         levels: one a column, as in `table`
  ///         translate: none, or for each column the levels of the data, each with its position
  ///         among those of the table; -1: adds nothing. Empty for a column whose levels are those
  ///         of the table.
  ///         minus_one: what -1 in int32 and int64 is
  LevelScores(std::span<const Index> levels, Index classes, std::span<const double> table,
              std::span<const std::vector<Index>> translate = {},
              MinusOne minus_one = MinusOne::missing);

  [[nodiscard]] Index columns() const { return slots_.columns(); }

  /// Adds the terms of some rows of double, float, uint8, int32 or int64: those of row i of `rows`
  /// to row i of the tile. Missing cells (NaN; -1 unless it is a fault) add nothing.
  /// in      as many columns as levels; tile.rows = rows.count
  ///         beyond: gets the cells that lie behind the last level of the data, which add nothing
  ///         here, in the order of the rows for each column; null: such cells are faults
  /// out     the first entry (by row, then column) that is no whole number of at least 0, or lies
  ///         behind the last level; the tile is unspecified then
  /// cost    one vector addition a cell and eight classes
  template <class T>
  [[nodiscard]] std::optional<Entry> add(const Panel<T>& panel, const RowSpan& rows,
                                         const ScoreTile& tile,
                                         std::vector<BeyondLevels>* beyond = nullptr) const;

  /// Returns what finds the labels of these rows of binary answers, where their log joints have no other
  /// terms, two classes are possible and it pays; else null. It refers to the panel.
  /// in      log_class_probabilities: one a class
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(
      const Panel<std::uint8_t>& panel, const RowSpan& rows,
      std::span<const double> log_class_probabilities) const;

 private:
  void fill(std::span<const double> table, std::span<const Index> table_levels,
            std::span<const std::vector<Index>> translate);
  void fill_fours();
  void fill_patterns();
  [[nodiscard]] double sum_of(Index klass, Index first, Index answers) const;
  [[nodiscard]] bool look_up_answers(const Panel<std::uint8_t>& panel, const RowSpan& rows,
                                     const ScoreTile& tile) const;
  [[nodiscard]] Index place_of_term(Index klass, Index slot) const;
  [[nodiscard]] double term(Index klass, Index slot) const;
  // Of a column of binary answers.
  [[nodiscard]] double term_of_answer(Index klass, Index column, Index answer) const {
    return term(klass, 3 * column + 1 + answer);
  }

  detail::LevelSlots slots_;
  Index classes_ = 0;
  // Blocks of 4 or 8 classes x slots x classes of the block.
  Index together_ = 8;
  std::vector<detail::LevelTerms> terms_;
  // Where all columns are binary: sums of all columns for each pattern of answers where they are
  // few, else of four columns at once, in the same form.
  std::vector<detail::LevelTerms> patterns_;
  std::vector<detail::LevelTerms> fours_;
  std::vector<detail::LevelTerms> fours_by_class_;  // the same: classes x groups x 16
};

}  // namespace credence
