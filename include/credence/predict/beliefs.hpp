#pragma once
// What is believed of every parameter of a model once the data are seen, and draws from it.
#include <algorithm>
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/family/term_moments.hpp>
#include <credence/predict/estimates.hpp>
#include <limits>
#include <optional>

namespace credence {

/// What is believed of the parameters of one block: features x classes, feature-major. A reserved
/// level is the last one of its feature. In a tied block a cell is what is believed of its own
/// means and variances; what it shares with others the tying says.
template <ConjugateFamily F>
struct BlockBeliefs {
  std::vector<Feature<F>> features;
  Index classes = 0;
  std::vector<typename F::Prior> cells;

  [[nodiscard]] Index size() const { return std::ssize(features); }
  [[nodiscard]] const Feature<F>& feature(Index j) const {
    return features[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] const typename F::Prior& cell(Index j, Index klass) const {
    return cells[static_cast<std::size_t>(j * classes + klass)];
  }
  /// The cells of a feature, one for each class.
  [[nodiscard]] std::span<const typename F::Prior> cells_of(Index j) const {
    return std::span(cells).subspan(static_cast<std::size_t>(j * classes),
                                    static_cast<std::size_t>(classes));
  }
};

/// Whether the log odds of the family's cells have moments in closed form.
template <class F>
concept HasMoments = HasTermMoments<F> || HasTiedMoments<F>;

/// The moments of ln f(datum | one class) - ln f(datum | another).
template <ConjugateFamily F>
requires HasMoments<F>
[[nodiscard]] TermMoments log_odds_of_cells(const BlockBeliefs<F>& beliefs, Index j, Index klass,
                                            Index against, const typename Block<F>::Datum& datum) {
  const auto& cell = beliefs.cell(j, klass);
  const auto& other = beliefs.cell(j, against);
  if constexpr (HasTiedMoments<F>)
    return F::tied_log_odds(beliefs.feature(j).tied, cell, other, datum);
  else
    return difference(F::term_moments(cell, datum), F::term_moments(other, datum));
}

/// What is believed of the probabilities of the classes before a row is seen.
struct ClassBeliefs {
  std::optional<Dirichlet> probabilities{};       ///< none: they are fixed numbers
  std::vector<double> fixed_log_probabilities{};  ///< nats; -inf for a class of probability 0
};

/// The moments of ln p(one class) - ln p(another).
/// in  not both of them fixed at probability 0
[[nodiscard]] TermMoments prior_log_odds(const ClassBeliefs& beliefs, Index klass, Index against);

/// Log class probabilities: drawn, or those that are fixed.
[[nodiscard]] std::vector<double> draw(const ClassBeliefs& beliefs, Random& random);

namespace detail {
/// As many standard deviations around the mean; everything where the moments are beyond the range of
/// double, so that it has no number that is none.
[[nodiscard]] Interval interval_around(const TermMoments& moments, double deviations);

/// A cell of a table, as a feature reads it.
struct CellPlace {
  const Table* table = nullptr;
  const ColumnSchema* column = nullptr;
  Index row = 0;
};

template <ConjugateFamily... F>
using BlockBeliefsVariant = std::variant<BlockBeliefs<F>...>;

template <ConjugateFamily F>
BlockBeliefs<F> block_beliefs(const Block<F>& block, const std::vector<std::string>& classes) {
  BlockBeliefs<F> beliefs{.features = block.features, .classes = block.classes, .cells = {}};
  for (Index j = 0; j < block.size(); ++j) {
    try {
      CellReader<F> reader(block, j, priors(block, j, classes));
      for (Index klass = 0; klass < block.classes; ++klass)
        beliefs.cells.push_back(reader.posterior(klass));
    } catch (const Error& error) {
      throw Error(error.code(), "column '" + block.feature(j).name + "': " + error.what());
    }
  }
  return beliefs;
}
}  // namespace detail

/// The distribution of every parameter given the data: of the class probabilities, and of each cell.
/// An estimator reads one number off each; uncertainty needs the whole.
///
///     const auto believed = beliefs(posterior);
///     const auto intervals = log_odds_intervals(believed, bound, rows, classes, {.mass = 0.9});
///     probability_interval(intervals.front());    // predict/uncertainty.hpp
template <class M>
struct Beliefs;

template <class List>
struct Beliefs<BasicModel<List>> {
  BasicModel<List> model{};
  std::vector<std::string> classes{};
  ClassBeliefs class_beliefs{};
  Index most_frequent = 0;
  std::vector<typename List::template apply<detail::BlockBeliefsVariant>> blocks{};
};

/// What is believed after the data of a posterior.
/// throws  Error{undefined} naming the column whose automatic prior has no meaning for these data,
///         or when class frequencies are asked for and no row was seen
/// cost    features x classes; no data is read
template <class List>
[[nodiscard]] Beliefs<BasicModel<List>> beliefs(const Posterior<BasicModel<List>>& posterior) {
  const LabelColumn& label = posterior.label;
  Beliefs<BasicModel<List>> all{.model = posterior.model, .classes = label.classes};
  all.most_frequent = most_frequent_class(label);
  if (label.prior.kind == ClassPrior::Kind::learned)
    all.class_beliefs.probabilities = detail::posterior_of(dirichlet_of(label), label.counts);
  else
    all.class_beliefs.fixed_log_probabilities =
        log_class_probabilities(label, Estimator::predictive);
  for_each_block(posterior.blocks, [&](const auto& block) {
    all.blocks.emplace_back(detail::block_beliefs(block, label.classes));
  });
  return all;
}

namespace detail {
// A draw beyond the ends of the range of double stands at the end, so that its logarithm is finite.
void keep_in_range(const Beta& density, double& probability);
void keep_in_range(const Gamma& density, double& rate);
void keep_in_range(const Dirichlet& density, std::vector<double>& probabilities);
void keep_in_range(const NormalInverseGamma& density, MeanVariance& parameters);
void keep_in_range(const TiedNormalInverseGamma& density, MeansVariances& parameters);
void keep_in_range(const NormalInverseWishart& density, MeansCovariance& parameters);
template <class Density, class Parameters>
void keep_in_range(const Density&, Parameters&) {}
template <class Density>
requires requires(const Density& density) { support(density); }
void keep_in_range(const Density& density, double& parameter) {
  if (support(density).lower == 0)
    parameter = std::clamp(parameter, std::numeric_limits<double>::min(),
                           std::nextafter(support(density).upper, 0.0));
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

/// One draw of every parameter, as tables that a classifier can be made of.
/// cost  one draw for each cell, of a Dirichlet cell one for each level
template <class List>
[[nodiscard]] Estimates<BasicModel<List>> draw(const Beliefs<BasicModel<List>>& beliefs,
                                               Random& random) {
  Estimates<BasicModel<List>> drawn{.model = beliefs.model,
                                    .estimator = Estimator::posterior_mean,
                                    .classes = beliefs.classes,
                                    .most_frequent = beliefs.most_frequent};
  drawn.log_class_probabilities = draw(beliefs.class_beliefs, random);
  for (const auto& any : beliefs.blocks)
    std::visit(
        [&]<class F>(const BlockBeliefs<F>& block) {
          drawn.tables.emplace_back(detail::draw_table(block, random));
        },
        any);
  return drawn;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Beliefs<Model> beliefs(const Posterior<Model>&);
extern template Estimates<Model> draw(const Beliefs<Model>&, Random&);

}  // namespace credence
