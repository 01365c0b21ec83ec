// Instruction sets by name, and the choice among them.
#include <credence/base/error.hpp>
#include <credence/base/instructions.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace credence;

TEST_CASE("instruction sets are found by their names and nothing else is") {
  for (const Instructions each : {Instructions::baseline, Instructions::avx2, Instructions::avx512})
    CHECK(instructions_named(to_string(each)) == each);
  CHECK_FALSE(instructions_named("AVX2"));
  CHECK_FALSE(instructions_named(""));
}

TEST_CASE("every processor has the baseline, and the widest set is in use") {
  const auto available = available_instructions();
  REQUIRE_FALSE(available.empty());
  CHECK(available.front() == Instructions::baseline);
  CHECK(std::is_sorted(available.begin(), available.end()));
  CHECK(instructions_in_use() == available.back());
}

TEST_CASE("the set that was chosen is in use until another is chosen") {
  for (const Instructions each : available_instructions()) {
    use_instructions(each);
    CHECK(instructions_in_use() == each);
  }
  CHECK(instructions_in_use() == available_instructions().back());
}

TEST_CASE("a set that the processor lacks is refused, and named") {
  const auto available = available_instructions();
  for (const Instructions each : {Instructions::avx2, Instructions::avx512}) {
    if (std::find(available.begin(), available.end(), each) != available.end()) continue;
    CHECK_THROWS_WITH_AS(use_instructions(each), doctest::Contains("lacks instruction set"), Error);
  }
  CHECK(instructions_in_use() == available.back());
}
