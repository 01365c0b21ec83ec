#pragma once
// Positions given by users of the library, checked where they are used.
#include <credence/base/index.hpp>
#include <string_view>

namespace credence::detail {

/// Throws Error{shape}: "no row has the position 7; choose one from 0 to 2".
[[noreturn]] void no_such_place(std::string_view what, Index at, Index size);

/// Returns a position among `size` things, as an index.
/// in      what: one of them, for the message ("row")
/// throws  Error{shape} for an unknown position
/// cost    one comparison
[[nodiscard]] inline std::size_t place_of(std::string_view what, Index at, std::size_t size) {
  const auto place = static_cast<std::size_t>(at);
  if (place >= size) [[unlikely]]
    no_such_place(what, at, static_cast<Index>(size));
  return place;
}

/// Returns the position of an entry of a row-major matrix, of which `stored` numbers are there.
/// throws  Error{shape} for a row or column that is not there
[[nodiscard]] inline std::size_t place_in_matrix(std::string_view of_rows, Index row,
                                                 std::string_view of_columns, Index column,
                                                 std::size_t columns, std::size_t stored) {
  const std::size_t c = place_of(of_columns, column, columns);
  return place_of(of_rows, row, stored / columns) * columns + c;
}

}  // namespace credence::detail
