// Looked-up log densities equal those of a plain loop, for every way a panel may lie in memory.
#include "predict/levels/level_scores.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <tuple>
#include <type_traits>

#include "support/instructions.hpp"
#include "support/limits.hpp"
#include "support/level_samples.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double guard = 12345.678;

// A tile in the middle of guard values; its entries hold something already, some of them -inf.
struct Scores {
  std::vector<double> memory, before;
  ScoreTile tile;

  Scores(Index classes, Index rows) {
    const Index stride = (rows + 31) / 32 * 32;
    memory.assign(static_cast<std::size_t>(classes * stride + 32), guard);
    void* from = memory.data() + 8;
    std::size_t space = 1 << 30;
    from = std::align(64, 64, from, space);
    tile = {.data = static_cast<double*>(from), .classes = classes, .rows = rows, .stride = stride};
    for (Index k = 0; k < classes; ++k)
      for (Index i = 0; i < rows; ++i) tile.at(k, i) = (i + k) % 11 == 3 ? -infinity : -0.5;
    before = memory;
  }
  [[nodiscard]] double was(Index klass, Index row) const {
    return before[static_cast<std::size_t>(&tile.at(klass, row) - memory.data())];
  }
  [[nodiscard]] bool guarded() const {
    const double* end = tile.data + tile.classes * tile.stride;
    for (const double& value : memory)
      if ((&value < tile.data || &value >= end) && value != guard) return false;
    return true;
  }
};

struct Terms {
  Levels levels;
  Index classes;
  std::vector<double> terms;

  Terms(Levels of, Index classes_in_use, Index impossible_one_in, Generator& random)
      : levels(std::move(of)), classes(classes_in_use) {
    std::uniform_real_distribution<double> term(-9, 0.5);
    Index size = 0;
    for (const Index each : levels) size += each * classes;
    for (Index i = 0; i < size; ++i)
      terms.push_back(impossible_one_in > 0 &&
                              random() % static_cast<std::uint64_t>(impossible_one_in) == 0
                          ? -infinity
                          : term(random));
  }
};

// A log joint, and what its rounding errors are measured by.
struct Sum {
  long double value = 0, size = 0;
};

// How many log joints are off by more than 1e-13 of the sum of the sizes of their terms.
template <class T>
Index differences(const Scores& scores, const Panel<T>& panel, const RowSpan& rows,
                  const Terms& table, const std::vector<Levels>& translate = {}) {
  std::vector<Index> start{0};
  for (const Index each : table.levels) start.push_back(start.back() + each);
  Index result = 0;
  for (Index k = 0; k < table.classes; ++k)
    for (Index i = 0; i < rows.count; ++i) {
      Sum sum{.value = scores.was(k, i), .size = 1};
      for (Index j = 0; j < panel.width(); ++j) {
        const T value = panel.at(rows[i], j);
        const auto at = static_cast<std::size_t>(j);
        if (!(value >= 0)) continue;
        Index level = static_cast<Index>(value);
        if (!translate.empty() && !translate[at].empty())
          level = translate[at][static_cast<std::size_t>(level)];
        if (level < 0 || level >= table.levels[at]) continue;
        const double term =
            table.terms[static_cast<std::size_t>((start[at] + level) * table.classes + k)];
        sum.value += term;
        if (term != -infinity) sum.size += std::abs(term);
      }
      const double found = scores.tile.at(k, i);
      const bool equal = std::isinf(sum.value) ? found == -infinity
                                               : std::abs(found - sum.value) <= 1e-13L * sum.size;
      result += !equal;
    }
  return result;
}

constexpr std::array shapes = {
    Shape{0, 3, 2, 4},     Shape{1, 1, 1, 3},     Shape{7, 2, 3, 2},     Shape{8, 5, 4, 30},
    Shape{9, 15, 5, 2},    Shape{31, 16, 2, 2},   Shape{33, 17, 40, 9},  Shape{255, 63, 2, 2},
    Shape{100, 64, 16, 2}, Shape{500, 8, 3, 2},   Shape{300, 40, 8, 30}, Shape{300, 200, 2, 2},
    Shape{90, 33, 3, 99},  Shape{20, 1300, 2, 3}, Shape{40, 79, 9, 2},   Shape{13, 4, 300, 5},
    Shape{19, 5003, 3, 2}, Shape{512, 6, 2, 2},   Shape{66, 131, 7, 2},  Shape{64, 5, 4, 2},
    Shape{33, 4, 9, 2},    Shape{23, 3, 1, 2},    Shape{17, 1, 20, 2},   Shape{70, 7, 4, 9}};

template <class T>
void check_shape(const Shape& shape, Lies lies, Index missing_one_in, Index impossible_one_in) {
  Generator random(static_cast<std::uint64_t>(17 + shape.rows + shape.width));
  const Terms table(some_levels(shape.width, shape.most_levels, random), shape.classes,
                    impossible_one_in, random);
  LevelSample<T> sample(shape.rows, shape.width, lies);
  sample.fill(table.levels, random);
  if (missing_one_in > 0) sample.lose(missing_one_in, random);
  std::vector<Index> list;
  for (Index i = 0; i < shape.rows; ++i)
    list.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(shape.rows)));
  const LevelScores scores(table.levels, table.classes, table.terms);
  for (const bool listed : {false, true}) {
    CAPTURE(listed);
    const RowSpan rows{.first = 0, .count = shape.rows, .list = listed ? list.data() : nullptr};
    Scores found(shape.classes, shape.rows);
    REQUIRE_FALSE(scores.add(sample.panel, rows, found.tile));
    CHECK(differences(found, sample.panel, rows, table) == 0);
    CHECK(found.guarded());
  }
}

}  // namespace

