// What the numbers of a parameter that is a list are of.
#include "study/rows/entry_names.hpp"

#include <credence/base/triangle.hpp>
#include <credence/data/number.hpp>

#include <cmath>
#include <limits>

namespace credence::detail {
namespace {

// Of the place in the lower triangle of a matrix, row by row.
std::string pair_name(std::span<const std::string> columns, std::size_t at) {
  std::size_t row = 0;
  while (triangle_place(static_cast<Index>(row), static_cast<Index>(row)) < at) ++row;
  const std::size_t column = at - triangle_place(static_cast<Index>(row), 0);
  return row == column ? columns[row] : columns[row] + " with " + columns[column];
}

}  // namespace

std::string entry_name(std::span<const std::string> entries, std::size_t length, std::size_t at) {
  const std::size_t size = entries.size();
  if (length == 1 && size > 1) return {};
  if (length <= size) return entries[at];
  if (size > 0 && length == size * (size + 1) / 2) return pair_name(entries, at);
  if (size > 0 && length == size + 1) return at < size ? entries[at] : reserved_entry;
  return std::to_string(at + 1);
}

std::vector<std::string> branch_names(std::vector<double> edges, bool has_tails) {
  if (has_tails) {
    edges.insert(edges.begin(), -std::numeric_limits<double>::infinity());
    edges.push_back(std::numeric_limits<double>::infinity());
  }
  const auto range = [](double lower, double upper) -> std::string {
    if (std::isinf(lower)) return std::isinf(upper) ? "all" : "up to " + to_text(upper);
    return std::isinf(upper) ? "above " + to_text(lower) : to_text(lower) + " to " + to_text(upper);
  };
  std::vector<std::string> names;
  for (std::size_t step = edges.size() - 1; step > 1; step /= 2)
    for (std::size_t first = 0; first + 1 < edges.size(); first += step)
      names.push_back(range(edges[first], edges[first + step / 2]) + " of " +
                      range(edges[first], edges[first + step]));
  return names;
}

}  // namespace credence::detail
