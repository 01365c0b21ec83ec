#pragma once
// A tile of log joints between guards, which shows what a kernel writes where it should not.
#include <credence/detail/predict/score_tile.hpp>
#include <cstdint>
#include <vector>

namespace credence::testing {

/// A tile whose rows all start at a joint of their class.
struct GuardedTile {
  static constexpr double guard = 12345.0;
  std::vector<double> memory;
  ScoreTile tile;

  GuardedTile(Index classes, Index rows) {
    const Index stride = (rows + 31) / 32 * 32;
    memory.assign(static_cast<std::size_t>(classes * stride + 24), guard);
    auto address = reinterpret_cast<std::uintptr_t>(memory.data() + 8);
    address = (address + 63) / 64 * 64;
    tile = {.data = reinterpret_cast<double*>(address),
            .classes = classes,
            .rows = rows,
            .stride = stride};
    for (Index c = 0; c < classes; ++c)
      for (Index i = 0; i < stride; ++i) tile.of_class(c)[i] = start(c);
  }
  GuardedTile(const GuardedTile&) = delete;  // the tile would show the memory of the other
  GuardedTile& operator=(const GuardedTile&) = delete;

  [[nodiscard]] static double start(Index klass) { return -0.25 * static_cast<double>(klass); }
  [[nodiscard]] bool guards_hold() const {
    const double* end = tile.data + tile.classes * tile.stride;
    for (const double& value : memory)
      if ((&value < tile.data || &value >= end) && value != guard) return false;
    return true;
  }
};

}  // namespace credence::testing
