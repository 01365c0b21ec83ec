// Where rows are cut into tiles and chunks.

#include <doctest/doctest.h>

#include <vector>

#include "learn/tiles/gather.hpp"

#include <credence/family/gamma_poisson.hpp>

#include "learn/moments/moment_sums.hpp"
#include "learn/words/word_sums.hpp"
#include "support/block_of.hpp"
#include "support/models.hpp"

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

TEST_CASE(
    "each class has the weight of its rows, few classes or many, and others are passed over") {
  for (const bool weighted : {false, true})
    for (const Index size : {1, 6, 16, 17, 63, 64, 1000}) {
      CAPTURE(weighted);
      CAPTURE(size);
      std::vector<Code> classes;
      std::vector<double> weights;
      for (Index i = 0; i < 1003; ++i) {
        classes.push_back(static_cast<Code>(i * i % (size + 1)) - 1);
        weights.push_back(0.25 * static_cast<double>(i % 5 + 1));
      }
      const detail::Tile tile{.rows = {.first = 0, .count = std::ssize(classes)},
                              .classes = classes.data(),
                              .weights = weighted ? weights.data() : nullptr};
      std::vector<double> found(static_cast<std::size_t>(size), 1.0);
      std::vector<double> wanted = found;
      Index passed = 0;
      for (std::size_t i = 0; i < classes.size(); ++i)
        if (classes[i] < 0)
          ++passed;
        else
          wanted[static_cast<std::size_t>(classes[i])] += weighted ? weights[i] : 1.0;

      CHECK(passed > 0);
      CHECK(detail::add_class_weights(tile, found) == passed);
      CHECK(found == wanted);
    }
}

TEST_CASE("what several chunks count adds up, counts beyond the table of levels among it") {
  const Model model(testing::schema_of(
      {{.name = "few", .family = "poisson"}, {.name = "many", .family = "poisson"}}));
  const Table table =
      testing::table_of("few,many,class\n0,3,a\n2,70000,a\n1,5,b\n,1000000,b\n4,,a\n");
  const BoundTable bound = credence::bind(model, table);
  constexpr Index times = 1'000'000;
  std::vector<Index> rows;
  for (Index i = 0; i < times * table.rows(); ++i) rows.push_back(i % table.rows());
  REQUIRE(2 * cuts_of(bound).chunk_rows < std::ssize(rows));

  auto posterior = empty_posterior(model);
  LearningWorkspace work;
  observe(posterior, bound, RowSpan{.count = std::ssize(rows), .list = rows.data()}, work);

  const auto totals = [&](Index feature, Index klass) {
    return testing::block_of<GammaPoisson>(posterior).cell(feature, klass);
  };
  CHECK(totals(0, 0).total == 6 * times);
  CHECK(totals(0, 0).count() == 3 * times);
  CHECK(totals(0, 1).total == 1 * times);
  CHECK(totals(0, 1).count() == 1 * times);
  CHECK(totals(1, 0).total == 70'003 * times);
  CHECK(totals(1, 0).count() == 2 * times);
  CHECK(totals(1, 1).total == 1'000'005 * times);
  CHECK(totals(1, 1).count() == 2 * times);
}
