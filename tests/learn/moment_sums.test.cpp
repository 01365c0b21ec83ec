// Moments gathered tile by tile against two passes in long double.
#include "support/moment_cases.hpp"

#include <algorithm>

using namespace credence;

TEST_CASE_TEMPLATE("moments are those of two long passes, in the same bits for every layout", T,
                   double, float, std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    Random random{20261121};
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Shape shape = random_shape(random);
      const Index tile_rows = random.uniform() < 0.5 ? 1000 : 96;
      CAPTURE(seed);
      CAPTURE(shape.rows);
      CAPTURE(shape.columns);
      CAPTURE(shape.classes);
      CAPTURE(shape.weighted);
      CAPTURE(shape.with_missing);
      CAPTURE(shape.with_unlabelled);
      CAPTURE(tile_rows);
      check_shape<T>(shape, seed, tile_rows);
    }
  });
}

TEST_CASE("a thousand classes and five thousand columns are summed like few") {
  on_all_instructions([] {
    for (const Shape shape : {Shape{.rows = 9000, .columns = 9, .classes = 1000},
                              Shape{.rows = 200, .columns = 5000, .classes = 2}}) {
      CAPTURE(shape.columns);
      const Data<double> data = normal_data<double>(shape, 5);
      const Index tile = MomentSums::tile_rows(shape.columns, shape.classes);
      CHECK(all_close(sums_of(data, tile), data, 4));
      CHECK(same_bits(sums_of(data, tile), sums_of(data, tile, Layout::columns), shape.columns,
                      shape.classes));
    }
  });
}

// Some 87 rows of each class, in one tile and in three: sums spill after every 16 rows, and after
// every 32 from the 64th on.
TEST_CASE("sums of wide rows spill class by class where they spill row by row") {
  on_all_instructions([] {
    const Shape shape{.rows = 10000, .columns = 480, .classes = 92, .with_unlabelled = true};
    const Data<double> data = normal_data<double>(shape, 8);
    for (const Index tile : {Index{4000}, shape.rows})
      CHECK(same_bits(sums_of(data, tile), sums_of(data, tile, Layout::columns), shape.columns,
                      shape.classes));
  });
}

// Wide rows of many classes are taken class by class where they lie side by side.
TEST_CASE_TEMPLATE("wide rows of many classes have the same bits in every layout", T, double,
                   float) {
  on_all_instructions([] {
    for (const Index columns : {64, 131}) {
      CAPTURE(columns);
      const Shape shape{.rows = 6000, .columns = columns, .classes = 700, .with_unlabelled = true};
      Data<T> data = normal_data<T>(shape, 6);
      for (Index i = 5000; i < 5600; ++i)  // far off, so that their column is read a second time
        data.values[static_cast<std::size_t>(i * columns + 5)] += T(1e6);
      const Index tile = 5700;  // the rest is too little to be grouped
      std::vector<Index> backwards;
      for (Index i = shape.rows; i-- > 0;) backwards.push_back(i);
      for (const Index* list : std::array<const Index*, 2>{nullptr, backwards.data()}) {
        const auto learned = [&](Layout layout) {
          const Matrix<T> matrix = laid_out(data.values, columns, layout);
          MomentSums sums;
          sums.reset(columns, shape.classes);
          REQUIRE_FALSE(add_all(sums, data, matrix.panel(), tile, list));
          return sums;
        };
        const MomentSums by_columns = learned(Layout::columns);
        for (const Layout layout : layouts)
          CHECK(same_bits(by_columns, learned(layout), columns, shape.classes));
      }
      data.labels[static_cast<std::size_t>(777 / columns)] = 3;
      data.values[777] = std::numeric_limits<T>::quiet_NaN();  // weights are counted by column now
      CHECK(same_bits(sums_of(data, tile), sums_of(data, tile, Layout::columns), columns,
                      shape.classes));
      data.values[777] = std::numeric_limits<T>::infinity();
      MomentSums sums;
      sums.reset(columns, shape.classes);
      const Matrix<T> matrix = laid_out(data.values, columns, Layout::rows);
      CHECK(add_all(sums, data, matrix.panel(), tile) == Entry{777 / columns, 777 % columns});
    }
  });
}

// The numbers of classes are cleared when they are needed, not by reset().
TEST_CASE("sums that were used before are as new after a reset") {
  on_all_instructions([] {
    const Shape shape{.rows = 6000, .columns = 64, .classes = 700};
    const Data<double> data = normal_data<double>(shape, 11);
    const Matrix<double> matrix = laid_out(data.values, 64, Layout::rows);
    MomentSums used = sums_of(data, shape.rows), other;
    for (const Index tile : {shape.rows, Index{1000}}) {
      used.reset(64, shape.classes);
      CHECK(used.moments(63, 699) == Moments{});
      other = sums_of(data, tile);
      used.merge(other);
      CHECK(same_bits(used, other, 64, shape.classes));
      used.reset(64, shape.classes);
      REQUIRE_FALSE(add_all(used, data, matrix.panel(), tile));
      CHECK(same_bits(used, other, 64, shape.classes));
    }
    const Data<double> few = normal_data<double>({.rows = 50, .columns = 3, .classes = 2}, 12);
    const Matrix<double> narrow = laid_out(few.values, 3, Layout::rows);
    used.reset(3, 2);
    REQUIRE_FALSE(add_all(used, few, narrow.panel(), 50));
    CHECK(same_bits(used, sums_of(few, 50), 3, 2));
  });
}

