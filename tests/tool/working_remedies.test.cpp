// Remedies of messages about cells and columns: what they propose is taken, and helps.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "tool/piped_text.hpp"

using namespace credence::programs;

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

TEST_CASE("what a posterior fixes is not to be changed in a schema, but fitted anew") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  write_to(folder / "schema.json", R"({"schema_version":1,"label":"class","classes":["ill","well"],
    "columns":[{"name":"city","family":"categorical","levels":["Oslo","Rome"]},
               {"name":"sex","family":"bernoulli","levels":["m","w"]},
               {"name":"visits","family":"poisson"}]})");
  const std::string rows = "city,sex,visits,class\nOslo,m,1,ill\nRome,w,2,well\n";
  REQUIRE(run_tool({"fit", "-", "--schema", folder / "schema.json", "-o", posterior}, rows).exit ==
          0);
  const auto drift = [&](const std::string& row) {
    return run_tool({"drift", posterior, "-"}, "city,sex,visits,class\n" + row + "\n");
  };

  CHECK(
      drift("Bonn,m,1,ill")
          .says(
              "which the posterior does not know; mark it as missing, or fit with it in `levels`"));
  CHECK(
      drift("Oslo,m,1,dead")
          .says("which the posterior does not know; remove the row, or fit with it in `classes`"));
  CHECK(drift("Oslo,x,1,ill").says("correct the cell, or fit with family 'categorical'"));
  CHECK(drift("Oslo,m,-1,ill").says("remove the row, or fit with another family for the column"));
  CHECK(drift("Oslo,m,1,").says("check the column and --missing"));
  CHECK(run_tool({"drift", posterior, "-", "--missing", "Bonn"}, rows + "Bonn,m,1,ill\n").exit ==
        0);
}

TEST_CASE("a class that the prior of a posterior lacks is removed or given a number in a fit") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(
      run_on("fit", sixty_patients(), {"--class-prior", "given=ill:0.2,well:0.8", "-o", posterior})
          .exit == 0);

  const Run run = run_tool({"drift", posterior, "-"}, "age,city,class\n30.5,Rome,dead\n");

  CHECK(
      run.says("which the class prior has no number for; remove the row, or fit with a number for "
               "every class"));
}

TEST_CASE("test rows that lack a column or hold another class are told apart from a schema") {
  const TemporaryFolder folder;
  write_to(folder / "lack.csv", "city,class\nRome,ill\n");
  write_to(folder / "other.csv", "age,city,class\n30.5,Rome,dead\n");
  const auto report = [&](const std::string& test, const Words& more) {
    const Words flags =
        with({"--test", folder / test, "--folds", "2", "-o", folder / (test + ".html")}, more);
    return run_on("report", sixty_patients(), flags);
  };

  CHECK(report("lack.csv", {})
            .says("add it (empty cells count as missing), or leave it out with --drop"));
  CHECK(report("lack.csv", {"--drop", "age"}).exit == 0);
  CHECK(report("other.csv", {})
            .says("'dead', which is no class that was learned; the classes are 'ill', 'well'"));
}

TEST_CASE("a posterior behind the rows is told from rows, and helps before them") {
  const Fitted iris("iris.csv");
  for (const std::string verb : {"predict", "evaluate", "drift", "check", "sensitivity"}) {
    CAPTURE(verb);
    const Run run = run_tool({verb, iris.data, iris.posterior});
    CHECK(run.exit == 2);
    CHECK(run.says("write '" + iris.posterior + "' before '" + iris.data + "'"));
    CHECK(iris.run(verb, {}).exit == 0);
  }
}

TEST_CASE("rows without a header are given names beside a posterior and without one") {
  const Fitted iris("iris.csv");
  const std::string all = text_of(iris.data);
  const std::string header = lines_of(all)[0];
  const std::string rows = all.substr(header.size() + 1);
  const std::string remedy =
      ", or give the names of all columns with --header if the first line is a row";

  CHECK(run_on("compare", rows).says(remedy));
  CHECK(run_on("compare", rows, {"--header", header}).exit == 0);
  for (const std::string verb : {"predict", "evaluate"}) {
    CHECK(run_tool({verb, iris.posterior, "-"}, rows).says(remedy));
    CHECK(run_tool({verb, iris.posterior, "-", "--header", header}, rows).exit == 0);
  }
  CHECK_FALSE(run_on("compare", "a,b\n1,x\n").says("--header"));
}

TEST_CASE("the column of the classes keeps its name beside a posterior") {
  const Fitted iris("iris.csv");
  const auto evaluate = [&](const std::string& name) {
    return run_tool(
        {"evaluate", iris.posterior, "-"},
        "sepal_length,sepal_width,petal_length,petal_width," + name + "\n5.1,3.5,1.4,0.2,setosa\n");
  };

  CHECK(evaluate("species").says("add it, or give one of its columns this name: 'sepal_length'"));
  CHECK(evaluate("Class").says("rename the column 'Class', or add it"));
  CHECK(evaluate("class").exit == 0);
}

