// Where plain sums join sums that carry their rounding errors.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "learn/moments/moment_arrays.hpp"

using namespace credence;

namespace {

using Spills = std::vector<std::pair<Index, Index>>;  // (end, class), sorted

struct Listed {
  std::vector<Index> rows;
  Spills spills;
};

Listed listed(const std::vector<Code>& classes, const std::vector<Index>& rows_before) {
  std::vector<Index> rows(rows_before.size()), left(rows_before.size());
  std::vector<detail::MomentSpill> spills;
  detail::list_spills(classes, {rows_before, rows, left}, spills);
  CHECK(std::is_sorted(spills.begin(), spills.end(),
                       [](const auto& a, const auto& b) { return a.end < b.end; }));
  Listed result{.rows = std::move(rows), .spills = {}};
  for (const auto& spill : spills) result.spills.emplace_back(spill.end, spill.klass);
  std::sort(result.spills.begin(), result.spills.end());
  return result;
}

// By definition: a class spills behind the eight rows in which it gets as many as it may.
Listed wanted(const std::vector<Code>& classes, const std::vector<Index>& rows_before) {
  Listed result{.rows = std::vector<Index>(rows_before.size()), .spills = {}};
  std::vector<Index> spilled(rows_before.size());
  for (Index i = 0; i < std::ssize(classes); ++i) {
    const Code klass = classes[static_cast<std::size_t>(i)];
    if (klass < 0) continue;
    const auto k = static_cast<std::size_t>(klass);
    const Index limit = rows_before[k] + spilled[k] < 64 ? 16 : 32;
    if (++result.rows[k] - spilled[k] < limit) continue;
    spilled[k] = result.rows[k];
    result.spills.emplace_back(std::min(i / 8 * 8 + 8, std::ssize(classes)), klass);
  }
  std::sort(result.spills.begin(), result.spills.end());
  return result;
}

}  // namespace

TEST_CASE(
    "classes spill behind the eight rows that fill their sums, however many classes there are") {
  std::mt19937 random(1);
  for (const int classes : {1, 2, 7, 8, 9, 15, 16, 17, 40})
    for (const std::size_t rows : {0U, 5U, 8U, 100U, 1003U, 9000U})
      for (const int same : {0, 20}) {  // rows of one class in a row
        CAPTURE(classes);
        CAPTURE(rows);
        CAPTURE(same);
        std::vector<Code> codes;
        while (codes.size() < rows)
          codes.insert(codes.end(), static_cast<std::size_t>(same) + 1,
                       static_cast<Code>(random() % static_cast<unsigned>(classes + 1)) - 1);
        codes.resize(rows);
        std::vector<Index> before;
        for (int k = 0; k < classes; ++k) before.push_back(k % 3 * 40);
        const Listed found = listed(codes, before);
        const Listed expected = wanted(codes, before);
        CHECK(found.rows == expected.rows);
        CHECK(found.spills == expected.spills);
      }
}
