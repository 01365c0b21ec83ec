// --timings: one line, the last one, of every verb, and never beside an error.
#include <doctest/doctest.h>

#include "support/help_examples.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

const std::vector<std::string> phases{"read", "observe", "estimate", "score", "write"};

// The seconds of a run, from the last line of standard error.
nlohmann::ordered_json seconds_of(const Run& run) {
  INFO(run.err);
  REQUIRE(run.exit == 0);
  REQUIRE(run.err.ends_with("}\n"));
  const auto seconds = nlohmann::ordered_json::parse(lines_of(run.err).back());
  std::vector<std::string> names;
  for (const auto& entry : seconds.items()) {
    names.push_back(entry.key());
    CHECK(entry.value().get<double>() >= 0);
  }
  CHECK(names == phases);
  return seconds;
}

bool has_timings(const Run& run) { return run.says("{\"read\":"); }

}  // namespace

TEST_CASE("the seconds of each phase are the last line of standard error of every verb") {
  const EveryVerb every;
  for (Words words : every.runs) {
    CAPTURE(words.front());
    words.emplace_back("--timings");
    const auto seconds = seconds_of(run_tool(words));
    CHECK(seconds["read"].get<double>() > 0);
    CHECK(seconds["write"].get<double>() > 0);
  }
}

TEST_CASE("the seconds stand behind notes and alone when quiet") {
  const EveryVerb every;
  for (Words words : every.runs) {
    CAPTURE(words.front());
    words.emplace_back("--timings");
    std::vector<std::string> json = words, quiet = words;
    json.insert(json.end(), {"--format", "json"});
    quiet.emplace_back("--quiet");
    static_cast<void>(seconds_of(run_tool(json)));
    const Run run = run_tool(quiet);
    static_cast<void>(seconds_of(run));
    CHECK(lines_of(run.err).size() == 1);
  }
}

TEST_CASE("the time of a comparison falls into its phases") {
  const auto seconds = seconds_of(
      run_tool({"compare", shipped("german_credit.csv"), "--label", "class", "--timings"}));

  for (const std::string& phase : phases) {
    CAPTURE(phase);
    CHECK(seconds[phase].get<double>() > 0);
  }
}

TEST_CASE("no seconds are written unless they are asked for nor beside an error") {
  const std::string iris = shipped("iris.csv");

  CHECK_FALSE(has_timings(run_tool({"compare", iris, "--label", "class"})));
  const Run failed = run_tool({"compare", iris, "--label", "kind", "--timings"});
  const Run json = run_tool({"compare", iris, "--label", "kind", "--timings", "--format", "json"});

  CHECK(failed.exit == 3);
  CHECK_FALSE(has_timings(failed));
  CHECK(json.exit == 3);
  CHECK(lines_of(json.err).size() == 1);
}
