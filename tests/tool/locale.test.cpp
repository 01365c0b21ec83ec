// The tool writes the same bytes whatever locale the user has (R15).
#include <doctest/doctest.h>

#include <cstdlib>

#include "support/german_locale.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;
using credence::testing::GermanLocale;

namespace {

// What the verbs write of a shipped table, files and streams.
std::vector<std::string> all_outputs() {
  const TemporaryFolder folder;
  const std::string data = shipped("iris.csv"), posterior = folder / "p.json";
  std::vector<std::string> outputs;
  const auto run = [&](const Words& words) {
    const Run done = run_tool(words);
    CAPTURE(words.front());
    CHECK(done.exit == 0);
    outputs.push_back(done.out);
    outputs.push_back(done.err);
  };
  run({"fit", data, "--label", "class", "--exact", "-o", posterior});
  outputs.push_back(text_of(posterior));
  run({"predict", posterior, data, "--columns", "label,probability,log_joint"});
  run({"evaluate", posterior, data});
  run({"describe", posterior});
  run({"explain", posterior, data, "--row", "71"});
  run({"schema", data, "--label", "class"});
  run({"compare", data, "--label", "class", "--folds", "3", "--format", "csv"});
  run({"select", data, "--label", "class", "--draws", "0"});
  run({"suggest", data, "--label", "class"});
  return outputs;
}

}  // namespace

TEST_CASE("every verb writes the same bytes for a German user") {
  const std::vector<std::string> plain = all_outputs();
  const GermanLocale german;
  if (!german.there()) {
    MESSAGE("skipped: " << GermanLocale::reason());
    return;
  }
  for (const char* variable : {"LC_ALL", "LANG"}) ::setenv(variable, "de_DE.UTF-8", 1);

  const std::vector<std::string> translated = all_outputs();

  for (const char* variable : {"LC_ALL", "LANG"}) ::unsetenv(variable);
  REQUIRE(translated.size() == plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    CAPTURE(i);
    CHECK(translated[i] == plain[i]);
  }
}
