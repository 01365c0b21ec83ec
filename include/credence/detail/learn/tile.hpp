#pragma once
// The rows that a learning kernel takes at a time, with their classes and weights.
#include <credence/base/index.hpp>
#include <credence/data/row_span.hpp>

namespace credence::detail {

/// Rows of a table with the class and the weight of each.
struct Tile {
  RowSpan rows;
  const Code* classes = nullptr;    ///< one a row: position of its class; -1: the row is skipped
  const double* weights = nullptr;  ///< one a row, finite and > 0 where the class is not -1; null:
                                    ///< each weighs 1

  [[nodiscard]] Index size() const { return rows.count; }
  [[nodiscard]] double weight(Index i) const { return weights == nullptr ? 1.0 : weights[i]; }
};

}  // namespace credence::detail
