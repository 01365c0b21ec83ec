// `--structure` in all verbs: what each does with a structure, and what it says of one that it cannot
// take.
#include <doctest/doctest.h>

#include <cmath>

#include "support/run_tool.hpp"

using namespace credence::support;
using nlohmann::ordered_json;

namespace {

// Section "Golden values" of the design: two more arguments make every number below a fraction.
constexpr const char* nine_rows =
    "x0,x1,x2,y\na,a,a,no\na,b,a,no\na,b,b,no\nb,c,b,no\nb,b,a,no\nb,c,b,yes\nb,a,a,yes\na,c,a,"
    "yes\nb,c,a,yes\n";

// Exclusive or, each of its rows several times.
std::string exclusive_or(int times) {
  std::string text = "a,b,class\n";
  for (int i = 0; i < times; ++i)
    text += "left,left,same\nleft,right,other\nright,left,other\nright,right,same\n";
  return text;
}

// Two columns of numbers that tell the classes apart, and one of levels.
std::string numbers(int rows, double shift = 0) {
  std::string text = "size,weight,kind,class\n";
  for (int row = 0; row < rows; ++row) {
    const bool first = row % 2 == 0;
    text += std::to_string((first ? 10 : 20) + shift + 0.37 * (row % 5)) + ',' +
            std::to_string((first ? 1 : 5) + 0.11 * (row % 7)) + ',' + (row % 3 == 0 ? "u" : "v") +
            ',' + (first ? "p" : "q") + '\n';
  }
  return text;
}

struct Fixture {
  TemporaryFolder folder;
  std::string data = folder / "data.csv";

  explicit Fixture(const std::string& text = nine_rows) { write_to(data, text); }
  std::vector<std::string> label = {"--label", "y"};

  [[nodiscard]] Run run(const std::string& verb, std::vector<std::string> flags) const {
    std::vector<std::string> words{verb, data};
    words.insert(words.end(), label.begin(), label.end());
    words.insert(words.end(), flags.begin(), flags.end());
    return run_tool(words);
  }
  /// The file of a posterior.
  [[nodiscard]] std::string fit(const std::string& name, std::vector<std::string> flags) const {
    std::string file = folder / name;
    flags.insert(flags.end(), {"-o", file, "--force"});
    const Run made = run("fit", flags);
    INFO(made.err);
    REQUIRE(made.exit == 0);
    return file;
  }
};

// The probability of "no" for one row.
double probability(const Fixture& of, const std::vector<std::string>& flags,
                   const std::string& row) {
  const std::string posterior = of.fit("p.json", flags);
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "x0,x1,x2\n" + row + "\n");
  const Run run = run_tool({"predict", posterior, asked, "--columns", "probability", "-q"});
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return std::stod(run.out.substr(run.out.find('\n') + 1));
}

void check_usage(const Run& run, const std::string& says) {
  CAPTURE(run.err);
  CHECK(run.exit == 2);
  CHECK(run.says(says));
}

}  // namespace

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
  const auto fit = [&](std::vector<std::string> flags) {
    flags.insert(flags.end(), {"-o", of.folder / "p.json"});
    return of.run("fit", flags);
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
  check_usage(fit({"--structure", "aode", "--feature-weights", "each"}),
              "flag '--feature-weights each' is for --structure naive, tan or kdb:K");
  check_usage(of.run("report", {"--structure", "lbr"}), "'report' cannot take --structure lbr");
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
  const auto ends = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"--structure", "aode", "--average", "evidence"});
    flags.insert(flags.end(), {"-o", of.folder / "p.json"});
    const Run run = of.run("fit", flags);
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

TEST_CASE("a schema gives edges to streams, updates and merges") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  const std::string schema = of.folder / "schema.json";
  const Run shown = of.run("schema", {"--structure", "tan", "-o", schema});
  REQUIRE(shown.exit == 0);
  CHECK(ordered_json::parse(text_of(schema))["structure"]["edges"].size() == 2);
  of.label = {"--schema", schema};
  const std::string whole = of.fit("whole.json", {"--exact"});

  const std::string stream = of.fit("stream.json", {"--exact", "--stream", "--chunk", "100"});
  CHECK(text_of(stream) == text_of(whole));

  const std::string twice = of.folder / "twice.json";
  CHECK(run_tool({"fit", "--update", whole, of.data, "-o", twice}).exit == 0);
  const std::string merged = of.folder / "merged.json";
  CHECK(run_tool({"merge", whole, whole, "-o", merged}).exit == 0);
  CHECK(answers(twice) == answers(merged));
}

