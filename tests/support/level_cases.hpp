#pragma once
// Tables of levels in every layout, and a plain count, for the tests of level counts.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <type_traits>

#include "learn/levels/level_counts.hpp"
#include "support/instructions.hpp"
#include "support/level_samples.hpp"

namespace {

using namespace credence;
using namespace credence::testing;

using Weights = LevelCounts::Weights;

// Rows in any order, with classes and weights.
struct LevelRows {
  std::vector<Index> list;
  std::vector<Code> classes;
  std::vector<double> weights;

  LevelRows(Index rows, Index classes_in_use, Generator& random) {
    std::uniform_real_distribution<double> weight(0.1, 3);
    for (Index i = 0; i < rows; ++i) {
      list.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(rows)));
      const auto k = static_cast<Index>(random() % static_cast<std::uint64_t>(classes_in_use + 1));
      classes.push_back(static_cast<Code>(k - (k == classes_in_use ? k + 1 : 0)));
      weights.push_back(weight(random));
    }
  }
  [[nodiscard]] detail::Tile tile(bool listed, bool weighted, Index begin, Index size) const {
    const RowSpan all{.first = 0,
                      .count = static_cast<Index>(list.size()),
                      .list = listed ? list.data() : nullptr};
    return {.rows = all.part(begin, size),
            .classes = classes.data() + begin,
            .weights = weighted ? weights.data() + begin : nullptr};
  }
  [[nodiscard]] detail::Tile whole(bool listed, bool weighted) const {
    return tile(listed, weighted, 0, static_cast<Index>(list.size()));
  }
};

using Reference = std::map<std::tuple<Index, Index, Index>, double>;

template <class T>
Reference counted_plainly(const Panel<T>& panel, const detail::Tile& tile) {
  Reference counts;
  for (Index i = 0; i < tile.size(); ++i)
    for (Index j = 0; j < panel.width() && tile.classes[i] >= 0; ++j) {
      const T value = panel.at(tile.rows[i], j);
      if (value >= 0)  // neither NaN nor -1
        counts[{j, tile.classes[i], static_cast<Index>(value)}] += tile.weight(i);
    }
  return counts;
}

// How many counts differ, or are missing, or too many.
inline Index differences(const LevelCounts& counts, const Reference& expected) {
  Index result = 0;
  for (Index j = 0; j < counts.columns(); ++j)
    for (Index klass = 0; klass < counts.classes(); ++klass)
      for (Index level = 0; level < counts.levels(j); ++level) {
        const auto found = expected.find({j, klass, level});
        result += counts.count(j, klass, level) != (found == expected.end() ? 0 : found->second);
      }
  return result;
}

[[maybe_unused]] constexpr std::array shapes = {
    Shape{0, 3, 2, 4},    Shape{1, 1, 1, 3},     Shape{7, 2, 3, 2},     Shape{8, 5, 2, 30},
    Shape{9, 15, 4, 2},   Shape{31, 16, 2, 2},   Shape{33, 17, 40, 9},  Shape{255, 63, 2, 2},
    Shape{256, 64, 1, 2}, Shape{1000, 8, 3, 2},  Shape{777, 40, 8, 30}, Shape{600, 200, 2, 2},
    Shape{90, 33, 3, 99}, Shape{40, 1300, 2, 3}, Shape{2000, 79, 5, 2}, Shape{300, 4, 300, 5},
    Shape{70, 1, 3, 2},   Shape{500, 5, 4, 2},   Shape{300, 7, 1, 2},   Shape{2000, 8, 3, 2},
    Shape{401, 10, 4, 12}};

template <class T>
void check_shape(const Shape& shape, Lies lies, Index missing_one_in) {
  Generator random(static_cast<std::uint64_t>(17 + shape.rows + shape.width));
  const Levels levels = some_levels(shape.width, shape.most_levels, random);
  LevelSample<T> sample(shape.rows, shape.width, lies);
  sample.fill(levels, random);
  if (missing_one_in > 0) sample.lose(missing_one_in, random);
  const LevelRows rows(shape.rows, shape.classes, random);
  const std::vector<T> before = sample.memory;
  for (const bool listed : {false, true})
    for (const bool weighted : {false, true}) {
      CAPTURE(listed);
      CAPTURE(weighted);
      const detail::Tile tile = rows.whole(listed, weighted);
      LevelCounts counts;
      counts.reset(levels, shape.classes, weighted ? Weights::given : Weights::none);
      REQUIRE_FALSE(counts.add(sample.panel, tile));
      CHECK(differences(counts, counted_plainly(sample.panel, tile)) == 0);
    }
  CHECK(std::equal(before.begin(), before.end(), sample.memory.begin(),
                   [](T a, T b) { return a == b || (a != a && b != b); }));
}

}  // namespace
