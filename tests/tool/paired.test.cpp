// `credence paired`, and the twin in `compare` and `curve`.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

Run paired(const std::string& data, const Words& flags = {}) {
  return run_tool(with({"paired", data, "--label", "class"}, flags));
}

ordered_json found(const std::string& data, const Words& flags = {}) {
  const Run run = paired(data, with(flags, {"--format", "json", "-q"}));
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return run.json();
}

}  // namespace

TEST_CASE("paired compares two estimators on the folds of compare") {
  const std::string data = shipped("wine.csv");
  const ordered_json json = found(
      data, {"--second", "maximum_likelihood", "--folds", "5", "--repeat", "3", "--seed", "4"});

  CHECK(json["schema_version"] == 1);
  CHECK(json["first"]["classifier"] == "predictive");
  CHECK(json["second"]["classifier"] == "maximum_likelihood");
  CHECK(json["differences"].size() == 15);
  CHECK(json["test"]["correlation"] == 0.2);
  const ordered_json plain = run_tool({"compare", data, "--label", "class", "--folds", "5",
                                       "--seed", "4", "--format", "json", "-q"})
                                 .json();
  CHECK(json["first"]["log_loss"] == plain["results"][10]["log_loss"]);
  CHECK(json["second"]["log_loss"] == plain["results"][1]["log_loss"]);
}

TEST_CASE("two identical classifiers are equivalent, in the tool too") {
  const ordered_json json = found(shipped("iris.csv"));

  CHECK(json["test"]["equivalent"] == 1);
  CHECK(json["first"] == json["second"]);
}

TEST_CASE("the second classifier may have families, priors and features of its own") {
  const std::string data = shipped("iris.csv");
  const ordered_json json = found(
      data, {"--column", "petal_width=lognormal", "--prior", "sepal_width:auto3", "--second-column",
             "petal_width=exponential", "--second-drop", "sepal_width", "--second-prior",
             "petal_length:auto3", "--second-class-prior", "uniform", "--repeat", "1"});
  CHECK(json["first"]["families"] ==
        ordered_json::parse(R"(["normal","normal","normal","lognormal"])"));
  CHECK(json["second"]["families"] == ordered_json::parse(R"(["normal","normal","exponential"])"));

  const ordered_json tied = found(data, {"--second-tied", "classes", "--repeat", "1"});
  CHECK(tied["second"]["features"] == ordered_json::parse(R"(["tied"])"));

  const TemporaryFolder folder;
  write_to(folder / "s.json",
           run_tool({"schema", data, "--label", "class", "--drop", "petal_width", "-q"}).out);
  const ordered_json by_file = found(data, {"--second-schema", folder / "s.json", "--repeat", "1"});
  CHECK(by_file["second"]["features"].size() == 3);
  CHECK(by_file["first"]["features"].size() == 4);
}

TEST_CASE("paired writes text, the folds as CSV, and a page") {
  const std::string data = shipped("iris.csv");
  const TemporaryFolder folder;
  const Run text =
      paired(data, {"--second", "logistic_regression", "--ridge", "0.5", "--repeat", "2",
                    "--measure", "log_loss", "--rope", "0.02", "--interval-mass", "0.95", "--html",
                    folder / "page.html", "--svg", folder / "one.svg"});
  REQUIRE(text.exit == 0);
  CHECK(has(text.out, "second better by more than 0.02"));
  CHECK(has(text.out, "95 % interval"));
  CHECK(has(paired(data, {"--interval-mass", "0.9975"}).out, "; 99.75 % interval"));
  CHECK(has(text_of(folder / "page.html"), "Two classifiers on the same folds"));
  CHECK(text_of(folder / "one.svg").starts_with("<?xml"));

  const Run csv = paired(data, {"--repeat", "2", "--format", "csv", "-q"});
  CHECK(csv.out.starts_with("repeat,fold,rows,first,second,difference\n1,1,15,"));
  const Run figure = paired(data, {"--repeat", "1", "--svg", "-", "-q"});
  CHECK(figure.out.starts_with("<?xml"));
}

