// What the numbers of a parameter that is a list are of.
#include "study/entry_names.hpp"

#include <credence/base/triangle.hpp>

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

}  // namespace credence::detail
