#pragma once
// The moving cells of a whole posterior, and where a table's levels stand among theirs.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/moving_histogram.hpp>
#include <credence/predict/moving_levels.hpp>
#include <credence/predict/moving_tied.hpp>
#include <credence/study/classes_without.hpp>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace credence::detail {

template <class List>
struct MovingOf;
template <ConjugateFamily... F>
struct MovingOf<FamilyList<F...>> {
  using type = std::variant<MovingCells<F>...>;
};

/// The moving cells of every block of a posterior.
template <class List>
[[nodiscard]] auto moving_blocks(const Posterior<BasicModel<List>>& posterior,
                                 const EstimateContext& context) {
  std::vector<typename MovingOf<List>::type> moving;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    moving.emplace_back(std::in_place_type<MovingCells<F>>, block, context);
  });
  return moving;
}

/// The names of the scored features of which a forgotten row moves all classes.
template <class Moving>
[[nodiscard]] std::set<std::string> moving_all_classes(const std::vector<Moving>& moving,
                                                       Estimator estimator) {
  std::set<std::string> names;
  for (const Moving& any : moving)
    std::visit(
        [&](const auto& cells) {
          for (Index j = 0; j < cells.size(); ++j)
            if (cells.scored(j) && moves_all_classes(cells.feature(j), estimator))
              names.insert(cells.feature(j).name);
        },
        any);
  return names;
}

/// Where the levels of a table stand among those of moving cells.
/// throws  Error{domain} for a row with a level that was not learned
template <ConjugateFamily F>
[[nodiscard]] Slots learned_slots(const MovingCells<F>& moving, Index j, const BlockCells<F>& cells,
                                  std::span<const Index> rows, const Table& table) {
  const Feature<F>& feature = moving.feature(j);
  const auto& data = cells.features[static_cast<std::size_t>(j)];
  Slots slots = slots_of(feature, data);
  if (std::find(slots.of.begin(), slots.of.end(), -1) == slots.of.end()) return slots;
  if constexpr (Block<F>::levelled)
    for (const Index row : rows)
      if (const auto unknown = data.unknown(row, slots); !unknown.empty())
        throw cannot_forget(table, feature.name, row,
                            "'" + std::string(unknown.front()) + "' was never learned");
  return slots;
}

}  // namespace credence::detail
