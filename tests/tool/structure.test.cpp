// `--structure` in the verbs that learn: what each finds, and what it says of flags that make no sense.
#include <doctest/doctest.h>

#include "support/usage.hpp"
#include "tool/structure_fixture.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

TEST_CASE("predict gives the probabilities of each structure") {
  const Fixture of;

  CHECK(probability(of, {}, "a,b,a") == doctest::Approx(216.0 / 251).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "tan"}, "a,b,a") ==
        doctest::Approx(864.0 / 1039).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "aode"}, "a,b,a") ==
        doctest::Approx(2196.0 / 2671).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "aode", "--superparent-min", "3"}, "b,a,b") ==
        doctest::Approx(324.0 / 779).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "aode", "--like", "weka"}, "a,b,a") ==
        doctest::Approx(5472.0 / 6697).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "aode", "--average", "evidence"}, "a,b,a") ==
        doctest::Approx(66276.0 / 79741).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "aode", "--pair-prior", "back_off=2"}, "a,b,a") ==
        doctest::Approx(2673.0 / 2918).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "a2de"}, "a,b,a") ==
        doctest::Approx(2144.0 / 2859).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "lookup"}, "a,b,a") ==
        doctest::Approx(17.0 / 22).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "lookup", "--centre", "naive", "--centre-rows", "2"},
                    "b,a,b") == doctest::Approx(243.0 / 523).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "kdb:0"}, "a,b,a") ==
        doctest::Approx(216.0 / 251).epsilon(1e-12));
  CHECK(probability(of, {"--structure", "tan", "--parents", "x0"}, "a,b,a") !=
        doctest::Approx(864.0 / 1039));
}

TEST_CASE("fit says what a structure has come to") {
  const Fixture of;

  CHECK(of.run("fit", {"--structure", "tan", "-o", of.folder / "t.json"})
            .says("structure 'tan': 2 of 3 features depend on others"));
  CHECK(of.run("fit", {"--structure", "tan", "--drop", "x2", "-o", of.folder / "d.json"})
            .says("structure 'tan': 1 of 2 features depends on others"));
  CHECK(of.run("fit", {"--structure", "aode", "-o", of.folder / "a.json"})
            .says("structure 'aode': the average of 3 models"));
  const Run kdb = of.run("fit", {"--structure", "kdb:2", "-o", of.folder / "k.json"});
  CHECK(kdb.says("structure 'kdb:2': the parents were found in a pass of their own"));
  const Run some = of.run("fit", {"--structure", "kdb:1", "--select", "-o", of.folder / "s.json"});
  CAPTURE(some.err);
  CHECK(some.says("structure 'kdb:1': leave-one-out keeps 1 of 3 features"));
}

TEST_CASE("stacked weights are stored with the posterior") {
  const Fixture of;

  const std::string file = of.fit("s.json", {"--structure", "aode", "--average", "stacked"});

  const auto weights =
      ordered_json::parse(text_of(file))["posterior"]["schema"]["structure"]["model_weights"];
  REQUIRE(weights.size() == 3);
  CHECK(weights[1].get<double>() == doctest::Approx(1));
}

TEST_CASE("one usable column is naive Bayes with a note") {
  const Fixture of("x,y\na,p\nb,q\na,p\n");

  const Run run = of.run("fit", {"--structure", "aode", "-o", of.folder / "p.json"});

  CHECK(run.exit == 0);
  CHECK(run.says("one column: aode is naive Bayes"));
}

TEST_CASE("pairs that take too much memory end with exit code 6 before they are counted") {
  const Fixture of;

  const Run run =
      of.run("fit", {"--structure", "aode", "--memory", "0.0000001", "-o", of.folder / "p.json"});

  CAPTURE(run.err);
  CHECK(run.exit == 6);
  CHECK(
      run.says("pairs of 3 columns with 7 levels in 2 classes need 7.28e-07 GB (limit 1e-07 GB)"));
  CHECK(run.says("keep fewer columns (--parents), fewer levels, or raise --memory"));
}

