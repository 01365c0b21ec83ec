#pragma once
// Runs the built tool as a user would, and keeps what it said.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/paths.hpp"
#include "support/temporary_folder.hpp"

namespace credence::support {

using testing::TemporaryFolder;

/// How a run of the tool ended.
struct Run {
  int exit = 0;     ///< the exit code; 128 and the signal's number where a signal ended it
  std::string out;  ///< standard output
  std::string err;  ///< standard error

  [[nodiscard]] bool says(const std::string& text) const {
    return err.find(text) != std::string::npos;
  }
  [[nodiscard]] nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

inline std::string text_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"cannot read " + path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

inline void write_to(const std::string& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary};
  file << text;
  if (!file.flush()) throw std::runtime_error{"cannot write " + path};
}

namespace detail {
inline void lead(const std::string& path, int flags, int descriptor) {
  const int opened = ::open(path.c_str(), flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(126);
}

[[noreturn]] inline void become(const std::vector<std::string>& words, const std::string& in,
                                const std::string& out, const std::string& err) {
  lead(in, O_RDONLY, STDIN_FILENO);
  lead(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  lead(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  std::string tool = testing::built_tool();
  std::vector<std::string> all = words;
  std::vector<char*> pointers{tool.data()};
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(tool.c_str(), pointers.data());
  ::_exit(127);
}
}  // namespace detail

/// Runs the tool with these words. `standard_output` names a file or device to write to instead of
/// keeping what was written.
inline Run run_tool(const std::vector<std::string>& words, const std::string& standard_input = "",
                    const std::string& standard_output = "") {
  const TemporaryFolder folder;
  const std::string in = folder / "in", err = folder / "err";
  const std::string out = standard_output.empty() ? folder / "out" : standard_output;
  write_to(in, standard_input);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error{"cannot fork"};
  if (child == 0) detail::become(words, in, out, err);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error{"cannot wait"};
  Run run{.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .out = standard_output.empty() ? text_of(out) : "",
          .err = text_of(err)};
  if (run.exit == 126 || run.exit == 127) throw std::runtime_error{"cannot run the tool"};
  return run;
}

/// A file of the shipped data.
inline std::string shipped(const std::string& name) {
  return testing::project_file("examples/data/" + name);
}

/// The lines of a text, without their ends.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace credence::support
