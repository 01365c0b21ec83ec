// Where rows are cut into tiles and chunks.
#include <credence/learn/gather.hpp>
#include <credence/learn/word_sums.hpp>

#include <doctest/doctest.h>

using namespace credence;
using detail::Cuts;
using detail::cuts_of;

TEST_CASE("a chunk has whole tiles, some two million cells and 256 rows a class") {
  for (const Index cells : {1, 30, 128, 5000})
    for (const Index classes : {2, 1000}) {
      CAPTURE(cells);
      CAPTURE(classes);
      const Cuts cuts = cuts_of(cells, classes, MomentSums::tile_rows(cells, classes));
      CHECK(cuts.tile_rows == MomentSums::tile_rows(cells, classes));
      CHECK(cuts.chunk_rows % cuts.tile_rows == 0);
      CHECK(cuts.chunk_rows * cells >= 2'000'000);
      CHECK(cuts.chunk_rows >= 256 * classes);
    }
}

TEST_CASE("the long tiles of documents do not make chunks of columns beside them longer") {
  constexpr Index documents = WordSums::tile_rows();
  CHECK(cuts_of(1, 20, documents).tile_rows == documents);
  CHECK(cuts_of(51, 2, documents).chunk_rows <= 50'000);
  CHECK(cuts_of(5001, 2, documents).chunk_rows == 2048);
}
