// `credence suggest`, and the families that `--column NAME=auto` takes from the same evidence.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "support/run_tool.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

// By the name of the column.
std::map<std::string, ordered_json> by_feature(const ordered_json& suggestions) {
  std::map<std::string, ordered_json> columns;
  for (const ordered_json& entry : suggestions["results"]) columns[entry["feature"]] = entry;
  return columns;
}

const std::string credit = shipped("german_credit.csv");

Run by_evidence(const Words& words) {
  return run_tool(with(words, {"--label", "class", "--families", "auto"}));
}

}  // namespace

TEST_CASE("the suggestions have the shape of the contract") {
  const Run run = run_tool({"suggest", credit, "--label", "class", "--format", "json"});

  REQUIRE(run.exit == 0);
  CHECK(run.err.empty());
  const ordered_json all = run.json();
  CHECK(all["schema_version"] == 1);
  CHECK(all["rows"] == 1000);
  CHECK(all["results"].size() == 20);
  for (const ordered_json& entry : all["results"]) {
    CAPTURE(entry["feature"]);
    CHECK(entry["chosen"] == entry["families"][0]["family"]);
    CHECK(entry["families"][0]["log_bayes_factor"] == 0);
    CHECK(entry["families"][0]["log_evidence"].is_number());
  }
}

TEST_CASE("the evidence of a suggestion is what fit and describe say of the same family") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json", posterior = folder / "p.json";
  const ordered_json amount =
      by_feature(run_tool({"suggest", credit, "--label", "class", "--format", "json"}).json())
          .at("credit_amount");
  REQUIRE(amount["families"].size() == 6);

  for (const ordered_json& entry : amount["families"]) {
    if (entry["family"] == "histogram") continue;  // judged in bins of its own
    CAPTURE(entry["family"]);
    const std::string family = entry["family"];
    write_to(schema, R"({"schema_version": 1, "label": "class", "class_prior": "uniform",
      "columns": [{"name": "credit_amount", "family": ")" +
                         family + "\"}]}");
    REQUIRE(run_tool({"fit", credit, "--schema", schema, "-o", posterior, "--force", "-q"}).exit ==
            0);
    const double whole =
        run_tool({"describe", posterior, "--format", "json"}).json()["log_evidence"];
    const double of_labels = 1000 * std::log(0.5);
    const double price = family == "polya_tree" ? std::log(1000.0) : 0;  // of mean and deviation
    CHECK(entry["log_evidence"].get<double>() ==
          doctest::Approx(whole - of_labels - price).epsilon(1e-12));
  }
}

TEST_CASE("a column of family auto gets the family that suggest chooses") {
  const std::string wish = "credit_amount=auto";
  const auto suggested =
      by_feature(run_tool({"suggest", credit, "--label", "class", "--format", "json"}).json());

  const Run run = run_tool({"schema", credit, "--label", "class", "--column", wish, "--column",
                            "existing_credits=auto"});

  REQUIRE(run.exit == 0);
  CHECK(
      run.says("column 'credit_amount' gets family 'lognormal' by evidence (log Bayes factor "
               "55.77 against 'histogram')"));
  int found = 0;
  const ordered_json shown = run.json();
  for (const ordered_json& column : shown["columns"])
    for (const char* name : {"credit_amount", "existing_credits"})
      if (column["name"] == name) {
        CHECK(column["family"] == suggested.at(name)["chosen"]);
        ++found;
      }
  CHECK(found == 2);
}

TEST_CASE("a family found by evidence overrides that of a schema file") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";
  write_to(schema, R"({"schema_version": 1, "label": "class", "columns": [
    {"name": "credit_amount", "family": "normal"}, {"name": "age", "family": "normal"}]})");

  const Run run = run_tool({"schema", credit, "--schema", schema, "--column", "age=auto", "-q"});

  REQUIRE(run.exit == 0);
  CHECK(run.json()["columns"][0]["family"] == "normal");
  CHECK(run.json()["columns"][1]["family"] == "lognormal");
}

TEST_CASE("compare and a streamed fit take a family by evidence as well") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const Words wish{"--label", "class", "--column", "age=auto"};

  const Run compared =
      run_tool(with({"compare", credit, "--folds", "2", "--format", "json"}, wish));
  REQUIRE(run_tool(with({"fit", credit, "--stream", "-o", posterior}, wish)).exit == 0);

  REQUIRE(compared.exit == 0);
  CHECK(compared.json()["features"][12] == "age");
  CHECK(compared.json()["families"][12] == "lognormal");
  CHECK(has(text_of(posterior), R"("name":"age","family":"lognormal")"));
}

