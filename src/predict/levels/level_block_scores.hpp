#pragma once
// How blocks of answers, categories or counts add to log joints.
#include <algorithm>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_scores.hpp>
#include <type_traits>

#include "predict/levels/level_scores.hpp"

namespace credence::detail {

/// Answers, categories and counts: log densities of levels, looked up. Counts that are no level are
/// scored one by one, and so is a block of counts with exposures.
template <ConjugateFamily F>
class LevelBlockScores {
 public:
  using Datum = typename ScoreTable<F>::Datum;

  LevelBlockScores() = default;
  LevelBlockScores(const ScoreTable<F>& table, std::span<const double> log_class_probabilities)
      : live_(live_classes(log_class_probabilities)) {
    panels_.push_back(panel(table, 0, table.size(), {}));
  }

  [[nodiscard]] bool fits(const CellsOf<F>& cells, std::span<const Slots> slots) const {
    return cells.panels.size() == 1 && !exposed(cells) &&
           (!Block<F>::levelled ||
            std::all_of(slots.begin(), slots.end(), [](const Slots& each) { return each.same; }));
  }
  void fit(const ScoreTable<F>& table, const CellsOf<F>& cells, std::span<const Slots> slots) {
    plain_ = exposed(cells);
    panels_.clear();
    if (plain_) return;
    for (const PanelRun& run : cells.panels) {
      std::vector<std::vector<Index>> translate;
      if constexpr (Block<F>::levelled)
        for (Index j = run.first(); j < run.first() + run.width(); ++j)
          translate.push_back(places(slots[static_cast<std::size_t>(j)]));
      panels_.push_back(panel(table, run.first(), run.width(), translate));
    }
  }
  [[nodiscard]] std::optional<Entry> add(const ScoreTable<F>& table, const CellsOf<F>& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const {
    if (plain_) return ReferenceScores<F>().add(table, cells, slots, rows, tile);
    return add_panels(cells, [&](std::size_t p, const auto& panel) -> std::optional<Entry> {
      if constexpr (!counts) {
        return panels_[p].add(panel, rows, tile);
      } else {
        std::vector<BeyondLevels> beyond;
        if (const auto fault = panels_[p].add(panel, rows, tile, &beyond)) return fault;
        for (const BeyondLevels& cell : beyond) {
          if (!F::accepts(cell.value)) return Entry{.row = rows[cell.row], .column = cell.column};
          table.add(cells.panels[p].first() + cell.column, Datum(cell.value), tile, cell.row);
        }
        return std::nullopt;
      }
    });
  }
  [[nodiscard]] std::unique_ptr<LabelFinder> label_finder(
      const CellsOf<F>& cells, std::span<const Slots>, RowSpan rows,
      std::span<const double> log_class_probabilities) const {
    if constexpr (std::is_same_v<Datum, bool>)
      if (!plain_ && cells.panels.size() == 1)
        return cells.panels.front().visit([&]<class T>(const Panel<T>& panel) {
          if constexpr (std::is_same_v<T, std::uint8_t>)
            return panels_.front().label_finder(panel, rows, log_class_probabilities);
          else
            return std::unique_ptr<LabelFinder>();
        });
    return nullptr;
  }

 private:
  static constexpr bool counts = !Block<F>::levelled && !std::is_same_v<Datum, bool>;

  // Counts below this are levels of their own.
  static constexpr Index count_levels = 64;

  [[nodiscard]] static bool exposed(const CellsOf<F>& cells) {
    if constexpr (requires { cells.features.front().exposed(); })
      for (const auto& feature : cells.features)
        if (feature.exposed()) return true;
    return false;
  }
  [[nodiscard]] static Datum datum_of(Index level) {
    if constexpr (counts)
      return Datum(static_cast<double>(level));
    else
      return static_cast<Datum>(level);
  }
  [[nodiscard]] static Index levels_of(const Feature<F>& feature) {
    if constexpr (Block<F>::levelled)
      return std::max<Index>(1, std::ssize(feature.levels) + feature.reserved());
    else
      return counts ? count_levels : 2;
  }
  // Where each level of the data stands in the posterior; -1 for one that adds nothing.
  [[nodiscard]] static std::vector<Index> places(const Slots& slots) {
    std::vector<Index> to;
    for (std::size_t level = 0; level < slots.of.size(); ++level) to.push_back(slots[level]);
    if (to.empty()) to.push_back(-1);  // a column of missing cells has no level
    return to;
  }
  [[nodiscard]] LevelScores panel(const ScoreTable<F>& table, Index first, Index width,
                                  std::span<const std::vector<Index>> translate) const {
    const auto classes = std::ssize(live_);
    std::vector<Index> levels;
    std::vector<double> terms;
    table.visit([&](const auto& densities) {
      for (Index j = first; j < first + width; ++j) {
        levels.push_back(levels_of(table.feature(j)));
        const bool known = !Block<F>::levelled || !table.feature(j).levels.empty() ||
                           table.feature(j).reserved() > 0;
        for (Index level = 0; level < levels.back(); ++level)
          for (Index klass = 0; klass < classes; ++klass)
            terms.push_back(
                known && live_[static_cast<std::size_t>(klass)]
                    ? log_density(densities[static_cast<std::size_t>(j * classes + klass)],
                                  datum_of(level))
                    : 0.0);
      }
    });
    return LevelScores(levels, classes, terms, translate,
                       Block<F>::levelled ? MinusOne::missing : MinusOne::fault);
  }

  std::vector<bool> live_;
  std::vector<LevelScores> panels_;
  bool plain_ = false;
};

}  // namespace credence::detail
