// What the tool refuses, in words that help.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/usage.hpp"
#include "tool/piped_text.hpp"

using namespace credence::programs;

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
  check_usage(run_tool({"compare", "-", "--label", "class", "--drop", "a\"b"}, rows),
              "flag '--drop' has the list 'a\"b', which cannot be read; close each quote");
}

TEST_CASE("rows whose weights are all 0 teach nothing, and are refused") {
  const TemporaryFolder folder;
  for (const Words& more : {Words{}, {"--stream", "--schema", folder / "s.json"}}) {
    write_to(folder / "s.json",
             R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"normal"}]})");
    const Run run = run_tool(
        with({"fit", "-", "--label", "class", "--weight", "w", "-o", folder / "p.json"}, more),
        "x,w,class\n1.5,0,a\n2.5,0,b\n");
    CHECK(run.exit == 3);
    CHECK(run.says("can be used: label 'class' is missing, or the weight is 0"));
    CHECK_FALSE(std::filesystem::exists(folder / "p.json"));
  }
}

TEST_CASE("a verb that reads one file asks for a file of the folder") {
  const TemporaryFolder folder;

  const Run run = run_tool({"select", folder.path(), "--label", "class"});

  CHECK(run.exit == 4);
  CHECK(run.says("cannot be read: Is a directory; name a file in it"));
}

TEST_CASE("a label that rows without a header lack is to be named beside the other columns") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior}, rows).exit == 0);
  const std::string remedy = "or give the names of all columns with --header NAME,... if the file ";

  CHECK(run_tool({"fit", "-", "--label", "class", "--header", "no", "-o", "-"}, rows)
            .says("use one of its columns: 'c1', 'c2', 'c3', " + remedy));
  CHECK(run_tool({"evaluate", posterior, "-", "--header", "no"}, rows).says(remedy));
}

TEST_CASE("a header that stands twice is told where it is read as a row") {
  const std::string numbers = "age,class\n1.5,a\n2.5,b\n3.5,a\n4.5,b\n";
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";

  std::string twice = numbers;
  for (int more = 0; more < 5; ++more) twice += numbers.substr(numbers.find('\n') + 1);
  const Run fit = run_on("fit", twice + "age,class\n", {"-o", posterior});
  CHECK(fit.exit == 3);
  CHECK(fit.says("standard input:26:1 holds 'age'; delete the line if it repeats the header"));

  const std::string note = "label 'class' has a class 'class', too: if a line repeats the header";
  const std::string cities = "city,class\nRome,a\nOslo,b\ncity,class\nRome,a\n";
  CHECK(run_on("fit", cities, {"-o", posterior}).says(note));
  CHECK(run_on("fit", cities, {"-o", posterior, "--force", "--stream"}).says(note));
  CHECK(run_on("select", cities, {}).says(note));
  CHECK_FALSE(run_on("fit", numbers, {"-o", posterior, "--force"}).says(note));
}

TEST_CASE("classes that a schema lists are no rows of a class") {
  const TemporaryFolder folder;
  write_to(folder / "s.json", R"({"schema_version":1,"label":"class","classes":["a","b"],)"
                              R"("columns":[{"name":"x","family":"normal"}]})");
  write_to(folder / "x.csv", "x,w,class\n1.5,0,\n2.5,0,\n");
  const auto fitted = [&](const Words& more) {
    const std::vector<std::string> fit{"fit", folder / "x.csv", "--schema", folder / "s.json"};
    return run_tool(with(fit, more));
  };
  CHECK(fitted({"--shard", "1/2", "-o", folder / "1.bin"}).exit == 0);
  CHECK(fitted({"--shard", "2/2", "-o", folder / "2.bin"}).exit == 0);

  CHECK(fitted({"--shards", "2", "-o", "-"}).exit == 3);
  CHECK(run_tool({"merge", folder / "1.bin", folder / "2.bin", "-o", "-"}).exit == 3);
  write_to(folder / "x.csv", "x,w,class\n1.5,0,a\n2.5,0,b\n");
  CHECK(fitted({"--weight", "w", "-o", "-"}).exit == 3);
}

