// `credence compare`, `evaluate` and `describe`: shapes of their JSON, and what flags change.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

Run compare(const std::string& data, const Words& flags = {}) {
  return run_tool(with({"compare", data, "--label", "class"}, flags));
}

ordered_json comparison(const std::string& data, const Words& flags = {}) {
  const Run run = compare(data, with(flags, {"--format", "json", "-q"}));
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return run.json();
}

void check_result(const ordered_json& result) {
  CAPTURE(result.dump());
  for (const char* key : {"accuracy", "log_loss", "brier", "confidence"})
    CHECK(result.contains(key));
  CHECK(result["impossible_rows"].is_number_integer());
  CHECK(result["undefined"].is_array());
}

}  // namespace

TEST_CASE("compare has the shape of the contract") {
  const ordered_json json = comparison(shipped("iris.csv"));

  CHECK(json["schema_version"] == 1);
  CHECK(json["rows"] == 150);
  CHECK(json["skipped_rows"] == 0);
  CHECK(json["classes"] == ordered_json::parse(R"(["setosa", "versicolor", "virginica"])"));
  CHECK(json["features"].size() == 4);
  REQUIRE(json["results"].size() == 15);
  std::size_t i = 0;
  for (const char* estimator :
       {"maximum_likelihood", "maximum_a_posteriori", "posterior_mean", "predictive"})
    for (const char* on : {"training", "cross_validation", "leave_one_out"}) {
      const ordered_json& result = json["results"][i++];
      check_result(result);
      CHECK(result["estimator"] == estimator);
      CHECK(result["on"] == on);
      CHECK(result["accuracy"].get<double>() > 0.93);
      CHECK(result["skill"].get<double>() > 0.8);
    }
  for (const char* on : {"training", "cross_validation", "leave_one_out"}) {
    const ordered_json& result = json["results"][i++];
    CHECK(result["estimator"] == "baseline");
    CHECK(result["on"] == on);
    CHECK(result["skill"] == 0);
  }
}

TEST_CASE("the same seed gives the same bytes and another seed other folds") {
  const std::string data = shipped("german_credit.csv");

  const std::string once = compare(data, {"--folds", "3", "--seed", "7"}).out;

  CHECK(once == compare(data, {"--folds", "3", "--seed", "7"}).out);
  CHECK(comparison(data, {"--folds", "3", "--seed", "7"})["results"] !=
        comparison(data, {"--folds", "3", "--seed", "8"})["results"]);
  CHECK(comparison(data, {"--seed", "1", "--folds", "10"})["results"] ==
        comparison(data)["results"]);
}

TEST_CASE("an infinite log loss is the word inf") {
  const ordered_json json = comparison(shipped("german_credit.csv"));

  CHECK(json["results"][1]["estimator"] == "maximum_likelihood");
  CHECK(json["results"][1]["log_loss"] == "inf");
  CHECK(json["results"][10]["log_loss"].is_number());
}

TEST_CASE("an undefined estimate gives null and its cells and exit code 0") {
  const TemporaryFolder folder;
  write_to(folder / "a.csv", "age,fold,class\n1,x,a\n2,y,a\n3,x,b\n3,y,b\n");

  const ordered_json json = comparison(folder / "a.csv", {"--fold-column", "fold"});

  const ordered_json& training = json["results"][0];
  CHECK(training["accuracy"].is_null());
  CHECK(training["log_loss"].is_null());
  REQUIRE(training["undefined"].size() == 1);
  CHECK(training["undefined"][0]["feature"] == "age");
  CHECK(training["undefined"][0]["class"] == "b");
  CHECK(training["undefined"][0]["why"].is_string());
  CHECK(json["results"][1]["undefined"][0]["fold"] == 1);
  CHECK(json["features"] == ordered_json::parse(R"(["age"])"));
}

TEST_CASE("folds beside a fold column take whole groups, with any number of threads") {
  const std::string data = shipped("german_credit.csv");
  const Words flags{"--fold-column", "purpose", "--folds", "4", "--seed", "2"};

  const ordered_json json = comparison(data, flags);

  CHECK(json["folds"] == 4);
  CHECK(json["seed"] == 2);
  CHECK(json["group_column"] == "purpose");
  CHECK(json["features"].size() == 19);
  const Words threaded = with(flags, {"--threads", "3"});
  CHECK(comparison(data, threaded)["results"] == json["results"]);
  const std::string text = compare(data, flags).out;
  CHECK(has(text, "4 stratified folds of whole groups (purpose), seed 2"));
  const ordered_json alone = comparison(data, {"--fold-column", "purpose"});
  CHECK(alone["folds"] == 10);
  CHECK_FALSE(alone.contains("seed"));
  CHECK_FALSE(alone.contains("group_column"));
  const Run few = compare(data, {"--fold-column", "purpose", "--folds", "11"});
  CHECK(few.exit == 3);
  CHECK(few.says("there are 10; choose --folds 10, which leaves out one at a time, or fewer"));
}

