#pragma once
// `credence fit` of data that are cut into shards.
#include <string_view>

#include "fit/learner.hpp"
#include "input/chunks.hpp"

namespace credence::tool {

/// Learns one shard, or all of them one after another with those taken over that a folder keeps, and
/// writes the posterior.
/// throws  UsageError for data or models that cannot be cut; Error as the reader and merge
void fit_shards(const FitFlags& flags, Console& console);

/// Calls `work` with rows that a reader gave last.
template <class Work>
void with_rows_of(const ShardReader& reader, Work work) {
  with_rows_from([&] { return reader.first_row(); }, work);
}

/// Calls `work` with the rows of a shard that is learned or answered alone. Nothing tells such a shard
/// that it begins in quotes: an error in it says what else may be its cause.
template <class Work>
void with_shard_alone(const Shard& shard, Work work) {
  try {
    work();
  } catch (const Error& error) {
    const bool of_rows = error.code() != ErrorCode::io && error.code() != ErrorCode::limit;
    if (shard.number == 1 || error.where().line == 0 || !of_rows) throw;
    throw Error(error.code(),
                std::string(error.what()) + "; where fields hold line feeds in quotes, shard " +
                    std::to_string(shard.number) + " may begin inside of one: choose another N",
                error.where());
  }
}

/// Returns the regular files of DATA.
/// in      otherwise: behind "give files", what may be done with standard input
/// throws  UsageError for standard input, which cannot be cut; Error{io}
[[nodiscard]] std::vector<DataFile> files_to_cut(const InputFlags& input,
                                                 std::string_view otherwise = "");

}  // namespace credence::tool
