// What was misread in silence once: each is right now, or said.
#include <doctest/doctest.h>

#include "tool/piped_text.hpp"

using namespace credence::programs;

namespace {

// 60 rows: a number with decimals, a city, and two classes.
std::string patients(const std::string& separator = ",", const std::string& point = ".",
                     const std::string& missing = "") {
  std::string text = "age" + separator + "city" + separator + "class\n";
  for (int row = 0; row < 60; ++row) {
    const std::string age = std::to_string(20 + row * 7 % 40) + point + std::to_string(row % 10);
    const std::string city = row % 3 == 0 ? "Rome" : "Oslo";
    text += (row % 6 == 0 && row < 36 ? missing : age) + separator + (row == 1 ? missing : city) +
            separator + (row % 2 == 0 ? "ill" : "well") + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a label of one class ends the studies and is noted by fit") {
  const TemporaryFolder folder;
  const std::string text = "x,class\n1,a\n2,a\n3,a\n";
  for (const char* verb : {"compare", "curve", "select", "paired", "report"}) {
    CAPTURE(verb);
    Words flags;
    if (verb == std::string("paired")) flags = {"--second", "mle"};
    if (verb == std::string("report")) flags = {"-o", "-"};
    const Run run = run_on(verb, text, flags);
    CHECK(run.exit == 3);
    CHECK(run.out.empty());
    INFO(run.err);
    CHECK(
        run.says("label 'class' of standard input has one class, 'a', and there is nothing to "
                 "tell apart"));
  }
  for (const char* way : {"--quiet", "--stream"}) {
    const Run run = run_on("fit", text, {"-o", folder / (std::string(way) + ".json")});
    CHECK(run.exit == 0);
    CHECK(run.says("label 'class' has one class, 'a': the posterior has nothing to tell apart"));
  }
}

TEST_CASE("a class whose rows all weigh nothing is no class to tell apart") {
  const Run run = run_on("compare", "w,x,class\n1,1,a\n1,2,a\n0,3,b\n", {"--weight", "w"});

  CHECK(run.exit == 3);
  CHECK(run.says("has one class, 'a'"));
}

TEST_CASE("a missing-value string of one's own leaves empty cells missing") {
  const std::string text = patients();

  const Run run = run_on("schema", text, {"--missing", "NA"});

  CHECK(family_in(run, "age") == "normal");
  CHECK(run.json()["columns"][1]["levels"] == nlohmann::ordered_json::parse(R"(["Oslo","Rome"])"));
  CHECK_FALSE(run.says("read as missing"));
}

TEST_CASE("the strings that other programs write for missing cells are missing and counted") {
  for (const char* mark : {"NA", "N/A", "NaN", "nan", "NULL", "null"}) {
    CAPTURE(mark);
    const std::string text = patients(",", ".", mark);
    const Run run = run_on("schema", text);
    CHECK(family_in(run, "age") == "normal");
    CHECK(run.says("credence: 6 cells '" + std::string(mark) + "' in 'age', 1 cell '" + mark +
                   "' in 'city' are read as missing: --missing none --missing '?' --missing '' "
                   "keeps them"));
    CHECK(run.json()["columns"] == run_on("schema", patients()).json()["columns"]);
  }
  CHECK(family_in(run_on("schema", patients(",", ".", "NA"), {"--missing", "none"}), "age") ==
        "categorical");
}

TEST_CASE(
    "the count of missing words is the same whole and in a stream and spares the flag's own") {
  const TemporaryFolder folder;
  std::string text = patients(",", ".", "NA") + "NULL,Rome,NULL\n";
  const auto fit = [&](const Words& flags) {
    return run_on("fit", text, with(flags, {"--force", "-o", folder / "p.json"}));
  };
  const std::string said =
      "6 cells 'NA' in 'age', 1 cell 'NULL' in 'age', 1 cell 'NA' in 'city', 1 cell 'NULL' in "
      "'class' are read as missing: --missing none --missing '?' --missing '' keeps them; add "
      "--missing for each that marks missing cells";

  const Run whole = fit({});
  CHECK(whole.says(said));
  CHECK(whole.says("1 of 61 rows has no class in column 'class' and is skipped"));
  CHECK(fit({"--stream", "--chunk", "50"}).err == whole.err);
  CHECK(fit({"--missing", "NA"})
            .says("1 cell 'NULL' in 'age', 1 cell 'NULL' in 'class' are read as missing"));
}

TEST_CASE("predict and explain say which words of new rows are read as missing") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_on("fit", patients(), {"-o", posterior}).exit == 0);
  const std::string rows = "age,city\nNA,Oslo\n30.5,Rome\n";
  const std::string said =
      "1 cell 'NA' in 'age' is read as missing: --missing none --missing '?' --missing '' keeps it";