TEST_CASE("like scikit-learn adds a row for it") {
  const ordered_json json = comparison(shipped("iris.csv"), {"--like", "scikit-learn"});

  REQUIRE(json["results"].size() == 18);
  CHECK(json["results"][12]["estimator"] == "scikit_learn");
  CHECK(json["results"][12]["accuracy"] == 0.96);
}

TEST_CASE("the text shows every estimator and what was inferred") {
  const Run run = compare(shipped("german_credit.csv"));

  REQUIRE(run.exit == 0);
  for (const char* word :
       {"maximum_likelihood", "maximum_a_posteriori", "posterior_mean", "predictive"})
    CHECK(has(run.out, word));
  CHECK(run.says("schema inferred: 13 categorical (checking_status"));
  CHECK(run.says("7 normal (duration"));
}

TEST_CASE("rows without a label are skipped and counted") {
  const TemporaryFolder folder;
  write_to(folder / "a.csv", "age,class\n1,a\n2,a\n3,b\n5,b\n7,\n8,?\n4,a\n");

  const Run run = compare(folder / "a.csv", {"--folds", "2", "--format", "json"});

  CHECK(run.json()["rows"] == 5);
  CHECK(run.json()["skipped_rows"] == 2);
  CHECK(run.says("2 of 7 rows have no class in column 'class' and are skipped"));
}

TEST_CASE("a text column is compared as words") {
  const TemporaryFolder folder;
  std::string text = "class\ttext\n";
  for (int i = 0; i < 6; ++i)
    text += "spam\tWin \"money\" now\nham\tsee you at lunch\nham\tlunch at home\n";
  write_to(folder / "sms.tsv", text);

  const ordered_json json = comparison(
      folder / "sms.tsv", {"--column", "text=multinomial", "--quote", "none", "--folds", "3"});

  CHECK(json["rows"] == 18);
  CHECK(json["results"][7]["accuracy"] == 1.0);
}

