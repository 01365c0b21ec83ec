#pragma once
// Which rows are meant, and where an entry of a panel stands.
#include <credence/base/index.hpp>

namespace credence {

/// Positions of rows: first, first + 1, ..., or any list.
struct RowSpan {
  Index first = 0;
  Index count = 0;
  const Index* list = nullptr;  ///< count positions; null where the rows are consecutive

  [[nodiscard]] Index operator[](Index i) const { return list == nullptr ? first + i : list[i]; }
  /// Returns the part from `begin` on, `size` rows long.
  [[nodiscard]] RowSpan part(Index begin, Index size) const {
    return {
        .first = first + begin, .count = size, .list = list == nullptr ? nullptr : list + begin};
  }
};

/// An entry of a panel.
struct Entry {
  Index row = 0;  ///< position in the panel, not in the tile
  Index column = 0;

  friend bool operator==(const Entry&, const Entry&) = default;
};

}  // namespace credence
