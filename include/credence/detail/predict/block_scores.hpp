#pragma once
// How a block adds the log densities of rows to the log joints of a tile.
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace credence {

/// Returns whether a class can be scored at all: its probability is above 0.
[[nodiscard]] inline std::vector<bool> live_classes(std::span<const double> log_probabilities) {
  std::vector<bool> live;
  for (const double log_probability : log_probabilities)
    live.push_back(log_probability != -std::numeric_limits<double>::infinity());
  return live;
}

/// The densities of a block laid out for scoring. This is the plain reference, one datum after
/// another, and serves any family; the kernels of some families (normal_block_scores.hpp,
/// level_block_scores.hpp, word_block_scores.hpp, joint_scores.hpp) must equal it. Who makes the
/// object of a family says which of them scores it (catalogue/family_of.hpp).
///
/// expressions  (table, log_class_probabilities): laid out for data like those of a row-major
///              matrix
///              fits(cells, slots): whether that layout serves these cells
///              fit(table, cells, slots): makes it serve them
///              add(table, cells, slots, rows, tile): adds to classes x rows; the first entry that
///              the family does not accept, if there is one
template <ConjugateFamily F>
class ReferenceScores {
 public:
  ReferenceScores() = default;
  ReferenceScores(const ScoreTable<F>&, std::span<const double>) {}

  [[nodiscard]] static bool fits(const CellsOf<F>&, std::span<const Slots>) { return true; }
  static void fit(const ScoreTable<F>&, const CellsOf<F>&, std::span<const Slots>) {}

  [[nodiscard]] std::optional<Entry> add(const ScoreTable<F>& table, const CellsOf<F>& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const {
    for (Index j = 0; j < table.size(); ++j)
      if (auto fault = add_feature(table, j, cells, slots[static_cast<std::size_t>(j)], rows, tile))
        return fault;
    return std::nullopt;
  }

  /// Returns one feature of the block.
  [[nodiscard]] static std::optional<Entry> add_feature(const ScoreTable<F>& table, Index j,
                                                        const CellsOf<F>& cells, const Slots& slots,
                                                        RowSpan rows, ScoreTile& tile) {
    typename ScoreTable<F>::Datum datum{};
    const auto& data = cells.feature(j);
    for (Index i = 0; i < rows.count; ++i) {
      if (!data.read(rows[i], slots, datum)) continue;
      if (cells.viewed && !F::accepts(datum)) return Entry{.row = rows[i], .column = j};
      table.add(j, datum, tile, i);
    }
    return std::nullopt;
  }
};

}  // namespace credence