TEST_CASE("posteriors of unequal structures are not merged") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  const std::string one = of.fit("one.json", {"--structure", "tan"});
  const std::string naive = of.fit("naive.json", {});
  const std::string aode = of.fit("aode.json", {"--structure", "aode"});
  write_to(of.data, numbers(60, 3.5));
  const std::string other = of.fit("other.json", {"--structure", "tan"});
  const auto ends = [&](const std::string& a, const std::string& b, const std::string& says) {
    const Run run = run_tool({"merge", a, b, "-o", of.folder / "m.json"});
    CAPTURE(run.err);
    CHECK(run.exit == 5);
    CHECK(run.says(says));
  };

  ends(one, naive, "one has 'tan', the other 'naive'");
  ends(one, aode, "one has 'tan', the other 'aode'");
  ends(one, other, "each has found edges of its own for column 'size'");
}

TEST_CASE("rows are forgotten as they were learned") {
  const Fixture of;
  const std::string whole = of.fit("whole.json", {"--structure", "aode", "--exact"});
  const std::string some = of.folder / "some.csv";
  write_to(some, "x0,x1,x2,y\na,a,a,no\nb,c,b,no\n");

  const std::string left = of.folder / "left.json";
  CHECK(run_tool({"forget", whole, some, "-o", left}).exit == 0);
  const std::string back = of.folder / "back.json";
  CHECK(run_tool({"fit", "--update", left, some, "-o", back}).exit == 0);

  CHECK(text_of(back) == text_of(whole));
}

TEST_CASE("a row that was never seen is undefined under maximum likelihood") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "lookup"});
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "x0,x1,x2\na,b,a\nb,a,b\n");

  const Run run = run_tool({"predict", posterior, asked, "--estimator", "maximum_likelihood",
                            "--columns", "label,impossible"});

  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(run.out == "label,impossible\nno,0\nno,1\n");
  CHECK(
      run.says("1 of 2 rows were never seen, and are undefined for estimator "
               "'maximum_likelihood'"));
}

TEST_CASE("verbs that know naive Bayes alone say which take structures") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});
  const auto ends = [&](const std::vector<std::string>& words) {
    const Run run = run_tool(words);
    CAPTURE(run.err);
    CHECK(run.exit == 1);
    CHECK(run.says("for naive Bayes alone, and the model has structure 'tan'"));
    CHECK(run.says("predict, evaluate, explain, describe, compare and curve take structures"));
  };

  ends({"check", posterior, of.data});
  ends({"simulate", "--from", posterior, "--rows", "3"});
  ends({"simulate", "--from", posterior, "--estimator", "posterior_mean", "--rows", "3"});
  ends({"predict", posterior, of.data, "--interval-mass", "0.9"});
  ends({"predict", posterior, of.data, "--complement", "plain"});
  const std::string schema = of.folder / "schema.json";
  REQUIRE(of.run("schema", {"--structure", "tan", "-o", schema}).exit == 0);
  ends({"select", of.data, "--schema", schema});
  ends({"simulate", "--schema", schema, "--rows", "3"});
  ends({"curve", "--simulate", "--schema", schema, "--sizes", "4", "--repeat", "2"});
}

TEST_CASE("look-up has no density of rows") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "lookup"});

  for (const char* column : {"log_joint", "log_evidence"})
    check_usage(run_tool({"predict", posterior, of.data, "--columns", column}),
                "structure 'lookup' has no density of rows");
}

TEST_CASE("evaluate names the structure and leaves rows out exactly") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});

  const Run run = run_tool({"evaluate", posterior, of.data, "--leave-one-out", "--estimator",
                            "predictive", "--format", "json", "-q"});

  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  CHECK(json["results"][0]["structure"] == "tan");
  CHECK_FALSE(json["results"][2].contains("structure"));
  const double loss = std::log(9.0 / 19) + std::log(12.0 / 17) + std::log(6.0 / 11) +
                      std::log(5.0 / 21) + std::log(3.0 / 7) + std::log(7.0 / 27) +
                      2 * std::log(7.0 / 17) + std::log(7.0 / 12);
  CHECK(json["results"][1]["on"] == "leave_one_out");
  CHECK(json["results"][1]["log_loss"].get<double>() == doctest::Approx(-loss / 9).epsilon(1e-12));
  CHECK(run_tool({"evaluate", posterior, of.data}).out.find("9 rows, structure tan\n") !=
        std::string::npos);
}

TEST_CASE("sensitivity moves the priors of contexts too") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});

  const Run run = run_tool({"sensitivity", posterior, of.data, "--format", "json", "-q"});

  CHECK(run.exit == 0);
  CHECK(run.json()["points"].size() > 20);
  CHECK(run.json()["points"].front()["accuracy"] != run.json()["points"].back()["accuracy"]);
}

