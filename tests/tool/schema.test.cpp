// `credence schema`: its shape, what overrides it, and that fit takes what it prints.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string patients =
    "id,age,smoker,city,note,left,right,class\n"
    "p1,31,1,Rome,cough and cold,1,0,ill\n"
    "p2,44,0,Oslo,,0,2,well\n"
    "p3,25,1,Rome,cold,3,1,ill\n"
    "p4,39,0,,fine,2,2,well\n"
    "p5,50,0,Bern,fine,1,1,\n";

struct Files {
  TemporaryFolder folder;
  std::string data = folder / "patients.csv";
  Files() { write_to(data, patients); }
};

Run schema_of(const Files& files, const Words& flags) {
  return run_tool(with({"schema", files.data}, flags));
}

}  // namespace

TEST_CASE("the schema has the shape of the contract") {
  const Files files;

  const Run run = schema_of(files, {"--label", "class", "--drop", "id", "--column",
                                    "note=multinomial", "--prior", "smoker:ones=2,zeros=8"});

  REQUIRE(run.exit == 0);
  const ordered_json expected = ordered_json::parse(R"({
    "schema_version": 1, "label": "class", "classes": ["ill", "well"],
    "class_prior": {"each": 1},
    "missing": ["?", "", "NA", "N/A", "NaN", "nan", "NULL", "null"],
    "columns": [
      {"name": "id", "family": "none"},
      {"name": "age", "family": "normal", "prior": "auto"},
      {"name": "smoker", "family": "bernoulli", "prior": {"ones": 2, "zeros": 8}},
      {"name": "city", "family": "categorical", "levels": ["Oslo", "Rome"],
       "prior": {"each": 1}, "unseen": "missing"},
      {"name": "note", "family": "multinomial", "prior": {"each": 1}},
      {"name": "left", "family": "normal", "prior": "auto"},
      {"name": "right", "family": "normal", "prior": "auto"}]})");
  CHECK(nlohmann::json(run.json())["columns"].size() == 7);
  for (std::size_t i = 0; i < 7; ++i) {
    CAPTURE(i);
    const nlohmann::json column = run.json()["columns"][i];
    const nlohmann::json wanted = expected["columns"][i];
    for (auto entry = wanted.begin(); entry != wanted.end(); ++entry) {
      CAPTURE(entry.key());
      CHECK(column[entry.key()] == entry.value());
    }
  }
  for (const char* key : {"schema_version", "label", "classes", "class_prior", "missing"})
    CHECK(nlohmann::json(run.json())[key] == nlohmann::json(expected)[key]);
}

TEST_CASE("flags change families and priors and the class prior") {
  const Files files;

  const ordered_json schema =
      schema_of(files,
                {"--label", "class", "--drop", "id,note", "--column", "left=poisson", "--prior",
                 "left:shape=2,rate=0.5", "--prior", "age:auto3", "--prior", "city:weights=1,2",
                 "--weight", "right", "--class-prior", "given=ill:0.2,well:0.8"})
          .json();

  CHECK(schema["columns"][0]["family"] == "none");
  CHECK(schema["columns"][1]["prior"] == "auto3");
  CHECK(schema["columns"][3]["prior"] == ordered_json::parse(R"({"weights": [1, 2]})"));
  CHECK(schema["columns"][4]["family"] == "none");
  CHECK(schema["columns"][5]["family"] == "poisson");
  CHECK(schema["columns"][5]["prior"] == ordered_json::parse(R"({"shape": 2, "rate": 0.5})"));
  CHECK(schema["columns"][6]["family"] == "none");
  CHECK(schema["class_prior"] == ordered_json::parse(R"({"given": {"ill": 0.2, "well": 0.8}})"));
}

TEST_CASE("the class prior may be a word") {
  const Files files;
  for (const char* word : {"uniform", "frequencies"})
    CHECK(schema_of(files, {"--label", "class", "--class-prior", word}).json()["class_prior"] ==
          word);
  CHECK(schema_of(files, {"--label", "class", "--class-prior", "each=0.5"}).json()["class_prior"] ==
        ordered_json::parse(R"({"each": 0.5})"));
}

