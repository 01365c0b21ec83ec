#pragma once
// What the tool says of command lines that make no sense.
#include <doctest/doctest.h>

#include <string_view>

#include "support/run_tool.hpp"

namespace credence::programs {

/// Checks that a run ended with exit code 2 and said this.
inline void check_usage(const Run& run, std::string_view says) {
  CAPTURE(says);
  CAPTURE(run.err);
  CHECK(run.exit == 2);
  CHECK(has(run.err, says));
}

/// The same of the tool with these words.
inline void check_usage(const Words& words, std::string_view says) {
  check_usage(run_tool(words), says);
}

}  // namespace credence::programs
