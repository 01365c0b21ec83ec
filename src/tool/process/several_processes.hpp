#pragma once
// `credence` that was started several times by an MPI launcher: equal processes would do the same work
// and write the same file.
#include <optional>

namespace credence::tool {

/// Returns how many processes an MPI launcher started, as OMPI_COMM_WORLD_SIZE or PMI_SIZE says; 1
/// without one.
[[nodiscard]] int processes_started();

/// Where a launcher started several processes, becomes the program `credence-mpi` beside this one.
/// in      argv: the words of the command line, null at their end
/// out     none where there is one process alone; the exit code where there is no such program, which
///         the first process has said
[[nodiscard]] std::optional<int> become_one_of_several(char** argv);

}  // namespace credence::tool