  CHECK(run_tool({"predict", posterior, "-"}, rows).says(said));
  CHECK(run_tool({"explain", posterior, "-", "--row", "1"}, rows).says(said));
  CHECK_FALSE(run_tool({"predict", posterior, "-", "--missing", "NA"}, rows).says("as missing"));
  CHECK_FALSE(run_tool({"predict", posterior, "-"}, "age,city\n,Oslo\n").says("as missing"));

  const std::string own = folder / "own.json";
  REQUIRE(run_on("fit", patients(",", ".", "n/a"), {"--missing", "n/a", "-o", own}).exit == 0);
  CHECK_FALSE(run_tool({"predict", own, "-"}, "age,city\nn/a,Oslo\n").says("as missing"));
}

TEST_CASE("words of texts are counted neither as missing nor are they") {
  std::string text = "note,class\n";
  for (int row = 0; row < 40; ++row) text += (row % 2 == 0 ? "NA,a\n" : "null and void,b\n");

  const Run run = run_on("schema", text, {"--column", "note=multinomial"});

  CHECK(run.exit == 0);
  CHECK_FALSE(run.says("read as missing"));
  CHECK(has(run.out, "multinomial"));
}

TEST_CASE("the header tells the separator and a note names it") {
  const std::string expected = run_on("schema", patients()).out;
  for (const auto& one : {std::pair{";", "';'"}, std::pair{"\t", "tabs"}, std::pair{"|", "'|'"}}) {
    CAPTURE(one.second);
    const auto& [separator, name] = one;
    const Run run = run_on("schema", patients(separator));
    REQUIRE(run.exit == 0);
    CHECK(run.out == expected);
    CHECK(run.says("fields of standard input are separated by " + std::string(name)));
    CHECK(run.says("--separator"));
  }
  CHECK_FALSE(run_on("schema", patients()).says("separated by"));
  CHECK_FALSE(run_on("schema", patients(";"), {"--separator", ";"}).says("separated by"));
}

TEST_CASE("a stream finds the separator that the whole file has") {
  const TemporaryFolder folder;
  const auto fit = [&](const std::string& out, const Words& flags) {
    return run_on("fit", patients(";"), with(flags, {"-o", folder / out}));
  };

  const Run whole = fit("a.json", {});
  const Run streamed = fit("b.json", {"--stream", "--chunk", "1"});

  REQUIRE(streamed.exit == 0);
  CHECK(streamed.err == whole.err);
  CHECK(run_tool({"predict", folder / "a.json", "-"}, patients(";")).out ==
        run_tool({"predict", folder / "b.json", "-"}, patients()).out);
}

TEST_CASE("decimal commas are numbers where the flag says so and are named where it does not") {
  const std::string text = patients(";", ",");

  const Run silent = run_on("schema", text);
  const Run told = run_on("schema", text, {"--decimal", "comma"});

  CHECK(family_in(silent, "age") == "categorical");
  CHECK(silent.says("column 'age' holds numbers with decimal commas"));
  CHECK(silent.says("use --decimal comma if they should be"));
  CHECK(told.out == run_on("schema", patients()).out);
  CHECK_FALSE(told.says("decimal"));
  CHECK(run_on("schema", text, {"--decimal", "dot"}).exit == 2);
  CHECK(run_on("schema", text, {"--decimal", "comma", "--input-format", "arff"}).exit == 2);
}

TEST_CASE("a posterior reads decimal commas where the flag says so and names the flag elsewhere") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_on("fit", patients(), {"-o", posterior}).exit == 0);

  const Run told = run_tool({"predict", posterior, "-", "--decimal", "comma"}, patients(";", ","));
  const Run silent = run_tool({"predict", posterior, "-"}, patients(";", ","));

  CHECK(told.exit == 0);
  CHECK(told.out == run_tool({"predict", posterior, "-"}, patients()).out);
  CHECK(silent.exit == 3);
  CHECK(silent.says("--decimal comma"));
}

TEST_CASE("a label of many different numbers is said to look like a measurement") {
  const TemporaryFolder folder;
  const std::string said = "label 'sepal_length' looks like a measurement: 35 different numbers";
  const auto iris = [&](Words words) {
    words.insert(words.begin() + 1, {shipped("iris.csv"), "--label", "sepal_length"});
    return run_tool(words);
  };

  CHECK(iris({"compare", "--folds", "3"}).says(said));
  CHECK(iris({"fit", "-o", folder / "p.json"}).says(said));
  CHECK(iris({"fit", "--stream", "-o", folder / "q.json"}).says(said));
  CHECK_FALSE(run_tool({"compare", shipped("iris.csv"), "--label", "class"}).says("measurement"));
}

