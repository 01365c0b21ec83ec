// The command line itself: help, version, unknown words, standard streams.
#include <credence/base/instructions.hpp>

#include <doctest/doctest.h>

#include <cstdlib>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

struct FlagCase {
  Words flag;
  std::string message;
};

// The tool runs with these instructions while one lives.
struct ForcedInstructions {
  explicit ForcedInstructions(const std::string& name) {
    ::setenv("CREDENCE_INSTRUCTIONS", name.c_str(), 1);
  }
  ForcedInstructions(const ForcedInstructions&) = delete;
  ForcedInstructions& operator=(const ForcedInstructions&) = delete;
  ~ForcedInstructions() { ::unsetenv("CREDENCE_INSTRUCTIONS"); }
};

// Each flag makes a good command line a bad one.
void check_refused(const std::vector<FlagCase>& cases) {
  for (const FlagCase& given : cases) {
    CAPTURE(given.message);
    Words words{"compare", shipped("iris.csv"), "--label", "class"};
    words.insert(words.end(), given.flag.begin(), given.flag.end());
    const Run run = run_tool(words);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

}  // namespace

TEST_CASE("no arguments end with a short help on standard error and exit code 2") {
  const Run run = run_tool({});

  CHECK(run.exit == 2);
  CHECK(run.out.empty());
  for (const char* verb : {"compare", "fit", "predict", "evaluate", "describe", "schema", "suggest",
                           "merge", "--help"}) {
    CAPTURE(verb);
    CHECK(run.says(verb));
  }
}

TEST_CASE("every level has a help with examples on standard output") {
  CHECK(has(run_tool({"--help"}).out, "Examples:"));
  for (const char* verb : {"compare", "fit", "predict", "evaluate", "check", "describe", "schema",
                           "suggest", "merge"}) {
    CAPTURE(verb);
    const Run run = run_tool({verb, "--help"});
    CHECK(run.out == run_tool({"help", verb}).out);
    CHECK(run.exit == 0);
    CHECK(run.err.empty());
    CHECK(has(run.out, std::string("  credence ") + verb));
    CHECK(has(run.out, "--format"));
  }
}

TEST_CASE("the version is one line that names the instructions in use") {
  const Run run = run_tool({"--version"});

  CHECK(run.exit == 0);
  CHECK(lines_of(run.out).size() == 1);
  CHECK(run.out == "credence 0.1.0 (" + std::string(to_string(credence::instructions_in_use())) +
                       " instructions)\n");
}

TEST_CASE("every instruction set of the machine can be asked for and others end with exit code 2") {
  for (const credence::Instructions each : credence::available_instructions()) {
    const std::string name(to_string(each));
    CAPTURE(name);
    const ForcedInstructions forced(name);
    CHECK(run_tool({"--version"}).out == "credence 0.1.0 (" + name + " instructions)\n");
    CHECK(run_tool({"compare", shipped("iris.csv"), "--label", "class", "-q"}).exit == 0);
  }
  const ForcedInstructions forced("mmx");
  const Run run = run_tool({"compare", shipped("iris.csv"), "--label", "class"});
  CHECK(run.exit == 2);
  CHECK(run.out.empty());
  CHECK(run.says("CREDENCE_INSTRUCTIONS is 'mmx', which names no instruction set"));
  CHECK(run.says("'baseline'"));
}

TEST_CASE("words that are not understood end with exit code 2 and a way to the help") {
  const std::string iris = shipped("iris.csv");
  struct Case {
    Words words;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{"guess"}, "unknown verb 'guess'; the verbs are 'fit', 'predict'"},
      {{"comprae"}, "unknown verb 'comprae'; did you mean 'compare'?"},
      {{"train"}, "unknown verb 'train'; did you mean 'fit'?"},
      {{"crossval"}, "unknown verb 'crossval'; did you mean 'compare'?"},
      {{"classify"}, "unknown verb 'classify'; did you mean 'predict'?"},
      {{"cross-validate"}, "did you mean 'compare'?"},
      {{"help", "comprae"}, "did you mean 'compare'?"},
      {{"help", "fit", "predict"}, "give one verb"},
      {{"completions"}, "'completions' takes a shell"},
      {{"completions", "tcsh"}, "choose 'bash', 'zsh' or 'fish'"},
      {{"--quiet"}, "no verb is given; the verbs are"},
      {{"compare", iris, "--lable", "class"},
       "flag '--lable' is not understood; did you mean '--label'? See 'credence compare --help'"},
      {{"compare", iris, "--labl=class"},
       "flag '--labl' is not understood; did you mean '--label'?"},
      {{"compare", iris, "--target", "class"}, "did you mean '--label'? See"},
      {{"compare", iris, "--groups", "class"}, "did you mean '--fold-column'?"},
      {{"compare", iris, "--class", "class"}, "did you mean '--label'?"},
      {{"compare", iris, "--splits", "5"}, "did you mean '--folds'?"},
      {{"compare", iris, "--smoothing", "1"}, "did you mean '--prior'?"},
      {{"compare", iris, "--log"}, "flag '--log' is not understood; see"},
      {{"fit", iris, "--target", "class"}, "did you mean '--label'?"},
      {{"compare", iris, "--zzz"}, "flag '--zzz' is not understood; see 'credence compare --help'"},
      {{"curve", iris, iris, "--label", "class"}, "word '" + iris + "' is not understood"},
      {{"simulate", "p.json", "--rows", "3"}, "not understood; give a posterior with --from"},
      {{"compare", iris, iris, "--label", "class"}, "DATA name one file twice"},
      {{"compare", iris, "--label"}, "flag '--label' needs a value"},
      {{"compare", iris, "--label", "a", "--label", "b"}, "flag '--label' is given more than once"},
      {{"schema", iris, "--label", "class", "--limit", "line=1K", "--limit", "line=1M"},
       "flag '--limit' sets 'line' twice; set it once"},
      {{"fit", iris, "--label", "class", "--feature-weights", "each", "--feature-weights", "none"},
       "flag '--feature-weights' is given more than once"},
      {{"compare", "--label", "class"}, "'compare' needs DATA"},
      {{"predict"}, "'predict' needs a POSTERIOR"},
      {{"predict", "p.json"}, "'predict' needs DATA after POSTERIOR"},
      {{"sql", iris, "--dialect", "sqlite"}, "credence: 'ACTION' has the unknown value"},
      {{"evaluate", iris}, "'evaluate' needs DATA after POSTERIOR"},
      {{"evaluate", iris, "--label", "class"},
       "flag '--label' is not understood; give it to 'credence fit', which writes POSTERIOR"},
      {{"evaluate", iris, "--stream"}, "flag '--stream' is not understood; it is a flag of 'fit'"},
      {{"evaluate", iris, "--shard", "1/2"}, "it is a flag of 'fit', 'predict'"},
      {{"predict", iris, "--ridge", "1"}, "give it to 'credence fit', which writes POSTERIOR"},
      {{"evaluate", iris, "--target", "class"},
       "flag '--target' is not understood; give '--label' to 'credence fit'"},
      {{"evaluate", iris, iris, "--folds", "5"}, "it is a flag of 'compare', 'paired'"},
      {{"suggest", iris, "--column", "a=normal"}, "it is a flag of 'fit', 'compare'"},
      {{"fit", iris, "--label", "class"}, "'fit' needs -o FILE"},
      {{"merge", "-o", "c.json"}, "'merge' needs at least one"},
      {{"compare", iris}, "name the column that holds the classes with --label NAME"},
      {{"predict", "-", "-"}, "standard input '-' is to be read twice"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    const Run run = run_tool(given.words);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("credence: "));
    CHECK(run.says(given.message));
  }
}

