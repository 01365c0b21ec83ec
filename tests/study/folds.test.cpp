// Cutting rows into folds.
#include <credence/study/compare.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

// Rows of each class in each fold, fold by fold.
std::vector<std::vector<Index>> counts_of(const std::vector<Index>& labels,
                                          const std::vector<Index>& fold, Index classes,
                                          Index folds) {
  std::vector<std::vector<Index>> counts(static_cast<std::size_t>(folds),
                                         std::vector<Index>(static_cast<std::size_t>(classes)));
  for (std::size_t row = 0; row < labels.size(); ++row)
    if (fold[row] >= 0)
      ++counts[static_cast<std::size_t>(fold[row])][static_cast<std::size_t>(labels[row])];
  return counts;
}

std::vector<Index> uneven_labels() {
  std::vector<Index> labels;
  for (Index row = 0; row < 103; ++row) labels.push_back(row % 7 == 0 ? 2 : row % 3 == 0 ? 1 : 0);
  return labels;
}

}  // namespace

TEST_CASE("every class and all rows are spread over the folds within one") {
  const std::vector<Index> labels = uneven_labels();

  const auto counts = counts_of(labels, stratified_folds(labels, 3, 10, 1), 3, 10);

  std::vector<Index> sizes;
  for (const auto& fold : counts) sizes.push_back(fold[0] + fold[1] + fold[2]);
  CHECK(*std::min_element(sizes.begin(), sizes.end()) == 10);
  CHECK(*std::max_element(sizes.begin(), sizes.end()) == 11);
  for (std::size_t klass = 0; klass < 3; ++klass) {
    CAPTURE(klass);
    const auto less = [&](const auto& a, const auto& b) { return a[klass] < b[klass]; };
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end(), less);
    CHECK((*most)[klass] - (*least)[klass] <= 1);
  }
}

TEST_CASE("the same seed gives the same folds and another seed gives others") {
  const std::vector<Index> labels = uneven_labels();

  CHECK(stratified_folds(labels, 3, 5, 1) == stratified_folds(labels, 3, 5, 1));
  CHECK(stratified_folds(labels, 3, 5, 1) != stratified_folds(labels, 3, 5, 2));
}

TEST_CASE("rows without a class are in no fold and leave the folds of the others alone") {
  const std::vector<Index> labels = uneven_labels();
  std::vector<Index> with_gaps;
  for (const Index label : labels) {
    with_gaps.push_back(-1);
    with_gaps.push_back(label);
  }

  const std::vector<Index> folds = stratified_folds(labels, 3, 4, 9);
  const std::vector<Index> folds_with_gaps = stratified_folds(with_gaps, 3, 4, 9);

  for (std::size_t row = 0; row < labels.size(); ++row) {
    CAPTURE(row);
    CHECK(folds_with_gaps[2 * row] == -1);
    CHECK(folds_with_gaps[2 * row + 1] == folds[row]);
  }
}

TEST_CASE("fewer than two folds or more than rows are refused") {
  const std::vector<Index> labels{0, 1, 0, -1};

  CHECK(testing::fails_with(ErrorCode::domain,
                            "cross-validation needs at least 2 folds, got 1; choose 2 or more",
                            [&] { (void)stratified_folds(labels, 2, 1, 1); }));
  CHECK(testing::fails_with(ErrorCode::domain,
                            "cross-validation in 4 folds needs as many rows with a label, there "
                            "are 3; choose folds = 3, which leaves out one at a time, or fewer",
                            [&] { (void)stratified_folds(labels, 2, 4, 1); }));
  CHECK(testing::fails_with(
      ErrorCode::domain,
      "cross-validation in 10 folds needs as many rows with a label, there are 1; give at least 2",
      [&] { (void)stratified_folds(std::span(labels).last(2), 2, 10, 1); }));
  CHECK(stratified_folds(labels, 2, 3, 1).back() == -1);
}

TEST_CASE("each distinct value of a fold column is a fold in sorted order") {
  const Table table = testing::table_of("part,class\n10,a\n9,b\n10,a\n100,b\n");

  CHECK(folds_of_column(table, "part") == std::vector<Index>{1, 0, 1, 2});
}

TEST_CASE("a missing fold is refused with its place") {
  const Table table = testing::table_of("part,class\n1,a\n?,b\n2,a\n");

  const auto error = testing::error_of([&] { (void)folds_of_column(table, "part"); });

  REQUIRE(error);
  CHECK(error->code() == ErrorCode::schema);
  CHECK(error->where() == Location{"data.csv", 3, 1});
  CHECK(std::string(error->what()) ==
        "every row needs a fold: column 'part', data.csv:3:1 is missing; fill the cell or remove "
        "the row");
}

TEST_CASE("a fold column of one value is refused") {
  const Table table = testing::table_of("part,class\n1,a\n1,b\n");

  CHECK(testing::fails_with(ErrorCode::schema,
                            "fold column 'part' holds fewer than two values; choose a column with "
                            "one value for each fold",
                            [&] { (void)folds_of_column(table, "part"); }));
}

TEST_CASE("a label beyond the classes is refused") {
  for (const Index none : {Index{2}, Index{1} << 40}) {
    CAPTURE(none);
    CHECK(testing::throws_error(
        [&] {
          (void)stratified_folds(std::vector<Index>{0, none, 1, 1}, 2, 2, 1);
        },
        ErrorCode::shape, "no class has the position"));
  }
}
