#pragma once
// What the numbers of a parameter that is a list are of.
#include <span>
#include <string>
#include <vector>

namespace credence::detail {

/// How descriptions call a reserved level.
inline constexpr const char* reserved_entry = "(unseen)";

/// Returns what one number of a list is of: a level or column; "a" or "b with a" of the lower
/// triangle of a matrix; nothing of a single number that all columns share; else its place from 1.
/// in  entries: levels or columns;  length: of the list
[[nodiscard]] std::string entry_name(std::span<const std::string> entries, std::size_t length,
                                     std::size_t at);

/// Returns the names of the branches of a tree: "18 to 40 of 18 to 90"; with tails "up to 40 of all".
[[nodiscard]] std::vector<std::string> branch_names(std::vector<double> edges, bool has_tails);

}  // namespace credence::detail
