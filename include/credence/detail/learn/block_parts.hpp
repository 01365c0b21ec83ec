#pragma once
// Parts of a block: one feature, or some members of it.
#include <credence/density/dirichlet.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/family/column_moments.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/detail/learn/block.hpp>
#include <credence/family/dirichlet_multinomial.hpp>

namespace credence::detail {

/// Returns the entries of a list at some positions; 0 beyond its end. Nothing seen stays nothing.
[[nodiscard]] std::vector<double> entries_at(const std::vector<double>& list,
                                             std::span<const Index> positions);

[[nodiscard]] Dirichlet restricted(const Dirichlet& prior, std::span<const Index> members);
[[nodiscard]] TiedNormalInverseGamma restricted(const TiedNormalInverseGamma& prior,
                                                std::span<const Index> members);
[[nodiscard]] NormalInverseWishart restricted(const NormalInverseWishart& prior,
                                              std::span<const Index> members);
[[nodiscard]] JointMoments restricted(const JointMoments& seen, std::span<const Index> members);
[[nodiscard]] WordTotals restricted(const WordTotals& seen, std::span<const Index> members);
[[nodiscard]] ColumnMoments restricted(const ColumnMoments& seen, std::span<const Index> members);

/// A family whose features have members that can be kept without the others.
template <class F>
concept DivisibleFamily = ConjugateFamily<F> &&
    (TiedFamily<F> || std::is_same_v<typename F::Statistics::value_type, WordCounts>)&&requires(
        const typename F::Prior& prior, const typename F::Statistics& seen,
        std::span<const Index> members) {
  { restricted(prior, members) } -> std::same_as<typename F::Prior>;
  { restricted(seen, members) } -> std::same_as<typename F::Statistics>;
};

/// Returns the names of what a feature is made of; none where it cannot be divided.
template <ConjugateFamily F>
[[nodiscard]] std::span<const std::string> members_of(const Feature<F>& feature) {
  if constexpr (DivisibleFamily<F>) return feature.levels;
  return {};
}

template <DivisibleFamily F>
[[nodiscard]] FeaturePrior<F> restricted(FeaturePrior<F> prior, std::span<const Index> members) {
  const auto restrict_rule = [&](typename FeaturePrior<F>::Rule& rule) {
    if (const auto* numbers = get_if<typename F::Prior>(rule)) rule = restricted(*numbers, members);
  };
  restrict_rule(prior.shared);
  for (auto& entry : prior.by_class) restrict_rule(entry.second);
  return prior;
}

/// Returns a feature with some of its members.
template <DivisibleFamily F>
[[nodiscard]] Feature<F> restricted(Feature<F> feature, std::span<const Index> members) {
  std::vector<std::string> names;
  for (const Index member : members)
    names.push_back(feature.levels[static_cast<std::size_t>(member)]);
  feature.prior = restricted(std::move(feature.prior), members);
  feature.levels = std::move(names);
  feature.unseen = Unseen::missing;  // the other words are to be skipped, not to be reserved for
  return feature;
}

/// Returns one feature of a block as a block of its own.
/// in   members: those that stay; null for all
template <ConjugateFamily F>
[[nodiscard]] Block<F> part_of(const Block<F>& block, Index j, const std::vector<Index>* members) {
  Block<F> one;
  one.classes = block.classes;
  const auto cells = cells_of(block, j);
  one.cells.assign(cells.begin(), cells.end());
  if (!block.exact.empty())
    one.exact.assign(block.exact.begin() + j * block.classes,
                     block.exact.begin() + (j + 1) * block.classes);
  one.features.push_back(block.feature(j));
  if constexpr (DivisibleFamily<F>) {
    if (members == nullptr) return one;
    one.feature(0) = restricted(std::move(one.feature(0)), *members);
    for (auto& cell : one.cells) cell = restricted(cell, *members);
    if constexpr (ExactFamily<F>)
      for (auto& cell : one.exact) cell = cell.restricted(*members);
  }
  return one;
}

/// Adds the features of another block of the same classes.
template <ConjugateFamily F>
void append(Block<F>& block, Block<F>&& more) {
  std::move(more.features.begin(), more.features.end(), std::back_inserter(block.features));
  std::move(more.cells.begin(), more.cells.end(), std::back_inserter(block.cells));
  std::move(more.exact.begin(), more.exact.end(), std::back_inserter(block.exact));
}

}  // namespace credence::detail
