#pragma once
// The families of the library whose blocks are gathered by kernels. Each says what BlockSums says,
// faster.
#include <array>
#include <credence/family/families.hpp>
#include <credence/learn/block_sums.hpp>
#include <credence/learn/level_counts.hpp>
#include <credence/learn/total_sums.hpp>
#include <credence/learn/word_sums.hpp>

namespace credence {

namespace detail {

/// One kernel's sums for each panel of a block.
template <class Sums>
class PanelSums {
 public:
  /// Calls `reset(sums, run)` for each panel.
  template <ConjugateFamily F, class Reset>
  void reset(const BlockCells<F>& cells, Reset&& reset) {
    if (sums_.size() < cells.panels.size()) sums_.resize(cells.panels.size());
    panels_ = cells.panels.size();
    firsts_.clear();
    for (std::size_t p = 0; p < panels_; ++p) {
      firsts_.push_back(cells.panels[p].first());
      reset(sums_[p], cells.panels[p]);
    }
  }
  void merge(const PanelSums& other) {
    for (std::size_t p = 0; p < panels_; ++p) sums_[p].merge(other.sums_[p]);
  }
  [[nodiscard]] Sums& operator[](std::size_t panel) { return sums_[panel]; }

  struct Place {
    const Sums* sums;
    Index column;
  };
  /// Where a feature of the block is summed.
  [[nodiscard]] Place of(Index feature) const {
    std::size_t p = panels_ - 1;
    while (firsts_[p] > feature) --p;
    return {&sums_[p], feature - firsts_[p]};
  }

 private:
  std::vector<Sums> sums_;  // perhaps more than there are panels: what was allocated is kept
  std::size_t panels_ = 0;
  std::vector<Index> firsts_;
};

/// Sums of families without levels.
struct UnlevelledSums {
  [[nodiscard]] static std::vector<bool> seen(Index) { return {}; }
};

/// Moments of numbers or of their logarithms.
template <ConjugateFamily F, MomentSums::Scale scale>
class MomentBlockSums : public UnlevelledSums {
 public:
  using Statistics = typename F::Statistics;

  [[nodiscard]] static Index tile_rows(Index features, Index classes) {
    return MomentSums::tile_rows(features, classes);
  }
  void reset(const BlockCells<F>& cells, Index classes, bool) {
    sums_.reset(cells, [&](MomentSums& sums, const PanelRun& run) {
      sums.reset(run.width(), classes, scale);
    });
  }
  [[nodiscard]] std::optional<Entry> add(const BlockCells<F>& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const MomentBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    Statistics statistics;
    static_cast<Moments&>(statistics) = place.sums->moments(place.column, klass);
    return statistics;
  }

 private:
  PanelSums<MomentSums> sums_;
};

/// Waiting times.
class TotalBlockSums : public UnlevelledSums {
 public:
  using Statistics = WaitingTotals;
  using Cells = BlockCells<GammaExponential>;

  [[nodiscard]] static Index tile_rows(Index features, Index classes) {
    return TotalSums::tile_rows(features, classes);
  }
  void reset(const Cells& cells, Index classes, bool) {
    sums_.reset(cells,
                [&](TotalSums& sums, const PanelRun& run) { sums.reset(run.width(), classes); });
  }
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const TotalBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return place.sums->totals(place.column, klass);
  }

 private:
  PanelSums<TotalSums> sums_;
};

[[nodiscard]] constexpr LevelCounts::Weights announced(bool weighted) {
  return weighted ? LevelCounts::Weights::given : LevelCounts::Weights::none;
}

/// Yes/no answers.
class AnswerBlockSums : public UnlevelledSums {
 public:
  using Statistics = BernoulliCounts;
  using Cells = BlockCells<BetaBernoulli>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const AnswerBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    const auto place = sums_.of(feature);
    return {.ones = place.sums->count(place.column, klass, 1),
            .zeros = place.sums->count(place.column, klass, 0)};
  }

 private:
  PanelSums<LevelCounts> sums_;
};

/// Categories.
class CategoryBlockSums {
 public:
  using Statistics = CategoricalCounts;
  using Cells = BlockCells<DirichletCategorical>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile) {
    return add_panels(cells,
                      [&](std::size_t p, const auto& panel) { return sums_[p].add(panel, tile); });
  }
  void merge(const CategoryBlockSums& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const;
  [[nodiscard]] std::vector<bool> seen(Index feature) const;

 private:
  PanelSums<LevelCounts> sums_;
  std::vector<Index> levels_;  // of each feature, as the data have them
  Index classes_ = 0;
};

/// Counts below this are counted as levels of their own.
inline constexpr Index count_levels = 64;

