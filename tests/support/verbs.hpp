#pragma once
// The verbs of the built tool, and whether runs are of all of them.
#include <set>
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

/// The verbs that no run begins with, one a line.
inline std::string verbs_without(const std::vector<std::vector<std::string>>& runs) {
  std::set<std::string> called;
  for (const std::vector<std::string>& words : runs) called.insert(words.front());
  std::string left;
  for (const std::string& verb : verbs())
    if (called.count(verb) == 0) left += verb + '\n';
  return left;
}

}  // namespace credence::programs
