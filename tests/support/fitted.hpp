#pragma once
// A posterior that the tool has fitted to a shipped table, and verbs that ask it about that table.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

struct Fitted {
  TemporaryFolder folder{};
  std::string data;
  std::string posterior = folder / "posterior.json";

  explicit Fitted(const std::string& name, const Words& more = {}) : data(shipped(name)) {
    REQUIRE(run_tool(with({"fit", data, "--label", "class", "-o", posterior, "-q"}, more)).exit ==
            0);
  }
  [[nodiscard]] Run run(const std::string& verb, const Words& more) const {
    return run_tool(with({verb, posterior, data}, more));
  }
};

}  // namespace credence::programs