TEST_CASE("numbers of rows are left out and said so") {
  std::string text = "id,x,class\n";
  for (int row = 0; row < 60; ++row)
    text += std::to_string(row + 1) + "," + std::to_string(row * 7 % 10) +
            (row % 2 == 0 ? ".5,a\n" : ".5,b\n");

  const Run run = run_on("schema", text);

  CHECK(family_in(run, "id") == "none");
  CHECK(run.says("column 'id' numbers the rows and is not used"));
  CHECK(run.says("--column id=normal"));
  CHECK(family_in(run_on("schema", text, {"--column", "id=normal"}), "id") == "normal");
}

TEST_CASE("a stream ends where a column stops counting the rows") {
  std::string text = "id,x,class\n";
  for (int row = 0; row < 10020; ++row)
    text += std::to_string(row < 10010 ? row : 5) + "," + std::to_string(row * 7 % 10) +
            (row % 2 == 0 ? ",a\n" : ",b\n");
  const TemporaryFolder folder;
  write_to(folder / "d.csv", text);
  for (const char* chunk : {"1000", "16777216"}) {
    CAPTURE(chunk);
    const Run run = run_tool({"fit", folder / "d.csv", "--label", "class", "--stream", "--chunk",
                              chunk, "-o", folder / "p.json"});
    CHECK(run.exit == 3);
    INFO(run.err);
    CHECK(run.says("column 'id' numbered the rows in the first 10000 rows and is not used, but"));
    CHECK(run.says("d.csv:10012:1 holds '5'"));
    CHECK(run.says("--column id=FAMILY"));
  }
  CHECK(run_tool({"fit", folder / "d.csv", "--label", "class", "--stream", "--column", "id=normal",
                  "-o", folder / "p.json"})
            .exit == 0);
}

TEST_CASE("a stream ends where numbers of rows come twice or turn out to lie far apart") {
  std::string steps = "t,x,class\n";
  std::string repeats = steps;
  for (int row = 0; row < 24000; ++row) {
    const std::string rest = "," + std::to_string(row * 7 % 10) + (row % 2 == 0 ? ",a\n" : ",b\n");
    steps += std::to_string(row < 12000 ? row : 12000 + (row - 12000) * 10) + rest;
    repeats += std::to_string(row < 12000 ? row * 7 % 12000 : 5) + rest;
  }
  const TemporaryFolder folder;
  const auto fit = [&](const std::string& text, const char* chunk) {
    write_to(folder / "d.csv", text);
    return run_tool({"fit", folder / "d.csv", "--label", "class", "--stream", "--chunk", chunk,
                     "-o", folder / "p.json", "--force"});
  };
  for (const char* chunk : {"1000", "16777216"}) {
    CAPTURE(chunk);
    const Run far = fit(steps, chunk);
    const Run twice = fit(repeats, chunk);

    CHECK(far.exit == 3);
    CHECK_MESSAGE(far.says("column 't' numbered the rows in the first 10000 rows and is not used, "
                           "but 24000 rows hold numbers from 0 to 131990; name its family"),
                  far.err);
    CHECK(twice.exit == 3);
    CHECK_MESSAGE(twice.says("d.csv:12002:1 holds '5'"), twice.err);
  }
}

TEST_CASE("a table without a feature ends with each column and why") {
  std::string text = "id,same,class\n";
  for (int row = 0; row < 60; ++row)
    text += std::to_string(row + 1) + (row % 2 == 0 ? ",7,a\n" : ",7,b\n");
  for (const char* verb : {"fit", "compare", "schema", "report"}) {
    CAPTURE(verb);
    const Run run = run_on(verb, text, {"-o", "no-such-folder/x"});
    const Run shown = run_on(verb, text, {"-o", "-"});
    CHECK(run.exit != 0);
    CHECK(shown.exit == 3);
    INFO(shown.err);
    CHECK(shown.says("has no column that is a feature; column 'id' numbers the rows"));
    CHECK(shown.says("column 'same' is constant and is not used"));
    CHECK_FALSE(shown.says("keep a column"));
  }
  CHECK(run_on("fit", "same,class\n7,a\n7,b\n", {"-o", "-"})
            .says("column 'same' is constant and is not used; keep a column, or give rows in which "
                  "one varies"));
}

