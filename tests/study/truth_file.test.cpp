// Truths to and from files: parameters that are given, or those that a simulation drew.
#include <credence/study/simulation.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/every_family.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Schema schema_of_sizes() {
  return schema_of({{.name = "size", .family = "normal"},
                    {.name = "city", .family = "categorical", .levels = {"x", "y"}}});
}

TruthRecord record_of_sizes() {
  return {.schema = schema_of_sizes(),
          .class_probabilities = {{"a", 0.25}, {"b", 0.75}},
          .parameters = {{"size",
                          {{"a", {{"mean", 1.0}, {"variance", 4.0}}},
                           {"b", {{"mean", 2.0}, {"variance", 9.0}}}}},
                         {"city",
                          {{"a", {{"probabilities", Doubles{0.5, 0.5}}}},
                           {"b", {{"probabilities", Doubles{0.1, 0.9}}}}}}}};
}

Strings cells_of(const Table& table) {
  Strings cells;
  for (const Column& column : table.columns())
    for (Index row = 0; row < table.rows(); ++row)
      cells.push_back(column.name + '=' + as_written(column, row));
  return cells;
}

void refuses(const TruthRecord& record, ErrorCode code, const std::string& part) {
  CAPTURE(part);
  try {
    (void)truth_of(record);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == code);
    CHECK(std::string(error.what()).find(part) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("a truth read from its file is simulated as before") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    const auto truth = drawn_truth(before_data(schema_of_every_family()), seed);
    const auto read = truth_from_json(to_json(truth), "truth.json");
    CHECK(cells_of(simulate(read, {.rows = 700})) == cells_of(simulate(truth, {.rows = 700})));
    CHECK(to_json(read) == to_json(truth));
  }
}

TEST_CASE("a file of a truth lists the classes and levels that came from data") {
  const ModelPosterior posterior =
      learned(schema_of({{.name = "city", .family = "categorical", .missing_is_level = true},
                         {.name = "text", .family = "multinomial"},
                         {.name = "other", .family = "categorical", .missing_is_level = true}}),
              "city,text,other,class\nx,win now,p,a\n,ham,q,b\ny,ham,p,b\n");
  const auto truth = estimate(posterior, Estimator::posterior_mean);
  const auto read = truth_from_json(to_json(truth), "truth.json");
  CHECK(cells_of(simulate(read, {.rows = 50})) == cells_of(simulate(truth, {.rows = 50})));
  CHECK(read.model.schema().find("city")->levels == Strings{"x", "y"});
  CHECK(read.model.schema().classes == Strings{"a", "b"});
}

TEST_CASE("given parameters are those of the truth") {
  const auto truth = truth_of(record_of_sizes());
  CHECK(truth.classes == Strings{"a", "b"});
  CHECK(truth.most_frequent == 1);
  CHECK(record_of(truth).parameters == record_of_sizes().parameters);
  CHECK(record_of(truth).class_probabilities == record_of_sizes().class_probabilities);
}

TEST_CASE("parameters may come without a schema, which then comes beside them") {
  const std::string text = R"({"schema_version": 1, "class_probabilities": {"a": 0.25, "b": 0.75},
    "features": [
      {"feature": "size", "cells": [{"class": "a", "parameters": {"mean": 1, "variance": 4}},
                                    {"class": "b", "parameters": {"mean": 2, "variance": 9}}]},
      {"feature": "city", "cells": [{"class": "a", "parameters": {"probabilities": [0.5, 0.5]}},
                                    {"class": "b", "parameters": {"probabilities": [0.1, 0.9]}}]}]})";
  CHECK(truth_record_from_json(text, "p.json", schema_of_sizes()) == record_of_sizes());
  CHECK_THROWS_WITH_AS((void)truth_record_from_json(text, "p.json"),
                       doctest::Contains("has no key 'schema'"), Error);
}