TEST_CASE("values that a flag does not take end with exit code 2 and the values there are") {
  const std::vector<FlagCase> cases = {
      {{"--format", "xml"}, "flag '--format' has the unknown value 'xml'; choose 'text', 'json'"},
      {{"--color", "red"}, "choose 'auto', 'always', 'never'"},
      {{"--like", "sklearn"}, "choose 'scikit-learn', 'weka'"},
      {{"--like", "weka"}, "'--like weka' is for --structure aode"},
      {{"--folds", "1"}, "flag '--folds' has the value '1'; give a whole number of at least 2"},
      {{"--folds", "ten"}, "'ten'"},
      {{"--estimator", "posterior_predictive"},
       "unknown value 'posterior_predictive'; did you mean 'predictive'?"},
      {{"--estimator", "bayesian"}, "choose 'maximum_likelihood', "},
      {{"--threads", "0"}, "flag '--threads' has the value '0'; give a whole number of at least 1"},
      {{"--threads", "two"}, "flag '--threads' has the value 'two'"},
      {{"--threads", "18446744073709551616"},
       "flag '--threads' has the value '18446744073709551616'; give a whole number of at most "
       "1024"},
      {{"--seed", "18446744073709551616"},
       "flag '--seed' has the value '18446744073709551616'; give a whole number of at most "
       "18446744073709551615"},
      {{"--threads", "1025"}, "flag '--threads' is 1025; give at most 1024"},
      {{"--seed", "-1"}, "flag '--seed' has the value '-1'"},
      {{"--separator", ";;"}, "flag '--separator' has the value ';;'; give one character"},
      {{"--quote", ""}, "flag '--quote' has the value ''"},
      {{"--quote", ",", "--separator", ","}, "one character has two of the roles"}};
  check_refused(cases);
}