TEST_CASE("compare sets structures side by side") {
  Fixture of(exclusive_or(5));
  of.label = {"--label", "class"};

  const Run run = of.run("compare", {"--structure", "naive,aode,lookup,lbr", "--estimator",
                                     "predictive", "--folds", "4", "--format", "json", "-q"});

  INFO(run.err);
  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  REQUIRE(json["results"].size() == 3 * 3 + 2 + 3);
  CHECK(json["results"][1]["structure"] == "naive");
  CHECK(json["results"][1]["accuracy"].get<double>() <= 0.5);
  CHECK(json["results"][4]["structure"] == "aode");
  CHECK(json["results"][4]["on"] == "cross_validation");
  CHECK(json["results"][4]["accuracy"] == 1);
  CHECK(json["results"][9]["structure"] == "lbr");
  CHECK(json["results"][9]["on"] == "training");
  CHECK(json["results"][10]["on"] == "cross_validation");
  CHECK(json["results"][11]["estimator"] == "baseline");
  CHECK_FALSE(json["results"][11].contains("structure"));
  REQUIRE(json["structures"].size() == 4);
  CHECK(json["structures"][0]["structure"] == "naive");
  CHECK(json["structures"][1]["log_evidence"].get<double>() >
        json["structures"][0]["log_evidence"].get<double>());
  CHECK(json["structures"][2]["rows_seen_before"] == 1);
  CHECK_FALSE(json["structures"][0].contains("rows_seen_before"));
  CHECK(json["structures"][3]["log_evidence"].is_null());
}

TEST_CASE("compare shows a column of structures and what is known of each") {
  Fixture of(exclusive_or(5));
  of.label = {"--label", "class"};

  const std::string both = of.run("compare", {"--structure", "naive,aode,lbr"}).out;
  CHECK(both.find("structure  estimator") != std::string::npos);
  CHECK(both.find("structure  log evidence  seconds") != std::string::npos);
  CHECK(both.find("compare by log loss") != std::string::npos);
  CHECK(both.find("lbr keeps the training rows") != std::string::npos);
  CHECK(both.find("leave-one-out is left away") != std::string::npos);
  const std::string lookup = of.run("compare", {"--structure", "lookup"}).out;
  CHECK(lookup.find("structure  log evidence  rows seen before  seconds") != std::string::npos);
  const std::string naive = of.run("compare", {}).out;
  CHECK(naive.find("structure") == std::string::npos);
  CHECK(naive == of.run("compare", {"--structure", "naive"}).out);
}

TEST_CASE("curve and paired name the structure") {
  Fixture of(exclusive_or(8));
  of.label = {"--label", "class"};

  const Run curve = of.run("curve", {"--structure", "aode", "--sizes", "16", "--repeat", "5",
                                     "--estimator", "predictive", "--format", "json", "-q"});
  REQUIRE(curve.exit == 0);
  CHECK(curve.json()["structure"] == "aode");
  CHECK(curve.json()["results"][0]["mean_accuracy"] == 1);
  const Run lazy = of.run("curve", {"--structure", "lbr", "--sizes", "24", "--repeat", "5",
                                    "--estimator", "predictive", "--format", "csv", "-q"});
  INFO(lazy.err);
  REQUIRE(lazy.exit == 0);
  CHECK(lazy.out.starts_with("structure,estimator,"));
  const Run paired =
      of.run("paired", {"--second-structure", "aode", "--repeat", "2", "--format", "json", "-q"});
  REQUIRE(paired.exit == 0);
  CHECK_FALSE(paired.json()["first"].contains("structure"));
  CHECK(paired.json()["second"]["structure"] == "aode");
  CHECK(paired.json()["second"]["accuracy"] == 1);
}

TEST_CASE("lazy rules predict from training rows") {
  const Fixture of(exclusive_or(10));
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "a,b\nleft,left\nright,left\n");
  const std::vector<std::string> words{"predict", "--structure", "lbr",   "--train",
                                       of.data,   "--label",     "class", asked};

  const Run run = run_tool(words);
  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(run.out.starts_with("label,probability:other,probability:same\nsame,"));
  CHECK(run.out.find("\nother,") != std::string::npos);
  CHECK(run.says("2 of 2 rows were classified by a rule of their own"));

  check_usage(run_tool({"predict", "--structure", "lbr", asked}), "give them with --train FILE");
  check_usage(run_tool({"predict", "--train", of.data, asked}), "give --structure lbr beside it");
  check_usage(run_tool({"predict", asked}), "'predict' needs DATA");
  check_usage(run_tool({"predict"}), "'predict' needs a POSTERIOR");
  std::vector<std::string> more = words;
  more.insert(more.end(), {"--interval-mass", "0.9"});
  check_usage(run_tool(more), "has no meaning beside --structure lbr");
}

TEST_CASE("report takes a structure and says what it leaves out") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};

  const Run run = of.run("report", {"--structure", "tan", "-o", "-", "-q"});

  INFO(run.err);
  REQUIRE(run.exit == 0);
  CHECK(run.out.find("predictive checks are for naive Bayes alone") != std::string::npos);
}
