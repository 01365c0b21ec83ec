#pragma once
// What the features of one family say about the class. Included by
// detail/select/ranked_family_of.hpp
// alone.
#include <credence/density/bernoulli.hpp>
#include <credence/density/categorical.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/select/drawn_information.hpp>
#include <credence/detail/select/information_context.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/detail/select/word_beliefs.hpp>
#include <credence/select/mutual_information.hpp>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace credence::detail {

/// Density by density those of the classes that are kept.
template <class D>
[[nodiscard]] std::vector<D> kept_densities(const InformationContext& context,
                                            const std::vector<D>& all, Index feature) {
  std::vector<D> kept;
  const auto first = static_cast<std::size_t>(feature) * context.classes.size();
  for (const Index klass : context.kept)
    kept.push_back(all[first + static_cast<std::size_t>(klass)]);
  return kept;
}

/// Returns whether a family's cells are tables of levels: binary or categories.
template <class F>
concept OfLevels = std::same_as<typename F::Likelihood, Bernoulli> ||
    std::same_as<typename F::Likelihood, Categorical>;

[[nodiscard]] inline std::vector<double> level_weights(const Beta& d) { return {d.zeros, d.ones}; }
[[nodiscard]] inline std::vector<double> level_weights(const Dirichlet& d) { return d.weights; }

/// Returns the posterior of the parameters of each class; nothing where that does not exist, or was
/// not asked for.
template <ConjugateFamily F>
[[nodiscard]] std::vector<typename F::Prior> cell_beliefs(const Block<F>& block, Index j,
                                                          const InformationContext& context,
                                                          BlockPriors<F>& found) {
  if (context.options.mass == 0) return {};
  try {
    auto prior = found.of(j, context.classes);
    for (const auto& of_class : prior) check_proper<F>(of_class);
    CellReader<F> reader(block, j, std::move(prior));
    std::vector<typename F::Prior> cells;
    for (Index klass = 0; klass < block.classes; ++klass) cells.push_back(reader.posterior(klass));
    return cells;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return {};
  }
}

/// The beliefs about the information of a feature with levels: in closed form where the table of
/// classes and levels has a Dirichlet density. Draws, which are cheap here, give a better interval.
template <OfLevels F>
void add_level_beliefs(FeatureInformation& one, std::span<const typename F::Prior> cells,
                       const InformationContext& context) {
  add_beliefs(one, drawn_information<F>(context.class_beliefs, cells, context.options),
              context.options);
  if (!context.class_beliefs.probabilities) return;
  std::vector<std::vector<double>> table;
  for (const typename F::Prior& cell : cells) table.push_back(level_weights(cell));
  const std::vector<double>& weights = context.class_beliefs.probabilities->weights;
  const bool is_one_density = is_table_of(table, weights);
  if (context.options.draws > 0 && !is_one_density) return;
  const InformationMoments moments =
      is_one_density ? information_moments(table) : moments_apart(weights, table);
  const auto levels = static_cast<double>(table.front().size());
  const double most = std::log(std::min(levels, static_cast<double>(table.size())));
  if (context.options.draws == 0) add_beliefs(one, moments, most, context.options);
  if (!(moments.mean > 0) || !(moments.variance > 0)) return;
  one.mean = moments.mean;
  one.standard_deviation = std::sqrt(moments.variance);
}

/// What the counts alone say of a feature with levels.
template <OfLevels F>
void add_test(FeatureInformation& one, const Block<F>& block, Index j) {
  std::vector<std::vector<double>> counts;
  for (Index klass = 0; klass < block.classes; ++klass) {
    const auto& cell = block.cell(j, klass);
    if constexpr (std::same_as<typename F::Likelihood, Bernoulli>)
      counts.push_back({cell.zeros, cell.ones});
    else
      counts.push_back(cell.counts);
  }
  const IndependenceTest test = independence_test(counts);
  one.bias_corrected = test.bias_corrected;
  one.p_value = test.p_value;
}

/// Returns the information between the densities of a feature.
template <ConjugateFamily F, Informative D>
[[nodiscard]] std::optional<std::vector<double>> values_of_parts(
    const Feature<F>&, const std::vector<D>& densities, const InformationContext& context) {
  return std::vector{mutual_information(context.probabilities, std::span<const D>(densities))};
}

/// The same of each column of a tied block, on its own, whatever the others are.
template <TiedFamily F, HasMarginals D>
[[nodiscard]] std::optional<std::vector<double>> values_of_parts(
    const Feature<F>& feature, const std::vector<D>& densities, const InformationContext& context) {
  std::vector<double> values;
  for (Index column = 0; column < std::ssize(feature.levels); ++column) {
    std::vector<decltype(marginal(densities.front(), column))> marginals;
    for (const D& density : densities) marginals.push_back(marginal(density, column));
    values.push_back(
        mutual_information(context.probabilities, std::span(std::as_const(marginals))));
  }
  return values;
}

/// The same of each word.
template <ConjugateFamily F, HasWords D>
[[nodiscard]] std::optional<std::vector<double>> values_of_parts(
    const Feature<F>& feature, const std::vector<D>& densities, const InformationContext& context) {
  std::vector<double> values =
      word_information(context.probabilities, std::span<const D>(densities), context.options.words,
                       context.options.document_length);
  values.resize(feature.levels.size());
  return values;
}

