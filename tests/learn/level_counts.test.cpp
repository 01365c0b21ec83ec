// Counts of levels against a plain loop.
#include "support/level_cases.hpp"

using namespace credence;

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

TEST_CASE("rows of any width without a gap are counted as by a plain loop") {
  on_all_instructions([] {
    for (Index width = 1; width <= 66; ++width)
      for (const Index missing_one_in : {0, 4000}) {
        CAPTURE(width);
        CAPTURE(missing_one_in);
        check_shape<std::int32_t>({.rows = 155, .width = width, .classes = 3, .most_levels = 12},
                                  Lies::tight, missing_one_in);
      }
  });
}

TEST_CASE("an answer that is neither 0 nor 1 is found in narrow panels too") {
  Generator random(5);
  const Levels levels(5, 2);
  LevelSample<std::uint8_t> sample(300, 5, Lies::tight);
  sample.fill(levels, random);
  std::vector<Code> classes(300, 1);
  classes[20] = -1;
  const detail::Tile tile{.rows = {.first = 0, .count = 300}, .classes = classes.data()};
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
    for (const Shape& shape : {Shape{3000, 70, 2, 2}, Shape{3000, 70, 2, 7}, Shape{3000, 40, 2, 7},
                               Shape{3000, 10, 2, 7}}) {
      CAPTURE(shape.width);
      CAPTURE(shape.most_levels);
      const Levels levels = some_levels(shape.width, shape.most_levels, random);
      LevelSample<T> sample(3000, shape.width, Lies::tight);
      sample.fill(levels, random);
      const LevelRows rows(3000, 2, random);
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
  LevelSample<std::int32_t> sample(20, 2, Lies::tight);
  sample.fill(levels, random);
  const LevelRows rows(20, 2, random);
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
  LevelSample<std::int32_t> sample(8, 1, Lies::tight);
  for (Index i = 0; i < 8; ++i) sample.at(i, 0) = 0;
  const std::vector<Code> classes(8, 0);
  LevelCounts counts;
  counts.reset(levels, 1);
  REQUIRE_FALSE(counts.add(sample.panel, {.rows = {.count = 8}, .classes = classes.data()}));
  for (int doubling = 0; doubling < 40; ++doubling) counts.merge(LevelCounts(counts));

  CHECK(counts.count(0, 0, 0) == 8.0 * 1099511627776.0);
  CHECK(counts.count(0, 0, 1) == 0);
}
