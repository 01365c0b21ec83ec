// Flags that would be without effect are refused, and messages name flags that help.
#include <doctest/doctest.h>

#include <filesystem>

#include "support/fitted.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

TEST_CASE("feature weights are those of the classifier that sensitivity and --linear study") {
  const Fitted votes("house_votes_84.csv", {"--feature-weights", "each", "--estimator", "mean"});

  const Run found = votes.run("sensitivity", {"--format", "json"});
  REQUIRE_MESSAGE(found.exit == 0, found.err);
  CHECK(found.json()["estimator"] == "posterior_mean");
  check_usage({"sensitivity", votes.posterior, votes.data, "--estimator", "mle"},
              "were found for estimator 'posterior_mean'; give '--feature-weights none'");
  CHECK(votes.run("sensitivity", {"--estimator", "mle", "--feature-weights", "none"}).exit == 0);
  check_usage({"describe", votes.posterior, "--linear", "--estimator", "predictive"},
              "'--feature-weights none'");
  const Run linear = run_tool({"describe", votes.posterior, "--linear", "--format", "csv"});
  CHECK(linear.exit == 0);
  CHECK(linear.out != run_tool({"describe", votes.posterior, "--linear", "--format", "csv",
                                "--feature-weights", "none"})
                          .out);
}

TEST_CASE("the label and features are no weights of rows") {
  const Fitted iris("iris.csv", {"--exact"});
  const std::string out = iris.folder / "more.json";

  check_usage({"fit", "--update", iris.posterior, iris.data, "--weight", "class", "-o", out},
              "names column 'class', which is the label");
  check_usage({"fit", "--update", iris.posterior, iris.data, "--weight", "petal_width", "-o", out},
              "names column 'petal_width', which is a feature");
  check_usage({"forget", iris.posterior, iris.data, "--weight", "class", "-o", out},
              "is the label");
  check_usage({"drift", iris.posterior, iris.data, "--weight", "petal_width"}, "is a feature");
  check_usage({"check", iris.posterior, iris.data, "--weight", "class"}, "is the label");
}

TEST_CASE("beside --update no message asks for a family") {
  const Fitted iris("iris.csv");
  const std::string more = iris.folder / "more.csv";
  write_to(more, lines_of(text_of(iris.data))[0] + "\n5.1,3.5,many,0.2,setosa\n");

  const Run run = run_tool({"fit", "--update", iris.posterior, more, "-o", iris.folder / "z.json"});
  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("'many'"), run.err);
  CHECK_FALSE(has(run.err, "--column"));
}

TEST_CASE("flags of the second classifier are named as they were given") {
  const Words both{"paired", shipped("iris.csv"), "--label", "class"};
  for (const auto& [flag, value, says] :
       {std::tuple{"--second-class-prior", "foo", "'--second-class-prior'"},
        {"--second-prior", "nope:rate=1", "'--second-prior' names column 'nope'"},
        {"--second-column", "nope=poisson", "'--second-column' names column 'nope'"},
        {"--second-column", "sepal_width=nope", "'--second-column' names the unknown family"},
        {"--second-prior", "sepal_width:", "'--second-prior' has the value 'sepal_width:'"},
        {"--second-drop", "class", "'--second-drop' names column 'class'"},
        {"--first", "scikit_learn", "'--first scikit_learn' needs families"}}) {
    Words words = with(both, {flag, value});
    if (std::string(flag) == "--first") words = with(words, {"--column", "sepal_width=gamma"});
    check_usage(words, says);
  }
}

TEST_CASE("flags of both classifiers keep their names beside those of the second") {
  const auto refused = [](const Words& flags, const char* says) {
    check_usage(with({"paired", shipped("iris.csv"), "--label", "class"}, flags), says);
  };
  refused({"--families", "auto", "--second-tied", "classes"},
          "flag '--families auto' has no place beside --second-tied");
  refused({"--second-families", "auto", "--tied", "classes"},
          "flag '--second-families auto' has no place beside --tied");
  refused({"--weight", "petal_width", "--second-column", "petal_width=normal"},
          "is given a family by --second-column, but is dropped or holds weights");
  refused({"--drop", "petal_width", "--second-drop", "petal_width"},
          "'--second-drop' names column 'petal_width', which --drop leaves out of both");
}

