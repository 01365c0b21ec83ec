#pragma once
// System calls of the tool that fail, or during which it is killed, by strace.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::faults {

using namespace programs;

/// The number-th call of its name that a run makes.
struct Call {
  std::string name;
  int number = 0;
  std::string line;  ///< as strace shows it
};

/// Whether strace is there and may trace.
inline bool has_strace() {
  return run_program({"strace", "-o", "/dev/null", "-e", "trace=close", "true"}).exit == 0;
}

/// Whether it is not or may not, which the test that asks then says.
inline bool lacks_strace() {
  if (has_strace()) return false;
  std::puts("skipped: there is no strace, or it may not trace");
  return true;
}

/// A run of the tool in which something happens at one call: "signal=KILL", "error=EIO", ...
inline Run run_injected(const Words& words, const Call& call, const std::string& what) {
  // The leak checker of a sanitized tool cannot work under strace.
  std::vector<std::string> all{
      "strace",
      "-f",
      "-qq",
      "-o",
      "/dev/null",
      "-E",
      "ASAN_OPTIONS=detect_leaks=0",
      "-e",
      "trace=" + call.name,
      "-e",
      "inject=" + call.name + ":" + what + ":when=" + std::to_string(call.number)};
  for (const std::string& word : tool_words(words)) all.push_back(word);
  return run_program(all);
}

/// The calls on files and descriptors that a run makes while it saves into `folder`: from the
/// sweep for temporaries of earlier runs to the end of the sync of the folder.
inline std::vector<Call> calls_of_save(const Words& words, const std::string& folder) {
  const TemporaryFolder logs;
  std::vector<std::string> all{
      "strace",           "-f", "-o", logs / "log", "-E", "ASAN_OPTIONS=detect_leaks=0", "-e",
      "trace=%file,%desc"};
  for (const std::string& word : tool_words(words)) all.push_back(word);
  run_program(all);
  std::vector<Call> calls;
  std::size_t begin = 0, end = 0;
  for (const std::string& line : lines_of(text_of(logs / "log"))) {
    const std::size_t start = line.find_first_not_of("0123456789 ");
    const std::size_t bracket = line.find('(');
    if (start == std::string::npos || bracket == std::string::npos || line[start] == '+') continue;
    const std::string name = line.substr(start, bracket - start);
    const auto earlier = std::count_if(calls.begin(), calls.end(),
                                       [&](const Call& call) { return call.name == name; });
    if (begin == 0 && has(line, '"' + folder + "\", ") && has(line, "O_DIRECTORY"))
      begin = calls.size();
    calls.push_back({name, static_cast<int>(earlier) + 1, line});
    if (name == "fsync") end = calls.size();
  }
  end = std::min(end + 2, calls.size());  // closing the folder and the file
  return {calls.begin() + static_cast<std::ptrdiff_t>(begin),
          calls.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace credence::faults