TEST_CASE("a column that a posterior needs is found under a misspelled name, or one with blanks") {
  const Fitted iris("iris.csv");
  const auto predict = [&](const std::string& name, const Words& flags = {}) {
    return run_tool(with({"predict", iris.posterior, "-"}, flags),
                    "sepal_length,sepal_width,petal_length," + name + "\n5.1,3.5,1.4,0.2\n");
  };

  CHECK(predict("petal_widht").says("or fit without it, or rename the column 'petal_widht'\n"));
  CHECK(predict(" petal_width").says("has blanks around it, which --trim drops"));
  CHECK(predict(" petal_width", {"--trim"}).exit == 0);
  CHECK_FALSE(predict("weight").says("rename"));
}

TEST_CASE("a text among the numbers that a posterior needs is corrected or marked as missing") {
  const Fitted iris("iris.csv");
  const std::string row =
      "sepal_length,sepal_width,petal_length,petal_width,class\n5.1,wide,1.4,0.2,setosa\n";
  const std::string out = iris.folder / "more.json";

  for (const Words& words : {Words{"predict", iris.posterior, "-"},
                             {"evaluate", iris.posterior, "-"},
                             {"fit", "--update", iris.posterior, "-", "-o", out}}) {
    CAPTURE(words[0]);
    const Words marked = with(words, {"--missing", "wide"});
    CHECK(run_tool(words, row)
              .says("which is not a number; correct it, or name it with --missing 'wide' if it "
                    "marks a missing cell\n"));
    CHECK(run_tool(marked, row).exit == 0);
  }
}

TEST_CASE("verbs without families of columns leave a column out") {
  std::string almost = "my age,x,class\n";
  for (int row = 0; row < 40; ++row)
    almost += std::to_string(row * 3 % 11) + "," + std::to_string(row * 5 % 7) + ",a\n";
  almost += "none,1,b\n";
  const TemporaryFolder folder;
  write_to(folder / "train.csv", almost);
  const std::string remedy = ", or leave the column out with --drop 'my age'\n";

  CHECK(run_on("suggest", almost).says(remedy));
  CHECK(run_on("suggest", almost, {"--drop", "my age"}).exit == 0);
  const Words lazy{"predict", "--structure", "lbr", "--train", folder / "train.csv",
                   "--label", "class",       "-"};
  const Words dropped = with(lazy, {"--drop", "my age"});
  CHECK(run_tool(lazy, "my age,x\n1,1\n").says(remedy));
  CHECK_FALSE(has(run_tool(lazy, "my age,x\n1,1\n").err, "--column"));
  CHECK(run_tool(dropped, "x\n1\n").exit == 0);
}

TEST_CASE("rows of JSON are told from CSV, and fields apart by what stands between them") {
  const std::string header = "x y class", rows = "\n1 2 a\n2 3 b\n3 4 a\n2 5 b\n";

  CHECK(run_on("fit", "[{\"x\": 1, \"class\": \"a\"}]\n", {"-o", "-"})
            .says("standard input:1:3; is this JSON? save its rows as CSV; or quote"));
  CHECK_FALSE(run_on("fit", "x,class\n1\"2,a\n", {"-o", "-"}).says("JSON"));
  CHECK(run_on("fit", header + rows, {"-o", "-"})
            .says("'x y class', or name the character between fields with --separator"));
  CHECK(run_on("fit", header + rows, {"-o", "-", "--separator", " "}).exit == 0);
}

TEST_CASE("a table of fewer rows than folds is told the number of folds that it has rows for") {
  const std::string text = "x,class\n1.5,a\n2.5,b\n0.5,a\n3.5,b\n1.25,a\n2.75,b\n";
  const TemporaryFolder folder;
  const auto run = [&](const std::string& verb, Words flags) {
    if (verb == "paired") flags.insert(flags.end(), {"--second", "logistic_regression"});
    if (verb == "report") flags.insert(flags.end(), {"-o", folder / "report.html", "--force"});
    if (verb == "select") flags.insert(flags.end(), {"--choose", "cross_validation"});
    return run_on(verb, text, flags);
  };
  for (const std::string verb : {"compare", "paired", "select", "report"}) {
    CAPTURE(verb);

    const Run refused = run(verb, {});
    const Run taken = run(verb, {"--folds", "6"});

    CHECK(refused.exit == 3);
    CHECK_MESSAGE(
        refused.says("cross-validation in 10 folds needs as many rows with a label, there are 6; "
                     "choose --folds 6, which leaves out one at a time, or fewer"),
        refused.err);
    CHECK_MESSAGE(taken.exit == 0, taken.err);
  }
}

