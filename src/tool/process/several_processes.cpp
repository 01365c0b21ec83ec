// What launchers say in the environment, and the program that knows MPI.
#include "process/several_processes.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <string_view>

#include "process/faults.hpp"

namespace credence::tool {
namespace {

// The first of some variables that is a number.
std::optional<int> number_in(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    const char* value = std::getenv(variable);
    if (value == nullptr) continue;
    const std::string_view text = value;
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return number;
  }
  return std::nullopt;
}

// One shard of several is work for one process, whatever started it.
bool is_for_one(char** argv) {
  for (; *argv != nullptr; ++argv)
    if (const std::string_view word = *argv; word == "--shard" || word.starts_with("--shard="))
      return true;
  return false;
}

}  // namespace

int processes_started() { return number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}).value_or(1); }

std::optional<int> become_one_of_several(char** argv) {
  const int processes = processes_started();
  if (processes <= 1 || is_for_one(argv)) return std::nullopt;
  std::error_code fault;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", fault);
  const std::string other = (own.parent_path() / "credence-mpi").string();
  if (!fault) ::execv(other.c_str(), argv);
  if (number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}).value_or(0) == 0)
    std::fputs(fmt::format("credence: {} equal processes would write the same file: there is no "
                           "'{}', which knows MPI; build it where MPI is installed, or start one "
                           "process\n",
                           processes, other)
                   .c_str(),
               stderr);
  return static_cast<int>(Exit::usage);
}

}  // namespace credence::tool
