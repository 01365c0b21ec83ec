#include <credence/learn/moment_sums.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>
#include <credence/learn/total_sums.hpp>
#include <limits>
#include <vector>

using namespace credence;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

template <class F>
void on_all_instructions(F f) {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    f();
  }
  use_instructions(available_instructions().back());
}

enum class Layout { rows, wider_rows, columns, scattered_columns, spread_out };
constexpr std::array layouts{Layout::rows, Layout::wider_rows, Layout::columns,
                             Layout::scattered_columns, Layout::spread_out};

// A table in memory of exactly the size it needs, so that a sanitizer sees every step beyond it.
template <class T>
struct Matrix {
  Index rows = 0;
  std::vector<T> memory;
  std::vector<const T*> columns;
  Index stride = 1;

  [[nodiscard]] Panel<T> panel() const { return {columns, rows, stride}; }
};

template <class T>
Matrix<T> laid_out(const std::vector<T>& values, Index columns, Layout layout) {
  const Index rows = columns == 0 ? 0 : static_cast<Index>(values.size()) / columns;
  Matrix<T> result;
  result.rows = rows;
  const bool by_row = layout == Layout::rows || layout == Layout::wider_rows;
  const Index extra = layout == Layout::wider_rows ? 3 : 0;
  const Index apart = layout == Layout::spread_out ? 2 : 1;
  result.stride = by_row ? columns + extra : apart;
  const auto start = [&](Index j) {
    if (by_row) return j + extra;
    const Index place = layout == Layout::scattered_columns ? (j * (j + 1)) / 2 + j : j;
    return place * rows * apart;
  };
  result.memory.assign(
      static_cast<std::size_t>(by_row ? rows * result.stride : start(columns - 1) + rows * apart),
      T{77});
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i)
      result.memory[static_cast<std::size_t>(start(j) + i * result.stride)] =
          values[static_cast<std::size_t>(i * columns + j)];
    result.columns.push_back(result.memory.data() + start(j));
  }
  return result;
}

// Rows in row order with their classes and weights: what sums and references are told.
template <class T>
struct Data {
  Index columns = 0;
  Index classes = 1;
  std::vector<T> values;
  std::vector<Code> labels;
  std::vector<double> weights;  // empty: 1 each

  [[nodiscard]] Index rows() const { return static_cast<Index>(labels.size()); }
  [[nodiscard]] double value(Index i, Index j) const {
    return static_cast<double>(values[static_cast<std::size_t>(i * columns + j)]);
  }
  [[nodiscard]] double weight(Index i) const {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)];
  }
};

// Calls f(x, weight) for what was seen of a column in a class.
template <class T, class F>
void for_each_seen(const Data<T>& data, Index column, Index klass, F f) {
  for (Index i = 0; i < data.rows(); ++i) {
    const double x = data.value(i, column);
    if (data.labels[static_cast<std::size_t>(i)] == klass && !std::isnan(x)) f(x, data.weight(i));
  }
}

struct Exact {
  long double n = 0, mean = 0, squares = 0;
};

// A sum in long double with its rounding errors carried along: where a few numbers recur in
// thousands of rows, the errors of a plain one do not cancel.
struct LongSum {
  long double sum = 0, lost = 0;

  void add(long double term) {
    const long double next = sum + term;
    lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
    sum = next;
  }
  [[nodiscard]] long double value() const { return sum + lost; }
};

template <class T>
Exact in_two_long_passes(const Data<T>& data, Index column, Index klass, bool logarithm = false) {
  const auto scaled = [&](double x) {
    return logarithm ? std::log(static_cast<long double>(x)) : static_cast<long double>(x);
  };
  LongSum count, sum, rest, squares;
  for_each_seen(data, column, klass, [&](double x, double weight) {
    count.add(weight);
    sum.add(weight * scaled(x));
  });
  const long double n = count.value();
  if (n == 0) return {};
  const long double mean = sum.value() / n;
  for_each_seen(data, column, klass, [&](double x, double weight) {
    const long double step = scaled(x) - mean;
    rest.add(weight * step);
    squares.add(weight * step * step);
  });
  return {n, mean + rest.value() / n, squares.value() - rest.value() * (rest.value() / n)};
}

