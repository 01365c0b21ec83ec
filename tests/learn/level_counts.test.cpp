// Counts of levels equal those of a plain loop, for every way in which a panel may lie in memory.
#include <credence/base/instructions.hpp>
#include <credence/learn/level_counts.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <tuple>
#include <type_traits>

using namespace credence;

namespace {

using Generator = std::mt19937_64;
using Levels = std::vector<Index>;
using Weights = LevelCounts::Weights;

enum class Lies { tight, wide, by_column, scattered };
constexpr std::array ways = {Lies::tight, Lies::wide, Lies::by_column, Lies::scattered};

// Cells of a panel, with foreign values around and between them.
template <class T>
struct Sample {
  std::vector<T> memory;
  std::vector<const T*> columns;
  Panel<T> panel;

  Sample(Index rows, Index width, Lies lies) {
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

// Rows in any order, with classes and weights.
struct Rows {
  std::vector<Index> list;
  std::vector<Code> classes;
  std::vector<double> weights;

  Rows(Index rows, Index classes_in_use, Generator& random) {
    std::uniform_real_distribution<double> weight(0.1, 3);
    for (Index i = 0; i < rows; ++i) {
      list.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(rows)));
      const auto k = static_cast<Index>(random() % static_cast<std::uint64_t>(classes_in_use + 1));
      classes.push_back(static_cast<Code>(k - (k == classes_in_use ? k + 1 : 0)));
      weights.push_back(weight(random));
    }
  }
  [[nodiscard]] Tile tile(bool listed, bool weighted, Index begin, Index size) const {
    const RowSpan all{.first = 0,
                      .count = static_cast<Index>(list.size()),
                      .list = listed ? list.data() : nullptr};
    return {.rows = all.part(begin, size),
            .classes = classes.data() + begin,
            .weights = weighted ? weights.data() + begin : nullptr};
  }
  [[nodiscard]] Tile whole(bool listed, bool weighted) const {
    return tile(listed, weighted, 0, static_cast<Index>(list.size()));
  }
};

using Reference = std::map<std::tuple<Index, Index, Index>, double>;

template <class T>
Reference counted_plainly(const Panel<T>& panel, const Tile& tile) {
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
Index differences(const LevelCounts& counts, const Reference& expected) {
  Index result = 0;
  for (Index j = 0; j < counts.columns(); ++j)
    for (Index klass = 0; klass < counts.classes(); ++klass)
      for (Index level = 0; level < counts.levels(j); ++level) {
        const auto found = expected.find({j, klass, level});
        result += counts.count(j, klass, level) != (found == expected.end() ? 0 : found->second);
      }
  return result;
}

Levels some_levels(Index width, Index most, Generator& random) {
  Levels levels;
  for (Index j = 0; j < width; ++j)
    levels.push_back(
        most == 2 ? 2 : 1 + static_cast<Index>(random() % static_cast<std::uint64_t>(most)));
  return levels;
}

struct Shape {
  Index rows, width, classes, most_levels;
};
constexpr std::array shapes = {Shape{0, 3, 2, 4},     Shape{1, 1, 1, 3},     Shape{7, 2, 3, 2},
                               Shape{8, 5, 2, 30},    Shape{9, 15, 4, 2},    Shape{31, 16, 2, 2},
                               Shape{33, 17, 40, 9},  Shape{255, 63, 2, 2},  Shape{256, 64, 1, 2},
                               Shape{1000, 8, 3, 2},  Shape{777, 40, 8, 30}, Shape{600, 200, 2, 2},
                               Shape{90, 33, 3, 99},  Shape{40, 1300, 2, 3}, Shape{2000, 79, 5, 2},
                               Shape{300, 4, 300, 5}, Shape{70, 1, 3, 2},    Shape{500, 5, 4, 2},
                               Shape{300, 7, 1, 2},   Shape{2000, 8, 3, 2},  Shape{401, 10, 4, 12}};

void on_all_instructions(const auto& check) {
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    CAPTURE(to_string(each));
    check();
  }
  use_instructions(available_instructions().back());
}

template <class T>
void check_shape(const Shape& shape, Lies lies, Index missing_one_in) {
  Generator random(static_cast<std::uint64_t>(17 + shape.rows + shape.width));
  const Levels levels = some_levels(shape.width, shape.most_levels, random);
  Sample<T> sample(shape.rows, shape.width, lies);
  sample.fill(levels, random);
  if (missing_one_in > 0) sample.lose(missing_one_in, random);
  const Rows rows(shape.rows, shape.classes, random);
  const std::vector<T> before = sample.memory;
  for (const bool listed : {false, true})
    for (const bool weighted : {false, true}) {
      CAPTURE(listed);
      CAPTURE(weighted);
      const Tile tile = rows.whole(listed, weighted);
      LevelCounts counts;
      counts.reset(levels, shape.classes, weighted ? Weights::given : Weights::none);
      REQUIRE_FALSE(counts.add(sample.panel, tile));
      CHECK(differences(counts, counted_plainly(sample.panel, tile)) == 0);
    }
  CHECK(std::equal(before.begin(), before.end(), sample.memory.begin(),
                   [](T a, T b) { return a == b || (a != a && b != b); }));
}

}  // namespace

