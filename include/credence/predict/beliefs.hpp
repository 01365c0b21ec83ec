#pragma once
// What is believed of every parameter of a model once the data are seen, and draws from it.
#include <credence/family/term_moments.hpp>
#include <credence/predict/estimates.hpp>
#include <optional>

namespace credence {

/// What is believed of the parameters of one block: features x classes, feature-major. A reserved
/// level is the last one of its feature.
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
};

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
/// A cell of a table, as a feature reads it.
struct CellPlace {
  const Table* table = nullptr;
  const ColumnSchema* column = nullptr;
  Index row = 0;
};

template <ConjugateFamily... F>
using BlockBeliefsVariant = std::variant<BlockBeliefs<F>...>;

/// Throws Error{undefined}: the cells of a tied block share variances, and are believed together.
[[noreturn]] void tied_beliefs(const std::string& feature);

template <ConjugateFamily F>
BlockBeliefs<F> block_beliefs(const Block<F>& block, const std::vector<std::string>& classes) {
  if constexpr (TiedFamily<F>) tied_beliefs(block.feature(0).name);
  BlockBeliefs<F> beliefs{.features = block.features, .classes = block.classes, .cells = {}};
  for (Index j = 0; j < block.size(); ++j) {
    try {
      const auto prior = priors(block, j, classes);
      for (Index klass = 0; klass < block.classes; ++klass)
        beliefs.cells.push_back(
            posterior_of(prior[static_cast<std::size_t>(klass)],
                         with_reserved(block.cell(j, klass), block.feature(j))));
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
///         or a tied block, or when class frequencies are asked for and no row was seen
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
template <class Density, class Parameters>
void keep_in_range(const Density&, Parameters&) {}

template <ConjugateFamily F>
ScoreTable<F> draw_table(const BlockBeliefs<F>& beliefs, Random& random) {
  std::vector<typename F::Likelihood> drawn;
  drawn.reserve(beliefs.cells.size());
  for (const typename F::Prior& cell : beliefs.cells) {
    auto parameters = draw_from(cell, random);
    keep_in_range(cell, parameters);
    drawn.push_back(F::likelihood(parameters));
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
