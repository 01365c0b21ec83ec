// Schemas as JSON: what is accepted reads back equal when written, and a model refuses it or keeps it.
#include <credence/learn/model.hpp>

#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace credence;
  using namespace credence::fuzz;
  const auto read = outcome_of([&] { return schema_from_json(text_of(data, size), "s.json"); });
  if (!read.value) return 0;
  const auto again = outcome_of([&] { return schema_from_json(to_json(*read.value), "s.json"); });
  expect(again.value && *again.value == *read.value, "a schema reads back equal");
  const auto model = outcome_of([&] { return Model(*read.value); });
  if (!model.value) return 0;
  const auto same = outcome_of([&] { return Model(model.value->schema()); });
  expect(same.value && *same.value == *model.value, "a model's schema makes the same model");
  return 0;
}