TEST_CASE_TEMPLATE("log joints get the terms that a plain loop looks up", T, double, float,
                   std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Shape& shape : shapes)
      for (const Lies lies : ways) {
        CAPTURE(shape.rows);
        CAPTURE(shape.width);
        CAPTURE(static_cast<int>(lies));
        check_shape<T>(shape, lies, 0, 0);
        check_shape<T>(shape, lies, 9, 2 * shape.width);
      }
  });
}

TEST_CASE("a part of a table's rows goes to the first rows of the tile") {
  on_all_instructions([] {
    Generator random(3);
    const Terms table(Levels(30, 4), 6, 0, random);
    LevelSample<std::int32_t> sample(100, 30, Lies::tight);
    sample.fill(table.levels, random);
    const LevelScores scores(table.levels, table.classes, table.terms);
    const RowSpan rows{.first = 41, .count = 33};
    Scores found(6, 33);
    REQUIRE_FALSE(scores.add(sample.panel, rows, found.tile));
    CHECK(differences(found, sample.panel, rows, table) == 0);
  });
}

TEST_CASE_TEMPLATE("levels of the data are translated, unknown ones add nothing", T, std::uint8_t,
                   std::int32_t, double) {
  on_all_instructions([] {
    for (const bool yes_or_no : {false, true}) {
      CAPTURE(yes_or_no);
      Generator random(9);
      const std::vector<Levels> translate =
          yes_or_no ? std::vector<Levels>{{1, 0}, {}, {-1, 1}, {0, -1}, {-1, -1}}
                    : std::vector<Levels>{{2, -1, 0, 1}, {}, {0}, {-1, 1, 0}, {1, 1, 1, 1, 0}};
      const Terms table(yes_or_no ? Levels{2, 2, 2, 2, 2} : Levels{3, 2, 2, 2, 2}, 7, 0, random);
      LevelSample<T> sample(200, 5, Lies::tight);
      sample.fill(yes_or_no ? Levels{2, 2, 2, 2, 2} : Levels{4, 2, 1, 3, 5}, random);
      const LevelScores scores(table.levels, table.classes, table.terms, translate);
      const RowSpan rows{.first = 0, .count = 200};
      Scores found(7, 200);
      REQUIRE_FALSE(scores.add(sample.panel, rows, found.tile));
      CHECK(differences(found, sample.panel, rows, table, translate) == 0);
    }
  });
}

TEST_CASE_TEMPLATE("the first cell that is no level is found", T, double, float, std::uint8_t,
                   std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Lies lies : ways)
      for (const Index width : {1, 6, 20, 70, 1200}) {
        CAPTURE(width);
        CAPTURE(static_cast<int>(lies));
        Generator random(7);
        const Terms table(Levels(static_cast<std::size_t>(width), 2), 2, 0, random);
        LevelSample<T> sample(50, width, lies);
        sample.fill(table.levels, random);
        const LevelScores scores(table.levels, 2, table.terms, {}, MinusOne::fault);
        const auto fault = [&] {
          Scores found(2, 50);
          const auto entry = scores.add(sample.panel, {.first = 0, .count = 50}, found.tile);
          CHECK(found.guarded());
          return entry;
        };
        CHECK(fault() == std::nullopt);
        sample.at(41, width - 1) = T(2);
        CHECK(fault() == Entry{.row = 41, .column = width - 1});
        sample.at(49, 0) = T(200);
        CHECK(fault() == Entry{.row = 41, .column = width - 1});
        sample.at(40, width / 2) = static_cast<T>(std::is_signed_v<T> ? -1 : 255);
        CHECK(fault() == Entry{.row = 40, .column = width / 2});
      }
  });
}

TEST_CASE_TEMPLATE("numbers beyond the levels are handed out and add nothing", T, double, float,
                   std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Lies lies : ways)
      for (const Index width : {1, 20}) {
        CAPTURE(width);
        CAPTURE(static_cast<int>(lies));
        Generator random(11);
        const Terms table(Levels(static_cast<std::size_t>(width), 2), 3, 0, random);
        LevelSample<T> sample(300, width, lies);
        sample.fill(Levels(table.levels.size(), 3), random);
        const LevelScores scores(table.levels, 3, table.terms);
        const RowSpan rows{.first = 0, .count = 300};
        Scores found(3, 300);
        std::vector<BeyondLevels> beyond;
        REQUIRE_FALSE(scores.add(sample.panel, rows, found.tile, &beyond));

        std::vector<BeyondLevels> expected;
        for (Index i = 0; i < 300; ++i)
          for (Index j = 0; j < width; ++j)
            if (sample.at(i, j) == T(2)) expected.push_back({.row = i, .column = j, .value = 2});
        std::sort(beyond.begin(), beyond.end(), [](const auto& a, const auto& b) {
          return std::tuple(a.row, a.column) < std::tuple(b.row, b.column);
        });
        CHECK(beyond == expected);
        CHECK(differences(found, sample.panel, rows, table) == 0);
      }
  });
}
