#pragma once
// Panels of levels, of every type and storage, for the tests of counting and of scores.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <credence/detail/data/panel.hpp>

namespace {

using namespace credence;

using Generator = std::mt19937_64;
using Levels = std::vector<Index>;

enum class Lies { tight, wide, by_column, scattered };
constexpr std::array ways = {Lies::tight, Lies::wide, Lies::by_column, Lies::scattered};

// Cells of a panel, with foreign values around and between them.
template <class T>
struct LevelSample {
  std::vector<T> memory;
  std::vector<const T*> columns;
  Panel<T> panel;

  LevelSample(Index rows, Index width, Lies lies) {
    const Index stride = lies == Lies::tight ? width : lies == Lies::by_column ? 1 : 2 * width + 3;
    const auto start = [&](Index j) {
      return lies == Lies::by_column ? j * (rows + 1) : lies == Lies::scattered ? 2 * j : j;
    };
    // Nothing behind the last entry, so that reading there is noticed.
    const Index size = 2 + start(width - 1) + std::max<Index>(rows - 1, 0) * stride;
    memory.assign(static_cast<std::size_t>(size), T(101));
    for (Index j = 0; j < width; ++j) columns.push_back(memory.data() + 1 + start(j));
    if (lies == Lies::scattered) std::reverse(columns.begin(), columns.end());
    panel = {.columns = columns, .rows = rows, .stride = stride};
  }
  T& at(Index row, Index column) {
    return memory[static_cast<std::size_t>(&panel.at(row, column) - memory.data())];
  }
  void fill(const Levels& levels, Generator& random) {
    for (Index i = 0; i < panel.rows; ++i)
      for (Index j = 0; j < panel.width(); ++j)
        at(i, j) = static_cast<T>(random() %
                                  static_cast<std::uint64_t>(levels[static_cast<std::size_t>(j)]));
  }
  // A share of cells becomes missing, where the type can say so.
  void lose(Index one_in, Generator& random) {
    if constexpr (!std::is_same_v<T, std::uint8_t>)
      for (Index i = 0; i < panel.rows; ++i)
        for (Index j = 0; j < panel.width(); ++j)
          if (random() % static_cast<std::uint64_t>(one_in) == 0) at(i, j) = missing();
  }
  static T missing() {
    if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::quiet_NaN();
    return static_cast<T>(-1);
  }
};

inline Levels some_levels(Index width, Index most, Generator& random) {
  Levels levels;
  for (Index j = 0; j < width; ++j)
    levels.push_back(
        most == 2 ? 2 : 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(most)));
  return levels;
}

struct Shape {
  Index rows, width, classes, most_levels;
};

}  // namespace