TEST_CASE("flags that name no column or family or prior end with exit code 2 and those there are") {
  const std::vector<FlagCase> cases = {
      {{"--column", "petal_length"}, "write it as NAME=FAMILY"},
      {{"--column", "petal_length=weibull"},
       "unknown family 'weibull'; the families are 'none', 'bernoulli'"},
      {{"--column", "petal_length=gaussian"}, "unknown family 'gaussian'; did you mean 'normal'?"},
      {{"--column", "petal_length=binomial"}, "did you mean 'bernoulli'?"},
      {{"--column", "petal_length=lognorml"},
       "unknown family 'lognorml'; did you mean 'lognormal'?"},
      {{"--column", "petal=normal"}, "column 'petal', which"},
      {{"--drop", "petal_lenght"}, "did you mean 'petal_length'?"},
      {{"--drop", "colour"}, "its columns are 'sepal_length', 'sepal_width'"},
      {{"--drop", "class"}, "column 'class', which is the label"},
      {{"--drop", "petal_width", "--drop", "petal_width"}, "twice"},
      {{"--weight", "mass"}, "column 'mass', which"},
      {{"--fold-column", "part"}, "column 'part', which"},
      {{"--fold-column", "petal_width", "--seed", "3"},
       "add --folds K for K folds of whole values"},
      {{"--prior", "petal_width"}, "write it as NAME:PRIOR"},
      {{"--prior", "petal_width=auto3"}, "write it as NAME:PRIOR"},
      {{"--prior", "petal_width:automatic"}, "unknown word 'automatic'"},
      {{"--prior", "petal_width:ones=1,zeros=2"}, "'ones'"},
      {{"--prior", "petal_width:mean=0,mean_weight=-1,shape=1,scale=1"}, "mean_weight"},
      {{"--prior", "petal:auto"}, "column 'petal', which"},
      {{"--prior", "class:each=1"}, "use --class-prior"},
      {{"--prior", "alpha=1"}, "flag '--prior' has the unknown key 'alpha'; did you mean 'each'?"},
      {{"--prior", "petal_width:lambda=0.5"}, "unknown key 'lambda'; did you mean 'each'?"},
      {{"--prior", "petal_width:alpha=2,beta=3"}, "write ones and zeros for those of a Beta prior"},
      {{"--prior", "jeffreys"}, "unknown prior 'jeffreys'; did you mean 'each=0.5'?"},
      {{"--prior", "petal_width:laplace"}, "unknown prior 'laplace'; did you mean 'each=1'?"},
      {{"--class-prior", "flat"}, "choose uniform, frequencies, each=NUMBER"},
      {{"--class-prior", "each=0"}, "pseudo-count 0"},
      {{"--class-prior", "given=a, b:0.2,c:0.8"}, "an entry that holds a comma in double quotes"},
      {{"--prior", "each=0"}, "above 0, or choose the estimator maximum_likelihood, which adds"},
      {{"--class-prior", "given=setosa:0.2,virginica:0.5,versicolor:0.2"},
       "sum to 0.9; make them sum to 1"}};
  check_refused(cases);
}

TEST_CASE("names of flags that have changed end with exit code 2 and the new name") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"describe", "p", "--feature", "a"}, "flag '--feature' is now called '--features'"},
      {{"check", "p", "d", "--feature", "a"}, "flag '--feature' is now called '--features'"},
      {{"check", "p", "d", "--prior"}, "flag '--prior' is now called '--from-prior'"},
      {{"check", "p", "d", "--posterior"}, "flag '--posterior' is now called '--from-posterior'"},
      {{"predict", "p", "d", "--interval", "0.9"},
       "flag '--interval' is now called '--interval-mass'"},
      {{"explain", "p", "d", "--interval=0.9"},
       "flag '--interval' is now called '--interval-mass'"},
      {{"describe", "p", "--interval", "0.9"}, "flag '--interval' is now called '--interval-mass'"},
      {{"check", "p", "d", "--interval", "0.9"},
       "flag '--interval' is now called '--interval-mass'"},
      {{"paired", "d", "--interval", "0.9"}, "flag '--interval' is now called '--interval-mass'"},
      {{"select", "d", "--interval", "0.9"}, "flag '--interval' is now called '--interval-mass'"},
      {{"select", "d", "--bits"}, "flag '--bits' is now called '--unit bits'"},
      {{"curve", "d", "--runs"}, "flag '--runs' is now called '--each-repeat'"},
      {{"curve", "--simulate", "--draws", "9"}, "flag '--draws' is now called '--bayes-rows'"},
      {{"simulate", "--draws", "9"}, "flag '--draws' is now called '--bayes-rows'"},
      {{"predict", "p", "d", "--output", "label,probability"}, "'--columns label,probability'"}};
  for (const auto& one : cases) {
    CAPTURE(one.second);
    const auto& [words, message] = one;
    const Run run = run_tool(words);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says(message), run.err);
  }
}