TEST_CASE("logistic regression as the second classifier refuses what it would ignore") {
  for (const auto& [flag, value] : {std::pair{"--second-prior", "petal_width:auto3"},
                                    {"--second-class-prior", "uniform"},
                                    {"--second-tied", "classes"},
                                    {"--second-structure", "tan"}})
    check_usage({"paired", shipped("iris.csv"), "--label", "class", "--second",
                 "logistic_regression", flag, value},
                "has no meaning beside '--second logistic_regression'");
}

TEST_CASE(
    "posteriors of which one predicts like scikit-learn are not merged, and the reason is said") {
  const Fitted iris("iris.csv");
  const Fitted like("iris.csv", {"--like", "scikit-learn"});

  const Run run =
      run_tool({"merge", iris.posterior, like.posterior, "-o", iris.folder / "both.json"});
  CHECK(run.exit == 5);
  CHECK_MESSAGE(run.says("like scikit-learn"), run.err);
}

TEST_CASE("simulate refuses flags without effect, and two results on standard output") {
  const Fitted iris("iris.csv");
  const auto simulate = [&](const Words& more) {
    return with({"simulate", "--from", iris.posterior}, more);
  };

  check_usage(simulate({"--rows", "2", "--format", "json", "--digits", "3"}), "'--digits'");
  check_usage(simulate({"--bayes-error", "--balanced"}), "'--balanced'");
  check_usage(simulate({"--rows", "2", "--truth", "-"}), "'--truth'");
  CHECK(run_tool(simulate({"--rows", "2", "--truth", "-", "-o", iris.folder / "rows.csv"})).exit ==
        0);
}

TEST_CASE("what figures show has no meaning for the JSON of a description") {
  const Fitted iris("iris.csv");

  check_usage({"describe", iris.posterior, "--class", "setosa", "--format", "json"}, "'--class'");
  check_usage({"select", iris.data, "--label", "class", "--format", "csv", "--figure", "x"},
              "give --svg FILE beside it");
  check_usage({"compare", iris.data, "--label", "class", "--svg", "one.svg", "--html", "./one.svg"},
              "both write");
}

TEST_CASE("rows of weight 0 are not taken back, and sources keep their names") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.csv", all = folder / "all.json", left = folder / "l.json";
  write_to(data, "x,w,class\n1,1,a\n2,0,a\n3,1,b\n,1,\n");
  REQUIRE(run_tool({"fit", data, "--label", "class", "--weight", "w", "--exact", "--source", "m",
                    "-o", all})
              .exit == 0);

  const Run run = run_tool({"forget", all, data, "--weight", "w", "-o", left});
  REQUIRE_MESSAGE(run.exit == 0, run.err);
  CHECK(run.says("2 rows taken back"));
  CHECK(run.says("names of its sources, 'm'"));
  CHECK(has(run_tool({"forget", "--help"}).out, "sources (fit --source) stay"));
}

TEST_CASE("weights that are not asked for have no companions") {
  const Words fit{"fit", shipped("iris.csv"), "--label", "class", "-o",
                  "-",   "--feature-weights", "none"};
  for (const Words& more : {Words{"--estimator", "mle"}, Words{"--feature-weights-rows", "3"}})
    check_usage(with(fit, more), "--feature-weights beside it");
  CHECK(run_tool(with(fit, {"--stream"})).exit == 0);
}

TEST_CASE("a copy of one shard by merge is the shard, byte for byte") {
  const TemporaryFolder folder;
  const std::string schema = folder / "s.json", one = folder / "1.bin", copy = folder / "copy.bin";
  REQUIRE(run_tool({"schema", shipped("iris.csv"), "--label", "class", "-o", schema}).exit == 0);
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--schema", schema, "--exact", "--shard", "2/3",
                    "-o", one})
              .exit == 0);

  REQUIRE(run_tool({"merge", one, "-o", copy, "--partial"}).exit == 0);
  CHECK(text_of(copy) == text_of(one));
}

TEST_CASE("a partial merge says where no posterior knows of shards") {
  const Fitted iris("iris.csv");
  const Run run = run_tool({"merge", iris.posterior, "--partial", "-o", "-"});
  CHECK(run.exit == 0);
  CHECK(run.says("'--partial' changes nothing: none of the posteriors says which shards it holds"));
}