// Their plans alone would take four gigabytes, and minutes.
TEST_CASE(
    "triples of hundreds of columns are refused before they are listed, of parts of rows too") {
  std::string head, first, second;
  for (int column = 0; column < 650; ++column) {
    head += 'x' + std::to_string(column) + ',';
    first += "a,";
    second += "b,";
  }
  const Fixture of(head + "y\n" + first + "p\n" + second + "q\n");
  const std::string schema = of.folder / "s.json";
  REQUIRE(of.run("schema", {"-o", schema}).exit == 0);

  for (const std::string flag : {"--stream", "--exact", "--shards=1"}) {
    CAPTURE(flag);
    const Run run = run_tool({"fit", of.data, "--schema", schema, "--structure", "a2de", flag, "-o",
                              of.folder / (flag + ".json")});
    CAPTURE(run.err);
    CHECK(run.exit == 6);
    CHECK(run.says("triples of 650 columns with 1,300 levels in 2 classes need"));
  }
}

TEST_CASE("a column of more than 1,000 levels is no parent") {
  std::string text = "id,size,y\n";
  for (int row = 0; row < 1100; ++row)
    text += 'r' + std::to_string(row) + (row % 2 ? ",s," : ",l,") + (row % 3 ? "a\n" : "b\n");
  const Fixture of(text);

  const Run run = of.run(
      "fit", {"--column", "id=categorical", "--structure", "aode", "-o", of.folder / "p.json"});

  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(run.says("column 'id' has 1100 levels and is no parent of others (an identifier?)"));
  CHECK(run.says("structure 'aode': the average of 1 model"));
}

TEST_CASE("flags that make no sense end with exit code 2") {
  const Fixture of;
  const auto fit = [&](const Words& flags) {
    return of.run("fit", with(flags, {"-o", of.folder / "p.json"}));
  };

  check_usage(fit({"--structure", "tna"}), "unknown structure 'tna'; did you mean 'tan'?");
  check_usage(fit({"--structure", "forest"}), "the structures are 'naive', 'tan'");
  for (const char* word : {"kdb", "kdb:", "kdb:-1", "kdb:two", "kdb:99"})
    check_usage(fit({"--structure", word}), "write kdb:K with K, the most parents of a feature");
  check_usage(fit({"--structure", "tan,aode"}), "takes one structure here");
  check_usage(fit({"--structure", "aode", "--superparent-min", "-1"}), "at least 0");
  check_usage(fit({"--structure", "tan", "--average", "uniform"}),
              "flag '--average' is for --structure aode or a2de");
  check_usage(fit({"--structure", "aode", "--tree", "evidence"}), "flag '--tree' is for");
  check_usage(fit({"--structure", "tan", "--like", "weka"}), "flag '--like weka' is for");
  check_usage(fit({"--average", "evidence"}), "flag '--average' is for --structure");
  check_usage(fit({"--structure", "aode", "--average", "evidense"}), "unknown value 'evidense'");
  check_usage(fit({"--structure", "tan", "--pair-prior", "back_of=2"}), "'back_off'");
  check_usage(fit({"--structure", "tan", "--pair-prior", "each=0"}), "give a number above 0");
  check_usage(fit({"--structure", "tan", "--parents", "x9"}), "x9");
  check_usage(fit({"--structure", "tan", "--parents", "y"}), "names the label 'y'");
  check_usage(fit({"--structure", "tan", "--like", "scikit-learn"}), "is for naive Bayes");
  check_usage(fit({"--structure", "aode", "--average", "stacked", "--exact"}), "--exact");
  check_usage(fit({"--structure", "lbr"}), "lazy rules keep the training rows");
  check_usage(of.run("compare", {"--structure", "tan,tan"}), "names 'tan' twice");
  check_usage(
      fit({"--structure", "aode", "--feature-weights", "each"}),
      "flag '--feature-weights each' has no place beside --structure aode: naive, tan and kdb:K");
  check_usage(of.run("report", {"--structure", "lbr"}), "'report' cannot take --structure lbr");
}