// Distance in units in the last place of `expected`, or of `scale` where that is larger.
double units_off(double value, long double expected, double scale = 0) {
  const double size = std::max(std::abs(static_cast<double>(expected)), scale);
  if (size == 0) return value == 0 ? 0 : infinity;
  const double unit = std::max(std::nextafter(size, infinity) - size, 5e-324);
  return std::abs(static_cast<double>(value - expected)) / unit;
}

// Whether moments lie within `units` of the exact ones. A mean is measured by the spread as well:
// near 0 its last digit is that of the numbers it is made of.
bool close(const Moments& moments, const Exact& exact, double units, double unit_of_x = 0) {
  const double deviation =
      exact.n > 0 ? static_cast<double>(std::sqrt(exact.squares / exact.n)) : 0;
  // Every number off by a unit moves the sum of squares by no more than this.
  const double slack = static_cast<double>(exact.n) * unit_of_x * (2 * deviation + unit_of_x);
  return units_off(moments.n, exact.n) <= 16 &&
         units_off(moments.mean, exact.mean, deviation) <= units &&
         (units_off(moments.sum_of_squares, exact.squares) <= units ||
          std::abs(static_cast<double>(moments.sum_of_squares - exact.squares)) <= slack);
}

template <class Sums, class T>
std::optional<Entry> add_all(Sums& sums, const Data<T>& data, const Panel<T>& panel,
                             Index tile_rows, const Index* list = nullptr) {
  for (Index begin = 0; begin < data.rows(); begin += tile_rows) {
    const RowSpan all{.first = 0, .count = data.rows(), .list = list};
    const Tile tile{.rows = all.part(begin, std::min(tile_rows, data.rows() - begin)),
                    .classes = data.labels.data() + begin,
                    .weights = data.weights.empty() ? nullptr : data.weights.data() + begin};
    if (const auto fault = sums.add(panel, tile)) return fault;
  }
  return std::nullopt;
}

template <class T>
MomentSums sums_of(const Data<T>& data, Index tile_rows, Layout layout = Layout::rows,
                   MomentSums::Scale scale = MomentSums::Scale::plain) {
  const Matrix<T> matrix = laid_out(data.values, data.columns, layout);
  MomentSums sums;
  sums.reset(data.columns, data.classes, scale);
  REQUIRE_FALSE(add_all(sums, data, matrix.panel(), tile_rows));
  return sums;
}

template <class T>
bool all_close(const MomentSums& sums, const Data<T>& data, double units, bool logarithm = false) {
  bool good = true;
  for (Index klass = 0; klass < data.classes; ++klass) {
    for (Index j = 0; j < data.columns; ++j) {
      const Exact exact = in_two_long_passes(data, j, klass, logarithm);
      const double unit = logarithm ? 2 * epsilon * std::abs(static_cast<double>(exact.mean)) : 0;
      const Moments found = sums.moments(j, klass);
      const bool fits = close(found, exact, units, unit);
      if (!fits)
        MESSAGE("column " << j << " class " << klass << ": n " << found.n << ", mean off "
                          << units_off(found.mean, exact.mean) << ", squares off "
                          << units_off(found.sum_of_squares, exact.squares));
      good = good && fits;
    }
  }
  return good;
}

bool same_bits(const MomentSums& a, const MomentSums& b, Index columns, Index classes) {
  for (Index klass = 0; klass < classes; ++klass)
    for (Index j = 0; j < columns; ++j)
      if (!(a.moments(j, klass) == b.moments(j, klass))) return false;
  return true;
}

struct Shape {
  Index rows, columns, classes;
  bool weighted = false, with_missing = false, with_unlabelled = false;
};