/// Nothing for a family whose densities have no mutual information of their own.
template <ConjugateFamily F, class D>
[[nodiscard]] std::optional<std::vector<double>> values_of_parts(const Feature<F>&,
                                                                 const std::vector<D>&,
                                                                 const InformationContext&) {
  return std::nullopt;
}

/// A feature of one column.
template <ConjugateFamily F, Informative D>
void add_feature(std::vector<FeatureInformation>& all, const Block<F>& block, Index j,
                 const std::vector<D>& densities, const InformationContext& context,
                 BlockPriors<F>& found) {
  FeatureInformation& one = add_information(all, block.feature(j).name, word_of<F>());
  one.mutual_information = values_of_parts<F>(block.feature(j), densities, context)->front();
  const auto cells = cell_beliefs(block, j, context, found);
  if constexpr (OfLevels<F>) {
    if (context.options.mass > 0) add_test(one, block, j);
    if (!cells.empty()) add_level_beliefs<F>(one, cells, context);
  } else if constexpr (Informative<typename F::Likelihood>) {
    if (!cells.empty() && context.options.draws > 0)
      add_beliefs(one, drawn_information<F>(context.class_beliefs, cells, context.options),
                  context.options);
  }
}

/// The columns of a tied block: each as it is on its own, whatever the others are.
template <TiedFamily F, HasMarginals D>
void add_feature(std::vector<FeatureInformation>& all, const Block<F>& block, Index j,
                 const std::vector<D>& densities, const InformationContext& context,
                 BlockPriors<F>& found) {
  const Feature<F>& feature = block.feature(j);
  const auto values = values_of_parts<F>(feature, densities, context);
  const auto cells = cell_beliefs(block, j, context, found);
  for (Index column = 0; column < std::ssize(feature.levels); ++column) {
    FeatureInformation& one = add_information(all, feature.name, word_of<F>(),
                                              feature.levels[static_cast<std::size_t>(column)]);
    one.mutual_information = (*values)[static_cast<std::size_t>(column)];
    if (cells.empty() || context.options.draws == 0) continue;
    std::vector<NormalInverseGamma> of_column;
    for (const typename F::Prior& cell : cells) of_column.push_back(marginal(cell, column));
    add_beliefs(one,
                drawn_tied_information(context.class_beliefs, of_column, ties_classes(feature.tied),
                                       context.options),
                context.options);
  }
}

/// The words of a block of counts, or of a text.
template <ConjugateFamily F, HasWords D>
void add_feature(std::vector<FeatureInformation>& all, const Block<F>& block, Index j,
                 const std::vector<D>& densities, const InformationContext& context,
                 BlockPriors<F>& found) {
  const Feature<F>& feature = block.feature(j);
  const InformationOptions& options = context.options;
  const auto information = values_of_parts<F>(feature, densities, context);
  std::vector<FeatureInformation> words;
  words.reserve(feature.levels.size());
  for (std::size_t word = 0; word < feature.levels.size(); ++word)
    add_information(words, feature.name, word_of<F>(), feature.levels[word]).mutual_information =
        (*information)[word];
  if (options.mass > 0) {  // else the densities alone are asked for
    WordBeliefs(context.class_beliefs, cell_beliefs(block, j, context, found), options)
        .add_to_all(words);
    if (options.words == WordForm::token) add_word_tests(words, cells_of(block, j));
  }
  all.insert(all.end(), std::move_iterator(words.begin()), std::move_iterator(words.end()));
}

/// A family whose densities have no mutual information of their own.
template <ConjugateFamily F, class D>
void add_feature(std::vector<FeatureInformation>& all, const Block<F>& block, Index j,
                 const std::vector<D>&, const InformationContext&, BlockPriors<F>&) {
  constexpr bool is_shipped = requires { requires std::same_as<typename F::Shipped, F>; };
  add_information(all, block.feature(j).name, word_of<F>()).undefined =
      "family '" + std::string(word_of<F>()) + "' has no mutual information; " +
      (is_shipped ? "give the column another one to rank it, say 'histogram'"
                  : "give its densities a function 'mutual_information'");
}

/// Adds the values of all features, or of their parts, and their places in the block.
template <ConjugateFamily F>
void add_values(std::vector<PartValue>& all, const Block<F>& block, const ScoreTable<F>& table,
                const InformationContext& context) {
  for (Index j = 0; j < block.size(); ++j) {
    const Feature<F>& feature = block.feature(j);
    std::optional<std::vector<double>> values;
    bool divided = false;
    if (context.why_undefined(feature.name).empty())
      table.visit([&]<class D>(const std::vector<D>& densities) {
        values = values_of_parts<F>(feature, kept_densities(context, densities, j), context);
        divided = HasWords<D> || (TiedFamily<F> && HasMarginals<D>);
      });
    if (!values) all.push_back({.place = {.feature = j}, .undefined = true});
    if (!values) continue;
    for (Index part = 0; part < std::ssize(*values); ++part)
      all.push_back({.place = {.feature = j, .member = divided ? part : -1},
                     .value = (*values)[static_cast<std::size_t>(part)]});
  }
}

template <ConjugateFamily F>
void add_block(std::vector<FeatureInformation>& all, const Block<F>& block,
               const ScoreTable<F>& table, const InformationContext& context) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    const std::string why = context.why_undefined(block.feature(j).name);
    if (!why.empty())
      add_information(all, block.feature(j).name, word_of<F>()).undefined = why;
    else
      table.visit([&](const auto& densities) {
        add_feature<F>(all, block, j, kept_densities(context, densities, j), context, found);
      });
  }
}

}  // namespace credence::detail
