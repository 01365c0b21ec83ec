#pragma once
// The log evidence of one feature: its part in that of the whole model.
#include <credence/learn/model_posterior.hpp>
#include <string_view>

namespace credence {

namespace detail {
/// Throws Error{schema} naming the features that there are.
[[noreturn]] void no_such_feature(std::string_view feature, std::span<const std::string> known);
}  // namespace detail

/// Log evidence of the data of one feature, given the label: the sum over its classes, in nats.
/// Those of all features and of the label sum to that of the posterior. Automatic and empirical
/// priors are taken in the numbers they stand for now.
/// throws  Error{schema} when there is no feature of that name; Error{undefined} where an automatic
///         prior has no meaning for these data, or a prior is improper
/// cost    features + classes x levels; for an empirical prior a search
template <class M>
[[nodiscard]] double log_evidence(const Posterior<M>& posterior, std::string_view feature) {
  std::vector<std::string> known;
  double found = 0;
  bool is_there = false;
  for_each_block(posterior.blocks, [&](const auto& block) {
    for (Index j = 0; j < block.size() && !is_there; ++j) {
      known.push_back(block.feature(j).name);
      is_there = block.feature(j).name == feature;
      if (is_there) found = log_evidence(block, j, posterior.label.classes);
    }
  });
  if (!is_there) detail::no_such_feature(feature, known);
  return found;
}

}  // namespace credence
