// Digits of moments where they are hard to keep, and logarithms.
#include "support/moment_cases.hpp"

using namespace credence;

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

TEST_CASE("columns of any two fractions stay within 8 units") {
  Random random{17};
  const auto tenths = [&] { return static_cast<double>(1 + random.below(99)) / 10; };
  const auto sevenths = [&] { return static_cast<double>(1 + random.below(99)) / 70; };
  for (int k = 0; k < 40; ++k) {
    const double a = k % 2 == 0 ? tenths() : sevenths();
    const double b = k % 2 == 0 ? tenths() : sevenths();
    const auto first = static_cast<double>(1 + random.below(9));  // of ten rows
    CAPTURE(a);
    CAPTURE(b);
    CAPTURE(first);
    const auto data =
        generated(100000, 1, [&](double i, double) { return std::fmod(i, 10) < first ? a : b; });
    const long double distance = static_cast<long double>(a) - static_cast<long double>(b);
    const long double squares =
        100000 * (first / 10.0L) * (1 - first / 10.0L) * distance * distance;
    CHECK(units_off(sums_of(data, 16384).moments(0, 0).sum_of_squares, squares) <= 8);
  }
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

TEST_CASE("weights may be as small as the squares of numbers are large") {
  on_all_instructions([] {
    Data<double> data =
        generated(3000, 2, [](double i, double z) { return (i < 1300 ? 5 + z : z - 2) * 1e160; });
    data.weights.assign(3000, 1e-300);
    for (const Index tile : {64, 2048, 4096}) {
      CAPTURE(tile);
      CHECK(all_close(sums_of(data, tile), data, 16));
    }
  });
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
