#pragma once
// A posterior that the tool has fitted to a shipped table, and verbs that ask it about that table.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

using Words = std::vector<std::string>;

struct Fitted {
  TemporaryFolder folder{};
  std::string data;
  std::string posterior = folder / "posterior.json";

  explicit Fitted(const std::string& name, const Words& more = {}) : data(shipped(name)) {
    Words words{"fit", data, "--label", "class", "-o", posterior, "-q"};
    words.insert(words.end(), more.begin(), more.end());
    REQUIRE(run_tool(words).exit == 0);
  }
  [[nodiscard]] Run run(const std::string& verb, const Words& more) const {
    Words words{verb, posterior, data};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
  }
};

}  // namespace credence::programs