TEST_CASE("what SQL cannot say is told with the verb that reads the rows") {
  const TemporaryFolder folder;
  const std::string texts = folder / "texts.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "--column", "t=multinomial", "-o", texts},
                   "t,class\ngood day,a\nbad day,b\n")
              .exit == 0);
  const Fitted votes("house_votes_84.csv", {"--feature-weights", "each"});

  check_usage({"sql", "predict", texts, "--dialect", "sqlite", "--table", "t"},
              "read the rows with 'credence fit' or 'credence predict', or leave the column out");
  check_usage({"sql", "predict", votes.posterior, "--dialect", "sqlite", "--table", "t"},
              "(--feature-weights none), or score the rows with 'credence predict'");
  check_usage(
      {"sql", "learn", "--dialect", "sqlite", "--table", "t", "--schema", "s", "--drop", "a"},
      "give it to 'credence schema', which writes the file of --schema, or to 'credence fit'");
}

TEST_CASE("a figure is found by the name that messages show, line feed or not") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior},
                   "x,class\n1,\"a\nb\"\n2,c\n4,\"a\nb\"\n5,c\n")
              .exit == 0);
  const Words describe{"describe", posterior, "--svg", "-", "--figure"};
  const auto named = [&](const char* name) {
    Words words = describe;
    words.emplace_back(name);
    return run_tool(words);
  };

  CHECK(named("none").says("the figures are 'cell of x in a\\x0ab', 'cell of x in c'"));
  CHECK(named("cell of x in a\\x0ab").exit == 0);
  CHECK(named("cell of x in a\nb").exit == 0);
}

TEST_CASE("a prior of a column that is dropped, and a second one, are told apart from a family") {
  const auto schema = [](const Words& more) {
    return with({"schema", shipped("iris.csv"), "--label", "class"}, more);
  };

  check_usage(schema({"--drop", "petal_width", "--prior", "petal_width:auto3"}),
              "column 'petal_width' is given a prior by '--prior', but is dropped");
  check_usage(schema({"--column", "petal_width=none", "--prior", "petal_width:auto3"}),
              "choose a family with --column petal_width=FAMILY");
  check_usage(schema({"--tied", "classes", "--prior", "petal_width:auto3"}),
              "names column 'petal_width' of block 'tied'; give the block its prior: "
              "--prior tied:PRIOR");
  check_usage(schema({"--words", "petal_width", "--prior", "petal_width:each=2"}),
              "of block 'words'; give the block its prior: --prior words:PRIOR");
  check_usage(schema({"--prior", "petal_width:auto", "--prior", "petal_width:auto3"}),
              "flag '--prior' gives column 'petal_width' two priors; give it one");
  CHECK(run_tool(schema({"--prior", "auto", "--prior", "petal_width:auto3"})).exit == 0);
}

TEST_CASE("the structure that takes no feature weights is named, in whatever order they stand") {
  const auto compare = [](const std::string& structures, const std::string& weights) {
    return run_tool({"compare", shipped("iris.csv"), "--label", "class", "--folds", "2",
                     "--estimator", "map", "--structure", structures, "--feature-weights",
                     weights});
  };

  const Run aode = compare("naive,tan,aode", "each");
  CHECK(aode.exit == 2);
  CHECK_MESSAGE(aode.says("'--feature-weights each' has no place beside --structure aode: "),
                aode.err);
  CHECK(compare("lbr", "common").says("has no place beside --structure lbr: "));
  for (const std::string structures : {"naive,lbr", "lbr,naive"})
    for (const std::string weights : {"common", "each"}) {
      CAPTURE(structures);
      const Run run = compare(structures, weights);
      CHECK_MESSAGE(run.exit == 0, run.err);
    }
}

TEST_CASE("predict of a shard of standard input is not sent to flags of fit") {
  const Fitted iris("iris.csv");

  const Run run = run_tool({"predict", iris.posterior, "-", "--shard", "1/2"}, text_of(iris.data));

  CHECK(run.exit == 2);
  CHECK(run.err == "credence: standard input has no shards; give files\n");
}