TEST_CASE("suggest ends with the command that uses its suggestions, as a shell takes it") {
  const TemporaryFolder folder;
  const std::string data = folder / "it's data.csv";
  write_to(data, "x;y;class\n2;1.5;a\n3;2.5;b\n9;3.5;a\n7;1.5;b\n");
  const std::string path = data.substr(0, data.find("it's"));

  const Run run =
      run_tool({"suggest", data, "--separator", ";", "--label", "class", "--drop", "y", "-q"});

  REQUIRE(run.exit == 0);
  CHECK(run.out.ends_with("\nTo use these families: credence compare '" + path +
                          "it'\\''s data.csv' --label class --drop y --separator ';' --families "
                          "auto\n"));
  CHECK(run_tool({"compare", data, "--label", "class", "--drop", "y", "--separator", ";",
                  "--families", "auto", "--folds", "2"})
            .exit == 0);
}

TEST_CASE("the command that suggest ends with works with rows of one class, too") {
  const TemporaryFolder folder;
  const std::string data = folder / "d.csv";
  write_to(data, "x,y,class\n1.5,u,a\n2.5,v,a\n4,u,a\n");

  const Run one = run_tool({"suggest", data, "--label", "class", "-q"});

  REQUIRE(one.exit == 0);
  CHECK(one.out.ends_with("\nTo use these families: credence schema " + data +
                          " --label class --families auto\n"));
  CHECK(run_tool({"schema", data, "--label", "class", "--families", "auto"}).exit == 0);
}

TEST_CASE("suggest names no command where no column has a family") {
  const Run run = run_tool({"suggest", "-", "--label", "class", "-q"}, "x,class\n1,a\n1,b\n");

  REQUIRE(run.exit == 0);
  CHECK(has(run.out, "column 'x' is constant"));
  CHECK_FALSE(has(run.out, "To use these families"));
}

TEST_CASE("families auto gives every column the family that suggest chooses, but flags win") {
  const auto suggested =
      by_feature(run_tool({"suggest", credit, "--label", "class", "--format", "json"}).json());

  const Run run = run_tool({"schema", credit, "--label", "class", "--families", "auto", "--column",
                            "age=normal", "--prior", "num_dependents:shape=3,rate=1", "--column",
                            "num_dependents=poisson", "--prior",
                            "credit_amount:mean=3000,mean_weight=1,shape=1,scale=9"});

  REQUIRE(run.exit == 0);
  CHECK(run.says("families chosen by evidence: "));
  const ordered_json shown = run.json();
  for (const ordered_json& column : shown["columns"]) {
    const std::string name = column["name"];
    CAPTURE(name);
    const bool is_told = name == "age" || name == "num_dependents" || name == "credit_amount";
    if (!is_told) CHECK(column["family"] == suggested.at(name)["chosen"]);
    if (name == "age" || name == "credit_amount") CHECK(column["family"] == "normal");
    if (name == "num_dependents") CHECK(column["family"] == "poisson");
  }
}

TEST_CASE("fit under families auto is fit under the schema that holds them, streamed or not") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";

  REQUIRE(by_evidence({"schema", credit, "-o", schema}).exit == 0);
  REQUIRE(by_evidence({"fit", credit, "-o", folder / "auto.json"}).exit == 0);
  REQUIRE(by_evidence({"fit", credit, "--stream", "-o", folder / "stream.json"}).exit == 0);
  REQUIRE(run_tool({"describe", folder / "auto.json"}).exit == 0);

  const std::string fitted = text_of(folder / "auto.json");
  CHECK(has(fitted, R"("name":"duration","family":"polya_tree")"));
  CHECK(text_of(folder / "stream.json") == fitted);
}

TEST_CASE("studies take families auto, list those of all rows and say so") {
  const TemporaryFolder folder;

  const Run compared = by_evidence({"compare", credit, "--folds", "3", "--format", "json"});
  const Run paired = run_tool({"paired", credit, "--label", "class", "--folds", "3", "--repeat",
                               "1", "--second-families", "auto", "--format", "json"});

  REQUIRE(compared.exit == 0);
  CHECK(compared.json()["families"][1] == "polya_tree");
  CHECK(compared.json()["notes"].back().get<std::string>().find(
            "families are chosen by evidence, anew in every training part") == 0);
  REQUIRE(paired.exit == 0);
  CHECK(paired.json()["first"]["families"][1] == "normal");
  CHECK(paired.json()["second"]["families"] == compared.json()["families"]);
  CHECK(paired.json()["second"]["log_loss"] < paired.json()["first"]["log_loss"]);
  CHECK(by_evidence({"curve", credit, "--sizes", "100", "--repeat", "2"}).exit == 0);
  CHECK(by_evidence({"select", credit, "--choose", "cross_validation", "--folds", "2"}).exit == 0);
  CHECK(by_evidence({"report", credit, "--folds", "2", "-o", folder / "page.html"}).exit == 0);
}

TEST_CASE("a column without a family says why, and auto makes it none") {
  std::string text = "id,flat,x,class\n";
  for (int row = 0; row < 120; ++row)
    text += "p" + std::to_string(row) + ",7," + std::to_string(row % 5) +
            (row % 2 == 0 ? ",a\n" : ",b\n");

  const Run run = run_tool({"suggest", "-", "--label", "class"}, text);
  const Run schema = run_tool({"schema", "-", "--label", "class", "--column", "flat=auto"}, text);

  REQUIRE(run.exit == 0);
  CHECK(has(run.out, "column 'flat' is constant and is not used\n"));
  CHECK(has(run.out, "looks like an identifier"));
  REQUIRE(schema.exit == 0);
  CHECK(schema.says("column 'flat' gets no family: it is constant and is not used"));
  CHECK(schema.json()["columns"][1]["family"] == "none");
}

