// What the tool reads: dialects, standard input, and each kind of bad input.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

const std::string plain = "city,age,class\nRome,31,ill\nOslo,44,well\nRome,25,ill\nOslo,39,well\n";

// What `schema` makes of a text, given as standard input.
nlohmann::ordered_json schema_told_of(const std::string& text, const Words& flags = {}) {
  const Run run = run_tool(with({"schema", "-", "--label", "class", "--quiet"}, flags), text);
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return run.json();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("standard input is CSV unless told otherwise") {
  CHECK(schema_told_of(plain)["columns"].size() == 2);
  CHECK(schema_told_of(replaced(plain, ",", "\t"), {"--separator", "tab"}) ==
        schema_told_of(plain));
  CHECK(schema_told_of(replaced(plain, ",", ";"), {"--separator", ";"}) == schema_told_of(plain));
}

TEST_CASE("a file whose name ends in tsv is cut at tabs") {
  const TemporaryFolder folder;
  write_to(folder / "a.tsv", replaced(plain, ",", "\t"));

  const Run run = run_tool({"schema", folder / "a.tsv", "--label", "class", "-q"});

  REQUIRE(run.exit == 0);
  CHECK(run.json() == schema_told_of(plain));
}

TEST_CASE("header flags name the columns") {
  const std::string rows = plain.substr(plain.find('\n') + 1);

  CHECK(schema_told_of(rows, {"--header", "city,age,class"}) == schema_told_of(plain));
  const Run numbered = run_tool({"schema", "-", "--label", "c3", "--header", "no", "-q"}, rows);
  REQUIRE(numbered.exit == 0);
  CHECK(numbered.json()["columns"][1]["name"] == "c2");
}

TEST_CASE("quotes and comments and blanks are read as the flags say") {
  const std::string quoted = replaced(plain, "Rome", "'Rome'");

  CHECK(schema_told_of(quoted, {"--quote", "'"}) == schema_told_of(plain));
  CHECK(schema_told_of(quoted, {"--quote", "none"})["columns"][0]["levels"][0] == "'Rome'");
  CHECK(schema_told_of("# made up\n" + plain, {"--comment", "#"}) == schema_told_of(plain));
  CHECK(schema_told_of(replaced(plain, ",", " , "), {"--trim"}) == schema_told_of(plain));
}

TEST_CASE("missing-value strings of the flags join the default ones and stay in the schema") {
  const std::string text = replaced(plain, "Oslo,44", "-,44");

  const auto by_default = schema_told_of(text);
  const auto told = schema_told_of(text, {"--missing", "-"});

  CHECK(by_default["missing"] ==
        nlohmann::ordered_json::parse(R"(["?", "", "NA", "N/A", "NaN", "nan", "NULL", "null"])"));
  CHECK(by_default["columns"][0]["levels"] ==
        nlohmann::ordered_json::parse(R"(["-", "Oslo", "Rome"])"));
  CHECK(schema_told_of(text, {"--missing=-", "--missing=NA"}) == told);
  CHECK(told["missing"] == nlohmann::ordered_json::parse(
                               R"(["?", "", "NA", "N/A", "NaN", "nan", "NULL", "null", "-"])"));
  CHECK(told["columns"][0]["levels"] == nlohmann::ordered_json::parse(R"(["Oslo", "Rome"])"));
}

TEST_CASE("missing-value strings begin from nothing where the flag says none") {
  const std::string text = replaced(plain, "Oslo,44", "NA,44");

  const auto kept = schema_told_of(text, {"--missing", "none"});
  const auto own = schema_told_of(text, {"--missing", "none", "--missing", "NA", "--missing", ""});
  const auto last = schema_told_of(text, {"--missing", "NA", "--missing", "", "--missing", "none"});

  CHECK(kept["missing"].empty());
  CHECK(kept["columns"][0]["levels"] == nlohmann::ordered_json::parse(R"(["NA", "Oslo", "Rome"])"));
  CHECK(own["missing"] == nlohmann::ordered_json::parse(R"(["NA", ""])"));
  CHECK(last == own);
  CHECK(own["columns"][0]["levels"] == nlohmann::ordered_json::parse(R"(["Oslo", "Rome"])"));
}

TEST_CASE("a schema's missing-value strings hold as they stand and flags add to them") {
  const TemporaryFolder folder;
  const std::string schema = folder / "s.json";
  write_to(schema, R"({"schema_version": 1, "label": "class", "missing": ["-"],
    "columns": [{"name": "city", "family": "categorical"}]})");
  const std::string text = "city,class\nNA,a\n-,b\nRome,a\n";

  CHECK(schema_told_of(text, {"--schema", schema})["columns"][0]["levels"] ==
        nlohmann::ordered_json::parse(R"(["NA", "Rome"])"));
  CHECK(schema_told_of(text, {"--schema", schema, "--missing", "NA"})["missing"] ==
        nlohmann::ordered_json::parse(R"(["-", "NA"])"));
}

