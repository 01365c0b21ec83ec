// Pages, headers and help use the field's words, and pages can be read in 120 columns.
#include "architecture/words.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "support/paths.hpp"

using namespace architecture;

namespace {

const std::string root = credence::testing::project_file("");

// Decisions are records and keep the words of their time.
std::vector<SourceFile> pages_to_read() {
  std::vector<SourceFile> all;
  for (SourceFile& file : files_below(root, "docs", {".md"}))
    if (!file.path.starts_with("docs/decisions/")) all.push_back(std::move(file));
  for (const std::string name : {"README.md", "CONTRIBUTING.md", "SECURITY.md"}) {
    std::ifstream stream(root + '/' + name, std::ios::binary);
    REQUIRE(stream.is_open());
    std::ostringstream text;
    text << stream.rdbuf();
    all.push_back({name, text.str()});
  }
  return all;
}

}  // namespace

TEST_CASE("no page uses a banned phrase") {
  CHECK(faults_of(pages_to_read(), banned_in_page) == "");
}

TEST_CASE("no header, help or message uses a banned phrase") {
  CHECK(faults_of(files_below(root, "include", {".hpp"}), banned_in_code) == "");
  CHECK(faults_of(files_below(root, "src", {".cpp", ".hpp"}), banned_in_code) == "");
}

TEST_CASE("no line of prose is wider than 120 columns") {
  CHECK(faults_of(pages_to_read(), wide_lines) == "");
}

TEST_CASE("a banned phrase is found across lines, and not in code or backticks") {
  const SourceFile bad{"a.md", "Unlabelled rows are passed\nover.\n"};
  const SourceFile good{"b.md", "`passed over`\n```\npassed over\n```\n* law: a twin is one\n"};

  CHECK(banned_in_page(bad) == Faults{"a.md says 'passed over'; write: skipped"});
  CHECK(banned_in_page(good).empty());
}

TEST_CASE("a banned phrase is found in comments and texts of code, and not in names") {
  const Faults found{"a.cpp says 'passed over'; write: skipped"};

  CHECK(banned_in_code({"a.cpp", "/// Rows are passed\n/// over.\nint f();\n"}) == found);
  CHECK(banned_in_code({"a.cpp", "note(\"a row is passed \"\n     \"over\");\n"}) == found);
  CHECK(banned_in_code({"a.cpp", "///     passed(over)\nint twin = passed + over;\n"}).empty());
}

TEST_CASE("a wide line of prose is found, and not in tables or code") {
  const std::string wide(121, 'x');

  CHECK(wide_lines({"a.md", "a " + wide + "\n"}).size() == 1);
  CHECK(wide_lines({"a.md", "| " + wide + "\n```\na " + wide + "\n```\n" + wide + "\n"}).empty());
}