// Normal numbers about a centre that differs from class to class, 20 deviations away from 0.
template <class T>
Data<T> normal_data(const Shape& shape, std::uint64_t seed) {
  Random random{seed};
  Data<T> data{.columns = shape.columns,
               .classes = shape.classes,
               .values = {},
               .labels = {},
               .weights = {}};
  for (Index i = 0; i < shape.rows; ++i) {
    const auto klass = static_cast<Code>(random.below(static_cast<std::uint64_t>(shape.classes)));
    data.labels.push_back(shape.with_unlabelled && random.uniform() < 0.2 ? -1 : klass);
    if (shape.weighted) data.weights.push_back(0.25 + 3 * random.uniform());
    for (Index j = 0; j < shape.columns; ++j) {
      const double x = 60 + 3 * random.normal() + 7 * (klass % 5) + static_cast<double>(j % 3);
      const bool left_out =
          std::is_floating_point_v<T> && shape.with_missing && random.uniform() < 0.1;
      data.values.push_back(left_out ? static_cast<T>(missing) : static_cast<T>(x));
    }
  }
  return data;
}

// Shapes around the widths of vectors and the numbers of rows that kernels take at a time.
Shape random_shape(Random& random) {
  constexpr std::array<Index, 12> row_counts{1, 7, 8, 9, 15, 16, 17, 31, 33, 255, 700, 1000};
  constexpr std::array<Index, 4> wide{64, 65, 512, 517};
  Shape shape{.rows = row_counts[random.below(row_counts.size())],
              .columns = static_cast<Index>(1 + random.below(40)),
              .classes = static_cast<Index>(1 + random.below(40))};
  if (random.uniform() < 0.1) shape.columns = wide[random.below(wide.size())];
  if (random.uniform() < 0.3) shape.classes = static_cast<Index>(1 + random.below(3));
  shape.weighted = random.uniform() < 0.4;
  shape.with_missing = random.uniform() < 0.3;
  shape.with_unlabelled = random.uniform() < 0.4;
  return shape;
}

template <class T>
void check_shape(const Shape& shape, std::uint64_t seed, Index tile_rows) {
  const Data<T> data = normal_data<T>(shape, seed);
  const MomentSums by_row = sums_of(data, tile_rows);

  CHECK(all_close(by_row, data, 4));
  for (const Layout layout : layouts) {
    CAPTURE(static_cast<int>(layout));
    CHECK(same_bits(by_row, sums_of(data, tile_rows, layout), shape.columns, shape.classes));
  }
}

}  // namespace

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

namespace {

// One column whose value in row i is f(i, noise); class i % classes.
template <class F>
Data<double> generated(Index rows, Index classes, F f) {
  Random random{31};
  Data<double> data{.columns = 1, .classes = classes, .values = {}, .labels = {}, .weights = {}};
  for (Index i = 0; i < rows; ++i) {
    data.values.push_back(f(static_cast<double>(i), random.normal()));
    data.labels.push_back(static_cast<Code>(i % classes));
  }
  return data;
}

}  // namespace

TEST_CASE("digits survive offsets, drifts, sorted rows and rows unlike those before") {
  on_all_instructions([] {
    for (const Index rows : {2, 3, 17, 100, 1000, 4096, 200000}) {
      CAPTURE(rows);
      const auto n = static_cast<double>(rows);
      const std::vector<Data<double>> all{
          generated(rows, 1, [](double, double z) { return z; }),
          generated(rows, 1, [](double, double z) { return 1000 + z; }),
          generated(rows, 1, [](double, double z) { return -1000 + z; }),
          generated(rows, 3, [](double, double z) { return 20 + std::exp(z); }),
          generated(rows, 1, [](double i, double) { return i * 0.37; }),
          generated(rows, 2, [n](double i, double) { return std::exp(20 * (i / n)); }),
          generated(rows, 2, [n](double i, double) { return std::exp(-20 * (i / n)); }),
          generated(rows, 1, [](double i, double z) { return i < 9 ? 1e7 + z : z; }),
          generated(rows, 1, [](double i, double z) { return i < 1 ? -1e5 : z; }),
          generated(rows, 1, [](double i, double) { return std::fmod(i, 7) < 1 ? 0.0 : 5.0; }),
          generated(rows, 5, [](double i, double z) { return 1e4 * std::fmod(i, 5) + 20 * z; })};
      for (std::size_t k = 0; k < all.size(); ++k) {
        CAPTURE(k);
        for (const Index tile : {Index{64}, MomentSums::tile_rows(1, all[k].classes), Index{65536}})
          CHECK(all_close(sums_of(all[k], tile), all[k], 4));
      }
    }
  });
}

