// Cutting rows into folds of whole groups.
#include <credence/study/compare.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "support/law_cases.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

// Groups with these numbers of rows of each class, one behind the other.
struct GroupedRows {
  std::vector<Index> groups = {};
  std::vector<Index> labels = {};

  explicit GroupedRows(const std::vector<std::vector<Index>>& counts) {
    for (std::size_t group = 0; group < counts.size(); ++group)
      for (std::size_t klass = 0; klass < counts[group].size(); ++klass)
        for (Index row = 0; row < counts[group][klass]; ++row) {
          groups.push_back(static_cast<Index>(group));
          labels.push_back(static_cast<Index>(klass));
        }
  }
};

// The fold of each group. Requires that no group is divided.
std::map<Index, Index> fold_by_group(const GroupedRows& rows, const std::vector<Index>& fold) {
  std::map<Index, Index> by_group;
  for (std::size_t row = 0; row < fold.size(); ++row) {
    const auto added = by_group.emplace(rows.groups[row], fold[row]);
    REQUIRE(added.first->second == fold[row]);
  }
  return by_group;
}

std::vector<Index> sizes_of_folds(const std::vector<Index>& fold, Index folds) {
  std::vector<Index> sizes(static_cast<std::size_t>(folds));
  for (const Index at : fold)
    if (at >= 0) ++sizes[static_cast<std::size_t>(at)];
  return sizes;
}

Index below(Index bound, Random& random) {
  return static_cast<Index>(random.below(static_cast<std::uint64_t>(bound)));
}

// 2 to 40 groups of 1 to 6 rows, of which the first has a class, and others may not.
GroupedRows random_groups(Index classes, Random& random) {
  GroupedRows rows({});
  const auto groups = 2 + below(39, random);
  for (Index group = 0; group < groups; ++group) {
    const auto size = 1 + below(6, random);
    for (Index row = 0; row < size; ++row) {
      rows.groups.push_back(group * 7 - 20);
      const Index lowest = row == 0 ? 0 : -1;
      rows.labels.push_back(lowest + below(classes - lowest, random));
    }
  }
  return rows;
}

Index distinct_groups(const std::vector<Index>& groups) {
  return std::ssize(std::set<Index>(groups.begin(), groups.end()));
}

// From two folds to as many as groups.
Index folds_for(const GroupedRows& rows, Random& random) {
  return 2 + below(distinct_groups(rows.groups) - 1, random);
}

}  // namespace

TEST_CASE("each group goes to the fold where it adds least, the largest first") {
  // Of 9 and 8 rows. The first two take a fold each. To the third (2, 2) fold 0 of (5, 0) costs
  // 5 2/9 + 5 4/17 = 2.29, fold 1 of (0, 4) 4 2/8 + 4 4/17 = 1.94. Then (1, 1) twice: fold 0 costs
  // 5/9 + 5 2/17 = 1.14 and 6/9 + 1/8 + 7 2/17 = 1.62, fold 1 both times 2/9 + 6/8 + 8 2/17 = 1.91.
  const GroupedRows rows({{1, 1}, {2, 2}, {0, 4}, {1, 1}, {5, 0}});

  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    CAPTURE(seed);
    const auto fold = stratified_group_folds(rows.groups, rows.labels, 2, 2, seed);

    CHECK(fold_by_group(rows, fold) ==
          std::map<Index, Index>{{0, 0}, {1, 1}, {2, 1}, {3, 0}, {4, 0}});
    CHECK(sizes_of_folds(fold, 2) == std::vector<Index>{9, 8});
  }
}

TEST_CASE("a large group of balanced classes does not come last") {
  std::vector<std::vector<Index>> counts(10, {1, 1});
  counts.push_back({10, 10});
  const GroupedRows rows(counts);

  const auto fold = stratified_group_folds(rows.groups, rows.labels, 2, 2, 1);

  CHECK(sizes_of_folds(fold, 2) == std::vector<Index>{20, 20});
}

TEST_CASE("groups of one row are spread as evenly as rows") {
  std::vector<Index> labels;
  for (Index row = 0; row < 103; ++row) labels.push_back(row % 7 == 0 ? 1 : 0);
  std::vector<Index> groups(labels.size());
  std::iota(groups.begin(), groups.end(), 0);

  const auto fold = stratified_group_folds(groups, labels, 2, 10, 1);

  const std::vector<Index> sizes = sizes_of_folds(fold, 10);
  CHECK(*std::min_element(sizes.begin(), sizes.end()) == 10);
  CHECK(*std::max_element(sizes.begin(), sizes.end()) == 11);
  std::vector<Index> rare(10);
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (labels[row] == 1) ++rare[static_cast<std::size_t>(fold[row])];
  CHECK(*std::min_element(rare.begin(), rare.end()) == 1);
  CHECK(*std::max_element(rare.begin(), rare.end()) == 2);
}

TEST_CASE("the seed orders groups of equal weight") {
  const GroupedRows rows(std::vector<std::vector<Index>>(20, {2, 1}));
  const auto folds = [&](std::uint64_t seed) {
    return stratified_group_folds(rows.groups, rows.labels, 2, 4, seed);
  };

  CHECK(folds(1) == folds(1));
  CHECK(folds(1) != folds(2));
  CHECK(sizes_of_folds(folds(2), 4) == std::vector<Index>{15, 15, 15, 15});
}

