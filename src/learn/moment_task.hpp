#pragma once
// Reads the rows of a tile from a panel of any layout, for MomentSums.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "learn/moment_arrays.hpp"

namespace credence::detail {

/// A tile of a panel.
template <class T>
struct MomentTask {
  const Panel<T>& panel;
  const Tile& tile;

  [[nodiscard]] double value(Index i, Index j) const {
    return static_cast<double>(panel.at(tile.rows[i], j));
  }
};

/// The rows of a tile, class by class, for what looks at single cells.
class RowsByClass {
 public:
  /// Cost: two passes over the classes of the tile; none where that was done before.
  void sort_once(const Tile& tile, Index classes) {
    if (!begins_.empty()) return;
    begins_.assign(static_cast<std::size_t>(classes) + 1, 0);
    for (Index i = 0; i < tile.size(); ++i) ++begins_[place(tile.classes[i])];
    for (std::size_t k = 1; k < begins_.size(); ++k) begins_[k] += begins_[k - 1];
    rows_.resize(static_cast<std::size_t>(tile.size()));
    for (Index i = tile.size(); i-- > 0;)
      rows_[static_cast<std::size_t>(--begins_[place(tile.classes[i])])] = i;
    begins_.push_back(tile.size());
  }
  /// Positions in the tile, in order.
  [[nodiscard]] std::span<const Index> of(Index klass) const {
    const auto begin = static_cast<std::size_t>(begins_[static_cast<std::size_t>(klass) + 1]);
    const auto end = static_cast<std::size_t>(begins_[static_cast<std::size_t>(klass) + 2]);
    return std::span(rows_).subspan(begin, end - begin);
  }

 private:
  [[nodiscard]] static std::size_t place(Code klass) { return static_cast<std::size_t>(klass + 1); }

  std::vector<Index> begins_;  // of each class; rows without a class come first
  std::vector<Index> rows_;
};

/// What a second look at a tile finds whose sums are not finite.
struct MomentSurvey {
  std::optional<Entry> fault;
  bool missing = false;
};

/// Whether a number that is not missing has no place in such sums.
[[nodiscard]] inline bool refused(double x, MomentKind kind) {
  if (!std::isfinite(x)) return true;
  if (kind == MomentKind::logarithm) return !(x > 0);
  return kind == MomentKind::total && x < 0;
}

template <class T>
[[nodiscard]] MomentSurvey survey(const MomentTask<T>& task, MomentKind kind) {
  MomentSurvey result;
  for (Index i = 0; i < task.tile.size(); ++i) {
    if (task.tile.classes[i] < 0) continue;
    for (Index j = 0; j < task.panel.width(); ++j) {
      const double x = task.value(i, j);
      if (std::isnan(x))
        result.missing = true;
      else if (refused(x, kind))
        return {.fault = Entry{task.tile.rows[i], j}};
    }
  }
  return result;
}

/// Reads `size` rows of a tile from `begin` on, of columns that need converting or collecting.
template <class T>
void collect(const MomentTask<T>& task, Index begin, Index size, Index first, Index columns,
             double* to) {
  for (Index i = 0; i < size; ++i) {
    const Index row = task.tile.rows[begin + i] * task.panel.stride;
    for (Index j = 0; j < columns; ++j)
      to[i * packed_columns + j] = static_cast<double>(task.panel.column(first + j)[row]);
  }
}

/// Adds the rows of a tile to the blocks, with classes of their own. Columns are taken a few at a
/// time where they do not lie side by side; each cell sees the same rows in the same order.
template <class T>
class MomentFeed {
 public:
  MomentFeed(const MomentTask<T>& task, const MomentArrays& arrays, const Code* classes)
      : task_(task), arrays_(arrays), classes_(classes) {}

  void add() const {
    if constexpr (std::is_floating_point_v<T>)
      if (task_.panel.row_major()) return add_directly();
    for (Index first = 0; first < task_.panel.width(); first += packed_columns)
      add_packed(first, std::min(packed_columns, task_.panel.width() - first));
  }

 private:
  void forget_rows() const {
    for (Index klass = 0; klass < arrays_.classes; ++klass) {
      arrays_.rows[klass] = 0;
      arrays_.spill_at[klass] = rows_to_spill(arrays_.rows_before[klass]);
    }
  }

  void add_directly() const {
    forget_rows();
    add_moment_rows(MomentRows<T>{.values = task_.panel.column(0),
                                  .stride = task_.panel.stride,
                                  .rows = task_.tile.rows,
                                  .classes = classes_,
                                  .weights = task_.tile.weights,
                                  .first_column = 0,
                                  .columns = task_.panel.width()},
                    arrays_);
  }

  // Some of the columns, by way of a buffer in which rows lie side by side.
  void add_packed(Index first, Index columns) const {
    alignas(64) double buffer[packed_rows * packed_columns];
    const double* const weights = task_.tile.weights;
    forget_rows();
    for (Index begin = 0; begin < task_.tile.size(); begin += packed_rows) {
      const Index size = std::min(packed_rows, task_.tile.size() - begin);
      pack(begin, size, first, columns, buffer);
      add_moment_rows(MomentRows<double>{.values = buffer,
                                         .stride = packed_columns,
                                         .rows = {.first = 0, .count = size},
                                         .classes = classes_ + begin,
                                         .weights = weights == nullptr ? nullptr : weights + begin,
                                         .first_column = first,
                                         .columns = columns},
                      arrays_);
    }
  }

  void pack(Index begin, Index size, Index first, Index columns, double* to) const {
    const bool together = task_.panel.stride == 1 && task_.tile.rows.list == nullptr;
    if constexpr (std::is_floating_point_v<T>) {
      if (together)
        return pack_columns(task_.panel.columns.subspan(static_cast<std::size_t>(first),
                                                        static_cast<std::size_t>(columns)),
                            task_.tile.rows[begin], size,
                            std::min(packed_rows, task_.tile.size() - begin - size), to);
    }
    collect(task_, begin, size, first, columns, to);
  }

  const MomentTask<T>& task_;
  const MomentArrays& arrays_;
  const Code* classes_;
};

}  // namespace credence::detail