TEST_CASE("misspelt flags before a verb, and flags that belong behind it, are told") {
  check_usage({"--verison"}, "flag '--verison' is not understood; did you mean '--version'?");
  check_usage({"fit", "--hlep"}, "flag '--hlep' is not understood; did you mean '--help'?");
  check_usage({"--quiet", "fit", "x.csv"},
              "flag '--quiet' stands before the verb; write it behind");
}

TEST_CASE("digits are for formats that the verb has") {
  check_usage({"suggest", shipped("iris.csv"), "--label", "class", "--digits", "3"},
              "flag '--digits' is for --format json; give it, too");
  check_usage({"compare", shipped("iris.csv"), "--label", "class", "--digits", "3"},
              "flag '--digits' is for --format csv and --format json; choose one of them");
}

TEST_CASE("a number beyond what is counted is told as it was typed") {
  const Fitted iris("iris.csv");
  const std::string many = "18446744073709551615";

  check_usage({"compare", iris.data, "--label", "class", "--folds", many}, many.c_str());
  check_usage({"select", iris.data, "--label", "class", "--draws", many}, many.c_str());
  check_usage({"predict", iris.posterior, iris.data, "--shard", many + "/3"}, many.c_str());
  CHECK(run_tool({"compare", iris.data, "--label", "class", "--folds", "2", "--seed", many}).exit ==
        0);
}

TEST_CASE("a figure on standard output leaves the result to the file of -o") {
  const Fitted iris("iris.csv");
  const std::string out = iris.folder / "result", page = iris.folder / "page.html";
  const Words compare{"compare", iris.data, "--label", "class", "--folds", "2"};

  const Run run = run_tool(with(compare, {"--html", "-", "-o", out}));
  CHECK(run.out.starts_with("<!DOCTYPE html>"));
  CHECK(text_of(out) == run_tool(compare).out);
  const Run report = run_tool(
      with({"report", iris.data, "--label", "class", "--folds", "2"}, {"--svg", "-", "-o", page}));
  CHECK(has(report.out, "<svg"));
  CHECK(text_of(page).starts_with("<!DOCTYPE html>"));
  check_usage(with(compare, {"--html", "-", "-o", "-"}),
              "flags '--html' and '-o' both write to standard output");
}

TEST_CASE("select writes no posterior where the figure is unknown") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";

  check_usage({"select", shipped("iris.csv"), "--label", "class", "--top", "2", "-o", posterior,
               "--svg", folder / "x.svg", "--figure", "nope"},
              "the figures are");

  CHECK_FALSE(std::filesystem::exists(posterior));
}

TEST_CASE("names in a message stay as they are where they say what a remedy says") {
  const Run run = run_tool({"describe", "my feature selection/p.json"});

  CHECK(run.exit == 4);
  CHECK(run.says("file 'my feature selection/p.json' cannot be read"));
}

TEST_CASE("notes advise flags that the verb takes beside those that are given") {
  const std::string credit = shipped("german_credit.csv");
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json", posterior = folder / "p.json";
  const std::string advice = "what may make probabilities better: ";
  const auto says = [&](const Words& words) {
    const std::string out =
        unwrapped(run_tool(with(words, {"--label", "class", "--folds", "2", "-q"})).out);
    const auto at = out.find(advice);
    return at == out.npos ? out
                          : out.substr(at + advice.size(), out.find('\n', at) - at - advice.size());
  };
  REQUIRE(run_tool({"schema", credit, "--label", "class", "-o", schema, "-q"}).exit == 0);
  const std::string weights = "--feature-weights each, ", families = "--families auto, ";
  const std::string covariance =
      "--covariance full for numeric columns that depend on each other, ";
  const std::string selection = "feature selection (credence select)";

  CHECK(says({"compare", credit}) == weights + families + covariance + selection);
  CHECK(says({"compare", credit, "--schema", schema}) == weights + covariance + selection);
  CHECK(says({"compare", credit, "--families", "auto"}) == weights + selection);
  CHECK(says({"compare", credit, "--covariance", "full"}) == weights + selection);
  REQUIRE(run_tool({"fit", credit, "--label", "class", "-o", posterior, "-q"}).exit == 0);
  CHECK(has(unwrapped(run_tool({"evaluate", posterior, credit}).out),
            advice + "fit with " + weights));
  CHECK(says({"paired", credit, "--second", "map", "--repeat", "1"}) ==
        families + covariance + selection);
}