TEST_CASE("a text in a column that is a part of a feature is not advised a family of its own") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json", schema = folder / "s.json";
  write_to(schema, R"({"schema_version":1,"label":"class",
    "columns":[{"name":"visits","family":"poisson","exposure":"years"}]})");
  const std::string rows = "visits,years,class\n1,2,a\n3,4,b\n", odd = rows + "2,wide,b\n";
  const auto fit = [&](const std::string& text, const Words& flags) {
    return run_tool(with({"fit", "-", "-o", posterior, "--force"}, flags), text);
  };
  const std::string named = "name it with --missing 'wide' if it marks a missing cell";

  const Run exposure = fit(odd, {"--schema", schema});
  const Run words = fit(odd, {"--label", "class", "--words", "visits,years"});
  REQUIRE(fit(rows, {"--schema", schema}).exit == 0);
  const Run predicted = run_tool({"predict", posterior, "-"}, odd);

  CHECK(exposure.says(named + ", or take the exposure from another column\n"));
  CHECK(words.says(named + ", or leave the column out of the block\n"));
  CHECK(predicted.says("which is not a number; correct it, or " + named + "\n"));
  CHECK(fit(odd, {"--schema", schema, "--missing", "wide"}).exit == 0);
}

TEST_CASE("notes of verbs that give no column a family name the verb that does") {
  std::string text = "id,x,class\n";
  for (int row = 0; row < 60; ++row)
    text += std::to_string(row + 1) + "," + std::to_string(row * 7 % 10) + ",ab\n";
  const TemporaryFolder folder;
  const std::string data = folder / "d.csv", schema = folder / "s.json";
  write_to(data, text + "61,3,c\n");
  const std::string remedy = "use 'credence schema' with --column id=normal if it is a measurement";
  const Words lazy{"predict", "--structure", "lbr", "--train", data};

  const Run suggested = run_tool({"suggest", data, "--label", "class"});
  const Run predicted = run_tool(with(lazy, {"--label", "class", data}));
  REQUIRE(
      run_tool({"schema", data, "--label", "class", "--column", "id=normal", "-o", schema}).exit ==
      0);
  const Words typed = with(lazy, {"--schema", schema, data});

  CHECK(has(unwrapped(suggested.out), remedy));
  CHECK_MESSAGE(predicted.says(remedy), predicted.err);
  CHECK_FALSE(run_tool(typed).says("numbers the rows"));
}

TEST_CASE(
    "decimal points and a header that the flags deny are told, and the flags that read them") {
  std::string text = "age,city,class\n";
  for (int row = 0; row < 40; ++row)
    text += std::to_string(20 + row * 7 % 40) + (row % 8 == 0 ? ".5" : "") + ",Rome," +
            (row % 2 == 0 ? "ill\n" : "well\n");
  const std::vector<std::string> bare{"schema", "-", "--label", "c3", "--header"};
  const auto schema = [&](const std::string& header) {
    Words words = bare;
    words.push_back(header);
    if (header == "yes") words[3] = "class";
    return run_tool(words, text);
  };

  CHECK(run_on("schema", text, {"--decimal", "comma", "--column", "age=normal"})
            .says("holds '20.5', which is not a number; read decimal points with --decimal point"));
  CHECK(run_on("schema", text, {"--decimal", "point"}).exit == 0);
  CHECK(schema("no").says("holds 'age'; read the first line as names with --header yes"));
  CHECK(schema("yes").exit == 0);
}

TEST_CASE("names with a quote and a question mark stay whole in remedies beside a posterior") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_on("fit", "sort'?x,y,class\n1,2,a\n2,1,b\n4,3,a\n3,5,b\n", {"-o", posterior}).exit ==
          0);

  const Run run = run_tool({"predict", posterior, "-"}, "sort'?z,y\n1,2\n");

  CHECK(run.says("column 'sort'?x' of the schema is not in"));
  CHECK(run.says("or rename the column 'sort'?z'\n"));
}

TEST_CASE("too little memory is answered by flags that the verb has") {
  const Fitted iris("iris.csv");
  const auto is_told = [&](const Words& words, const std::string& remedy) {
    return run_tool(with(words, {"--limit", "memory=10"}))
        .says("; can it be " + remedy + "with fewer columns? if not, raise");
  };

  CHECK(is_told({"fit", iris.data, "--label", "class", "-o", "-"}, "learned with --stream, or "));
  CHECK(is_told({"compare", iris.data, "--label", "class"}, "read "));
  CHECK(is_told({"predict", iris.posterior, iris.data}, "read with a smaller --chunk, or "));
  CHECK(iris.run("predict", {"--limit", "memory=600"}).exit == 6);
  CHECK(iris.run("predict", {"--limit", "memory=600", "--chunk", "50"}).exit == 0);
}
