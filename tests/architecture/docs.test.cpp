// Pages and code say the same: sources, pages, links, code, laws, families, errors.
#include <doctest/doctest.h>

#include <credence/base/error.hpp>
#include <credence/family/families.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "architecture/pages.hpp"
#include "support/paths.hpp"

using namespace architecture;

namespace {

const std::string root = credence::testing::project_file("");

SourceFile file_at(std::string_view folder, const std::string& path) {
  for (SourceFile& file : files_below(root, folder, {path.substr(path.rfind('/') + 1)}))
    if (file.path == path) return std::move(file);
  FAIL("there is no " << path);
  return {};
}

// A file at the root; looking below the root would walk through every build.
SourceFile file_at_root(const std::string& name) {
  std::ifstream stream(root + '/' + name, std::ios::binary);
  REQUIRE(stream.is_open());
  std::ostringstream text;
  text << stream.rdbuf();
  return {name, text.str()};
}

// The pages in docs, and those beside the code.
std::vector<SourceFile> pages() {
  std::vector<SourceFile> all = files_below(root, "docs", {".md"});
  for (SourceFile& file : files_below(root, "examples", {".md"})) all.push_back(std::move(file));
  for (SourceFile& file : files_below(root, "tests", {"NOTES.md"})) all.push_back(std::move(file));
  all.push_back(file_at_root("README.md"));
  all.push_back(file_at_root("CHANGELOG.md"));
  all.push_back(file_at_root("CONTRIBUTING.md"));
  return all;
}

std::vector<SourceFile> code() {
  std::vector<SourceFile> all;
  for (const std::string_view folder : {"include", "src", "examples", "tests"})
    for (SourceFile& file : files_below(root, folder, {".hpp", ".cpp"}))
      if (!file.path.starts_with("tests/architecture/")) all.push_back(std::move(file));
  return all;
}

// What to write, and where; empty where it stands there.
std::string missing_in(const SourceFile& page, const std::string& text) {
  if (page.text.find(text) != std::string::npos) return "";
  return page.path + " lacks " + text;
}

}  // namespace

TEST_CASE("every source that is cited stands in the bibliography") {
  const SourceFile bibliography = file_at("docs", "docs/references.bib");
  const auto rule = [&](const SourceFile& file) {
    return unknown_sources(file, bibliography.text);
  };

  CHECK(faults_of(code(), rule) == "");
  CHECK(faults_of(pages(), rule) == "");
}

TEST_CASE("a citation without an entry in the bibliography is found") {
  const SourceFile file{"a.hpp", "/// source  [nobody1900] sec. 2; [somebody1901]\n"};

  CHECK(unknown_sources(file, "@book{somebody1901,\n}") ==
        Faults{"a.hpp cites [nobody1900], which is not in docs/references.bib"});
}

TEST_CASE("every page that code names exists") {
  std::vector<std::string> known;
  for (const SourceFile& page : pages()) known.push_back(page.path);

  CHECK(faults_of(code(), [&](const SourceFile& file) { return unknown_pages(file, known); }) ==
        "");
}

TEST_CASE("a page that does not exist is found where code names it") {
  const SourceFile file{"a.cpp", "// as docs/here.md says, and docs/gone.md too\n"};

  CHECK(unknown_pages(file, {"docs/here.md"}) ==
        Faults{"a.cpp names docs/gone.md, which does not exist"});
}

TEST_CASE("links between pages lead to files that exist") {
  CHECK(faults_of(pages(), [](const SourceFile& page) { return dead_links(page, root); }) == "");
}

TEST_CASE("a link that leads nowhere is found") {
  const SourceFile page{"docs/x.md", "[a](../README.md#top) [b](gone.md) [c](https://d.example)"};

  CHECK(dead_links(page, root) == Faults{"docs/x.md links to gone.md, which does not exist"});
}

TEST_CASE("code in pages stands in an example") {
  const auto examples = files_below(root, "examples", {".cpp"});

  CHECK(faults_of(pages(), [&](const SourceFile& page) { return strange_code(page, examples); }) ==
        "");
}

TEST_CASE("code that stands in no example is found") {
  const SourceFile page{"x.md", "```cpp\na( 1 );  // so\nb(2);\n```\n```sh\nc;\n```\n"};

  CHECK(strange_code(page, {{"e.cpp", "int main() { a(1); }"}}) ==
        Faults{"x.md shows 'b(2)', which no example holds"});
}

TEST_CASE("the program of the README is the one that is weighed") {
  const SourceFile readme = file_at_root("README.md");
  const std::size_t first = readme.text.find("## In C++\n");
  REQUIRE(first != std::string::npos);
  const SourceFile table{readme.path,
                         readme.text.substr(first, readme.text.find("\n## ", first) - first)};
  const std::vector<SourceFile> programs = files_below(root, "examples", {"12_table.cpp"});

  CHECK(file_at_root("tests/weigh/CMakeLists.txt").text.find("examples/12_table") !=
        std::string::npos);
  CHECK(faults_of({table}, [&](const SourceFile& page) { return strange_code(page, programs); }) ==
        "");
}

TEST_CASE("output in pages is printed by an example") {
  const auto printed = files_below(root, "examples", {".expected"});

  CHECK(faults_of(pages(), [&](const SourceFile& page) { return strange_output(page, printed); }) ==
        "");
}