TEST_CASE("evaluate measures a posterior on the rows it is given") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "iris.json", iris = shipped("iris.csv");
  REQUIRE(run_tool({"fit", iris, "--label", "class", "-o", posterior}).exit == 0);

  const ordered_json json = run_tool({"evaluate", posterior, iris, "--format", "json"}).json();

  const ordered_json compared = comparison(iris);
  REQUIRE(json["results"].size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    check_result(json["results"][i]);
    CHECK(json["results"][i]["on"] == "test");
    const ordered_json& training = compared["results"][3 * i];
    CHECK(json["results"][i]["estimator"] == training["estimator"]);
    for (const char* key : {"accuracy", "log_loss", "brier", "confidence"})
      CHECK(json["results"][i][key].get<double>() ==
            doctest::Approx(training[key].get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("evaluate takes one estimator when asked") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json", like = folder / "like.json";
  const std::string iris = shipped("iris.csv");
  REQUIRE(run_tool({"fit", iris, "--label", "class", "-o", posterior}).exit == 0);
  REQUIRE(run_tool({"fit", iris, "--label", "class", "--like", "scikit-learn", "-o", like}).exit ==
          0);
  const auto estimators = [&](const Words& words) {
    std::vector<std::string> names;
    const ordered_json json =
        run_tool(with(with({"evaluate"}, words), {iris, "--format", "json"})).json();
    for (const auto& result : json["results"])
      names.push_back(result["estimator"].get<std::string>());
    return names;
  };

  CHECK(estimators({posterior, "--estimator", "predictive"}) ==
        std::vector<std::string>{"predictive", "baseline"});
  CHECK(estimators({like}) == std::vector<std::string>{"scikit_learn", "baseline"});
  CHECK(estimators({posterior, "--like", "scikit-learn"}) ==
        std::vector<std::string>{"scikit_learn", "baseline"});
  CHECK(has(run_tool({"evaluate", posterior, iris}).out, "predictive"));
}

TEST_CASE("evaluate asks how a posterior does where the classes are otherwise frequent") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json", given = folder / "given.json";
  const std::string credit = shipped("german_credit.csv"), prior = "given=bad:0.6,good:0.4";
  REQUIRE(run_tool({"fit", credit, "--label", "class", "-q", "-o", posterior}).exit == 0);
  REQUIRE(run_tool({"fit", credit, "--label", "class", "--class-prior", prior, "-q", "-o", given})
              .exit == 0);

  for (const Words& more : {Words{}, Words{"--leave-one-out"}}) {
    const auto results = [&](const std::string& file, const Words& words) {
      const Run run =
          run_tool(with(with({"evaluate", file, credit, "--format", "json"}, words), more));
      REQUIRE_MESSAGE(run.exit == 0, run.err);
      return run.json()["results"];
    };
    CHECK(results(posterior, {"--class-prior", prior}) == results(given, {}));
    CHECK(results(posterior, {}) != results(given, {}));
  }
  check_usage({"evaluate", posterior, credit, "--class-prior", "given=bad:1"}, "'--class-prior'");
}

TEST_CASE("evaluate leaves one row out on request") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "iris.json";
  const std::string iris = shipped("iris.csv");
  REQUIRE(run_tool({"fit", iris, "--label", "class", "-q", "-o", posterior}).exit == 0);

  const ordered_json json =
      run_tool({"evaluate", posterior, iris, "--leave-one-out", "--format", "json"}).json();
  const ordered_json compared = comparison(iris);

  REQUIRE(json["results"].size() == 10);
  CHECK(json["results"][6]["on"] == "training");
  CHECK(json["results"][7]["on"] == "leave_one_out");
  CHECK(json["results"][7]["confusion"]["matrix"].size() == 3);
  CHECK(json["results"][7]["log_loss"].get<double>() ==
        doctest::Approx(compared["results"][11]["log_loss"].get<double>()).epsilon(1e-12));
  const Run refused = run_tool({"evaluate", posterior, "-", "--leave-one-out"},
                               "sepal_length,sepal_width,petal_length,petal_width,class\n"
                               "5.1,3.5,1.4,0.2,setosa\n");
  CHECK(refused.exit == 3);
  CHECK(refused.says("give the rows that it has learned"));
}

TEST_CASE("evaluate needs labels that the posterior knows") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior}, "x,class\n1,a\n2,b\n4,a\n")
              .exit == 0);

  const Run unknown = run_tool({"evaluate", posterior, "-"}, "x,class\n1,a\n2,c\n");
  const Run absent = run_tool({"evaluate", posterior, "-"}, "x\n1\n2\n");

  CHECK(unknown.exit == 3);
  CHECK(unknown.says("'c'"));
  CHECK(unknown.says("standard input:3:3"));
  CHECK(absent.exit == 3);
  CHECK(absent.says("'class'"));
}

TEST_CASE("describe shows the cells of the contract") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior},
                   "city,x,class\nRome,1,a\nOslo,2,b\nRome,4,a\n")
              .exit == 0);

  const ordered_json json = run_tool({"describe", posterior, "--format", "json"}).json();

  CHECK(json["schema_version"] == 1);
  CHECK(json["log_evidence"].is_number());
  REQUIRE(json["features"].size() == 2);
  CHECK(json["features"][0]["feature"] == "city");
  CHECK(json["features"][1]["family"] == "normal");
  const ordered_json& cell = json["features"][1]["cells"][1];
  CHECK(cell["class"] == "b");
  for (const char* key : {"prior", "statistics", "posterior", "interval", "maximum_a_posteriori",
                          "posterior_mean", "predictive"}) {
    CAPTURE(key);
    CHECK(cell[key].is_object());
  }
  CHECK(cell["maximum_likelihood"]["undefined"].is_string());
  CHECK(has(run_tool({"describe", posterior}).out, "city"));
}

TEST_CASE("notes of results name flags, in text and in JSON, where the library names remedies") {
  const std::string data = shipped("german_credit.csv");
  const std::string said =
      "what may make probabilities better: --feature-weights each, --families auto, --covariance "
      "full for numeric columns that depend on each other, feature selection (credence select)";

  CHECK(has(unwrapped(compare(data).out), "- " + said + "\n"));
  const ordered_json notes = comparison(data)["notes"];
  CHECK(std::count(notes.begin(), notes.end(), ordered_json(said)) == 1);
}
