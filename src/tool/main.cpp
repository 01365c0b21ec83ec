// The command-line tool `credence`.
#include <algorithm>
#include <csignal>

#include "process/kept_memory.hpp"
#include "process/out_of_memory.hpp"
#include "process/several_processes.hpp"
#include "run.hpp"

#ifdef __ELF__
// Before the libraries begin, which need memory too.
[[gnu::section(".preinit_array"),
  gnu::used]] static void (*const first)() noexcept = credence::tool::die_of_memory_on_terminate;
#endif

int main(int argc, char** argv) {
  // A file that may not grow is an error with a message, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  if (const auto code = credence::tool::become_one_of_several(argv)) return *code;
  credence::tool::keep_memory_of_parts();
  return credence::tool::run({argv + std::min(1, argc), argv + argc});
}