TEST_CASE("paired refuses flags that make no sense") {
  const std::string data = shipped("iris.csv");
  const auto refuses = [&](const Words& flags, const std::string& text) {
    const Run run = paired(data, flags);
    CAPTURE(run.err);
    return run.exit == 2 && run.says(text);
  };
  CHECK(refuses({"--first", "luck"}, "flag '--first' has the unknown value 'luck'"));
  CHECK(refuses({"--second", "best"}, "flag '--second' has the unknown value 'best'"));
  CHECK(refuses({"--measure", "luck"}, "--measure"));
  CHECK(refuses({"--rope", "-1"}, "flag '--rope' is -1"));
  CHECK(refuses({"--interval-mass", "2"}, "--interval-mass"));
  CHECK(refuses({"--repeat", "0"}, "--repeat"));
  CHECK(refuses({"--repeat", "10001"}, "give at most 10000"));
  CHECK(refuses({"--ridge", "1"}, "give --second logistic_regression"));
  CHECK(refuses({"--ridge", "-1", "--second", "logistic_regression"}, "flag '--ridge' is -1"));
  CHECK(refuses({"--fold-column", "class", "--repeat", "3"}, "leave one of them out"));
  CHECK(refuses({"--fold-column", "petal_width", "--folds", "3", "--repeat", "3"},
                "leaves no folds to draw anew"));
  CHECK(
      refuses({"--second", "scikit_learn", "--column", "petal_width=exponential"}, "scikit-learn"));
  const TemporaryFolder folder;
  write_to(folder / "s.json",
           run_tool({"schema", data, "--label", "class", "--missing", "nothing", "-q"}).out);
  CHECK(refuses({"--second-schema", folder / "s.json"}, "other missing-value strings"));
}

TEST_CASE("compare adds logistic regression, and a ridge needs it") {
  const std::string data = shipped("iris.csv");
  const Run run = run_tool(
      {"compare", data, "--label", "class", "--twin", "--ridge", "0.5", "--format", "json", "-q"});
  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  REQUIRE(json["results"].size() == 17);
  CHECK(json["results"][13]["estimator"] == "logistic_regression");
  CHECK(json["results"][13]["on"] == "cross_validation");
  CHECK(json["results"][13]["accuracy"].get<double>() > 0.93);

  check_usage({"compare", data, "--label", "class", "--ridge", "0.5"}, "give --twin beside it");
  const Run missing =
      run_tool({"compare", shipped("house_votes_84.csv"), "--label", "class", "--twin"});
  CHECK(missing.exit == 0);
  CHECK(has(missing.out, "logistic regression needs every cell"));
}

TEST_CASE("a learning curve shows logistic regression beside the estimators") {
  const Run run =
      run_tool({"curve", shipped("iris.csv"), "--label", "class", "--sizes", "30,90", "--repeat",
                "3", "--estimator", "predictive", "--twin", "--format", "json", "-q"});
  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  REQUIRE(json["results"].size() == 6);
  CHECK(json["results"][2]["estimator"] == "logistic_regression");
  CHECK(json["results"][3]["mean_accuracy"].get<double>() > 0.9);

  const TemporaryFolder folder;
  write_to(folder / "s.json",
           R"({"schema_version":1,"label":"class","classes":["a","b"],"columns":[
              {"name":"x","family":"normal","prior":{"mean":0,"mean_weight":1,"shape":2,"scale":1}}]})");
  const Run drawn = run_tool({"curve", "--simulate", "--schema", folder / "s.json", "--sizes",
                              "20,40", "--repeat", "2", "--twin", "--format", "json", "-q"});
  INFO(drawn.err);
  REQUIRE(drawn.exit == 0);
  CHECK(drawn.json()["results"][9]["estimator"] == "logistic_regression");
}

TEST_CASE("columns that the second drops as one list have no family of their own any more") {
  const ordered_json json =
      found(shipped("iris.csv"), {"--column", "petal_width=lognormal", "--second-drop",
                                  "petal_width,petal_length", "--repeat", "1"});

  CHECK(json["second"]["families"] == ordered_json::parse(R"(["normal","normal"])"));
}