/// Statistics of counts from how often each small one occurs.
[[nodiscard]] CountTotals totals_of(const LevelCounts& counts, Index column, Index klass,
                                    CountTotals start);
[[nodiscard]] TrialTotals totals_of(const LevelCounts& counts, Index column, Index klass,
                                    TrialTotals start);

/// Counts, most of them small: how often each occurs is counted, and the statistics follow. Large
/// ones are added one by one, and so is a block with exposures.
template <ConjugateFamily F>
class CountBlockSums : public UnlevelledSums {
 public:
  using Statistics = typename F::Statistics;

  [[nodiscard]] static Index tile_rows(Index, Index) { return 1024; }

  void reset(const BlockCells<F>& cells, Index classes, bool weighted) {
    plain_ = false;
    if constexpr (requires { cells.features.front().exposed(); })
      for (const auto& feature : cells.features) plain_ = plain_ || feature.exposed();
    if (plain_) {
      reference_.reset(cells, classes, weighted);
      return;
    }
    classes_ = classes;
    large_.assign(cells.features.size() * static_cast<std::size_t>(classes), Statistics{});
    sums_.reset(cells, [&](LevelCounts& sums, const PanelRun& run) {
      levels_.assign(static_cast<std::size_t>(run.width()), count_levels);
      sums.reset(levels_, classes, announced(weighted), MinusOne::fault);
    });
  }
  [[nodiscard]] std::optional<Entry> add(const BlockCells<F>& cells, const Tile& tile) {
    if (plain_) return reference_.add(cells, tile);
    return add_panels(cells, [&](std::size_t p, const auto& panel) -> std::optional<Entry> {
      beyond_.clear();
      if (const auto fault = sums_[p].add(panel, tile, &beyond_)) return fault;
      for (const BeyondLevels& cell : beyond_) {
        if (!F::accepts(cell.value))
          return Entry{.row = tile.rows[cell.row], .column = cell.column};
        const Index feature = cells.panels[p].first() + cell.column;
        large_[static_cast<std::size_t>(feature * classes_ + tile.classes[cell.row])].observe(
            cell.value, tile.weight(cell.row));
      }
      return std::nullopt;
    });
  }
  void merge(const CountBlockSums& other) {
    if (plain_) {
      reference_.merge(other.reference_);
      return;
    }
    sums_.merge(other.sums_);
    for (std::size_t i = 0; i < large_.size(); ++i) large_[i].merge(other.large_[i]);
  }
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    if (plain_) return reference_.statistics(feature, klass);
    const auto place = sums_.of(feature);
    return totals_of(*place.sums, place.column, klass,
                     large_[static_cast<std::size_t>(feature * classes_ + klass)]);
  }

 private:
  PanelSums<LevelCounts> sums_;
  std::vector<Statistics> large_;  // features x classes
  Index classes_ = 0;
  bool plain_ = false;
  ReferenceSums<F> reference_;
  std::vector<BeyondLevels> beyond_;  // of a tile
  std::vector<Index> levels_;         // of a panel
};

/// Documents of words.
class WordBlockSums {
 public:
  using Statistics = WordTotals;
  using Cells = BlockCells<DirichletMultinomialFamily>;

  [[nodiscard]] static Index tile_rows(Index, Index) { return WordSums::tile_rows(); }
  void reset(const Cells& cells, Index classes, bool weighted);
  [[nodiscard]] std::optional<Entry> add(const Cells& cells, const Tile& tile);
  void merge(const WordBlockSums& other);
  [[nodiscard]] Statistics statistics(Index feature, Index klass) const {
    return sums_[static_cast<std::size_t>(feature)].totals(klass);
  }
  [[nodiscard]] std::vector<bool> seen(Index feature) const;

 private:
  std::vector<WordSums> sums_;  // one a feature
};

}  // namespace detail

template <>
class BlockSums<NormalInverseGammaNormal>
    : public detail::MomentBlockSums<NormalInverseGammaNormal, MomentSums::Scale::plain> {};
template <>
class BlockSums<NormalInverseGammaLogNormal>
    : public detail::MomentBlockSums<NormalInverseGammaLogNormal, MomentSums::Scale::logarithm> {};
template <>
class BlockSums<GammaExponential> : public detail::TotalBlockSums {};
template <>
class BlockSums<BetaBernoulli> : public detail::AnswerBlockSums {};
template <>
class BlockSums<DirichletCategorical> : public detail::CategoryBlockSums {};
template <>
class BlockSums<GammaPoisson> : public detail::CountBlockSums<GammaPoisson> {};
template <>
class BlockSums<BetaGeometricFamily> : public detail::CountBlockSums<BetaGeometricFamily> {};
template <>
class BlockSums<DirichletMultinomialFamily> : public detail::WordBlockSums {};

}  // namespace credence