TEST_CASE("bad data end with exit code 3 and a message with place and remedy") {
  struct Case {
    std::string text;
    Words flags;
    std::vector<std::string> parts;
  };
  const std::vector<Case> cases = {
      {"", {}, {"is empty", "give a file with at least one row"}},
      {"age,class\n", {}, {"has a header but no rows", "give a file"}},
      {"age,class\n1,a\n2\n", {}, {"standard input:3", "2 columns", "--separator"}},
      {"age,class\n1,a,b\n", {}, {"standard input:2", "3 fields"}},
      {"age,klass\n1,a\n", {}, {"'class'", "did you mean 'klass'?"}},
      {"age,party\n1,a\n", {}, {"'class'", "'age', 'party'"}},
      {"age,class\n1,\n2,?\n", {}, {"no class in any of its 2 rows", "--label"}},
      {"age,class\n1,a\n-2,b\n",
       {"--column", "age=poisson"},
       {"family 'poisson' needs", "'age'", "standard input:3:1", "-2", "remove the row"}},
      {"age,class\nold,a\n2,b\n",
       {"--column", "age=normal"},
       {"'age'", "standard input:2:1", "old", "--missing"}},
      {"age,class\n1,a\n2,a\ninf,b\n", {}, {"'age'", "standard input:4:1", "'inf'"}},
      {"w,x,class\n-1,2,a\n1,3,b\n", {"--weight", "w"}, {"weight", "standard input:2:1", "-1"}},
      {"f,x,class\n,2,a\n1,3,b\n", {"--fold-column", "f"}, {"'f'", "standard input:2"}},
      {"x,class\n1,a\n2,b\n", {"--folds", "5"}, {"folds", "5"}}};
  for (const Case& given : cases) {
    CAPTURE(given.text);
    Words words{"compare", "-", "--label", "class"};
    words.insert(words.end(), given.flags.begin(), given.flags.end());
    const Run run = run_tool(words, given.text);
    CHECK(run.exit == 3);
    CHECK(run.out.empty());
    for (const std::string& part : given.parts) CHECK_MESSAGE(run.says(part), run.err);
  }
}

TEST_CASE("a file that is not there ends with exit code 4 and its name") {
  const Run run = run_tool({"compare", "no-such-file.csv", "--label", "class"});

  CHECK(run.exit == 4);
  CHECK(run.says("'no-such-file.csv'"));
  CHECK(run.says("No such file"));
  const Run described = run_tool({"describe", "no-such-file.json", "--format", "json"});
  CHECK(described.exit == 4);
  CHECK(nlohmann::json::parse(described.err)["error"]["file"] == "no-such-file.json");
}

TEST_CASE("a damaged posterior file ends with exit code 5 and its name") {
  const TemporaryFolder folder;
  const std::string whole = folder / "whole.json", bad = folder / "bad.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", whole}).exit == 0);
  const std::string text = text_of(whole);
  std::string flipped = text;
  flipped[text.find("setosa") + 1] = 'a';
  for (const std::string& damaged :
       {std::string("{}"), std::string(), text.substr(0, text.size() / 2), flipped,
        std::string("sepal_length,class\n1,a\n")}) {
    CAPTURE(damaged.size());
    write_to(bad, damaged);
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"describe", bad},
             {"predict", bad, shipped("iris.csv")},
             {"evaluate", bad, shipped("iris.csv")},
             {"merge", whole, bad, "-o", folder / "merged.json"},
             {"fit", "--update", bad, shipped("iris.csv"), "-o", folder / "more.json"}}) {
      const Run run = run_tool(words);
      CAPTURE(words.front());
      CHECK(run.exit == 5);
      CHECK_MESSAGE(run.says("bad.json"), run.err);
    }
  }
  CHECK_FALSE(std::filesystem::exists(folder / "merged.json"));
}
