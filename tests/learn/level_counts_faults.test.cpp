// Cells that are no level of their column.
#include "support/level_cases.hpp"

#include <algorithm>

using namespace credence;

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
          LevelSample<T> sample(50, width, lies);
          sample.fill(levels, random);
          LevelRows rows(50, 2, random);
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
          LevelSample<T> sample(20, width, Lies::tight);
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
      LevelSample<T> sample(20, width, Lies::tight);
      const Levels levels(static_cast<std::size_t>(width), 3);
      for (Index i = 0; i < 20; ++i)
        for (Index j = 0; j < width; ++j) sample.at(i, j) = 1;
      sample.at(13, width - 1) = -1;
      const std::vector<Code> classes(20, 0);
      const detail::Tile tile{.rows = {.count = 20}, .classes = classes.data()};
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
        LevelSample<T> sample(600, width, lies);
        sample.fill(Levels(levels.size(), 3), random);
        LevelRows rows(600, 2, random);
        const detail::Tile tile = rows.whole(false, false);
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
  const detail::Tile tile{.rows = {.count = 40}, .classes = classes.data()};
  const auto value_of = [&]<class T>(T value) {
    LevelSample<T> sample(40, 1, Lies::tight);
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
