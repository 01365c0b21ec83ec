// The order of what moved between two data sets.
#include <credence/study/drift.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"

using namespace credence;

TEST_CASE("moves that are equal but for rounding stand in the order of their classes") {
  const Model model(testing::schema_of({{.name = "a", .family = "categorical"}}));
  const auto rows_of = [&](int p, int q) {
    std::string text = "a,class\n";
    for (int i = 0; i < p; ++i) text += "u,p\n";
    for (int i = 0; i < q; ++i) text += "v,q\n";
    return observe(model, testing::table_of(text));
  };
  for (int p = 1; p < 30; ++p) {
    CAPTURE(p);
    const Drift drift = compare_in_time(rows_of(p, 7), rows_of(11, p + 3));
    REQUIRE(drift.labels.moves.size() == 2);
    CHECK(drift.labels.moves[0].klass == "p");
  }
}
