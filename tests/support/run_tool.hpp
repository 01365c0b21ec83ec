#pragma once
// Runs the built tool as a user would, or any program under limits, and keeps what it said and used.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/has.hpp"
#include "support/paths.hpp"
#include "support/temporary_folder.hpp"

// What every program of tests needs of it is compiled once, in run_tool.cpp.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace credence::programs {

using testing::has;
using testing::TemporaryFolder;

/// The words of a command line.
using Words = std::vector<std::string>;

/// Returns the words and, behind them, more.
inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// How a program ended.
struct Run {
  int exit = 0;     ///< the exit code; 128 and the signal's number where a signal ended it
  std::string out;  ///< standard output
  std::string err;  ///< standard error
  double seconds = 0;
  long kilobytes = 0;  ///< the most memory it held

  [[nodiscard]] bool says(const std::string& text) const { return has(err, text); }
  [[nodiscard]] nlohmann::ordered_json json() const;
};

inline std::string text_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{"cannot read " + path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// Returns a text whose sentences are on one line each, as they were before they were wrapped.
inline std::string unwrapped(std::string text) {
  for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;)
    text.replace(at, std::min(text.find_first_not_of(' ', at + 1), text.size()) - at, " ");
  return text;
}

inline void write_to(const std::string& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary};
  file << text;
  if (!file.flush()) throw std::runtime_error{"cannot write " + path};
}

/// The words that run the tool.
std::vector<std::string> tool_words(const std::vector<std::string>& words);

inline void nothing() {}

/// In a child: becomes the program that the first of the words names, its streams led to files;
/// ends the child with 126 where that fails.
/// in      prepare: called when the streams are led
[[noreturn]] void become(std::vector<std::string> words, const std::string& in,
                         const std::string& out, const std::string& err,
                         const std::function<void()>& prepare = nothing);

/// Runs the program that the first of the words names. `standard_output` names a file or device to
/// write to instead of keeping what was written.
/// in      prepare: called in the child before it becomes the program
Run run_program(const std::vector<std::string>& words,
                const std::function<void()>& prepare = nothing,
                const std::string& standard_input = "", const std::string& standard_output = "");

/// Runs the tool with these words.
Run run_tool(const std::vector<std::string>& words, const std::string& standard_input = "",
             const std::string& standard_output = "");

/// Runs a command of bash in a folder, where `credence` is the built tool; `out` has both streams.
Run run_in(const TemporaryFolder& folder, const std::string& command);

/// Whether a shell finds a program of this name.
inline bool is_there(const std::string& program) {
  return run_in({}, "command -v " + program).exit == 0;
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

}  // namespace credence::programs
