// The command-line tool `credence`.
#include <algorithm>
#include <csignal>

#include "run.hpp"

int main(int argc, char** argv) {
  // A file that may not grow is an error with a message, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  return credence::tool::run({argv + std::min(1, argc), argv + argc});
}
