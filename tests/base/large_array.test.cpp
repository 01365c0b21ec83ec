// Memory of many megabytes.
#include <credence/base/large_array.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

using namespace credence;

TEST_CASE("a large array begins at a cache line, and at a huge page once it spans one") {
  const LargeArray<double> small(1000, 1.5);
  const LargeArray<double> large(500'000, 1.5);

  CHECK(reinterpret_cast<std::uintptr_t>(small.data()) % 64 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(large.data()) % (std::uintptr_t{1} << 21) == 0);
  CHECK(small.back() == 1.5);
  CHECK(large.back() == 1.5);
}

TEST_CASE("asking for huge pages keeps what a vector holds") {
  for (const std::size_t size : {0u, 10u, 300'000u, 1'000'000u}) {
    CAPTURE(size);
    std::vector<double> values{1.5, -2.5};
    reserve_in_huge_pages(values, size);

    CHECK(values == std::vector<double>{1.5, -2.5});
    CHECK(values.capacity() >= size);
    const double* const before = values.data();
    values.resize(std::max<std::size_t>(size, 2));
    CHECK(values.data() == before);
    CHECK(std::count(values.begin() + 2, values.end(), 0.0) == std::ssize(values) - 2);
  }
}