TEST_CASE("two numbers without end, over and over, cost a few digits more and no others do") {
  on_all_instructions([] {
    for (const Index rows : {10, 50, 1000, 100000}) {
      CAPTURE(rows);
      const auto fractions =
          generated(rows, 2, [](double i, double) { return std::fmod(i, 7) < 1 ? 0.1 : 0.3; });
      CHECK(all_close(sums_of(fractions, 8192), fractions, 4));
      const auto halves = generated(rows, 2, [](double i, double) { return std::fmod(i, 7) / 2; });
      CHECK(all_close(sums_of(halves, 8192), halves, 2));
    }
  });
}

TEST_CASE("at a billion deviations from 0 the spread keeps the digits that the data have") {
  on_all_instructions([] {
    for (const double offset : {1e6, 1e9, -1e12}) {
      const Data<double> data = generated(20000, 2, [&](double, double z) { return offset + z; });
      CHECK(all_close(sums_of(data, 4096), data, 4));
    }
  });
}

TEST_CASE("a constant column has its value as mean and no spread at all") {
  on_all_instructions([] {
    for (const double x : {0.1, 1e300, -7e-310, 0.0, 1.0 / 3}) {
      CAPTURE(x);
      const MomentSums sums = sums_of(generated(10000, 3, [&](double, double) { return x; }), 4096);
      CHECK(sums.moments(0, 2).mean == x);
      CHECK(sums.moments(0, 2).sum_of_squares == 0);
      CHECK(sums.moments(0, 2).n == 3333);
    }
  });
}

TEST_CASE("numbers whose squares no double holds give what observing them one by one gives") {
  on_all_instructions([] {
    Data<double> data = normal_data<double>({.rows = 40, .columns = 2, .classes = 2}, 3);
    data.values[21] = 1e200;
    data.values[40] = missing;
    const MomentSums sums = sums_of(data, 100);
    for (Index klass = 0; klass < 2; ++klass) {
      for (Index j = 0; j < 2; ++j) {
        Moments plain;
        for_each_seen(data, j, klass, [&](double x, double) { plain.observe(x); });
        CHECK(sums.moments(j, klass) == plain);
      }
    }
  });
}

TEST_CASE("a tile after one of huge numbers still counts") {
  Data<double> data = generated(300, 1, [](double i, double z) { return i < 1 ? 1e200 : z; });
  const Moments moments = sums_of(data, 100).moments(0, 0);
  CHECK(moments.n == 300);
  CHECK(moments.mean == doctest::Approx(1e200 / 300));
  CHECK(moments.sum_of_squares == infinity);
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
  CHECK(MomentSums::tile_rows(50, 1000) >= 32000);
  CHECK(MomentSums::tile_rows(50, 1000000) <= 65536);
}

TEST_CASE("logarithms are at most 2 units in the last place off") {
  on_all_instructions([] {
    Random random{44};
    Data<double> data{.columns = 1, .classes = 1, .values = {}, .labels = {}, .weights = {}};
    for (int i = 0; i < 20000; ++i) data.values.push_back(std::exp(1400 * random.uniform() - 710));
    for (int i = 0; i < 20000; ++i) data.values.push_back(0.5 + 1.5 * random.uniform());
    for (int i = 0; i < 5000; ++i) data.values.push_back(1 + 1e-7 * random.normal());
    for (const double x :
         {5e-324, 3e-310, 2.2250738585072014e-308, 1.0, 0.5, 2.0, 1.7976931348623157e308,
          0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp0, 0x1p-1030})
      data.values.push_back(x);
    data.classes = static_cast<Index>(data.values.size());
    for (Index i = 0; i < data.classes; ++i) data.labels.push_back(static_cast<Code>(i));

    const MomentSums sums = sums_of(data, 65536, Layout::rows, MomentSums::Scale::logarithm);

    double worst = 0;
    for (Index i = 0; i < data.classes; ++i)
      worst = std::max(worst, units_off(sums.moments(0, i).mean,
                                        std::log(static_cast<long double>(data.value(i, 0)))));
    CHECK(worst <= 2);
  });
}

