// Columns grouped into panels.
#include <credence/detail/data/panel.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <vector>

using namespace credence;

namespace {

const std::array<double, 6> matrix{1, 2, 3, 4, 5, 6};
const std::array<float, 2> floats{7, 8};

Strided<double> matrix_column(std::size_t j) { return {matrix.data() + j, 2, 3}; }

}  // namespace

TEST_CASE("columns of a row-major matrix are one panel") {
  const std::array<Numbers, 3> columns{matrix_column(0), matrix_column(1), matrix_column(2)};
  const auto runs = PanelRun::of(columns);

  REQUIRE(runs.size() == 1);
  CHECK(runs[0].first() == 0);
  CHECK(runs[0].width() == 3);
  runs[0].visit([](const auto& panel) {
    CHECK(panel.row_major());
    CHECK(panel.rows == 2);
    CHECK(static_cast<double>(panel.at(1, 2)) == 6);
  });
}

TEST_CASE("another type or another distance between rows begins a panel") {
  const Strided<double> dense{matrix.data(), 2, 1};
  const std::array<Numbers, 4> columns{matrix_column(0), dense, Strided<float>{floats.data(), 2, 1},
                                       matrix_column(2)};
  const auto runs = PanelRun::of(columns);

  REQUIRE(runs.size() == 4);
  for (std::size_t p = 0; p < runs.size(); ++p) {
    CHECK(runs[p].first() == static_cast<Index>(p));
    CHECK(runs[p].width() == 1);
  }
  CHECK(runs[2].visit([](const auto& panel) { return static_cast<double>(panel.at(1, 0)); }) == 8);
}

TEST_CASE("columns in another order are a panel that is not row-major") {
  const std::array<Numbers, 2> columns{matrix_column(1), matrix_column(0)};
  const auto runs = PanelRun::of(columns);

  REQUIRE(runs.size() == 1);
  CHECK_FALSE(runs[0].visit([](const auto& panel) { return panel.row_major(); }));
}

TEST_CASE("infinite numbers are found wherever they stand, and missing ones are none") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t size = 0; size < 20; ++size) {
    std::vector<double> numbers(size, missing);
    for (std::size_t i = 0; i < size; i += 3) numbers[i] = i % 2 == 0 ? largest : -0.0;
    const auto count = static_cast<Index>(size);
    CHECK_FALSE(has_infinity(Strided<double>{numbers.data(), count}));
    for (std::size_t i = 0; i < size; ++i) {
      std::vector<double> other = numbers;
      other[i] = i % 2 == 0 ? infinity : -infinity;
      const bool is_even = i % 2 == 0;
      CHECK(has_infinity(Strided<double>{other.data(), count}));
      CHECK(has_infinity(Strided<double>{other.data(), (count + 1) / 2, 2}) == is_even);
    }
  }
  const std::array<float, 2> singles{1, std::numeric_limits<float>::infinity()};
  const std::array<std::int64_t, 1> whole{std::numeric_limits<std::int64_t>::max()};
  CHECK(has_infinity(Strided<float>{singles.data(), 2}));
  CHECK_FALSE(has_infinity(Strided<float>{singles.data(), 1}));
  CHECK_FALSE(has_infinity(Strided<std::int64_t>{whole.data(), 1}));
}

TEST_CASE("no columns are no panels") { CHECK(PanelRun::of({}).empty()); }

TEST_CASE("a span of rows is consecutive or a list, and so are its parts") {
  const std::array<Index, 4> list{9, 3, 5, 1};
  const RowSpan consecutive{.first = 10, .count = 4};
  const RowSpan listed{.count = 4, .list = list.data()};

  CHECK(consecutive[3] == 13);
  CHECK(consecutive.part(1, 2)[1] == 12);
  CHECK(listed[2] == 5);
  CHECK(listed.part(1, 2)[1] == 5);
}
