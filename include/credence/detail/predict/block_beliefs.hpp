#pragma once
// The distribution of the parameters of one family's block, and draws from it.
#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/detail/predict/keep_in_range.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace credence {

namespace detail {
/// Finds the moments of a cell from the cell itself.
template <class F>
struct MomentSources {
  void add(const typename F::Prior&) {}
  template <class Datum>
  [[nodiscard]] TermMoments of(std::size_t, const typename F::Prior& cell,
                               const Datum& datum) const {
    return F::term_moments(cell, datum);
  }
};
/// Finds them from what the family made of the cell, where it could.
template <PreparesMoments F>
struct MomentSources<F> {
  using Source = decltype(F::moments_from(std::declval<const typename F::Prior&>()));
  std::vector<std::optional<Source>> sources;

  // Whoever asks for moments that are undefined is told why.
  void add(const typename F::Prior& cell) {
    sources.push_back(if_defined([&] { return F::moments_from(cell); }));
  }
  template <class Datum>
  [[nodiscard]] TermMoments of(std::size_t at, const typename F::Prior& cell,
                               const Datum& datum) const {
    if (at < sources.size() && sources[at]) return F::term_moments(*sources[at], datum);
    return F::term_moments(cell, datum);
  }
};
}  // namespace detail

/// The distribution of the parameters of one block: features x classes, feature-major. A reserved
/// level is the last one of its feature. In a tied block a cell is the distribution of its own
/// means and variances; what it shares with others the tying says.
template <ConjugateFamily F>
struct BlockBeliefs {
  std::vector<Feature<F>> features;
  Index classes = 0;
  std::vector<typename F::Prior> cells;
  detail::MomentSources<F> sources = {};

  [[nodiscard]] Index size() const { return std::ssize(features); }
  [[nodiscard]] const Feature<F>& feature(Index j) const {
    return features[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] const typename F::Prior& cell(Index j, Index klass) const {
    return cells[static_cast<std::size_t>(j * classes + klass)];
  }
  /// Returns the moments of ln f(datum | a class).
  [[nodiscard]] TermMoments moments(Index j, Index klass, const typename Block<F>::Datum& datum)
      const requires HasTermMoments<F> {
    return sources.of(static_cast<std::size_t>(j * classes + klass), cell(j, klass), datum);
  }
  /// Returns the cells of a feature, one for each class.
  [[nodiscard]] std::span<const typename F::Prior> cells_of(Index j) const {
    return std::span(cells).subspan(static_cast<std::size_t>(j * classes),
                                    static_cast<std::size_t>(classes));
  }
};

/// Whether the log odds of the family's cells have moments in closed form.
template <class F>
concept HasMoments = HasTermMoments<F> || HasTiedMoments<F>;

/// Returns the moments of ln f(datum | one class) - ln f(datum | another).
template <ConjugateFamily F>
requires HasMoments<F>
[[nodiscard]] TermMoments log_odds_of_cells(const BlockBeliefs<F>& beliefs, Index j, Index klass,
                                            Index against, const typename Block<F>::Datum& datum) {
  if constexpr (HasTiedMoments<F>)
    return F::tied_log_odds(beliefs.feature(j).tied, beliefs.cell(j, klass),
                            beliefs.cell(j, against), datum);
  else
    return difference(beliefs.moments(j, klass, datum), beliefs.moments(j, against, datum));
}

namespace detail {
template <ConjugateFamily F>
BlockBeliefs<F> block_beliefs(const Block<F>& block, const std::vector<std::string>& classes) {
  BlockBeliefs<F> beliefs{.features = block.features, .classes = block.classes, .cells = {}};
  for (Index j = 0; j < block.size(); ++j) {
    try {
      CellReader<F> reader(block, j, priors(block, j, classes));
      for (Index klass = 0; klass < block.classes; ++klass) {
        beliefs.cells.push_back(reader.posterior(klass));
        beliefs.sources.add(beliefs.cells.back());
      }
    } catch (const Error& error) {
      throw of_column(block.feature(j).name, error);
    }
  }
  return beliefs;
}

/// The parameters of a feature, one for each class.
template <ConjugateFamily F>
std::vector<typename F::Prior::value_type> draw_feature(const BlockBeliefs<F>& beliefs, Index j,
                                                        Random& random) {
  if constexpr (TiedFamily<F>) {
    return F::tied_draw(beliefs.feature(j).tied, beliefs.cells_of(j), random);
  } else {
    std::vector<typename F::Prior::value_type> drawn;
    for (const auto& cell : beliefs.cells_of(j)) drawn.push_back(draw_from(cell, random));
    return drawn;
  }
}

template <ConjugateFamily F>
ScoreTable<F> draw_table(const BlockBeliefs<F>& beliefs, Random& random) {
  std::vector<typename F::Likelihood> drawn;
  drawn.reserve(beliefs.cells.size());
  for (Index j = 0; j < beliefs.size(); ++j)
    for (auto& parameters : draw_feature(beliefs, j, random)) {
      const auto& cell = beliefs.cells[drawn.size()];
      keep_in_range(cell, parameters);
      drawn.push_back(likelihood_at<F>(cell, parameters));
    }
  return ScoreTable<F>(beliefs.features, std::move(drawn));
}
}  // namespace detail

}  // namespace credence
