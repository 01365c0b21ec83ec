#pragma once
// The families of the library whose blocks are scored by kernels. Each says what BlockScores says,
// faster.
#include <credence/family/families.hpp>
#include <credence/learn/block_kernels.hpp>
#include <credence/predict/block_scores.hpp>
#include <credence/predict/joint_scores.hpp>
#include <credence/predict/level_scores.hpp>
#include <credence/predict/normal_scores.hpp>
#include <credence/predict/word_scores.hpp>

namespace credence {

namespace detail {

/// The normal density of a number, or of its logarithm.
[[nodiscard]] inline Normal standard_form(const Normal& d) { return d; }
[[nodiscard]] inline StudentT standard_form(const StudentT& d) { return d; }
[[nodiscard]] inline Normal standard_form(const LogNormal& d) {
  return {.mean = d.mean, .variance = d.variance};
}
[[nodiscard]] inline StudentT standard_form(const LogStudentT& d) {
  return {.degrees = d.degrees, .location = d.location, .scale = d.scale};
}

/// Normal and Student's t densities of numbers or of their logarithms.
template <ConjugateFamily F, Scale scale>
class NormalBlockScores {
 public:
  NormalBlockScores() = default;
  NormalBlockScores(const ScoreTable<F>& table, std::span<const double> log_class_probabilities)
      : live_(live_classes(log_class_probabilities)) {
    panels_.push_back(panel(table, 0, table.size()));
  }

  [[nodiscard]] bool fits(const BlockCells<F>& cells, std::span<const Slots>) const {
    return cells.panels.size() == 1;
  }
  void fit(const ScoreTable<F>& table, const BlockCells<F>& cells, std::span<const Slots>) {
    panels_.clear();
    for (const PanelRun& run : cells.panels)
      panels_.push_back(panel(table, run.first(), run.width()));
  }
  [[nodiscard]] std::optional<Entry> add(const ScoreTable<F>&, const BlockCells<F>& cells,
                                         std::span<const Slots>, RowSpan rows,
                                         ScoreTile& tile) const {
    return add_panels(cells, [&](std::size_t p, const auto& panel) {
      return std::visit([&](const auto& scores) { return scores.add(panel, rows, tile); },
                        panels_[p]);
    });
  }

 private:
  using Panel = std::variant<NormalScores, StudentScores>;

  [[nodiscard]] Panel panel(const ScoreTable<F>& table, Index first, Index width) const {
    const auto classes = std::ssize(live_);
    return table.visit([&](const auto& densities) -> Panel {
      std::vector<decltype(standard_form(densities.front()))> standard;
      standard.reserve(static_cast<std::size_t>(width * classes));
      for (Index i = first * classes; i < (first + width) * classes; ++i)
        standard.push_back(standard_form(densities[static_cast<std::size_t>(i)]));
      if constexpr (std::is_same_v<decltype(standard), std::vector<Normal>>)
        return NormalScores(standard, classes, live_, scale);
      else
        return StudentScores(standard, classes, live_, scale);
    });
  }

  std::vector<bool> live_;
  std::vector<Panel> panels_;
};

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

  [[nodiscard]] bool fits(const BlockCells<F>& cells, std::span<const Slots> slots) const {
    return cells.panels.size() == 1 && !exposed(cells) &&
           (!Block<F>::levelled ||
            std::all_of(slots.begin(), slots.end(), [](const Slots& each) { return each.same; }));
  }
  void fit(const ScoreTable<F>& table, const BlockCells<F>& cells, std::span<const Slots> slots) {
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
  [[nodiscard]] std::optional<Entry> add(const ScoreTable<F>& table, const BlockCells<F>& cells,
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

 private:
  static constexpr bool counts = !Block<F>::levelled && !std::is_same_v<Datum, bool>;

  [[nodiscard]] static bool exposed(const BlockCells<F>& cells) {
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

/// Documents of words.
class WordBlockScores {
 public:
  using Cells = BlockCells<DirichletMultinomialFamily>;
  using Table = ScoreTable<DirichletMultinomialFamily>;

  WordBlockScores() = default;
  WordBlockScores(const Table& table, std::span<const double> log_class_probabilities);

  [[nodiscard]] static bool fits(const Cells&, std::span<const Slots>) { return true; }
  static void fit(const Table&, const Cells&, std::span<const Slots>) {}
  [[nodiscard]] std::optional<Entry> add(const Table&, const Cells& cells,
                                         std::span<const Slots> slots, RowSpan rows,
                                         ScoreTile& tile) const;

 private:
  std::vector<WordScores> features_;
};

}  // namespace detail

template <>
class BlockScores<JointNormalFamily> : public detail::JointBlockScores {
 public:
  using JointBlockScores::JointBlockScores;
};
template <>
class BlockScores<NormalInverseGammaNormal>
    : public detail::NormalBlockScores<NormalInverseGammaNormal, Scale::plain> {
 public:
  using NormalBlockScores::NormalBlockScores;
};
template <>
class BlockScores<NormalInverseGammaLogNormal>
    : public detail::NormalBlockScores<NormalInverseGammaLogNormal, Scale::logarithm> {
 public:
  using NormalBlockScores::NormalBlockScores;
};
template <>
class BlockScores<BetaBernoulli> : public detail::LevelBlockScores<BetaBernoulli> {
 public:
  using LevelBlockScores::LevelBlockScores;
};
template <>
class BlockScores<DirichletCategorical> : public detail::LevelBlockScores<DirichletCategorical> {
 public:
  using LevelBlockScores::LevelBlockScores;
};
template <>
class BlockScores<GammaPoisson> : public detail::LevelBlockScores<GammaPoisson> {
 public:
  using LevelBlockScores::LevelBlockScores;
};
template <>
class BlockScores<BetaGeometricFamily> : public detail::LevelBlockScores<BetaGeometricFamily> {
 public:
  using LevelBlockScores::LevelBlockScores;
};
template <>
class BlockScores<DirichletMultinomialFamily> : public detail::WordBlockScores {
 public:
  using WordBlockScores::WordBlockScores;
};

}  // namespace credence
