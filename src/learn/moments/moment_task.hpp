#pragma once
// Reads the rows of a tile from a panel of any layout, for MomentSums.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "learn/moments/moment_arrays.hpp"

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

/// What a second look at a tile finds whose sums are not finite.
struct MomentSurvey {
  std::optional<Entry> fault;
  bool missing = false;
};

/// Returns whether a number that is not missing has no place in such sums.
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

/// Adds the rows of a tile to the blocks, with classes of their own. Columns are taken a few at a
/// time where they do not lie side by side; each cell sees the same rows in the same order.
template <class T>
class MomentFeed {
 public:
  /// in      spills: of the tile
  MomentFeed(const MomentTask<T>& task, const MomentArrays& arrays,
             std::span<const MomentSpill> spills)
      : task_(task), arrays_(arrays), spills_(spills) {}

  /// The same class by class, of rows that lie side by side.
  void add_by_class(const MomentClasses& classes) const {
    if constexpr (std::is_floating_point_v<T>) add_moment_classes(rows_of_tile(), classes, arrays_);
  }

  void add_class(const MomentClasses& classes, Index klass, Index count) const {
    if constexpr (std::is_floating_point_v<T>)
      add_moment_class(rows_of_tile(), classes, klass, count, arrays_);
  }

  void add() const {
    const Panel<T>& panel = task_.panel;
    if constexpr (std::is_floating_point_v<T>) {
      if (panel.row_major()) return add_moment_rows(rows_of_tile(), arrays_);
      if (panel.stride == 1 && task_.tile.rows.list == nullptr &&
          arrays_.kind != MomentKind::logarithm)
        return add_strips();
    }
    for (Index first = 0; first < panel.width(); first += buffer_columns)
      add_copies(first, std::min(buffer_columns, panel.width() - first));
  }

 private:
  static constexpr Index buffer_rows = 32;
  static constexpr Index buffer_columns = 64;

  [[nodiscard]] MomentRows<T> rows_of_tile() const {
    return {.values = task_.panel.column(0),
            .stride = task_.panel.stride,
            .rows = task_.tile.rows,
            .classes = task_.tile.classes,
            .weights = task_.tile.weights,
            .first_column = 0,
            .columns = task_.panel.width(),
            .in_memory = task_.panel.rows,
            .begin = 0,
            .spills = spills_};
  }

  void add_strips() const {
    const Panel<T>& panel = task_.panel;
    constexpr Index most = MomentStrip<T>::most_columns;
    Index width = 0;
    for (Index first = 0; first < panel.width(); first += width) {
      const Index left = panel.width() - first;
      width = left >= most ? most : std::min<Index>(left, 8);
      std::array<const T*, most> columns{};
      for (Index j = 0; j < width; ++j)
        columns[static_cast<std::size_t>(j)] = panel.column(first + j) + task_.tile.rows[0];
      add_moment_strip(
          MomentStrip<T>{.columns = std::span(columns).first(static_cast<std::size_t>(width)),
                         .rows = task_.tile.size(),
                         .classes = task_.tile.classes,
                         .weights = task_.tile.weights,
                         .first_column = first,
                         .spills = spills_},
          arrays_);
    }
  }

  // Some of the columns, by way of a buffer in which rows lie side by side.
  void add_copies(Index first, Index columns) const {
    alignas(64) std::array<double, buffer_rows * buffer_columns> buffer;
    const double* const weights = task_.tile.weights;
    auto spill = spills_.begin();
    for (Index begin = 0; begin < task_.tile.size(); begin += buffer_rows) {
      const Index size = std::min(buffer_rows, task_.tile.size() - begin);
      copy(begin, size, first, columns, buffer.data());
      const auto first_spill = spill;
      while (spill != spills_.end() && spill->end <= begin + size) ++spill;
      add_moment_rows(MomentRows<double>{.values = buffer.data(),
                                         .stride = buffer_columns,
                                         .rows = {.first = 0, .count = size},
                                         .classes = task_.tile.classes + begin,
                                         .weights = weights == nullptr ? nullptr : weights + begin,
                                         .first_column = first,
                                         .columns = columns,
                                         .in_memory = 0,
                                         .begin = begin,
                                         .spills = {first_spill, spill}},
                      arrays_);
    }
  }

  void copy(Index begin, Index size, Index first, Index columns, double* to) const {
    for (Index i = 0; i < size; ++i) {
      const Index row = task_.tile.rows[begin + i] * task_.panel.stride;
      for (Index j = 0; j < columns; ++j)
        to[i * buffer_columns + j] = static_cast<double>(task_.panel.column(first + j)[row]);
    }
  }

  const MomentTask<T>& task_;
  MomentArrays arrays_;
  std::span<const MomentSpill> spills_;
};

}  // namespace credence::detail
