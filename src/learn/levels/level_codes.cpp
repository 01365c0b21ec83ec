// Loops over one column, for each type of number that may hold its levels.
#include "learn/levels/level_codes.hpp"

#include <cassert>
#include <cmath>
#include <type_traits>

namespace credence::detail {
namespace {

// Columns that lie in memory without gaps, row after row, are most of them.
template <class T, class ToCode>
void write_codes(const Strided<T>& column, RowSpan rows, std::span<Code> codes, ToCode&& to_code) {
  if (rows.list == nullptr && column.stride == 1) {
    const T* const from = column.data + rows.first;
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = to_code(from[i]);
  } else {
    for (std::size_t i = 0; i < codes.size(); ++i)
      codes[i] = to_code(column[rows[static_cast<Index>(i)]]);
  }
}

// As Cells<bool>::read.
template <class T>
Code code_of_answer(T value) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value)) return 2;
  return value == T{1} ? 1 : 0;
}

}  // namespace

Index levels_in_data(const BoundBlock& block, Index feature) {
  return block.visit([&]<class Datum>(const BlockCells<Datum>& cells) -> Index {
    if constexpr (std::is_same_v<Datum, bool>)
      return 2;
    else if constexpr (std::is_same_v<Datum, Code>)
      return std::ssize(cells.feature(feature).levels());
    else
      return 0;
  });
}

void read_codes(const BoundBlock& block, Index feature, RowSpan rows, std::span<Code> codes) {
  assert(std::ssize(codes) == rows.count);
  block.visit([&]<class Datum>(const BlockCells<Datum>& cells) {
    if constexpr (std::is_same_v<Datum, bool>) {
      std::visit(
          [&](const auto& column) {
            write_codes(column, rows, codes, [](auto value) { return code_of_answer(value); });
          },
          cells.feature(feature).numbers());
    } else if constexpr (std::is_same_v<Datum, Code>) {
      const auto absent = static_cast<Code>(cells.feature(feature).levels().size());
      write_codes(std::get<Strided<Code>>(cells.feature(feature).numbers()), rows, codes,
                  [absent](Code code) { return code == missing_code ? absent : code; });
    }
  });
}

}  // namespace credence::detail
