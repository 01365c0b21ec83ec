#pragma once
// Runs `credence-mpi` by several processes of Open MPI.
#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::engines {

/// The program beside the built tool.
inline std::string mpi_tool() { return testing::built_tool() + "-mpi"; }

/// Variables of a shell: root may start processes, as Open MPI wants to be told twice, and nobody
/// looks for leaks, since Open MPI leaves memory behind, which is not ours to free.
inline constexpr const char* mpi_variables =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0 ";

/// The words of a shell before those of a program: more processes than there are cores are allowed.
inline std::string mpirun(int ranks) {
  return mpi_variables + ("exec mpirun --oversubscribe -n " + std::to_string(ranks) + " ");
}

inline std::string in_quotes(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// One text of all words, for a shell.
inline std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += in_quotes(word) + " ";
  return line;
}

inline programs::Run run_ranks(int ranks, const std::vector<std::string>& words,
                              const std::string& program = mpi_tool()) {
  return programs::run_program(
      {"sh", "-c", mpirun(ranks) + in_quotes(program) + " " + line_of(words)});
}

/// Returns whether Open MPI is there and the tool was built with it; else says what is missing.
inline bool has_mpi() {
  if (programs::run_program({"sh", "-c", "command -v mpirun"}).exit != 0) {
    MESSAGE("skipped: there is no mpirun (./dev test --engines installs Open MPI)");
    return false;
  }
  if (programs::run_program({"sh", "-c", "test -x " + in_quotes(mpi_tool())}).exit != 0) {
    MESSAGE("skipped: credence-mpi was not built (CREDENCE_BUILD_MPI)");
    return false;
  }
  return true;
}

/// How often a text stands in another.
inline int times(const std::string& text, const std::string& all) {
  int count = 0;
  for (std::size_t at = all.find(text); at != std::string::npos; at = all.find(text, at + 1))
    ++count;
  return count;
}

}  // namespace credence::engines
