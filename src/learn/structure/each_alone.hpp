#pragma once
// The posterior of each feature alone.
#include <credence/learn/keep.hpp>

#include <span>
#include <string>

namespace credence::detail {

/// Calls `visit(name, posterior of that feature alone)` for each of these features, in their order.
/// in    names: features of the posterior
/// cost  features x their logarithm, because halves are halved again; one after the other: their square
template <class Visit>
void for_each_alone(const Posterior<Model>& posterior, std::span<const std::string> names,
                    const Visit& visit) {
  if (names.empty()) return;
  const Posterior<Model> part = keep(posterior, names);
  if (names.size() == 1) return visit(names.front(), part);
  const std::size_t half = names.size() / 2;
  for_each_alone(part, names.first(half), visit);
  for_each_alone(part, names.subspan(half), visit);
}

}  // namespace credence::detail
