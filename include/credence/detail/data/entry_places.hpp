#pragma once
// Entries of a list found by their names.
#include <credence/data/levels.hpp>
#include <utility>

namespace credence::detail {

/// For each name the position of the entry that bears it, -1 where none does.
template <class Value>
[[nodiscard]] std::vector<Index> entries_of(
    std::span<const std::string> names, const std::vector<std::pair<std::string, Value>>& entries) {
  std::vector<std::string> known;
  known.reserve(entries.size());
  for (const auto& entry : entries) known.push_back(entry.first);
  return positions_in(names, known);
}

}  // namespace credence::detail
