#include <credence/data/tying.hpp>

#include <credence/data/schema.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {
std::string schema_with(const std::string& tied) {
  return R"({"schema_version":1,"label":"y","columns":[{"name":"sizes","family":"normal",)"
         R"("columns":["a","b"],"tied":)" +
         tied + "}]}";
}
}  // namespace

TEST_CASE("every tying has a word that names it and no other") {
  for (const Tying tying : all_tyings) CHECK(tying_named(to_string(tying)) == tying);
  CHECK_FALSE(tying_named("none").has_value());
}

TEST_CASE("a schema with a tied block reads back as it was written") {
  for (const Tying tying : all_tyings) {
    const std::string word = '"' + std::string(to_string(tying)) + '"';
    CAPTURE(word);
    const Schema schema = schema_from_json(schema_with(word), "s.json");

    CHECK(schema.columns[0].tied == tying);
    CHECK(schema_from_json(to_json(schema), "again.json") == schema);
  }
}

TEST_CASE("an unknown tying is refused with its place") {
  CHECK(throws_error([] { (void)schema_from_json(schema_with("\"rows\""), "s.json"); },
                     ErrorCode::schema, "columns[0].tied"));
  CHECK(throws_error([] { (void)schema_from_json(schema_with("true"), "s.json"); },
                     ErrorCode::schema, "columns[0].tied"));
}