TEST_CASE("nothing is guessed or skipped silently") {
  const Files files;
  std::string text = "constant,empty,class\n";
  for (int row = 0; row < 4; ++row) text += "7,,a\n";

  const Run run = schema_of(files, {"--label", "class"});
  const Run dull = run_tool({"schema", "-", "--label", "class"}, text);

  CHECK(run.says("1 of 5 rows has no class in column 'class'"));
  CHECK(run.says("3 normal (age, left, right), 1 bernoulli (smoker)"));
  CHECK(dull.says("column 'constant' is constant"));
  CHECK(dull.says("column 'empty' has only missing cells"));
}

TEST_CASE("fit with the schema printed learns what fit without one does") {
  const Files files;
  const std::string schema = files.folder / "schema.json";
  const std::string inferred = files.folder / "a.json", given = files.folder / "b.json";
  REQUIRE(schema_of(files, {"--label", "class", "-o", schema}).exit == 0);

  REQUIRE(run_tool({"fit", files.data, "--label", "class", "-o", inferred}).exit == 0);
  REQUIRE(run_tool({"fit", files.data, "--schema", schema, "-o", given}).exit == 0);

  const Run a = run_tool({"describe", inferred, "--format", "json"});
  const Run b = run_tool({"describe", given, "--format", "json"});
  REQUIRE(a.exit == 0);
  CHECK(a.out == b.out);
}

TEST_CASE("a schema read and printed again is the same") {
  const Files files;
  const std::string schema = files.folder / "schema.json";
  REQUIRE(schema_of(files, {"--label", "class", "-o", schema}).exit == 0);

  const Run again = schema_of(files, {"--schema", schema});

  REQUIRE(again.exit == 0);
  CHECK(again.out == text_of(schema));
}

TEST_CASE("columns beside a given schema are named and not used") {
  const Files files;
  const std::string schema = files.folder / "schema.json";
  write_to(schema, R"({"schema_version": 1, "label": "class", "columns": [
    {"name": "age", "family": "normal"},
    {"name": "sides", "family": "multinomial", "columns": ["left", "right"]}]})");

  const Run run = schema_of(files, {"--schema", schema});

  REQUIRE(run.exit == 0);
  CHECK(run.says("'id', 'smoker', 'city', 'note' of " + files.data + " are not in the schema"));
  CHECK(run.json()["columns"][1]["columns"] == ordered_json::parse(R"(["left", "right"])"));
  CHECK(run.json()["columns"][2] == ordered_json::parse(R"({"name": "id", "family": "none"})"));
}

TEST_CASE("faults of a schema file end with exit code 3 and what to do") {
  const Files files;
  const std::string schema = files.folder / "schema.json";
  struct Case {
    std::string columns;
    std::string message;
  };
  const std::vector<Case> cases = {
      {R"({"name": "height", "family": "normal"})", "'height'"},
      {R"({"name": "age", "family": "gauss"})", "unknown family 'gauss'"},
      {R"({"name": "age", "family": "normal", "colour": 1})", "'colour'"},
      {R"({"name": "age", "family": "normal", "prior": {"ones": 1}})", "'ones'"},
      {R"({"name": "age", "family": "normal"}, {"name": "age", "family": "normal"})", "'age'"},
      {R"({"name": "city", "family": "categorical", "levels": ["Rome"]})", "'Oslo'"},
      {R"({"name": "age", "family": )", "schema.json:1:"}};
  for (const Case& given : cases) {
    CAPTURE(given.columns);
    write_to(schema,
             R"({"schema_version": 1, "label": "class", "columns": [)" + given.columns + "]}");
    const Run run = run_tool({"fit", files.data, "--schema", schema, "-o", "-"});
    CHECK(run.exit == 3);
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

TEST_CASE("a label that contradicts the schema file is refused") {
  const Files files;
  const std::string schema = files.folder / "schema.json";
  REQUIRE(schema_of(files, {"--label", "class", "-o", schema}).exit == 0);

  check_usage(schema_of(files, {"--schema", schema, "--label", "city"}),
              "the label of schema '" + schema + "' is 'class'");
}