TEST_CASE_TEMPLATE("counts of levels are those of a plain loop", T, double, float, std::uint8_t,
                   std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Shape& shape : shapes)
      for (const Lies lies : ways) {
        CAPTURE(shape.rows);
        CAPTURE(shape.width);
        CAPTURE(static_cast<int>(lies));
        check_shape<T>(shape, lies, 0);
        check_shape<T>(shape, lies, 9);
      }
  });
}

TEST_CASE("an answer that is neither 0 nor 1 is found in narrow panels too") {
  Generator random(5);
  const Levels levels(5, 2);
  Sample<std::uint8_t> sample(300, 5, Lies::tight);
  sample.fill(levels, random);
  std::vector<Code> classes(300, 1);
  classes[20] = -1;
  const Tile tile{.rows = {.first = 0, .count = 300}, .classes = classes.data()};
  LevelCounts counts;
  sample.at(20, 4) = 2;
  counts.reset(levels, 2);
  CHECK_FALSE(counts.add(sample.panel, tile));
  for (const int wrong : {2, 128, 255})
    for (const Index row : {0, 150, 299})
      for (Index column = 0; column < 5; ++column) {
        CAPTURE(wrong);
        const std::uint8_t before = sample.at(row, column);
        sample.at(row, column) = static_cast<std::uint8_t>(wrong);
        counts.reset(levels, 2);
        CHECK(counts.add(sample.panel, tile) == Entry{.row = row, .column = column});
        sample.at(row, column) = before;
      }
}

TEST_CASE_TEMPLATE("tiles and merges count as all rows at once", T, std::uint8_t, std::int32_t) {
  Generator random(5);
  on_all_instructions([&] {
    for (const Index most : {2, 7}) {
      CAPTURE(most);
      const Levels levels = some_levels(70, most, random);
      Sample<T> sample(3000, 70, Lies::tight);
      sample.fill(levels, random);
      const Rows rows(3000, 2, random);
      LevelCounts front, back;
      front.reset(levels, 2);
      back.reset(levels, 2);
      for (Index begin = 0; begin < 3000; begin += 111)
        REQUIRE_FALSE((begin < 1500 ? front : back)
                          .add(sample.panel,
                               rows.tile(false, false, begin, std::min<Index>(111, 3000 - begin))));
      LevelCounts all = front;
      all.merge(back);
      LevelCounts empty;
      empty.reset(levels, 2);
      all.merge(empty);
      CHECK(differences(all, counted_plainly(sample.panel, rows.whole(false, false))) == 0);
      REQUIRE_FALSE(all.add(sample.panel, rows.whole(true, false)));
      empty.merge(all);
      Reference twice = counted_plainly(sample.panel, rows.whole(false, false));
      for (const auto& [cell, count] : counted_plainly(sample.panel, rows.whole(true, false)))
        twice[cell] += count;
      CHECK(differences(empty, twice) == 0);
      empty.reset(levels, 2);
      CHECK(differences(empty, {}) == 0);
    }
  });
}