TEST_CASE("the seed orders groups of equal weight, whatever classes they are of") {
  // (0, 2) weighs 4/4 + 4/3, and (1, 1) 4/4 + 1/1 + 1/3, which doubles round to different numbers.
  const GroupedRows rows({{0, 2}, {1, 1}});
  std::set<Index> firsts;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    firsts.insert(stratified_group_folds(rows.groups, rows.labels, 2, 2, seed).front());

  CHECK(firsts == std::set<Index>{0, 1});
}

TEST_CASE("of folds where a group adds equally much the smallest takes it") {
  // To (3, 0), which comes third, fold 0 of (2, 6) costs 2 3/10 + 8 3/20 and fold 1 of (3, 3) costs
  // 3 3/10 + 6 3/20: 1.8 either way, which doubles do not hold.
  const GroupedRows rows({{3, 3}, {2, 1}, {2, 6}, {3, 0}});

  const auto fold = stratified_group_folds(rows.groups, rows.labels, 2, 2, 1);

  CHECK(fold_by_group(rows, fold) == std::map<Index, Index>{{0, 1}, {1, 0}, {2, 0}, {3, 1}});
}

TEST_CASE("no group is divided, no fold is empty, and every row with a class has a fold") {
  CHECK(testing::holds("whole groups", [](std::uint64_t seed) {
    Random random{seed};
    const auto classes = 1 + below(3, random);
    const GroupedRows rows = random_groups(classes, random);
    const auto folds = folds_for(rows, random);

    const auto fold = stratified_group_folds(rows.groups, rows.labels, classes, folds, 3);

    std::map<Index, Index> fold_of;
    for (std::size_t row = 0; row < fold.size(); ++row) {
      RC_ASSERT((fold[row] < 0) == (rows.labels[row] < 0));
      RC_ASSERT(fold[row] < folds);
      if (fold[row] < 0) continue;
      RC_ASSERT(fold_of.emplace(rows.groups[row], fold[row]).first->second == fold[row]);
    }
    const std::vector<Index> sizes = sizes_of_folds(fold, folds);
    RC_ASSERT(*std::min_element(sizes.begin(), sizes.end()) > 0);
  }));
}

TEST_CASE("sizes of folds of one class differ by no more than the largest group") {
  CHECK(testing::holds("sizes of whole groups", [](std::uint64_t seed) {
    Random random{seed};
    GroupedRows rows = random_groups(1, random);
    std::fill(rows.labels.begin(), rows.labels.end(), 0);
    const auto folds = folds_for(rows, random);

    const auto sizes =
        sizes_of_folds(stratified_group_folds(rows.groups, rows.labels, 1, folds, 1), folds);

    Index largest = 0;
    for (const Index group : rows.groups)
      largest = std::max<Index>(largest, std::count(rows.groups.begin(), rows.groups.end(), group));
    RC_ASSERT(*std::max_element(sizes.begin(), sizes.end()) -
                  *std::min_element(sizes.begin(), sizes.end()) <=
              largest);
  }));
}

TEST_CASE("the order of rows, and rows without a class, leave the folds of groups alone") {
  CHECK(testing::holds("order of rows in groups", [](std::uint64_t seed) {
    Random random{seed};
    const GroupedRows rows = random_groups(3, random);
    const auto fold = stratified_group_folds(rows.groups, rows.labels, 3, 2, 5);
    GroupedRows reversed({});
    std::vector<Index> expected;
    for (std::size_t row = fold.size(); row-- > 0;) {
      if (rows.labels[row] < 0) continue;
      reversed.groups.push_back(rows.groups[row]);
      reversed.labels.push_back(rows.labels[row]);
      expected.push_back(fold[row]);
    }

    RC_ASSERT(stratified_group_folds(reversed.groups, reversed.labels, 3, 2, 5) == expected);
  }));
}

TEST_CASE("fewer groups than folds, fewer than two folds and lists of unlike length are refused") {
  const std::vector<Index> groups{7, 7, 8, 9, 3};
  const std::vector<Index> labels{0, 1, 0, 1, -1};

  CHECK(testing::fails_with(
      ErrorCode::domain,
      "cross-validation in 4 folds of whole groups needs as many groups with "
      "a labelled row, there are 3; choose folds = 3, which leaves out one at a time, or fewer",
      [&] { (void)stratified_group_folds(groups, labels, 2, 4, 1); }));
  CHECK(testing::fails_with(ErrorCode::domain,
                            "cross-validation needs at least 2 folds, got 1; choose 2 or more",
                            [&] { (void)stratified_group_folds(groups, labels, 2, 1, 1); }));
  CHECK(testing::fails_with(
      ErrorCode::shape,
      "folds of whole groups got the groups of 2 rows and the labels of 5; give one of each a row",
      [&] {
        (void)stratified_group_folds(std::vector<Index>{1, 2}, labels, 2, 2, 1);
      }));
  CHECK(testing::throws_error([&] { (void)stratified_group_folds(groups, labels, 1, 2, 1); },
                              ErrorCode::shape, "no class has the position 1"));
  CHECK(stratified_group_folds(groups, labels, 2, 3, 1).back() == -1);
}

TEST_CASE(
    "each distinct value of a column is a group in sorted order, even if it is the only one") {
  CHECK(groups_of_column(testing::table_of("part,class\n10,a\n9,b\n10,a\n100,b\n"), "part") ==
        std::vector<Index>{1, 0, 1, 2});
  CHECK(groups_of_column(testing::table_of("part,class\n1,a\n1,b\n"), "part") ==
        std::vector<Index>{0, 0});
  CHECK(testing::throws_error(
      [] { (void)groups_of_column(testing::table_of("part,class\n1,a\n?,b\n"), "part"); },
      ErrorCode::schema, "every row needs a fold: column 'part', data.csv:3:1 is missing"));
}
