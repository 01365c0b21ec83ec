#pragma once
// Truths to simulate from: one draw of every parameter from what is believed of it.
#include <credence/predict/beliefs.hpp>
#include <credence/study/drawn_rows.hpp>

namespace credence {

namespace detail {
/// Throws Error{undefined}: there is no class, or no level of a column, to draw; or the frequencies
/// of the classes come from data, and there are none.
void check_classes_to_draw(const LabelColumn& label);
[[noreturn]] void no_levels_to_draw(const std::string& feature);
/// Throws Error{undefined}: the prior takes numbers from data, and there are none.
[[noreturn]] void prior_without_data(const std::string& name);
/// The position of the largest entry; the earlier one of equals.
[[nodiscard]] Index largest(const std::vector<double>& values);

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
  for_each_block(posterior.blocks,
                 [&](const auto& block) { detail::check_drawable(block, label.classes); });
  Random random = detail::random_of(seed, "", 0);  // no column is called so
  Estimates<BasicModel<List>> truth = draw(beliefs(posterior), random);
  truth.most_frequent = detail::largest(truth.log_class_probabilities);
  return truth;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Estimates<Model> drawn_truth(const Posterior<Model>&, std::uint64_t);

}  // namespace credence
