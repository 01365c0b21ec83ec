#pragma once
// `credence fit` of data that are cut into shards.
#include "learner.hpp"

namespace credence::tool {

/// Learns one shard, or all of them one after another with those taken over that a folder keeps, and
/// writes the posterior.
/// throws  UsageError for data or models that cannot be cut; Error as the reader and merge
void fit_shards(const FitFlags& flags, Console& console);

/// Calls `work` with rows that a reader gave last. An array has no lines: an error that names a row
/// of the chunk then says where these rows begin in the file.
template <class Work>
void with_rows_of(const ShardReader& reader, Work work) {
  try {
    work();
  } catch (const Error& error) {
    if (reader.first_row() == 0 || error.where().line > 0) throw;
    throw Error(error.code(),
                std::string(error.what()) + " (rows count from row " +
                    std::to_string(reader.first_row() + 1) + " of the file)",
                error.where());
  }
}

/// Returns the regular files of DATA.
/// throws  UsageError for standard input, which cannot be cut; Error{io}
[[nodiscard]] std::vector<DataFile> files_to_cut(const InputFlags& input);

}  // namespace credence::tool
