#pragma once
// Runs of the tool, at least one of every verb, that write their result to standard output. A new verb
// is a line here.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

/// Posteriors of the iris data, and the runs that read them.
struct EveryVerb {
  TemporaryFolder folder{};
  std::string iris = shipped("iris.csv");
  std::string posterior = folder / "iris.json";
  std::string exact = folder / "exact.json";
  std::vector<std::vector<std::string>> runs{
      {"compare", iris, "--label", "class"},
      {"fit", iris, "--label", "class", "-o", "-"},
      {"fit", "--update", posterior, iris, "-o", "-"},
      {"fit", iris, "--label", "class", "--stream", "-o", "-", "--posterior-format", "binary"},
      {"predict", posterior, iris},
      {"evaluate", posterior, iris},
      {"check", posterior, iris},
      {"sensitivity", posterior, iris},
      {"drift", posterior, iris},
      {"describe", posterior},
      {"schema", iris, "--label", "class"},
      {"select", iris, "--label", "class"},
      {"suggest", iris, "--label", "class"},
      {"merge", posterior, "-o", "-"},
      {"forget", exact, iris, "-o", "-"},
      {"paired", iris, "--label", "class", "--second", "mle", "--repeat", "1"},
      {"curve", iris, "--label", "class", "--repeat", "2", "--sizes", "30"},
      {"sql", "predict", posterior, "--dialect", "sqlite", "--table", "iris"},
      {"simulate", "--from", posterior, "--rows", "5"},
      {"explain", posterior, iris, "--row", "1"},
      {"report", iris, "--label", "class", "-o", "-"}};

  EveryVerb() {
    REQUIRE(run_tool({"fit", iris, "--label", "class", "-o", posterior}).exit == 0);
    REQUIRE(run_tool({"fit", iris, "--label", "class", "--exact", "-o", exact}).exit == 0);
  }
};

}  // namespace credence::programs