TEST_CASE("a fault of a file of parameters is named") {
  const auto read = [](const std::string& text) {
    return (void)truth_record_from_json(text, "p.json", schema_of_sizes());
  };
  CHECK_THROWS_WITH_AS(read("{"), doctest::Contains("p.json"), Error);
  CHECK_THROWS_WITH_AS(read(R"({"schema_version": 2, "class_probabilities": {}, "features": []})"),
                       doctest::Contains("schema_version"), Error);
  CHECK_THROWS_WITH_AS(
      read(R"({"schema_version": 1, "class_probabilities": {"a": "x"}, "features": []})"),
      doctest::Contains("class_probabilities"), Error);
  CHECK_THROWS_WITH_AS(
      read(R"({"schema_version": 1, "class_probabilities": {"a": 1}, "features": [], "seed": 1})"),
      doctest::Contains("seed"), Error);
  const std::string cell = R"({"class": "a", "parameters": {}})";
  CHECK_THROWS_WITH_AS(read(R"({"schema_version": 1, "class_probabilities": {"a": 1}, "features": [
      {"feature": "size", "cells": [)" +
                            cell + "," + cell + "]}]}"),
                       doctest::Contains("a second time"), Error);
}

TEST_CASE("parameters that contradict the schema are refused") {
  TruthRecord record = record_of_sizes();
  record.class_probabilities["b"] = 0.7;
  refuses(record, ErrorCode::schema, "sum to 0.95");

  record = record_of_sizes();
  record.class_probabilities = {{"a", -0.5}, {"b", 1.5}};
  refuses(record, ErrorCode::schema, "the probability of class 'a' is -0.5");

  record = record_of_sizes();
  record.schema.classes = {"a", "b", "c"};
  refuses(record, ErrorCode::schema, "not those of the schema's classes, 'a', 'b', 'c'");

  record = record_of_sizes();
  record.parameters["city"].erase("b");
  refuses(record, ErrorCode::schema, "no parameters of column 'city' of class 'b'");

  record = record_of_sizes();
  record.class_probabilities = {{"a", 1}};
  CHECK(testing::fails_with(
      ErrorCode::schema,
      "there are parameters of column 'city' for class 'b', which has no probability; give it one, "
      "0 if it never occurs, or remove them",
      [&] { (void)truth_of(record); }));

  record = record_of_sizes();
  record.parameters["weight"] = record.parameters["size"];
  refuses(record, ErrorCode::schema, "'weight', which is no feature");

  record = record_of_sizes();
  record.parameters["city"]["a"] = {{"probabilities", Doubles{0.2, 0.3, 0.5}}};
  refuses(record, ErrorCode::shape, "has 3 entries for 2 levels");

  record = record_of_sizes();
  record.parameters["size"]["a"] = {{"mean", 1.0}, {"variance", -4.0}};
  refuses(record, ErrorCode::domain, "variance");

  record = record_of_sizes();
  record.parameters["size"]["a"] = {{"mean", 1.0}, {"sd", 4.0}};
  refuses(record, ErrorCode::schema, "column 'size' of class 'a'");
}

TEST_CASE("densities that average over parameters have none to write") {
  const ModelPosterior posterior = learned(schema_of({{.name = "size", .family = "normal"}}),
                                           "size,class\n1,a\n2,a\n4,b\n9,b\n");
  CHECK_THROWS_WITH_AS((void)to_json(estimate(posterior, Estimator::predictive)),
                       doctest::Contains("averages over parameters"), Error);
}

TEST_CASE("a file that gives the parameters of a column twice is refused where it does") {
  std::string text = to_json(record_of_sizes());
  const std::size_t at = text.rfind("\"feature\":\"size\"");
  REQUIRE(at != std::string::npos);
  text.replace(at, 16, "\"feature\":\"city\"");

  CHECK(
      fails_with(ErrorCode::schema,
                 "key 'features[1].feature' of 't.json' names column 'city' a second time; remove "
                 "one",
                 [&] { (void)truth_record_from_json(text, "t.json"); }));
}
