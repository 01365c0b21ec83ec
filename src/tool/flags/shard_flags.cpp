// Which flags go with shards.
#include "flags/shard_flags.hpp"

#include <fmt/format.h>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr std::uint64_t most_shards = std::uint64_t{1} << 40;

// "3/64"
Shard shard_of(const std::string& text, std::string_view flag) {
  const auto [number, of] = split_at_last(text, '/', flag, "I/N");
  const Shard shard{.number = static_cast<Index>(Whole{.least = 1}(number, flag)),
                    .of = static_cast<Index>(Whole{.least = 1, .most = most_shards}(of, flag))};
  if (shard.number > shard.of)
    throw UsageError(fmt::format("flag '{}' names shard {} of {}; shards count from 1 to {}", flag,
                                 shard.number, shard.of, shard.of));
  return shard;
}

std::string name_of_source(const std::string& text, std::string_view flag) {
  if (text.empty()) throw UsageError(fmt::format("flag '{}' is empty; give the rows a name", flag));
  return text;
}

void exclude(const Grammar& grammar, std::string_view flag,
             std::initializer_list<std::string_view> others, std::string_view why) {
  if (!grammar.given(flag)) return;
  const std::string_view other = grammar.first_given(others);
  if (!other.empty())
    throw UsageError(fmt::format("flag '{}' has no place beside '{}': {}; leave one of them out",
                                 other, flag, why));
}

}  // namespace

void declare_shard(Grammar& grammar, std::optional<Shard>& shard, std::string help) {
  grammar.value("--shard", shard, "I/N", std::move(help), shard_of);
}

void ShardFlags::declare(Grammar& grammar) {
  declare_shard(grammar, shard,
                "learn shard I of N alone, from 1, as one of N tasks; 'credence merge' joins what "
                "they write");
  grammar.value("--shards", shards, "N",
                "cut DATA into N shards [one for 16 MiB, at most 4096, beside --shard-files]",
                Whole{.least = 1, .most = most_shards});
  grammar.value("--shard-files", folder, "DIR",
                "keep what each finished shard has taught in DIR: a rerun takes it over");
  grammar.on_off("--record", record,
                 "write which shards a posterior holds although none is missing");
  grammar.value("--source", source, "NAME",
                "write that the posterior holds DATA under this name, such as a day: merging it "
                "twice is then refused",
                name_of_source);
}

void check_shard_flags(const Grammar& grammar) {
  exclude(grammar, "--shard", {"--shards", "--shard-files"}, "it is one shard alone");
  for (const std::string_view flag : {"--shard", "--shards", "--shard-files"}) {
    exclude(grammar, flag,
            {"--update", "--stream", "--chunk", "--source", "--label-file", "--twin",
             "--feature-weights", "--discount", "--discount-rows"},
            "shards are learned by themselves, and from nothing else");
    exclude(grammar, flag, {"--families"}, "which families are chosen must not hang on a shard");
    if (grammar.given(flag) && !grammar.given("--schema"))
      throw UsageError(fmt::format(
          "flag '{}' needs --schema, so that all shards have the same families; 'credence schema' "
          "makes one",
          flag));
  }
  if (grammar.given("--record") &&
      grammar.first_given({"--shard", "--shards", "--shard-files"}).empty())
    throw UsageError(
        "flag '--record' keeps the record of shards, and there are none; give --shards N beside "
        "it");
  exclude(grammar, "--twin", {"--source"}, "a logistic regression cannot be merged");
}

}  // namespace credence::tool
