#pragma once
// Flags of data that are learned in parts: shards of a plan, and named sources.
#include <credence/data/shards.hpp>

#include <optional>
#include <string>

#include "flags/flags.hpp"

namespace credence::tool {

struct ShardFlags {
  std::optional<Shard> shard{};         ///< this one alone
  std::optional<Index> shards{};        ///< how many
  std::optional<std::string> folder{};  ///< keeps what each finished shard has taught
  bool record = false;                  ///< the record stays although no shard is missing
  std::optional<std::string> source{};  ///< what DATA are called in the record

  void declare(Grammar& grammar);
  /// Returns whether DATA are cut.
  [[nodiscard]] bool any() const { return shard || shards || folder; }
};

/// `--shard I/N`.
void declare_shard(Grammar& grammar, std::optional<Shard>& shard, std::string help);

/// Throws UsageError for flags of `fit` that have no place beside shards or sources.
void check_shard_flags(const Grammar& grammar);

}  // namespace credence::tool