TEST_CASE_TEMPLATE("moments of logarithms are those of two long passes", T, double, float,
                   std::uint8_t) {
  on_all_instructions([] {
    Random random{4};
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      CAPTURE(seed);
      const Shape shape = random_shape(random);
      const Data<T> data = normal_data<T>(shape, seed);
      const auto log = MomentSums::Scale::logarithm;
      const MomentSums by_row = sums_of(data, 128, Layout::rows, log);
      CHECK(all_close(by_row, data, 64, true));
      for (const Layout layout : layouts)
        CHECK(same_bits(by_row, sums_of(data, 128, layout, log), shape.columns, shape.classes));
    }
  });
}

TEST_CASE("numbers that have no logarithm are found") {
  on_all_instructions([] {
    for (const double x : {0.0, -0.0, -3.0, infinity, -infinity, -5e-324}) {
      CAPTURE(x);
      Data<double> data =
          normal_data<double>({.rows = 60, .columns = 11, .classes = 2, .with_missing = true}, 4);
      data.values[305] = x;
      MomentSums sums;
      sums.reset(11, 2, MomentSums::Scale::logarithm);
      CHECK(add_all(sums, data, laid_out(data.values, 11, Layout::columns).panel(), 64) ==
            Entry{27, 8});
    }
  });
}

namespace {

template <class T>
TotalSums totals_of(const Data<T>& data, Index tile_rows, Layout layout = Layout::rows) {
  const Matrix<T> matrix = laid_out(data.values, data.columns, layout);
  TotalSums sums;
  sums.reset(data.columns, data.classes);
  REQUIRE_FALSE(add_all(sums, data, matrix.panel(), tile_rows));
  return sums;
}

template <class T>
bool totals_close(const TotalSums& sums, const Data<T>& data) {
  for (Index klass = 0; klass < data.classes; ++klass) {
    for (Index j = 0; j < data.columns; ++j) {
      long double n = 0, total = 0;
      for_each_seen(data, j, klass, [&](double x, double weight) {
        n += weight;
        total += static_cast<long double>(weight) * x;
      });
      const WaitingTotals found = sums.totals(j, klass);
      if (units_off(found.n, n) > 16 || units_off(found.total, total) > 4) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE_TEMPLATE("totals are those of a long sum, in the same bits for every layout", T, double,
                   float, std::uint8_t, std::int32_t, std::int64_t) {
  on_all_instructions([] {
    Random random{12};
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      CAPTURE(seed);
      const Shape shape = random_shape(random);
      const Data<T> data = normal_data<T>(shape, seed);
      const TotalSums by_row = totals_of(data, 96);
      CHECK(totals_close(by_row, data));
      for (const Layout layout : layouts) {
        const TotalSums sums = totals_of(data, 96, layout);
        for (Index k = 0; k < shape.classes; ++k)
          for (Index j = 0; j < shape.columns; ++j)
            REQUIRE(sums.totals(j, k) == by_row.totals(j, k));
      }
    }
  });
}

TEST_CASE("merging totals adds them") {
  const Data<double> data = normal_data<double>({.rows = 100, .columns = 9, .classes = 2}, 4);
  TotalSums both = totals_of(data, 64);
  both.merge(totals_of(data, 64));
  const WaitingTotals once = totals_of(data, 64).totals(3, 1);
  CHECK(both.totals(3, 1) == WaitingTotals{.n = 2 * once.n, .total = 2 * once.total});
}

TEST_CASE("waiting times below 0 are found, zeros and missing cells are none") {
  on_all_instructions([] {
    for (const double x : {-3.0, infinity, -infinity, -5e-324}) {
      CAPTURE(x);
      Data<double> data =
          normal_data<double>({.rows = 60, .columns = 11, .classes = 2, .with_missing = true}, 4);
      data.values[300] = 0;
      data.values[301] = -0.0;
      CHECK(totals_close(totals_of(data, 64), data));
      data.values[305] = x;
      for (const Layout layout : layouts) {
        TotalSums sums;
        sums.reset(11, 2);
        CHECK(add_all(sums, data, laid_out(data.values, 11, layout).panel(), 64) == Entry{27, 8});
      }
    }
  });
}
