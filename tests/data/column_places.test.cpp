#include <credence/detail/data/column_places.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("columns are found by name, the first of equal names, and others nowhere") {
  const Schema schema{.label = "class", .columns = {{.name = "b"}, {.name = "a"}, {.name = "b"}}};

  const ColumnPlaces places(schema);

  CHECK(places.of("b") == 0);
  CHECK(places.of("a") == 1);
  CHECK(places.of("class") == ColumnPlaces::nowhere);
}
