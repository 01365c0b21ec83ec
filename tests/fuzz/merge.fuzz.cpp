// Two hostile posterior files: merged, or refused with both as they were.
// Input: the numbers of one posterior, and those that differ in the other.
#include <cmath>

#include "fuzz/hostile_posterior.hpp"

namespace {

using namespace credence;
using namespace credence::fuzz;

// The same schema with other statistics, as another machine could have learned them.
PosteriorRecord with_other_numbers(Bytes& bytes, PosteriorRecord record) {
  for (double& count : record.class_counts) count = bytes.number();
  for (auto& feature : record.features)
    for (Fields& cell : feature.statistics) {
      const std::size_t length = feature.levels.size();
      cell = hostile_fields(bytes, std::move(cell), length);
    }
  return record;
}

std::optional<ModelPosterior> posterior_of_record(const PosteriorRecord& record) {
  const auto text = outcome_of([&] { return to_json(record); });
  if (!text.value) return std::nullopt;
  return loaded(*text.value);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(text_of(data, size));
  const PosteriorRecord record = hostile_record(bytes);
  const auto one = posterior_of_record(record);
  const auto two =
      posterior_of_record(bytes.yes() ? hostile_record(bytes) : with_other_numbers(bytes, record));
  if (!one || !two) return 0;
  ModelPosterior both = *one;
  const auto merged = outcome_of([&] {
    merge(both, *two);
    return true;
  });
  if (!merged.value) {
    expect(both == *one, "a merge that is refused changes nothing");
    return 0;
  }
  const auto text = outcome_of([&] { return to_json(both); });
  if (text.value) expect_kept(both);
  const auto evidence = outcome_of([&] { return log_evidence(both); });
  expect(!evidence.value || !std::isnan(*evidence.value), "log evidence is a number");
  return 0;
}
