#pragma once
// Rows of DATA by the processes that share a run: each takes some shards.
#include <credence/learn/model_posterior.hpp>

#include <functional>
#include <string_view>

#include "console/console.hpp"
#include "flags/input_flags.hpp"

namespace credence::tool {

/// Returns whether processes share the run and DATA can be cut; else the first one works alone. Says
/// so where there are several, and lets them work together otherwise.
/// in      needs_all: what asks for all rows in one process, as "--leave-one-out"; empty for nothing
[[nodiscard]] bool works_together(const InputFlags& input, std::string_view needs_all,
                                  Console& console);

/// Throws Error{io} in every process where one sees files of other names or sizes than the first one.
void check_same_files(const std::vector<DataFile>& files, Ranks& ranks);

/// Calls `use` with the rows of the shards of this process, one table after another. Where rows of
/// another process reach into them, `restart` is called again and all of them come anew.
/// throws  UsageError for standard input; SharedFault
void for_tables_of_rank(const Posterior<Model>& posterior, const InputFlags& input,
                        Console& console, const std::function<void()>& restart,
                        const std::function<void(const Table&)>& use);

}  // namespace credence::tool
