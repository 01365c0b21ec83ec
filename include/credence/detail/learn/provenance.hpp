#pragma once
// Which rows the statistics of a posterior file are of, as plain data.
#include <credence/base/index.hpp>
#include <credence/detail/data/read_piece.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace credence {

/// The first and the last piece that shards in a row have read.
struct ShardEnds {
  ReadPlace first{};  ///< of the first shard
  ReadPlace last{};   ///< of the last one

  friend bool operator==(const ShardEnds&, const ShardEnds&) = default;
};

/// Which shards of a plan were learned. A plan is a hash of all that says which rows a shard holds and
/// what is made of them, so that equal shards of equal plans are the same rows.
struct ShardRecord {
  std::string plan{};
  Index of = 0;                               ///< how many shards the plan has; 0: no record
  std::vector<std::pair<Index, Index>> have;  ///< first and last numbers, ascending, from 1
  Index skipped_rows = 0;                     ///< without a label
  std::vector<ReadPiece> read;                ///< of a single shard
  /// Of several shards, not all: for each of `have` where it begins and ends, none where nobody knows;
  /// empty where nothing is known.
  std::vector<std::optional<ShardEnds>> ends;

  [[nodiscard]] bool any() const { return of > 0; }
  /// Returns whether no shard is missing.
  [[nodiscard]] bool complete() const {
    return have.size() == 1 && have.front() == std::pair<Index, Index>(1, of);
  }
  /// Returns how many shards were learned.
  [[nodiscard]] Index count() const {
    Index all = 0;
    for (const auto& [first, last] : have) all += last - first + 1;
    return all;
  }

  friend bool operator==(const ShardRecord&, const ShardRecord&) = default;
};

/// The record of a posterior file: shards of a plan, or named sources of data that grow; or nothing.
struct Provenance {
  ShardRecord shards{};
  std::vector<std::string> sources;  ///< in the order of bytes

  [[nodiscard]] bool any() const { return shards.any() || !sources.empty(); }
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

}  // namespace credence
