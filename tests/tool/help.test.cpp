// What the tool says of itself: help in sections, pages of man, completions of shells.
#include <doctest/doctest.h>

#include <set>

#include "support/run_tool.hpp"
#include "support/verbs.hpp"

using namespace credence::programs;

namespace {

bool has_line(const std::string& text, const std::string& beginning) {
  for (const std::string& line : lines_of(text))
    if (line.starts_with(beginning)) return true;
  return false;
}

// What bash proposes for the last of the words.
std::set<std::string> completed(const Words& words, const TemporaryFolder& folder = {}) {
  std::string line = "source <(credence completions bash); COMP_WORDS=(credence";
  for (const std::string& word : words) line += " '" + word + "'";
  line += "); COMP_CWORD=" + std::to_string(words.size()) +
          "; _credence; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const Words lines = lines_of(run_in(folder, line).out);
  return {lines.begin(), lines.end()};
}

}  // namespace

TEST_CASE("help lists the verbs in groups, and each verb with its usage") {
  const Run help = run_tool({"help"});

  CHECK(help.exit == 0);
  CHECK(help.out == run_tool({"--help"}).out);
  for (const char* heading : {"Train and use a model:", "Compare models:", "Look at data:",
                              "Posterior files, databases and simulation:"}) {
    CAPTURE(heading);
    CHECK(has_line(help.out, heading));
  }
  CHECK(verbs().size() >= 19);
  CHECK(has_line(run_tool({"help", "compare"}).out,
                 "Usage: credence compare DATA... --label NAME [options]"));
  CHECK(has_line(run_tool({"help", "fit"}).out,
                 "Usage: credence fit DATA... --label NAME -o FILE [options]"));
  CHECK(has_line(run_tool({"help", "merge"}).out, "Usage: credence merge POSTERIOR... -o FILE"));
}

TEST_CASE("the flags of a verb stand in sections, and those that it needs are marked") {
  const std::string help = run_tool({"help", "compare"}).out;

  for (const char* heading : {"Arguments:", "Estimators:", "Cross-validation:", "Model:", "Priors:",
                              "Reading data:", "Figures:", "Output:", "General:"}) {
    CAPTURE(heading);
    CHECK(has_line(help, heading));
  }
  CHECK(help.find("Output:") < help.find("-o, --output FILE"));
  CHECK(help.find("-o, --output FILE") < help.find("General:"));
  CHECK(has(help, "(required unless --schema or"));
  CHECK(has(help, "(default: 10)"));
  CHECK(has(run_tool({"help", "evaluate"}).out, "(required)"));
}

TEST_CASE("no line of help has more than 100 columns") {
  Words texts{run_tool({"help"}).out, run_tool({}).err};
  for (const std::string& verb : verbs()) texts.push_back(run_tool({"help", verb}).out);
  for (const std::string& text : texts)
    for (const std::string& line : lines_of(text)) {
      CAPTURE(line);
      CHECK(line.size() <= 100);
    }
}

TEST_CASE(
    "help says of --format that it is for errors alone where the result has a form of its own") {
  for (const char* verb : {"fit", "schema", "merge", "forget", "sql"}) {
    CAPTURE(verb);
    CHECK(has(run_tool({"help", verb}).out, "how an error is written"));
  }
  for (const char* verb : {"compare", "suggest", "simulate"}) {
    CAPTURE(verb);
    CHECK(has(run_tool({"help", verb}).out, "how the result (and an error) is written"));
  }
}

TEST_CASE("one thing has one name in all verbs") {
  for (const std::string& verb : verbs()) {
    CAPTURE(verb);
    const std::string help = run_tool({"help", verb}).out;
    CHECK(has(help, "-o, --output FILE"));
    for (const char* old : {"--feature ", "--interval ", "--bits", "--runs"})
      CHECK_FALSE(has(help, old));
  }
}

TEST_CASE("each page of man is one that man and groff read without a warning") {
  if (!is_there("groff") || !is_there("man")) {
    MESSAGE("skipped: there is no man");
    return;
  }
  Words pages = verbs();
  pages.emplace_back();
  for (const std::string& verb : pages) {
    CAPTURE(verb);
    const TemporaryFolder folder;
    write_to(folder / "page.1", run_tool({"help", "--man", verb}).out);
    if (verb.empty()) write_to(folder / "page.1", run_tool({"help", "--man"}).out);
    CHECK(run_in(folder, "groff -man -ww -Tutf8 -z page.1").out == "");
    const Run shown = run_in(folder, "MANWIDTH=200 man -l page.1 | col -b");
    CHECK(has(shown.out, "credence" + (verb.empty() ? "" : "-" + verb)));
    CHECK(has(shown.out, "EXIT STATUS"));
    if (!verb.empty()) CHECK(has(shown.out, "-o, --output FILE"));
  }
}

TEST_CASE("bash completes verbs, flags, words and files") {
  const TemporaryFolder folder;
  write_to(folder / "data.csv", "");

  CHECK(completed({"pre"}) == std::set<std::string>{"predict"});
  // The verbs, help, completions, --help and --version.
  CHECK(completed({""}).size() == verbs().size() + 4);
  CHECK(completed({"help", "me"}) == std::set<std::string>{"merge"});
  CHECK(completed({"completions", ""}) == std::set<std::string>{"bash", "zsh", "fish"});
  CHECK(completed({"compare", "--fold"}) == std::set<std::string>{"--folds", "--fold-column"});
  CHECK(completed({"compare", "--format", ""}) == std::set<std::string>{"text", "json", "csv"});
  CHECK(completed({"compare", "--covariance", ""}) == std::set<std::string>{"full", "diagonal"});
  CHECK(completed({"paired", "--second-families", ""}) ==
        std::set<std::string>{"inferred", "auto"});
  CHECK(completed({"compare", "--format", "=", "j"}) == std::set<std::string>{"json"});
  CHECK(completed({"predict", "--estimator", "post"}) == std::set<std::string>{"posterior_mean"});
  CHECK(completed({"compare", "da"}, folder) == std::set<std::string>{"data.csv"});
  CHECK(completed({"fit", "data.csv", "-o", "da"}, folder) == std::set<std::string>{"data.csv"});
  CHECK(completed({"fit", "data.csv", "--label", "da"}, folder) == std::set<std::string>{""});
}

TEST_CASE("the completions of every shell name every verb, and are read by the shells there are") {
  for (const std::string name : {"bash", "zsh", "fish"}) {
    CAPTURE(name);
    const Run run = run_tool({"completions", name});
    REQUIRE(run.exit == 0);
    for (const std::string& verb : verbs()) CHECK(has(run.out, verb));
    CHECK(has(run.out, "posterior-format"));
    CHECK(has(run.out, name == "fish" ? "-l help" : "--help"));
    const TemporaryFolder folder;
    write_to(folder / "script", run.out);
    if (is_there(name)) CHECK(run_in(folder, name + " -n script").out == "");
  }
}
