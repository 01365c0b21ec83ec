#pragma once
// The verbs of the built tool.
#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

/// The verbs, as the general help lists them: "  fit          Train a model ...".
inline std::vector<std::string> verbs() {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(run_tool({}).err))
    if (line.starts_with("  ")) names.push_back(line.substr(2, line.find(' ', 2) - 2));
  return names;
}

}  // namespace credence::programs
