// --timings: one line, the last one, of every verb, and never beside an error.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/verbs.hpp"

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

struct Verbs {
  TemporaryFolder folder;
  std::string posterior = folder / "iris.json";
  std::string exact = folder / "exact.json";
  std::vector<std::vector<std::string>> words{
      {"fit", shipped("iris.csv"), "--label", "class", "--force", "-o", posterior},
      {"fit", shipped("iris.csv"), "--label", "class", "--stream", "--force", "-o", posterior},
      {"fit", "--update", posterior, shipped("iris.csv"), "-o", folder / "more.json", "--force"},
      {"compare", shipped("iris.csv"), "--label", "class"},
      {"schema", shipped("iris.csv"), "--label", "class"},
      {"predict", posterior, shipped("iris.csv")},
      {"evaluate", posterior, shipped("iris.csv")},
      {"check", posterior, shipped("iris.csv")},
      {"describe", posterior},
      {"merge", posterior, posterior, "--force", "-o", folder / "merged.json"},
      {"fit", shipped("iris.csv"), "--label", "class", "--exact", "--force", "-o", exact},
      {"forget", exact, shipped("iris.csv"), "--force", "-o", folder / "left.json"},
      {"sensitivity", posterior, shipped("iris.csv")},
      {"drift", posterior, shipped("iris.csv")},
      {"explain", posterior, shipped("iris.csv"), "--row", "1"},
      {"select", shipped("iris.csv"), "--label", "class"},
      {"suggest", shipped("iris.csv"), "--label", "class"},
      {"paired", shipped("iris.csv"), "--label", "class", "--second", "mle", "--repeat", "1"},
      {"curve", shipped("iris.csv"), "--label", "class", "--repeat", "2", "--sizes", "30"},
      {"report", shipped("iris.csv"), "--label", "class", "--force", "-o", folder / "page.html"},
      {"simulate", "--from", posterior, "--rows", "5"},
      {"sql", "predict", posterior, "--dialect", "sqlite", "--table", "iris"}};
};

}  // namespace

TEST_CASE("the seconds of each phase are the last line of standard error of every verb") {
  const Verbs verbs;
  CHECK(verbs_without(verbs.words) == "");
  for (std::vector<std::string> words : verbs.words) {
    CAPTURE(words.front());
    words.emplace_back("--timings");
    const auto seconds = seconds_of(run_tool(words));
    CHECK(seconds["read"].get<double>() > 0);
    CHECK(seconds["write"].get<double>() > 0);
  }
}

TEST_CASE("the seconds stand behind notes and alone when quiet") {
  const Verbs verbs;
  for (std::vector<std::string> words : verbs.words) {
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
