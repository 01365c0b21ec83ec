#pragma once
// The rows of a tile class by class, for kernels that go through it in that order.
#include <credence/detail/learn/tile.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// Positions in a tile class by class, those of a class in their order.
struct ByClass {
  std::vector<Index> begins;   ///< one a class and an end; empty: nothing was listed
  std::vector<Index> entries;  ///< those of class k from begins[k] to begins[k + 1]

  /// Lists the rows of a tile, but for those that are skipped.
  /// cost    two passes over the classes of the rows
  void list(const Tile& tile, Index classes);

  [[nodiscard]] Index size(Index klass) const {
    const auto at = begins.begin() + klass;
    return at[1] - at[0];
  }
  [[nodiscard]] std::span<const Index> of(Index klass) const {
    return std::span(entries).subspan(
        static_cast<std::size_t>(begins[static_cast<std::size_t>(klass)]),
        static_cast<std::size_t>(size(klass)));
  }
};

}  // namespace credence::detail
