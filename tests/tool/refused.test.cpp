// What the tool refuses, in words that help.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/run_tool.hpp"

using namespace credence::support;

namespace {

const std::string rows = "age,city,class\n1.5,Rome,a\n2.5,Oslo,b\n3.5,Rome,a\n4.5,Oslo,b\n";

}  // namespace

TEST_CASE("a schema without a feature is refused") {
  const TemporaryFolder folder;
  const auto fitted = [&](const std::string& columns) {
    write_to(folder / "s.json",
             R"({"schema_version":1,"label":"class","columns":[)" + columns + "]}");
    return run_tool({"fit", "-", "--schema", folder / "s.json", "-o", folder / "p.json"}, rows);
  };

  const Run none = fitted("");
  const Run left_out = fitted(R"({"name":"age","family":"none"},{"name":"city","family":"none"})");

  CHECK(none.exit == 3);
  CHECK(none.says("no column is a feature"));
  CHECK(left_out.exit == 3);
  CHECK(left_out.says("'age', 'city' have family 'none'"));
  CHECK_FALSE(std::filesystem::exists(folder / "p.json"));
}

TEST_CASE("messages name a text that is not UTF-8, and repeat no cell of any length") {
  const TemporaryFolder folder;
  const Run latin = run_tool({"fit", "-", "--label", "class", "-o", folder / "p.json"},
                             "Gr\xF6\xDF"
                             "e,class\n1.5,a\n2.5,b\n3.5,a\n4.5,b\n");
  const Run length = run_tool({"fit", "-", "--label", "class", "--column", "x=normal", "-o", "-"},
                              "x,class\n1.5,a\n" + std::string(100000, 'z') + ",b\n");

  CHECK(latin.exit == 3);
  CHECK(
      latin.says("'Gr\\xf6\\xdf"
                 "e' of the data is not UTF-8"));
  CHECK(length.exit == 3);
  CHECK(length.err.size() < 6000);
}

TEST_CASE("a list whose quotes are not closed is refused in the words of the flag") {
  const Run run = run_tool({"compare", "-", "--label", "class", "--drop", "a\"b"}, rows);

  CHECK(run.exit == 2);
  CHECK(run.says("flag '--drop' has the list 'a\"b', which cannot be read; close each quote"));
}

TEST_CASE("rows whose weights are all 0 teach nothing, and are refused") {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--stream", "--schema", folder / "s.json"}}) {
    write_to(folder / "s.json",
             R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"normal"}]})");
    std::vector<std::string> words{"fit",      "-", "--label", "class",
                                   "--weight", "w", "-o",      folder / "p.json"};
    words.insert(words.end(), more.begin(), more.end());
    const Run run = run_tool(words, "x,w,class\n1.5,0,a\n2.5,0,b\n");
    CHECK(run.exit == 3);
    CHECK(run.says("can be used: label 'class' is missing, or the weight is 0"));
    CHECK_FALSE(std::filesystem::exists(folder / "p.json"));
  }
}
