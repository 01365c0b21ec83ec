#pragma once
// What the data of one family are worth at the parameters that were fitted to them, and how many of
// these are free. Included by studied_family_of.hpp alone.
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <type_traits>

namespace credence::detail {

/// A family that can add up log densities from its statistics.
template <class F>
concept HasLogLikelihood = requires(const typename F::Likelihood& likelihood,
                                    const typename F::Statistics& seen) {
  { log_likelihood(likelihood, seen) } -> std::convertible_to<double>;
};

/// Returns how many of the unknown parameters of one cell may be chosen: of probabilities that sum to
/// 1 one less than there are.
template <ConjugateFamily F>
[[nodiscard]] double free_in_cell(const typename F::Likelihood& likelihood) {
  const auto parameters = F::parameters(likelihood);
  using Parameters = std::remove_cvref_t<decltype(parameters)>;
  if constexpr (std::is_same_v<Parameters, std::vector<double>>) {
    constexpr bool shares = F::Likelihood::members.first.domain == Domain::simplex;
    const auto count = static_cast<double>(parameters.size());
    return shares && count > 0 ? count - 1 : count;
  } else if constexpr (Described<Parameters>) {
    return static_cast<double>(std::remove_cvref_t<decltype(Parameters::members)>::size);
  } else {
    return 1;
  }
}

/// Returns how many parameters of a block of columns may be chosen.
/// in  classes: how many of them are possible
template <TiedFamily F>
[[nodiscard]] double free_in_block(const FeatureFacts& feature, double classes) {
  const auto columns = static_cast<double>(feature.levels.size());
  double spread = ties_columns(feature.tied) ? 1 : columns;
  if (covariance_of<F>() == Covariance::full) spread = columns * (columns + 1) / 2;
  return classes * columns + (ties_classes(feature.tied) ? 1 : classes) * spread;
}

/// Adds one feature, whose densities under the classes are given.
template <ConjugateFamily F>
void add_feature_fit(const Block<F>& block, Index j, std::span<const typename F::Likelihood> cells,
                     std::span<const double> log_class_probabilities, FitSums& sums) {
  double possible = 0;
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    if (log_class_probabilities[klass] == -std::numeric_limits<double>::infinity()) continue;
    ++possible;
    sums.log_likelihood.add(log_likelihood(cells[klass], block.cell(j, static_cast<Index>(klass))));
    if constexpr (!TiedFamily<F>) sums.parameters += free_in_cell<F>(cells[klass]);
  }
  if constexpr (TiedFamily<F>) sums.parameters += free_in_block<F>(block.feature(j), possible);
}

/// Adds the features of a block, under the densities of a plug-in estimator.
/// throws  Error{undefined} for a family without log_likelihood
template <ConjugateFamily F>
void add_block_fit([[maybe_unused]] const Block<F>& block, const ScoreTable<F>& table,
                   [[maybe_unused]] std::span<const double> log_class_probabilities,
                   [[maybe_unused]] FitSums& sums) {
  if constexpr (HasLogLikelihood<F>)
    table.visit([&](const auto& densities) {
      using Density = typename std::remove_cvref_t<decltype(densities)>::value_type;
      if constexpr (std::is_same_v<Density, typename F::Likelihood>) {
        const std::span all(densities);
        const std::size_t classes = log_class_probabilities.size();
        for (Index j = 0; j < table.size(); ++j)
          add_feature_fit(block, j, all.subspan(static_cast<std::size_t>(j) * classes, classes),
                          log_class_probabilities, sums);
      }
    });
  else if (table.size() > 0)
    no_log_likelihood(
        table.feature(0).name, word_of<F>(),
        requires { requires std::is_same_v<typename F::Shipped, F>; });
}

}  // namespace credence::detail
