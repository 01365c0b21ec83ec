// Memory of many megabytes.
#include <credence/detail/base/large_array.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>

using namespace credence;

namespace {

// What the system was told of the memory around an address, in two letters each; empty where it
// does not say.
std::string advice_on(const void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  std::ifstream mappings("/proc/self/smaps");
  bool within = false;
  for (std::string line; std::getline(mappings, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-')
      within = begin <= address && address < end;
    else if (within && line.starts_with("VmFlags:"))
      return line.substr(8) + " ";
  }
  return {};
}

bool knows_huge_pages(const std::string& advice) {
  return !advice.empty() && std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good();
}

}  // namespace

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

TEST_CASE("huge pages are asked for where a whole one lies within the memory") {
  LargeArray<double> large(1'000'000, 1.5);
  std::vector<double> values;
  reserve_in_huge_pages(values, 1'000'000);
  if (!knows_huge_pages(advice_on(large.data()))) {
    MESSAGE("skipped: the system has no huge pages, or does not say of which memory");
    return;
  }

  CHECK(advice_on(large.data() + 500'000).find(" hg ") != std::string::npos);
  CHECK(advice_on(values.data() + 500'000).find(" hg ") != std::string::npos);
  CHECK(advice_on(&large).find(" hg ") == std::string::npos);
}