TEST_CASE("kDB trains where the only feature is a block, and says of no pass that found nothing") {
  const Fixture of("text,y\na b,p\nb c,q\na c,p\nb b,q\n");

  const Run run = of.run(
      "fit", {"--structure", "kdb:2", "--column", "text=multinomial", "-o", of.folder / "p.json"});

  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK_FALSE(run.says("in a pass of their own"));
}

TEST_CASE("a block of words cannot be a parent") {
  const Fixture of("text,x,y\na b,u,p\nb c,v,q\na c,u,p\nb b,v,q\n");

  const Run run = of.run("fit", {"--column", "text=multinomial", "--structure", "tan", "--parents",
                                 "text,x", "-o", of.folder / "p.json"});

  CAPTURE(run.err);
  CHECK(run.exit == 3);
  CHECK(run.says("'text' is a block of words: it cannot be a parent"));
}

TEST_CASE("an evidence average has no meaning where log evidence is undefined") {
  const Fixture of;
  const auto ends = [&](const Words& flags) {
    const Run run =
        of.run("fit", with(with({"--structure", "aode", "--average", "evidence"}, flags),
                           {"-o", of.folder / "p.json"}));
    CAPTURE(run.err);
    CHECK(run.exit == 1);
    CHECK(run.says("no log evidence"));
  };

  ends({"--pair-prior", "back_off=2"});
  ends({"--class-prior", "frequencies"});
}

TEST_CASE("numbers that are parents need edges where rows come in parts") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  const std::string out = of.folder / "p.json";

  const Run open = of.run("fit", {"--stream", "--structure", "tan", "-o", out});
  CAPTURE(open.err);
  CHECK(open.exit == 3);
  CHECK(open.says("column 'size' is a parent in structure 'tan': give its edges or freeze them"));

  const Run all = of.run("fit", {"--structure", "tan", "-o", out});
  CAPTURE(all.err);
  CHECK(all.exit == 0);
  CHECK(all.says("the edges of 2 columns of numbers were found in a pass of their own"));
}

TEST_CASE("trees and orders of numbers are found under a pair prior that backs off") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  for (const std::string structure : {"tan", "kdb:1", "kdb:2"}) {
    const Run run = of.run("fit", {"--structure", structure, "--pair-prior", "back_off=2", "-o",
                                   of.folder / "p.json", "--force"});
    CAPTURE(structure);
    CAPTURE(run.err);
    CHECK(run.exit == 0);
    CHECK((structure == "kdb:2" || run.says("that of the pair prior each=1: 'back_off' has none")));
  }
}

TEST_CASE("a schema gives edges to streams, updates and merges") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  const std::string schema = of.folder / "schema.json";
  const Run shown = of.run("schema", {"--structure", "tan", "-o", schema});
  REQUIRE(shown.exit == 0);
  CHECK(ordered_json::parse(text_of(schema))["structure"]["edges"].size() == 2);
  of.label = {"--schema", schema};
  const std::string whole = of.fit("whole.json", {});

  const std::string stream = of.fit("stream.json", {"--stream", "--chunk", "100"});
  const auto answers = [&](const std::string& posterior) {
    return run_tool(
               {"predict", posterior, of.data, "--columns", "log_joint", "--digits", "10", "-q"})
        .out;
  };
  CHECK(answers(stream) == answers(whole));

  const std::string twice = of.folder / "twice.json";
  CHECK(run_tool({"fit", "--update", whole, of.data, "-o", twice}).exit == 0);
  const std::string merged = of.folder / "merged.json";
  const Run doubled = run_tool({"merge", whole, whole, "-o", merged});
  CHECK(doubled.exit == 0);
  CHECK(doubled.says("is named twice: its rows count twice"));
  CHECK(answers(twice) == answers(merged));
}