TEST_CASE("no row at all leaves every cell empty") {
  const Data<double> data{.columns = 3, .classes = 2, .values = {}, .labels = {}, .weights = {}};
  CHECK(sums_of(data, 8).moments(2, 1) == Moments{});
  const Data<double> passed_over{
      .columns = 1, .classes = 1, .values = {5}, .labels = {-1}, .weights = {}};
  CHECK(sums_of(passed_over, 8).moments(0, 0) == Moments{});
}

TEST_CASE("listed rows are those rows in that order") {
  on_all_instructions([] {
    Random random{8};
    for (const Index columns : {1, 8, 11, 50, 513}) {
      CAPTURE(columns);
      const Data<float> data =
          normal_data<float>({.rows = 300, .columns = columns, .classes = 3, .weighted = true}, 9);
      std::vector<Index> list;
      Data<float> picked = data;
      picked.values.clear();
      for (Index i = 0; i < 300; ++i) {
        list.push_back(static_cast<Index>(random.below(300)));
        for (Index j = 0; j < columns; ++j)
          picked.values.push_back(static_cast<float>(data.value(list.back(), j)));
      }
      const MomentSums expected = sums_of(picked, 100);
      for (const Layout layout : layouts) {
        const Matrix<float> matrix = laid_out(data.values, columns, layout);
        MomentSums sums;
        sums.reset(columns, 3);
        REQUIRE_FALSE(add_all(sums, picked, matrix.panel(), 100, list.data()));
        CHECK(same_bits(expected, sums, columns, 3));
      }
    }
  });
}

TEST_CASE("a column missing throughout in one class, or in all of a first tile, counts nothing") {
  on_all_instructions([] {
    Data<double> data = normal_data<double>({.rows = 500, .columns = 9, .classes = 2}, 77);
    for (Index i = 0; i < 500; ++i) {
      if (data.labels[static_cast<std::size_t>(i)] == 1)
        data.values[static_cast<std::size_t>(i * 9 + 4)] = missing;
      if (i < 128) data.values[static_cast<std::size_t>(i * 9 + 7)] = missing;
    }
    for (const Layout layout : layouts) CHECK(all_close(sums_of(data, 128, layout), data, 4));
    CHECK(sums_of(data, 128).moments(4, 1) == Moments{});
  });
}

TEST_CASE("the first entry that is not finite is found, by row and then by column") {
  on_all_instructions([] {
    for (const Layout layout : layouts) {
      Data<double> data = normal_data<double>({.rows = 200, .columns = 10, .classes = 2}, 4);
      data.labels[30] = -1;
      data.values[305] = -infinity;  // row 30, which has no class
      data.values[12] = missing;
      const auto fault = [&] {
        const Matrix<double> matrix = laid_out(data.values, 10, layout);
        MomentSums sums;
        sums.reset(10, 2);
        return add_all(sums, data, matrix.panel(), 64);
      };
      CHECK_FALSE(fault());
      data.values[1507] = infinity;
      CHECK(fault() == Entry{150, 7});
      data.values[1503] = -infinity;
      CHECK(fault() == Entry{150, 3});
      data.values[1499] = infinity;
      CHECK(fault() == Entry{149, 9});
    }
  });
}

TEST_CASE("merging is the same as having seen all rows") {
  on_all_instructions([] {
    for (const bool with_missing : {false, true}) {
      const Shape shape{.rows = 600, .columns = 13, .classes = 4, .weighted = true};
      Data<double> first = normal_data<double>(shape, 1);
      Data<double> second = normal_data<double>(shape, 2);
      if (with_missing) second.values[100] = second.values[3] = missing;
      std::replace(first.labels.begin(), first.labels.end(), 2, -1);
      Data<double> all = first;
      all.values.insert(all.values.end(), second.values.begin(), second.values.end());
      all.labels.insert(all.labels.end(), second.labels.begin(), second.labels.end());
      all.weights.insert(all.weights.end(), second.weights.begin(), second.weights.end());

      MomentSums forward = sums_of(first, 100);
      forward.merge(sums_of(second, 100));
      MomentSums backward = sums_of(second, 100);
      backward.merge(sums_of(first, 100));
      CHECK(all_close(forward, all, 4));
      CHECK(all_close(backward, all, 4));

      MomentSums unchanged = sums_of(second, 100);
      MomentSums nothing;
      nothing.reset(13, 4);
      unchanged.merge(nothing);
      CHECK(same_bits(unchanged, sums_of(second, 100), 13, 4));
      nothing.merge(unchanged);
      CHECK(same_bits(unchanged, nothing, 13, 4));
      REQUIRE_FALSE(add_all(nothing, first, laid_out(first.values, 13, Layout::rows).panel(), 100));
      CHECK(all_close(nothing, all, 4));
    }
  });
}

TEST_CASE("a reset forgets everything, shape and scale too") {
  Data<double> data =
      normal_data<double>({.rows = 90, .columns = 20, .classes = 3, .with_missing = true}, 6);
  MomentSums sums = sums_of(data, 40);
  const Data<double> other = normal_data<double>({.rows = 50, .columns = 30, .classes = 5}, 7);
  sums.reset(30, 5, MomentSums::Scale::logarithm);
  REQUIRE_FALSE(add_all(sums, other, laid_out(other.values, 30, Layout::rows).panel(), 40));
  CHECK(same_bits(sums, sums_of(other, 40, Layout::rows, MomentSums::Scale::logarithm), 30, 5));
}

TEST_CASE("a tile has rows enough for its classes and memory for all of them") {
  CHECK(MomentSums::tile_rows(50, 1) >= 1000);
  CHECK(MomentSums::tile_rows(50, 1000) >= 200000);
  CHECK(MomentSums::tile_rows(50, 1000000) <= 262144);
}
