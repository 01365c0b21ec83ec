// Numbers of shards and of rows at the end of what a posterior file counts.
#include <doctest/doctest.h>
#include <credence/learn/shards.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/data_error.hpp"
#include "support/posterior_bytes.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index most_numbered = Index{1} << 53;

RecordedPosterior shard_that_skips(Index rows, Index number, Index of) {
  return {.posterior = empty_posterior(
              Model(Schema{.label = "y", .columns = {{.name = "x", .family = "normal"}}})),
          .provenance = {.shards = {.plan = "xxh3:1",
                                    .of = of,
                                    .have = {{number, number}},
                                    .skipped_rows = rows,
                                    .read = {{.file = "a.csv", .size = 1, .content = "xxh3:2"}}}}};
}

// What a file says whose record of shards holds something else.
std::optional<Error> fault_with(const std::string& key, const nlohmann::ordered_json& value,
                                const nlohmann::ordered_json& of = 4) {
  const std::string text = to_bytes(shard_that_skips(2, 2, 4), PosteriorForm::json);
  nlohmann::ordered_json body = nlohmann::ordered_json::parse(text).at("posterior");
  body.at("shards").at("of") = of;
  body.at("shards").at(key) = value;
  return error_of([&] { return recorded_from_bytes(sealed_json(body.dump(), 2), "p"); });
}

}  // namespace

TEST_CASE("a file counts shards and skipped rows up to 2 to the 53rd, and no further") {
  const RecordedPosterior last = shard_that_skips(most_numbered, most_numbered, most_numbered);
  for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary})
    CHECK(recorded_from_bytes(to_bytes(last, form), "p").provenance == last.provenance);

  const auto no_count = " is no whole number from 1 to 9007199254740992";
  CHECK(says(fault_with("of", most_numbered + 1), "'posterior.shards.of'", no_count));
  CHECK(is(fault_with("skipped_rows", most_numbered + 1), ErrorCode::version));
  CHECK_FALSE(fault_with("skipped_rows", most_numbered));
}

TEST_CASE("ranges of shards ascend, also where the last number is the largest of all") {
  constexpr Index largest = std::numeric_limits<Index>::max();
  const auto list = [](Index first, Index last) {
    return nlohmann::ordered_json::array({first, last});
  };
  for (const auto& end_and_of :
       {std::pair{largest - 1, largest}, std::pair{largest, largest},
        std::pair{most_numbered - 1, most_numbered}, std::pair{most_numbered, most_numbered}}) {
    const Index end = end_and_of.first, of = end_and_of.second;
    CAPTURE(end);
    for (const Index next : {Index{1}, end}) {
      const auto fault =
          fault_with("have", nlohmann::ordered_json::array({list(end, end), list(next, next)}), of);
      CHECK(is(fault, ErrorCode::version));
      CHECK(says(fault, "posterior.shards."));
    }
  }
}

TEST_CASE("shards that skip more rows than any data have are not merged") {
  ShardMerge merging;
  merging.add(shard_that_skips(most_numbered, 1, 4), "1.bin");
  const auto error = error_of([&] {
    merging.add(shard_that_skips(1, 2, 4), "2.bin");
    return 0;
  });

  CHECK(is(error, ErrorCode::version));
  CHECK(says(error, "'2.bin' and the files before it skip more than 9007199254740992 rows"));
  CHECK(merging.provenance().shards.skipped_rows == most_numbered);
}
