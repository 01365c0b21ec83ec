#pragma once
// Verbs on text that stands in a test, whose label is the column 'class', and the families they infer.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

/// Runs a verb on text from standard input.
inline Run run_on(const std::string& verb, const std::string& text, const Words& flags = {}) {
  return run_tool(with({verb, "-", "--label", "class"}, flags), text);
}

/// The family of a column in what `credence schema` has printed; "absent" for a column that is not there.
inline std::string family_in(const Run& run, const std::string& name) {
  INFO(run.err);
  REQUIRE(run.exit == 0);
  const auto schema = run.json();
  for (const auto& column : schema["columns"])
    if (column["name"] == name) return column["family"];
  return "absent";
}

}  // namespace credence::programs
