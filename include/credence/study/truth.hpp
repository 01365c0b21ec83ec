#pragma once
// Truths to simulate from: one draw of every parameter from what is believed of it.
#include <credence/predict/beliefs.hpp>
#include <credence/study/drawn_rows.hpp>

namespace credence {

namespace detail {
/// Throws Error{undefined}: there is no class, or no level of a column, to draw.
void check_classes_to_draw(const LabelColumn& label);
[[noreturn]] void no_levels_to_draw(const std::string& feature);
/// Throws Error{undefined}: the prior takes numbers from data, and there are none.
[[noreturn]] void prior_without_data(const std::string& name);
/// The position of the largest entry; the earlier one of equals.
[[nodiscard]] Index largest(const std::vector<double>& values);

/// Log class probabilities: drawn where they are learned, else those that are fixed.
[[nodiscard]] std::vector<double> draw_log_class_probabilities(const LabelColumn& label,
                                                               Random& random);

/// Means and variances of all classes of a block of numbers; those that are tied are drawn once.
/// in  beliefs: of each class, given all data
[[nodiscard]] std::vector<MeansVariances> draw_together(
    Tying tying, std::span<const TiedNormalInverseGamma> beliefs, Random& random);

template <ConjugateFamily F>
void check_drawable(const Block<F>& block, const std::vector<std::string>& classes) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    const Feature<F>& feature = block.feature(j);
    if constexpr (Block<F>::levelled)
      if (feature.levels.empty()) no_levels_to_draw(feature.name);
    const auto pooled = block.pooled(j);
    if (pooled.count() > 0) continue;
    for (const std::string& klass : classes) {
      const auto& rule = feature.prior.rule(klass);
      const auto* word = std::get_if<Automatic>(&rule);
      if (word != nullptr && is_empirical(*word)) prior_without_data(feature.name);
      try {
        (void)found.in_numbers(j, rule, pooled);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::undefined) throw;
        prior_without_data(feature.name);
      }
    }
  }
}

template <TiedFamily F>
[[nodiscard]] ScoreTable<F> draw_tied(const Block<F>& block,
                                      const std::vector<std::string>& classes, Random& random) {
  std::vector<typename F::Likelihood> drawn;
  for (Index j = 0; j < block.size(); ++j) {
    CellReader<F> reader(block, j, priors(block, j, classes));
    std::vector<typename F::Prior> believed;
    for (Index klass = 0; klass < block.classes; ++klass)
      believed.push_back(reader.posterior(klass));
    for (const auto& parameters : draw_together(block.feature(j).tied, believed, random))
      drawn.push_back(F::likelihood(parameters));
  }
  return ScoreTable<F>(block.features, std::move(drawn));
}
}  // namespace detail

/// One draw of every parameter from what is believed of it: from the prior where no data were seen,
/// else from the posterior. Cells that share a variance share the draw.
///
///     const auto truth = drawn_truth(empty_posterior(model), 7);
///     const Table data = simulate(truth, {.rows = 1000});
///
/// throws  Error{undefined} without classes or levels, which a schema must list where no data bring
///         them; for a prior that takes numbers from data, as `auto` of a normal column does, where
///         there are none
/// cost    one draw for each cell, of a Dirichlet cell one for each level
template <class List>
[[nodiscard]] Estimates<BasicModel<List>> drawn_truth(const Posterior<BasicModel<List>>& posterior,
                                                      std::uint64_t seed) {
  const LabelColumn& label = posterior.label;
  detail::check_classes_to_draw(label);
  Random random = detail::random_of(seed, "", 0);  // no column is called so
  Estimates<BasicModel<List>> truth{
      .model = posterior.model, .estimator = Estimator::posterior_mean, .classes = label.classes};
  truth.log_class_probabilities = detail::draw_log_class_probabilities(label, random);
  truth.most_frequent = detail::largest(truth.log_class_probabilities);
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    detail::check_drawable(block, label.classes);
    if constexpr (TiedFamily<F>)
      truth.tables.emplace_back(detail::draw_tied(block, label.classes, random));
    else
      truth.tables.emplace_back(
          detail::draw_table(detail::block_beliefs(block, label.classes), random));
  });
  return truth;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Estimates<Model> drawn_truth(const Posterior<Model>&, std::uint64_t);

}  // namespace credence