namespace {

// A block of two columns, beside a column of DATA that is called as the block is.
const std::string counts = "w1,w2,words,x,class\n1,0,red,1.5,a\n0,2,blue,2.5,b\n3,1,red,3.5,a\n";
const std::string block_schema = R"({"schema_version":1,"label":"class","columns":[
  {"name":"words","family":"multinomial","columns":["w1","w2"]},
  {"name":"x","family":"normal"}]})";

}  // namespace

TEST_CASE(
    "a column that two features read is refused, and nothing is written that no one can read") {
  const TemporaryFolder folder;
  write_to(folder / "s.json", block_schema);
  for (const std::string verb : {"fit", "schema"}) {
    CAPTURE(verb);
    const Run run = run_tool({verb, "-", "--schema", folder / "s.json", "--column", "w1=poisson",
                              "-o", folder / "out.json"},
                             counts);
    INFO(run.err);
    CHECK(run.exit == 3);
    CHECK(run.says("column 'w1' is read twice, by the entries 'words' and 'w1'; read it once"));
    CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
  }
}

TEST_CASE("a block whose columns are all dropped is no feature") {
  const TemporaryFolder folder;
  write_to(folder / "s.json", block_schema);

  const Run run =
      run_tool({"schema", "-", "--schema", folder / "s.json", "--drop", "w1,w2", "-q"}, counts);

  INFO(run.err);
  REQUIRE(run.exit == 0);
  const auto schema = run.json();
  CHECK_FALSE(schema["columns"].empty());
  for (const auto& column : schema["columns"])
    CHECK((column["family"] == "none") == (column["name"] != "x"));
}

TEST_CASE("a list of a flag is one line, and commas alone separate it") {
  const Run lines = run_tool({"schema", "-", "--label", "class", "--drop", "age\ncity"}, rows);
  const Run header =
      run_tool({"schema", "-", "--label", "class", "-q", "--header", "x|y,city,class"},
               rows.substr(rows.find('\n') + 1));

  CHECK(lines.exit == 2);
  CHECK(lines.says("flag '--drop' has a list of 2 lines; write it in one, with commas"));
  INFO(header.err);
  REQUIRE(header.exit == 0);
  CHECK(header.json()["columns"][0]["name"] == "x|y");
}

TEST_CASE("a label of too many classes is not to be dropped") {
  const Run run = run_tool({"fit", "-", "--label", "class", "-o", "-", "--limit", "levels=2"},
                           "x,class\n1,a\n2,b\n4,c\n3,a\n");

  CHECK(run.exit == 6);
  CHECK(run.says("column 'class' has more than 2 levels"));
  CHECK(run.says("class=multinomial, unless it is the label; if not, raise the limit"));
}

TEST_CASE("verbs that take families from a posterior propose no other for too many levels") {
  const TemporaryFolder folder;
  const std::string text = "city,class\nRome,a\nOslo,b\nBern,a\nRome,b\nOslo,a\nBern,b\n";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", folder / "p.json"}, text).exit == 0);
  for (const std::string verb : {"predict", "evaluate"}) {
    CAPTURE(verb);
    const Run run = run_tool({verb, folder / "p.json", "-", "--limit", "levels=2"}, text);
    INFO(run.err);
    CHECK(run.exit == 6);
    CHECK(run.says("is it an identifier or text? if not, raise the limit with --limit levels=N"));
    CHECK_FALSE(run.says("--drop"));
  }
}

TEST_CASE("a posterior in the place of rows is refused as one") {
  const TemporaryFolder folder;
  for (const std::string name : {"p.json", "p.bin"}) {
    const std::string posterior = folder / name;
    REQUIRE(
        run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior, "-q"}).exit ==
        0);
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"predict", posterior, posterior},
             {"predict", posterior, posterior, "--chunk", "1000"},
             {"fit", posterior, "--label", "class", "-o", folder / "q.json"},
             {"fit", shipped("iris.csv"), posterior, "--label", "class", "-o", folder / "q.json"},
             {"compare", posterior, "--label", "class"}})
      check_usage(words, "'" + posterior + "' is a file of a posterior, where rows are needed");
  }
}

TEST_CASE("a table in the place of a schema may be the wrong file") {
  const Run run = run_tool(
      {"fit", shipped("iris.csv"), "--schema", shipped("iris.csv"), "--label", "class", "-o", "-"});

  CHECK(run.exit == 3);
  CHECK(run.says("not JSON, "));
  CHECK(run.says("check that it is the right file"));
}
