// Remedies of messages about cells and columns: what they propose is taken, and helps.
#include <doctest/doctest.h>

#include "tool/piped_text.hpp"

using namespace credence::support;

namespace {

// A number that some rows lack, a city, and two classes.
std::string sixty_patients(const std::string& missing = "") {
  std::string text = "age,city,class\n";
  for (int row = 0; row < 60; ++row)
    text += (row % 6 == 0 ? missing : std::to_string(20 + row * 7 % 40) + ".5") + "," +
            (row % 3 == 0 ? "Rome" : "Oslo") + "," + (row % 2 == 0 ? "ill" : "well") + "\n";
  return text;
}

}  // namespace

TEST_CASE("the flags that a note of missing words names keep these words alone") {
  const std::string text = sixty_patients() + "30.5,NA,ill\n,Rome,well\n";
  const std::vector<std::string> named{"--missing", "none", "--missing", "?", "--missing", ""};

  const Run run = run_on("schema", text, named);

  CHECK(run_on("schema", text).says("missing: --missing none --missing '?' --missing '' keeps it"));
  CHECK(family_in(run, "age") == "normal");
  CHECK(run.json()["columns"][1]["levels"] ==
        nlohmann::ordered_json::parse(R"(["NA","Oslo","Rome"])"));
  CHECK_FALSE(run.says("read as missing"));
}

TEST_CASE("marks of a posterior stay named beside the word that is to be kept") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(
      run_on("fit", sixty_patients(), {"--missing", "it's", "--missing", "=none", "-o", posterior})
          .exit == 0);

  const Run run = run_tool({"predict", posterior, "-"}, "age,city\nNA,Oslo\n30.5,Rome\n");

  CHECK(
      run.says("is read as missing: --missing none --missing '?' --missing '' "
               "--missing 'it'\\''s' --missing '=none' keeps it"));
}

TEST_CASE("the text none marks missing cells where the flag says =none, as messages propose") {
  const std::string text = sixty_patients("none");

  const Run run = run_on("schema", text, {"--missing", "=none"});
  std::string almost = "x,class\n";
  for (int row = 0; row < 40; ++row) almost += std::to_string(row * 3 % 11) + ",a\n";
  const Run refused = run_on("schema", almost + "none,b\n");
  const Run forced = run_on("fit", almost + "none,b\n", {"--column", "x=normal", "-o", "-"});

  CHECK(family_in(run, "age") == "normal");
  CHECK_FALSE(run.says("read as missing"));
  CHECK(run.json()["missing"].back() == "none");
  CHECK(refused.says("name it with --missing '=none' if it marks a missing cell"));
  CHECK(forced.says("name it with --missing '=none' if it marks a missing cell"));
  CHECK(family_in(run_on("schema", almost + "none,b\n", {"--missing", "=none"}), "x") == "normal");
}

TEST_CASE("names and marks in remedies are quoted as a shell takes them") {
  const std::string text = "my age,class\n1,a\n2,b\nit's,a\n3,b\n";

  const Run run = run_on("fit", text, {"--column", "my age=normal", "-o", "-"});

  CHECK(
      run.says("name it with --missing 'it'\\''s' if it marks a missing cell, or choose another "
               "family (--column 'my age=categorical')"));
}

TEST_CASE("an ARFF file is advised the missing cell of its own, and no flag that it lacks") {
  const TemporaryFolder folder;
  const std::string data = folder / "a.arff";
  std::string text = "@relation r\n@attribute x string\n@attribute class {a,b}\n@data\n";
  for (int row = 0; row < 40; ++row) text += std::to_string(row % 11) + ",a\n";
  write_to(data, text + "none,b\n");

  const Run inferred = run_tool({"schema", data, "--label", "class"});
  const Run given = run_tool({"fit", data, "--label", "class", "--column", "x=normal", "-o", "-"});

  CHECK(
      inferred.says("holds 'none'; write a number, or ? without quotes for a missing cell, or "
                    "choose a family with --column x=categorical"));
  CHECK(
      given.says("which is not a number; write a number, or ? without quotes for a missing cell, "
                 "or choose another family (--column x=categorical)"));
}

TEST_CASE("a column that a posterior needs is asked of the data, since no schema can be changed") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_on("fit", sixty_patients(), {"-o", posterior, "-q"}).exit == 0);
  const std::string rows = "age,class\n30.5,ill\n";
  const std::string remedy = "add it to the data (empty cells count as missing), or fit without it";

  CHECK(run_tool({"predict", posterior, "-"}, rows).says(remedy));
  CHECK(run_tool({"evaluate", posterior, "-"}, rows).says(remedy));
  CHECK(run_tool({"predict", posterior, "-"}, "age,city\n30.5,\n").exit == 0);
}
