// The pages are true: the commands in blocks ```console of every page run in order, and print what the
// page shows below them. CREDENCE_WRITE_PAGES=1 in the environment writes what they print instead.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "support/paths.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

using Lines = std::vector<std::string>;

/// A command of a page, and the lines shown below it.
struct Step {
  std::string command;
  Lines shown;
  std::size_t first = 0;   ///< the line of the page at which `shown` begins
  std::size_t indent = 0;  ///< blanks before each line: those of the list that the block stands in
};

std::size_t blanks_before(const std::string& line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::string without_indent(const std::string& line, std::size_t indent) {
  return line.substr(std::min(indent, blanks_before(line)));
}

/// Whether a command goes on in the next line: after a backslash, or in a document `<<'END'`.
bool goes_on(const std::string& command) {
  if (command.ends_with('\\')) return true;
  return has(command, "<<'END'") && !command.ends_with("\nEND");
}

/// The commands in the blocks ```console of a page: lines that begin with "$ ".
std::vector<Step> steps_of(const std::string& page) {
  std::vector<Step> steps;
  bool inside = false;
  std::size_t indent = 0;
  const Lines lines = lines_of(page);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::string line = without_indent(lines[at], indent);
    if (line.substr(blanks_before(line)).starts_with("```")) {
      inside = !inside && line.ends_with("```console");
      indent = inside ? blanks_before(line) : 0;
    } else if (inside && line.starts_with("$ ")) {
      std::string command = line.substr(2);
      while (goes_on(command) && at + 1 < lines.size())
        command += '\n' + without_indent(lines[++at], indent);
      steps.push_back({.command = command, .shown = {}, .first = at + 1, .indent = indent});
    } else if (inside && !steps.empty()) {
      steps.back().shown.push_back(line);
    }
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

/// What a page should show of what was printed: all of it, or as many lines before and after one
/// "..." as it shows today.
Lines shown_anew(const Lines& shown, const Lines& printed) {
  if (agree(shown, printed)) return shown;
  const auto dots = std::find(shown.begin(), shown.end(), "...");
  if (dots == shown.end()) return printed;
  const auto before = dots - shown.begin();
  const auto after = shown.end() - dots - 1;
  if (before + after >= std::ssize(printed)) return printed;
  Lines all(printed.begin(), printed.begin() + before);
  all.emplace_back("...");
  all.insert(all.end(), printed.end() - after, printed.end());
  return all;
}

/// The page with what its commands printed, one entry of `printed` for each of its steps.
std::string page_anew(const std::string& page, const std::vector<Lines>& printed) {
  Lines lines = lines_of(page);
  const std::vector<Step> steps = steps_of(page);
  for (std::size_t at = steps.size(); at-- > 0;) {
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(steps[at].first);
    const auto next = lines.erase(first, first + std::ssize(steps[at].shown));
    Lines shown = shown_anew(steps[at].shown, printed[at]);
    for (std::string& line : shown)
      if (!line.empty()) line.insert(0, steps[at].indent, ' ');
    lines.insert(next, shown.begin(), shown.end());
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// README.md and every page below docs, as paths.
Lines pages() {
  Lines paths{credence::testing::project_file("README.md")};
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(credence::testing::project_file("docs")))
    if (entry.path().extension() == ".md") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Runs the commands of a page in a folder of their own, where `examples` is that of the project.
void check_page(const std::string& path) {
  const std::string page = text_of(path);
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(credence::testing::project_file("examples"),
                                            folder / "examples");
  const bool write = std::getenv("CREDENCE_WRITE_PAGES") != nullptr;
  std::vector<Lines> printed;
  for (const Step& step : steps_of(page)) {
    printed.push_back(lines_of(run_in(folder, step.command).out));
    if (write) continue;
    std::string all;
    for (const std::string& line : printed.back()) all += line + '\n';
    INFO("CREDENCE_WRITE_PAGES=1 in the environment writes the page anew");
    CAPTURE(path);
    CAPTURE(step.command);
    CAPTURE(all);
    CHECK(agree(step.shown, printed.back()));
  }
  if (const std::string anew = page_anew(page, printed); write && anew != page)
    write_to(path, anew);
}

}  // namespace

TEST_CASE("the commands of every page print what it shows") {
  std::size_t commands = 0;
  for (const std::string& path : pages()) {
    commands += steps_of(text_of(path)).size();
    check_page(path);
  }
  CHECK(commands >= 5);
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

TEST_CASE("a command of several lines is one command") {
  const auto steps = steps_of("```console\n$ one \\\n  1\na\n$ cat <<'END'\nx\nEND\nx\n```\n");

  REQUIRE(steps.size() == 2);
  CHECK(steps[0].command == "one \\\n  1");
  CHECK(steps[0].shown == Lines{"a"});
  CHECK(steps[1].command == "cat <<'END'\nx\nEND");
  CHECK(steps[1].shown == Lines{"x"});
}

TEST_CASE("blocks of a list lose its indent") {
  const std::string page = "1. a\n\n   ```console\n   $ one\n     b\n\n   c\n   ```\n";
  const auto steps = steps_of(page);

  REQUIRE(steps.size() == 1);
  CHECK(steps[0].shown == Lines{"  b", "", "c"});
  CHECK(page_anew(page, {{"  b", "", "d"}}) ==
        "1. a\n\n   ```console\n   $ one\n     b\n\n   d\n   ```\n");
}

TEST_CASE("a page written anew shows what was printed, as far as it showed it") {
  const std::string page = "```console\n$ one\nold\n$ two\na\n...\nz\n```\n";

  CHECK(page_anew(page, {{"1", "2"}, {"b", "c", "d", "y"}}) ==
        "```console\n$ one\n1\n2\n$ two\nb\n...\ny\n```\n");
  CHECK(page_anew(page, {{"old"}, {"a", "b", "z"}}) == page);
}