TEST_CASE("output that no example prints is found") {
  const SourceFile page{"x.md", "```text\na 1\na 2\n```\n```\na 3\n```\n"};

  CHECK(strange_output(page, {{"e.expected", "a 1\na 22\n"}}) ==
        Faults{"x.md shows 'a 2', which no example prints"});
}

TEST_CASE("every law that pages quote is the name of a test") {
  const auto tests = files_below(root, "tests", {".test.cpp"});

  CHECK(faults_of(pages(), [&](const SourceFile& page) { return unknown_laws(page, tests); }) ==
        "");
}

TEST_CASE("a quoted law without a test is found") {
  const SourceFile page{"x.md", "* law: all is well\n* law: nothing is\n"};

  CHECK(unknown_laws(page, {{"a.test.cpp", "CASE(\"all is well\") {}"}}) ==
        Faults{"x.md quotes the law \"nothing is\", which no test has"});
}

TEST_CASE("every family has a page of its header's name and a row in the overview") {
  const SourceFile list = file_at("include", "include/credence/family/shipped.hpp");
  const SourceFile overview = file_at("docs", "docs/reference/families/index.md");
  std::size_t families = 0;

  credence::for_each_family(credence::Families{}, [&]<class F>(F) {
    CHECK(missing_in(overview, "| `" + std::string(F::name) + "` |") == "");
    ++families;
  });
  const std::vector<std::string> headers = listed_families(list.text);
  CHECK_MESSAGE(headers.size() == families,
                "shipped.hpp includes the header of each family in the list of families.hpp alone");
  for (const std::string& header : headers) {
    const SourceFile page = file_at("docs", "docs/reference/families/" + header + ".md");
    CHECK(missing_in(page, "credence/family/" + header + ".hpp") == "");
    CHECK(missing_in(overview, "](" + header + ".md)") == "");
  }
}

TEST_CASE("each table that lists families has all of them") {
  struct Listing {
    std::string page;
    std::string head;
    bool names_blocks = false;  // else it says them in words, or others stand for them
  };
  const std::vector<Listing> listings{
      {"docs/reference/families/index.md", "| the cells are |", true},
      {"docs/reference/posterior_file.md", "| family | keys of one entry of `statistics` |", true},
      {"docs/reference/priors.md", "| family | default |"},
      {"docs/reference/priors.md", "| family | keys | domain |", true},
      {"docs/reference/priors.md", "| family | `auto` |"},
      {"docs/how_to/rows_in_a_database.md", "| family | `sql learn` |"},
      {"docs/explanation/exact_sums.md", "| family | exact sums |"}};
  for (const Listing& listing : listings) {
    const SourceFile page = file_at("docs", listing.page);
    const std::size_t first = page.text.find(listing.head);
    REQUIRE_MESSAGE(first != std::string::npos, listing.head);
    const SourceFile table{page.path + ", table " + listing.head,
                           page.text.substr(first, page.text.find("\n\n", first) - first)};
    credence::for_each_family(credence::Families{}, [&]<class F>(F) {
      // A model writes blocks as normal columns with a key of their own.
      const std::string key = F::name == "tied_normal"    ? "tied"
                              : F::name == "joint_normal" ? "covariance"
                                                          : "";
      if (!key.empty() && !listing.names_blocks) return;
      CHECK(missing_in(table, '`' + (key.empty() ? std::string(F::name) : key) + '`') == "");
    });
  }
}

TEST_CASE("headers of families are taken from the list and other includes are not") {
  CHECK(listed_families("#include <credence/family/a_b.hpp>\n"
                        "#include <credence/detail/family/family_list.hpp>\n"
                        "#include <vector>\n") == std::vector<std::string>{"a_b"});
}

TEST_CASE("every page stands in the index, and families and decisions in theirs") {
  const std::vector<SourceFile> files = files_below(root, "docs", {".md"});
  const auto index_of = [](const std::string& path) -> std::string {
    for (const std::string folder : {"docs/reference/families/", "docs/decisions/"})
      if (path.starts_with(folder) && path != folder + "index.md") return folder;
    return "docs/";
  };

  for (const SourceFile& page : files) {
    if (page.path == "docs/index.md") continue;
    const std::string folder = index_of(page.path);
    const SourceFile index = file_at("docs", folder + "index.md");
    CHECK(missing_in(index, "](" + page.path.substr(folder.size()) + ")") == "");
  }
}

TEST_CASE("every numbered program has a row in the index") {
  const SourceFile index = file_at("docs", "docs/index.md");
  for (const SourceFile& program : files_below(root, "examples", {".cpp"})) {
    CHECK(missing_in(index, "](../" + program.path + ")") == "");
  }
}

TEST_CASE("every error code has a row in the page of errors") {
  using credence::ErrorCode;
  const SourceFile page = file_at("docs", "docs/reference/errors.md");

  for (const ErrorCode code :
       {ErrorCode::domain, ErrorCode::shape, ErrorCode::schema, ErrorCode::parse, ErrorCode::io,
        ErrorCode::undefined, ErrorCode::version, ErrorCode::limit}) {
    CHECK(missing_in(page, "| `" + std::string(to_string(code)) + "` |") == "");
  }
}
