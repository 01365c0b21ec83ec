#pragma once
// Runs any program under limits, and keeps what it said and used.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/paths.hpp"
#include "support/run_tool.hpp"

namespace credence::support {

/// How a program ended.
struct Outcome {
  int exit = 0;  ///< the exit code; 128 and the signal's number where a signal ended it
  std::string out;
  std::string err;
  double seconds = 0;
  long kilobytes = 0;  ///< the most memory it held

  [[nodiscard]] bool says(const std::string& text) const {
    return err.find(text) != std::string::npos;
  }
};

/// Runs `words`, the first of which names the program. `prepare` is called in the child after its
/// streams were led to files.
inline Outcome run_program(
    std::vector<std::string> words, const std::function<void()>& prepare = [] {}) {
  const TemporaryFolder folder;
  const std::string in = folder / "in", out = folder / "out", err = folder / "err";
  write_to(in, "");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error{"cannot fork"};
  if (child == 0) {
    lead(in, O_RDONLY, STDIN_FILENO);
    lead(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    lead(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    prepare();
    ::execvp(pointers.front(), pointers.data());
    ::_exit(126);
  }
  int status = 0;
  struct rusage used {};
  if (::wait4(child, &status, 0, &used) != child) throw std::runtime_error{"cannot wait"};
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return {.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = text_of(out),
          .err = text_of(err),
          .seconds = seconds.count(),
          .kilobytes = used.ru_maxrss};
}

/// The words that run the tool.
inline std::vector<std::string> tool_words(const std::vector<std::string>& words) {
  std::vector<std::string> all{testing::built_tool()};
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

}  // namespace credence::support
