#pragma once
// Lists of levels: their order, and how one list is found in another.
#include <credence/base/index.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// Returns the distinct texts, ordered as levels and classes are: by value if all are numbers, else
/// by byte.
[[nodiscard]] std::vector<std::string> sorted_levels(std::vector<std::string> levels);

/// Returns whether texts are distinct and in that order.
[[nodiscard]] bool are_sorted_levels(const std::vector<std::string>& levels);

/// Returns the union of two lists, in that order.
[[nodiscard]] std::vector<std::string> merged_levels(std::span<const std::string> a,
                                                     std::span<const std::string> b);

/// For each of `from` its position in `to`, -1 where it is absent.
[[nodiscard]] std::vector<Index> positions_in(std::span<const std::string> from,
                                              std::span<const std::string> to);

}  // namespace credence