TEST_CASE("texts beside a label alone are read as words") {
  std::string text;
  for (int row = 0; row < 200; ++row)
    text += (row % 2 == 0 ? "ham\tsee you at home, " : "spam\tcall now to win ") +
            std::to_string(row) + "\n";

  const Run run = run_tool(
      {"compare", "-", "--label", "class", "--header", "class,text", "--quote", "none"}, text);

  INFO(run.err);
  CHECK(run.exit == 0);
  CHECK(run.says("column 'text' is read as words"));
  CHECK(run.says("--column text=multinomial"));
  CHECK(run.says("1 multinomial (text)"));
}

TEST_CASE("posteriors whose data were read with other missing-value strings merge") {
  const TemporaryFolder folder;
  const std::string a = folder / "a.json", b = folder / "b.json";
  REQUIRE(run_on("fit", patients(), {"-o", a}).exit == 0);
  REQUIRE(run_on("fit", patients(), {"--missing", "none", "--missing", "", "-o", b}).exit == 0);

  const Run run = run_tool({"merge", a, b, "-o", folder / "c.json"});

  INFO(run.err);
  CHECK(run.exit == 0);
}

TEST_CASE("a verb that takes the families from a posterior names no flag that it lacks") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json", data = folder / "today.csv";
  write_to(data, "age,class\n1,a\n2,b\n");
  REQUIRE(run_tool({"fit", data, "--label", "class", "-o", posterior, "-q"}).exit == 0);
  write_to(data, "age,class\n1,a\nold,b\n");

  const Run predicted = run_tool({"predict", posterior, data, "-o", "-"});
  const Run fitted =
      run_tool({"fit", data, "--label", "class", "--column", "age=normal", "-o", "-"});

  CHECK(predicted.exit == 3);
  CHECK(predicted.says(
      "holds 'old', which is not a number; correct it, or name it with --missing 'old'"));
  CHECK_FALSE(predicted.says("--column"));
  CHECK(fitted.exit == 3);
  CHECK(fitted.says("or choose another family (--column age=categorical)"));
}

TEST_CASE("row numbers without a name are no feature and said so") {
  std::string text = ",x,class\n";
  for (int row = 0; row < 60; ++row)
    text += std::to_string(row) + "," + std::to_string(row % 7) + (row % 2 == 0 ? ",a\n" : ",b\n");

  const Run run = run_tool({"compare", "-", "--label", "class"}, text);

  INFO(run.err);
  CHECK(run.exit == 0);
  CHECK(run.says("columns of standard input without a name are called 'c1', for their places"));
  CHECK(run.says("column 'c1' numbers the rows and is not used"));
  CHECK(run.says("1 normal (x)"));
}

TEST_CASE("names for a file whose first row holds them are refused") {
  const std::string text = ",age,class\n0,1,a\n1,2,b\n";

  const Run named =
      run_tool({"compare", "-", "--label", "class", "--header", "row,age,class"}, text);
  const Run streamed = run_tool(
      {"fit", "-", "--stream", "--label", "class", "--header", "row,age,class", "-o", "-"}, text);

  for (const Run& run : {named, streamed}) {
    CAPTURE(run.err);
    CHECK(run.exit == 3);
    CHECK(
        run.says("the first row, standard input:1:1, holds the names that flag '--header' gives"));
  }
}

TEST_CASE("a stream reads on where numbers of rows come in any order, and ends at another cell") {
  const auto text = [](const std::string& last) {
    std::string rows = "id,x,class\n";
    for (int row = 0; row < 10050; ++row)
      rows += std::to_string(row * 7 % 10051) + "," + std::to_string(row % 10) +
              (row % 2 == 0 ? ".5,a\n" : ",b\n");
    return rows + last + ",3,a\n";
  };
  const TemporaryFolder folder;
  const auto fit = [&](const std::string& last) {
    write_to(folder / "d.csv", text(last));
    return run_tool({"fit", folder / "d.csv", "--label", "class", "--stream", "-o",
                     folder / "p.json", "--force"});
  };

  const Run whole = fit("20000");
  INFO(whole.err);
  CHECK(whole.exit == 0);
  CHECK(whole.says("column 'id' numbers the rows and is not used"));
  const Run half = fit("0.5");
  CHECK(half.exit == 3);
  CHECK(half.says("d.csv:10052:1 holds '0.5'"));
}

TEST_CASE("the line that tells Excel the separator is named where a column is not found") {
  const std::string rows = "x;class\n1;a\n2;b\n4;a\n3;b\n";

  CHECK(run_on("fit", "sep=;\n" + rows, {"-o", "-"})
            .says("or delete the first line, which tells Excel the separator"));
  CHECK(run_on("fit", rows, {"-o", "-"}).exit == 0);
}