TEST_CASE("estimators have short names in every flag, and full names in results") {
  const std::string iris = shipped("iris.csv");
  const auto estimators = [&](const std::string& asked) {
    const auto json = run_tool({"compare", iris, "--label", "class", "--estimator", asked,
                                "--format", "json", "-q"})
                          .json();
    std::vector<std::string> names;
    for (const auto& result : json["results"])
      if (result["on"] == "training" && result["estimator"] != "baseline")
        names.push_back(result["estimator"]);
    return names;
  };
  CHECK(estimators("map") == std::vector<std::string>{"maximum_a_posteriori"});
  CHECK(estimators("predictive,mle,mean") ==
        std::vector<std::string>{"predictive", "maximum_likelihood", "posterior_mean"});
  CHECK(run_tool({"compare", iris, "--label", "class", "--estimator", "mode"}).exit == 2);
  const auto paired = run_tool({"paired", iris, "--label", "class", "--first", "mle", "--second",
                                "map", "--repeat", "1", "--format", "json", "-q"})
                          .json();
  CHECK(paired["first"]["classifier"] == "maximum_likelihood");
  CHECK(paired["second"]["classifier"] == "maximum_a_posteriori");
}

TEST_CASE("with --format json an error is one line of JSON on standard error") {
  const TemporaryFolder folder;
  const std::string data = folder / "ragged.csv";
  write_to(data, "a,b\n1,x\n2\n");

  const Run bad_data = run_tool({"compare", data, "--label", "b", "--format", "json"});
  const Run bad_flag = run_tool({"compare", data, "--lable", "b", "--format=json"});

  REQUIRE(lines_of(bad_data.err).size() == 1);
  const auto error = nlohmann::json::parse(bad_data.err);
  CHECK(bad_data.exit == 3);
  CHECK(error["schema_version"] == 1);
  CHECK(error["error"]["code"] == "parse");
  CHECK(error["error"]["file"] == data);
  CHECK(error["error"]["line"] == 3);
  CHECK(error["error"]["column"] == 2);
  CHECK(has(error["error"]["message"].get<std::string>(), "1 field"));
  REQUIRE(lines_of(bad_flag.err).size() == 1);
  CHECK(bad_flag.exit == 2);
  CHECK(nlohmann::json::parse(bad_flag.err)["error"]["code"] == "usage");
  CHECK(nlohmann::json::parse(bad_flag.err)["error"]["file"].is_null());
}

TEST_CASE("a full standard output ends with exit code 4") {
  const std::string iris = shipped("iris.csv");
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"compare", iris, "--label", "class", "-q"},
                                             {"schema", iris, "--label", "class", "-q"},
                                             {"fit", iris, "--label", "class", "-q", "-o", "-"}}) {
    CAPTURE(words.front());
    const Run run = run_tool(words, "", "/dev/full");
    CHECK(run.exit == 4);
    CHECK(run.says("No space left on device"));
  }
}

TEST_CASE("a file without a name is told before any work, as the flag that it is of") {
  const std::string iris = shipped("iris.csv");
  check_usage({"fit", iris, "--label", "class", "-o", ""}, "flag '-o' is empty; name a file");
  check_usage({"fit", "", "--label", "class", "-o", "-"}, "DATA is empty; name a file");
  check_usage({"compare", iris, "--label", "class", "--html", ""}, "flag '--html' is empty; name");
  check_usage({"describe", ""}, "POSTERIOR is empty; name a file");
}

TEST_CASE("values are asked for as their own flag takes them") {
  check_usage({"check", "p.json", "rows.csv", "--extreme", "2"},
              "flag '--extreme' is 2; give a probability between 0 and 1");
  check_usage({"predict", "p.json", "rows.csv", "--structure", "tan"},
              "flag '--structure' is for lazy rules, 'lbr', which need the training");
}

TEST_CASE("quiet leaves standard error empty") {
  CHECK(run_tool({"compare", shipped("iris.csv"), "--label", "class", "--quiet"}).err.empty());
  CHECK(run_tool({"compare", shipped("iris.csv"), "--label", "class"}).says("schema inferred"));
}

TEST_CASE("colour is written when it is asked for and never to a file otherwise") {
  CHECK(run_tool({"compare", shipped("iris.csv"), "--label", "class"}).err.find('\x1b') ==
        std::string::npos);
  CHECK(run_tool({"compare", shipped("iris.csv"), "--label", "class", "--color", "always"})
            .says("\x1b["));
  CHECK(run_tool({"compare", "--color", "always"}).says("\x1b["));  // a usage error
  CHECK(run_tool({"compare", "--color=always", "--lable"}).says("\x1b["));
}
