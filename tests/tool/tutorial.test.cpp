// The tutorial is true: its commands are run in order, and print what it shows.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>

#include "support/paths.hpp"
#include "support/run_tool.hpp"

using namespace credence::support;

namespace {

using Lines = std::vector<std::string>;

/// A command of a page, and the lines shown below it.
struct Step {
  std::string command;
  Lines shown;
};

/// The commands in the blocks ```console of a page: lines that begin with "$ ".
std::vector<Step> steps_of(const std::string& page) {
  std::vector<Step> steps;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with("```"))
      inside = line == "```console";
    else if (inside && line.starts_with("$ "))
      steps.push_back({.command = line.substr(2), .shown = {}});
    else if (inside && !steps.empty())
      steps.back().shown.push_back(line);
  }
  return steps;
}

/// Whether the lines are those shown, where "..." stands for any number of lines.
bool agree(std::span<const std::string> shown, std::span<const std::string> printed) {
  if (shown.empty()) return printed.empty();
  if (shown.front() == "...") {
    for (std::size_t skipped = 0; skipped <= printed.size(); ++skipped)
      if (agree(shown.subspan(1), printed.subspan(skipped))) return true;
    return false;
  }
  return !printed.empty() && shown.front() == printed.front() &&
         agree(shown.subspan(1), printed.subspan(1));
}

/// What a shell in `folder` prints, on both streams; `credence` is the built tool.
std::string printed_by(const std::string& command, const std::string& folder) {
  const std::string script = "exec 2>&1; cd '" + folder + "' && credence() { '" +
                             credence::testing::built_tool() + "' \"$@\"; } && " + command;
  const std::string file = folder + "/command";
  write_to(file, script);
  std::FILE* pipe = ::popen(("sh '" + file + "'").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error{"cannot run a shell"};
  std::string text;
  char buffer[4096];
  while (const std::size_t read = std::fread(buffer, 1, sizeof buffer, pipe))
    text.append(buffer, read);
  ::pclose(pipe);
  return text;
}

}  // namespace

TEST_CASE("the commands of the tutorial print what it shows") {
  const std::vector<Step> steps =
      steps_of(text_of(credence::testing::project_file("docs/tutorials/eight_rows.md")));
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(credence::testing::project_file("examples"),
                                            folder / "examples");

  REQUIRE(steps.size() >= 5);
  for (const Step& step : steps) {
    const std::string printed = printed_by(step.command, folder / ".");
    CAPTURE(step.command);
    CAPTURE(printed);
    CHECK(agree(step.shown, lines_of(printed)));
  }
}

TEST_CASE("a page that shows another line than was printed is found") {
  const Lines printed{"a", "b", "c"};

  CHECK(agree(Lines{"a", "b", "c"}, printed));
  CHECK(agree(Lines{"a", "..."}, printed));
  CHECK(agree(Lines{"...", "c"}, printed));
  CHECK_FALSE(agree(Lines{"a", "c"}, printed));
  CHECK_FALSE(agree(Lines{"a", "b"}, printed));
  CHECK_FALSE(agree(Lines{"...", "d"}, printed));
  CHECK_FALSE(agree(Lines{}, printed));
}

TEST_CASE("commands and what they print are taken from console blocks") {
  const auto steps = steps_of("text\n```console\n$ one\n1\n$ two\n```\n```sh\n$ three\n```\n");

  REQUIRE(steps.size() == 2);
  CHECK(steps[0].command == "one");
  CHECK(steps[0].shown == Lines{"1"});
  CHECK(steps[1].command == "two");
  CHECK(steps[1].shown.empty());
}
