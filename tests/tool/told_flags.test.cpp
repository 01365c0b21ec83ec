// Flags that would be without effect are refused, and messages name flags that help.
#include <doctest/doctest.h>

#include "support/fitted.hpp"

using namespace credence::programs;

namespace {

void refuses(const Words& words, const char* says) {
  CAPTURE(words.back());
  const Run run = run_tool(words);
  CHECK(run.exit == 2);
  CHECK_MESSAGE(run.says(says), run.err);
}

}  // namespace

TEST_CASE("feature weights are those of the classifier that sensitivity and --linear study") {
  const Fitted votes("house_votes_84.csv", {"--feature-weights", "each", "--estimator", "mean"});

  const Run found = votes.run("sensitivity", {"--format", "json"});
  REQUIRE_MESSAGE(found.exit == 0, found.err);
  CHECK(found.json()["estimator"] == "posterior_mean");
  refuses({"sensitivity", votes.posterior, votes.data, "--estimator", "mle"},
          "were found for estimator 'posterior_mean'; give '--feature-weights none'");
  CHECK(votes.run("sensitivity", {"--estimator", "mle", "--feature-weights", "none"}).exit == 0);
  refuses({"describe", votes.posterior, "--linear", "--estimator", "predictive"},
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

  refuses({"fit", "--update", iris.posterior, iris.data, "--weight", "class", "-o", out},
          "names column 'class', which is the label");
  refuses({"fit", "--update", iris.posterior, iris.data, "--weight", "petal_width", "-o", out},
          "names column 'petal_width', which is a feature");
  refuses({"forget", iris.posterior, iris.data, "--weight", "class", "-o", out}, "is the label");
  refuses({"drift", iris.posterior, iris.data, "--weight", "petal_width"}, "is a feature");
  refuses({"check", iris.posterior, iris.data, "--weight", "class"}, "is the label");
}

TEST_CASE("beside --update no message asks for a family") {
  const Fitted iris("iris.csv");
  const std::string more = iris.folder / "more.csv";
  write_to(more, lines_of(text_of(iris.data))[0] + "\n5.1,3.5,many,0.2,setosa\n");

  const Run run = run_tool({"fit", "--update", iris.posterior, more, "-o", iris.folder / "z.json"});
  CHECK(run.exit == 3);
  CHECK_MESSAGE(run.says("'many'"), run.err);
  CHECK(run.err.find("--column") == std::string::npos);
}

TEST_CASE("flags of the second classifier are named as they were given") {
  const Words both{"paired", shipped("iris.csv"), "--label", "class"};
  for (const auto& [flag, value, says] :
       {std::tuple{"--second-class-prior", "foo", "'--second-class-prior'"},
        {"--second-prior", "nope:rate=1", "'--second-prior' names column 'nope'"},
        {"--second-column", "nope=poisson", "'--second-column' names column 'nope'"},
        {"--second-drop", "class", "'--second-drop' names column 'class'"},
        {"--first", "scikit_learn", "'--first scikit_learn' needs families"}}) {
    Words words = both;
    words.insert(words.end(), {flag, value});
    if (std::string(flag) == "--first")
      words.insert(words.end(), {"--column", "sepal_width=gamma"});
    refuses(words, says);
  }
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
  const Words from{"simulate", "--from", iris.posterior};
  const auto with = [&](Words more) {
    more.insert(more.begin(), from.begin(), from.end());
    return more;
  };

  refuses(with({"--rows", "2", "--format", "json", "--digits", "3"}), "'--digits'");
  refuses(with({"--bayes-error", "--balanced"}), "'--balanced'");
  refuses(with({"--rows", "2", "--truth", "-"}), "'--truth'");
  CHECK(run_tool(with({"--rows", "2", "--truth", "-", "-o", iris.folder / "rows.csv"})).exit == 0);
}

TEST_CASE("what figures show has no meaning for the JSON of a description") {
  const Fitted iris("iris.csv");

  refuses({"describe", iris.posterior, "--class", "setosa", "--format", "json"}, "'--class'");
  refuses({"select", iris.data, "--label", "class", "--format", "csv", "--figure", "x"},
          "give --svg FILE beside it");
  refuses({"compare", iris.data, "--label", "class", "--svg", "one.svg", "--html", "./one.svg"},
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
  CHECK(run_tool({"forget", "--help"}).out.find("sources (fit --source) stay") !=
        std::string::npos);
}

TEST_CASE("weights that are not asked for have no companions") {
  const Words fit{"fit", shipped("iris.csv"), "--label", "class", "-o",
                  "-",   "--feature-weights", "none"};
  for (const Words& more : {Words{"--estimator", "mle"}, Words{"--feature-weights-rows", "3"}}) {
    Words words = fit;
    words.insert(words.end(), more.begin(), more.end());
    refuses(words, "--feature-weights beside it");
  }
  Words streamed = fit;
  streamed.emplace_back("--stream");
  CHECK(run_tool(streamed).exit == 0);
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

  refuses({"sql", "predict", texts, "--dialect", "sqlite", "--table", "t"},
          "read the rows with 'credence fit' or 'credence predict', or leave the column out");
  refuses({"sql", "predict", votes.posterior, "--dialect", "sqlite", "--table", "t"},
          "(--feature-weights none), or score the rows with 'credence predict'");
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