TEST_CASE("weighted counts merge") {
  const Levels levels{2, 3};
  Generator random(3);
  Sample<std::int32_t> sample(20, 2, Lies::tight);
  sample.fill(levels, random);
  const Rows rows(20, 2, random);
  LevelCounts one, two;
  one.reset(levels, 2, Weights::given);
  two.reset(levels, 2, Weights::given);
  REQUIRE_FALSE(one.add(sample.panel, rows.whole(false, true)));
  REQUIRE_FALSE(two.add(sample.panel, rows.whole(false, false)));
  one.merge(two);

  Reference expected = counted_plainly(sample.panel, rows.whole(false, true));
  for (const auto& [cell, count] : counted_plainly(sample.panel, rows.whole(false, false)))
    expected[cell] += count;
  CHECK(differences(one, expected) == 0);
}

TEST_CASE("counts beyond 2^32 are exact") {
  const Levels levels{2};
  Sample<std::int32_t> sample(8, 1, Lies::tight);
  for (Index i = 0; i < 8; ++i) sample.at(i, 0) = 0;
  const std::vector<Code> classes(8, 0);
  LevelCounts counts;
  counts.reset(levels, 1);
  REQUIRE_FALSE(counts.add(sample.panel, {.rows = {.count = 8}, .classes = classes.data()}));
  for (int doubling = 0; doubling < 40; ++doubling) counts.merge(LevelCounts(counts));

  CHECK(counts.count(0, 0, 0) == 8.0 * 1099511627776.0);
  CHECK(counts.count(0, 0, 1) == 0);
}

TEST_CASE_TEMPLATE("the first cell that is no level is found, passed-over rows apart", T, double,
                   float, std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Lies lies : ways)
      for (const Index width : {1, 6, 20, 70, 1200})
        for (const bool weighted : {false, true}) {
          CAPTURE(width);
          CAPTURE(weighted);
          CAPTURE(static_cast<int>(lies));
          Generator random(7);
          const Levels levels(static_cast<std::size_t>(width), 2);
          Sample<T> sample(50, width, lies);
          sample.fill(levels, random);
          Rows rows(50, 2, random);
          std::fill(rows.classes.begin() + 30, rows.classes.end(), 0);
          rows.classes[3] = -1;
          LevelCounts counts;
          const auto fault = [&] {
            counts.reset(levels, 2, weighted ? Weights::given : Weights::none);
            return counts.add(sample.panel, rows.whole(false, weighted));
          };
          sample.at(3, width - 1) = T(2);
          CHECK(fault() == std::nullopt);
          sample.at(41, width - 1) = T(2);
          CHECK(fault() == Entry{.row = 41, .column = width - 1});
          sample.at(49, 0) = T(200);
          CHECK(fault() == Entry{.row = 41, .column = width - 1});
          sample.at(40, width / 2) = static_cast<T>(std::is_signed_v<T> ? -2 : 255);
          CHECK(fault() == Entry{.row = 40, .column = width / 2});
        }
  });
}

TEST_CASE_TEMPLATE("fractions, infinities and negative numbers are no levels", T, double, float) {
  const T infinity = std::numeric_limits<T>::infinity();
  const std::array<T, 10> wrong = {T(0.5),    T(-1),  T(-0.25), infinity, -infinity,
                                   T(1e-30F), T(1.5), T(-2),    T(-4e9F), T(2.75)};
  on_all_instructions([&] {
    for (const T value : wrong)
      for (const Index width : {1, 40})
        for (const bool collect : {false, true}) {
          CAPTURE(value);
          CAPTURE(width);
          Sample<T> sample(20, width, Lies::tight);
          Generator random(1);
          const Levels levels(static_cast<std::size_t>(width), 3);
          sample.fill(levels, random);
          sample.at(0, 0) = T(-0.0);
          sample.at(13, width - 1) = value;
          const std::vector<Code> classes(20, 0);
          LevelCounts counts;
          counts.reset(levels, 1);
          std::vector<BeyondLevels> beyond;
          CHECK(counts.add(sample.panel, {.rows = {.count = 20}, .classes = classes.data()},
                           collect ? &beyond : nullptr) == Entry{.row = 13, .column = width - 1});
        }
  });
}