TEST_CASE("suggest says that families of a schema are left aside, and which it does not compare") {
  const TemporaryFolder folder;
  const std::string data = folder / "data.csv", schema = folder / "s.json";
  write_to(data, "x,y,class\n2,1.5,a\n3,2.5,b\n9,0.5,a\n7,4.5,b\n");
  const auto notes_with = [&](const std::string& columns) {
    write_to(schema, R"({"schema_version":1,"label":"class","columns":[)" + columns + "]}");
    const Run run = run_tool({"suggest", data, "--schema", schema, "--format", "json"});
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    return run.json()["notes"].dump();
  };
  const std::string x = R"({"name":"x","family":"poisson"})";

  CHECK(has(notes_with(x),
            "' are left aside: every family that the cells of a column admit is "
            "compared, under its default prior\""));
  CHECK(has(notes_with(x + R"(,{"name":"y","family":"gamma"})"),
            "; not compared: 'gamma' of column 'y'\""));
  CHECK_FALSE(has(notes_with(R"({"name":"x","family":"none"})"), "left aside"));
}

TEST_CASE("dropped columns, weights and rows without a label are left out") {
  const Run run = run_tool(
      {"suggest", "-", "--label", "class", "--drop", "y", "--weight", "w", "--format", "json"},
      "x,y,w,class\n2.5,1,1,a\n3,1,1,b\n9,1,0,a\n9,1,1,\n");

  REQUIRE(run.exit == 0);
  CHECK(run.says("1 of 4 rows has no class"));
  CHECK(run.json()["rows"] == 2);
  CHECK(run.json()["skipped_rows"] == 1);
  REQUIRE(run.json()["results"].size() == 1);
  CHECK(run.json()["results"][0]["feature"] == "x");
}

TEST_CASE("wishes that cannot be met end with the exit code of their kind") {
  struct Case {
    Words words;
    int exit;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{"suggest"}, 2, "'suggest' needs DATA"},
      {{"suggest", credit}, 2, "--label"},
      {{"suggest", credit, "--label", "height"}, 3, "'height'"},
      {{"suggest", credit, "--label", "class", "--drop", "height"}, 2, "'height'"},
      {{"suggest", credit, "--label", "class", "--format", "csv"}, 2, "--format"},
      {{"schema", credit, "--label", "class", "--column", "height=auto"}, 2, "'height'"},
      {{"schema", credit, "--label", "class", "--column", "class=auto"}, 2, "is the label"},
      {{"schema", credit, "--label", "class", "--families", "best"},
       2,
       "choose 'inferred', 'auto'"},
      {{"compare", credit, "--label", "class", "--families", "auto", "--tied", "classes"},
       2,
       "--tied"},
      {{"compare", credit, "--label", "class", "--families", "auto", "--covariance", "full"},
       2,
       "--covariance full"},
      {{"compare", credit, "--label", "class", "--families", "auto", "--like", "scikit-learn"},
       2,
       "scikit-learn lacks"},
      {{"fit", credit, "--update", "p.json", "--families", "auto", "-o", "p.json"},
       2,
       "'--families' has no place beside --update"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    const Run run = run_tool(given.words);
    CHECK(run.exit == given.exit);
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

TEST_CASE("suggest says how its suggestions join a schema, and no terminal obeys names of files") {
  const TemporaryFolder folder;
  const std::string data = folder / "a\x1b[31m.csv";
  write_to(data, "x,class\n2,a\n3,b\n9,a\n7,b\n");
  write_to(folder / "s.json",
           R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"poisson"}]})");

  const Run plain = run_tool({"suggest", data, "--label", "class", "-q"});
  const Run schema = run_tool({"suggest", data, "--schema", folder / "s.json", "-q"});

  REQUIRE(plain.exit == 0);
  CHECK(plain.out.find('\x1b') == std::string::npos);
  CHECK(has(plain.out, "a\\033[31m.csv' --label"));
  REQUIRE(schema.exit == 0);
  CHECK(schema.out.ends_with("\nTo use these families: name them in the schema '" +
                             (folder / "s.json") + "'\n"));
}

TEST_CASE("a table of which no column is left has nothing to suggest, and is refused") {
  const Run alone = run_tool({"suggest", "-", "--label", "y"}, "y\na\nb\n");
  const Run dropped = run_tool({"suggest", "-", "--label", "y", "--drop", "x"}, "x,y\n1,a\n2,b\n");

  CHECK(alone.exit == 3);
  CHECK(alone.out.empty());
  CHECK(alone.says("has no column that is a feature: label 'y' is all there is; add one"));
  CHECK(dropped.exit == 3);
  CHECK(dropped.says("column 'x' was left out by name; keep a column"));
}
