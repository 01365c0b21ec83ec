// Cells of levels as codes, row by row as they are read one by one.
#include "learn/levels/level_codes.hpp"

#include <credence/learn/bound_table.hpp>

#include <doctest/doctest.h>
#include <credence/detail/learn/block_cells.hpp>

#include "support/models.hpp"

using namespace credence;
using Codes = std::vector<Code>;

namespace {

const Table& table() {
  static const Table made = testing::table_of(
      "colour,smoker,flag,size,class\n"
      "red,no,1,2.5,p\n,yes,0,1,q\nblue,,,3,p\nred,yes,1,4,q\n");
  return made;
}

BoundTable bound() {
  return credence::bind(
      Model(testing::schema_of({{.name = "colour", .family = "categorical"},
                                {.name = "smoker", .family = "bernoulli", .levels = {"no", "yes"}},
                                {.name = "flag", .family = "bernoulli"},
                                {.name = "size", .family = "normal"}})),
      table());
}

Codes codes_of_feature(const std::string& name, RowSpan rows) {
  const BoundTable all = bound();
  for (const BoundBlock& block : all.blocks)
    for (Index j = 0; j < block.size(); ++j)
      if (block.names[static_cast<std::size_t>(j)] == name) {
        Codes codes(static_cast<std::size_t>(rows.count));
        detail::read_codes(block, j, rows, codes);
        return codes;
      }
  return {};
}

}  // namespace

TEST_CASE("levels are read as codes, those of missing cells behind the others") {
  CHECK(codes_of_feature("colour", {.count = 4}) == Codes{1, 2, 0, 1});
  CHECK(codes_of_feature("smoker", {.count = 4}) == Codes{0, 1, 2, 1});
  CHECK(codes_of_feature("flag", {.count = 4}) == Codes{1, 0, 2, 1});
}

TEST_CASE("codes of some rows are those of consecutive and of listed ones") {
  CHECK(codes_of_feature("colour", {.first = 1, .count = 2}) == Codes{2, 0});
  const std::vector<Index> listed{3, 0, 2};
  CHECK(codes_of_feature("colour", {.count = 3, .list = listed.data()}) == Codes{1, 1, 0});
  CHECK(codes_of_feature("flag", {.count = 3, .list = listed.data()}) == Codes{1, 1, 2});
}

TEST_CASE("answers have two levels, categories those of the data, numbers none") {
  const BoundTable all = bound();
  for (const BoundBlock& block : all.blocks)
    for (Index j = 0; j < block.size(); ++j)
      if (block.names[static_cast<std::size_t>(j)] == "size")
        CHECK(detail::levels_in_data(block, j) == 0);
      else
        CHECK(detail::levels_in_data(block, j) == 2);
}
