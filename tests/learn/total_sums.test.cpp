// Totals of waiting times against a long sum.
#include "support/moment_cases.hpp"

using namespace credence;

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