TEST_CASE_TEMPLATE("-1 in a panel of integers is a fault where it is no missing cell", T,
                   std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Index width : {1, 40}) {
      Sample<T> sample(20, width, Lies::tight);
      const Levels levels(static_cast<std::size_t>(width), 3);
      for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < width; ++j) sample.at(i, j) = 1;
      sample.at(13, width - 1) = -1;
      const std::vector<Code> classes(20, 0);
      const Tile tile{.rows = {.count = 20}, .classes = classes.data()};
      LevelCounts counts;
      counts.reset(levels, 1, Weights::none, MinusOne::fault);
      std::vector<BeyondLevels> beyond;
      CHECK(counts.add(sample.panel, tile, &beyond) == Entry{.row = 13, .column = width - 1});
      counts.reset(levels, 1, Weights::none, MinusOne::missing);
      CHECK(counts.add(sample.panel, tile) == std::nullopt);
      CHECK(counts.count(width - 1, 0, 1) == 19);
    }
  });
}

TEST_CASE_TEMPLATE("numbers beyond the levels are handed out and the others are counted", T, double,
                   float, std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    for (const Lies lies : ways)
      for (const Index width : {1, 20}) {
        CAPTURE(width);
        CAPTURE(static_cast<int>(lies));
        Generator random(11);
        const Levels levels(static_cast<std::size_t>(width), 2);
        Sample<T> sample(600, width, lies);
        sample.fill(Levels(levels.size(), 3), random);
        Rows rows(600, 2, random);
        const Tile tile = rows.whole(false, false);
        std::vector<BeyondLevels> beyond;
        LevelCounts counts;
        counts.reset(levels, 2);
        REQUIRE_FALSE(counts.add(sample.panel, tile, &beyond));

        std::vector<BeyondLevels> expected;
        for (Index i = 0; i < 600; ++i)
          for (Index j = 0; j < width; ++j)
            if (rows.classes[static_cast<std::size_t>(i)] >= 0 && sample.at(i, j) == T(2))
              expected.push_back({.row = i, .column = j, .value = 2});
        const auto by_cell = [](const BeyondLevels& a, const BeyondLevels& b) {
          return std::tuple(a.row, a.column) < std::tuple(b.row, b.column);
        };
        std::sort(beyond.begin(), beyond.end(), by_cell);
        CHECK(beyond == expected);
        CHECK(differences(counts, counted_plainly(sample.panel, tile)) == 0);
      }
  });
}

TEST_CASE("values as large as the types allow are beyond the levels") {
  const std::vector<Code> classes(40, 0);
  const Tile tile{.rows = {.count = 40}, .classes = classes.data()};
  const auto value_of = [&]<class T>(T value) {
    Sample<T> sample(40, 1, Lies::tight);
    for (Index i = 0; i < 40; ++i) sample.at(i, 0) = i == 21 ? value : T(0);
    LevelCounts counts;
    counts.reset(Levels{5}, 1);
    std::vector<BeyondLevels> beyond;
    REQUIRE_FALSE(counts.add(sample.panel, tile, &beyond));
    REQUIRE(beyond.size() == 1);
    CHECK(counts.count(0, 0, 0) == 39);
    return beyond[0].value;
  };
  on_all_instructions([&] {
    CHECK(value_of(1e300) == 1e300);
    CHECK(value_of(4294967296.0) == 4294967296.0);
    CHECK(value_of(4294967296.0F) == 4294967296.0);
    CHECK(value_of(std::numeric_limits<std::int32_t>::max()) == 2147483647.0);
    CHECK(value_of(std::int64_t{1} << 62) == 4611686018427387904.0);
    CHECK(value_of(std::int64_t{1} << 32) == 4294967296.0);
    CHECK(value_of((std::int64_t{1} << 32) + 1) == 4294967297.0);
  });
}
