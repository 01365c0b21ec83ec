// `fit --twin`, and `predict`, `evaluate` and `describe` with its files.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using credence::testing::relative;

namespace {

struct FittedTwin {
  TemporaryFolder folder{};
  std::string file = folder / "twin.json";

  FittedTwin() {
    const Run fit =
        run_tool({"fit", shipped("iris.csv"), "--label", "class", "--twin", "-o", file});
    REQUIRE_MESSAGE(fit.exit == 0, fit.err);
    CHECK(fit.says("logistic regression of 3 classes and 4 values"));
  }
  [[nodiscard]] Run predict(const Words& more) const {
    return run_tool(with({"predict", file, shipped("iris.csv")}, more));
  }
  [[nodiscard]] Run evaluate(const Words& more) const {
    return run_tool(with({"evaluate", file, shipped("iris.csv")}, more));
  }
  [[nodiscard]] Run describe(const Words& more) const {
    return run_tool(with({"describe", file}, more));
  }
};

}  // namespace

TEST_CASE("predict reads a logistic regression as it reads a posterior") {
  const FittedTwin twin;
  const Run said = twin.predict({"--keep", "class", "--format", "json"});
  REQUIRE_MESSAGE(said.exit == 0, said.err);
  std::size_t right = 0;
  for (const auto& row : said.json()) {
    right += row["label"] == row["class"] ? 1 : 0;
    const double sum = row["probability:setosa"].get<double>() +
                       row["probability:versicolor"].get<double>() +
                       row["probability:virginica"].get<double>();
    CHECK(sum == doctest::Approx(1).epsilon(1e-14));
  }
  CHECK(right == 146);  // as compare --twin says of the training rows: 0.9733
  const Run abstained = twin.predict({"--abstain-below", "0.9", "--columns", "label"});
  REQUIRE_MESSAGE(abstained.exit == 0, abstained.err);
  CHECK(abstained.says("are too unsure"));
}

TEST_CASE("what a logistic regression lacks is refused with exit code 2") {
  const FittedTwin twin;
  const auto refused = [&](const Words& more, const std::string& text) {
    check_usage(twin.predict(more), text);
  };
  refused({"--columns", "log_joint"}, "no density of rows");
  refused({"--columns", "log_evidence"}, "no density of rows");
  refused({"--interval-mass", "0.9"}, "no density of rows and no intervals");
  refused({"--estimator", "mle"}, "flag '--estimator' has no meaning for a logistic regression");
  refused({"--class-prior", "uniform"}, "flag '--class-prior' has no meaning");
  refused({"--like", "scikit-learn"}, "flag '--like' has no meaning");
  const auto not_fitted = [&](const Words& more, const std::string& flag) {
    check_usage(with({"fit", shipped("iris.csv"), "--label", "class", "--twin", "-o",
                      twin.folder / "x.json"},
                     more),
                "flag '" + flag + "' has no meaning beside '--twin'");
  };
  not_fitted({"--stream"}, "--stream");
  not_fitted({"--exact"}, "--exact");
  not_fitted({"--feature-weights", "each"}, "--feature-weights");
  not_fitted({"--structure", "tan"}, "--structure");
  not_fitted({"--prior", "auto"}, "--prior");
  check_usage({"fit", shipped("iris.csv"), "--label", "class", "--ridge", "2", "-o",
               twin.folder / "x.json"},
              "give --twin beside it");
}

TEST_CASE("verbs that need statistics refuse a logistic regression by name") {
  const FittedTwin twin;
  const std::string rows = shipped("iris.csv");
  const std::string other = twin.folder / "other.json";
  for (const Words& words :
       {Words{"merge", twin.file, twin.file, "-o", other},
        std::vector<std::string>{"fit", "--update", twin.file, rows, "-o", other},
        std::vector<std::string>{"forget", twin.file, rows, "-o", other},
        std::vector<std::string>{"explain", twin.file, rows, "--row", "1"}}) {
    CAPTURE(words.front());
    const Run run = run_tool(words);
    CHECK(run.exit != 0);
    CHECK(
        run.says("holds a logistic regression, and no priors or statistics; give it to 'credence "
                 "predict', 'evaluate' or 'describe'"));
  }
}

TEST_CASE("the complement rule refuses a logistic regression as a usage error") {
  const FittedTwin twin;

  for (const std::string verb : {"predict", "evaluate"})
    check_usage({verb, twin.file, shipped("iris.csv"), "--complement", "plain"},
                "flag '--complement' has no meaning for a logistic regression");
}

TEST_CASE("a damaged file of a logistic regression is exit code 5") {
  const FittedTwin twin;
  std::string text = text_of(twin.file);
  text.replace(text.find("setosa"), 6, "SETOSA");
  write_to(twin.file, text);

  const Run run = twin.predict({});

  CHECK(run.exit == 5);
  CHECK(run.out.empty());
  CHECK_MESSAGE(run.says("is damaged: its checksum is"), run.err);
}

TEST_CASE("evaluate of a logistic regression has what evaluate of a posterior has") {
  const FittedTwin twin;
  const auto json = twin.evaluate({"--format", "json"}).json();
  REQUIRE(json["results"].size() == 2);
  const auto& result = json["results"][0];
  CHECK(result["estimator"] == "logistic_regression");
  CHECK(result["on"] == "test");
  CHECK(result["accuracy"] == 146.0 / 150);
  CHECK(json["results"][1]["estimator"] == "baseline");
  CHECK(json["results"][1]["log_loss"].get<double>() == relative(std::log(3.0), 1e-12));
  const std::string posterior = twin.folder / "posterior.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior}).exit == 0);
  const auto of_posterior = run_tool({"evaluate", posterior, shipped("iris.csv"), "--format",
                                      "json", "--estimator", "predictive"})
                                .json();
  for (const auto& member : of_posterior["results"][0].items()) {
    CAPTURE(member.key());
    CHECK(result.contains(member.key()));
  }
  CHECK(json["results"][1] == of_posterior["results"][1]);  // the class frequencies

  const Run text = twin.evaluate({});
  CHECK(text.exit == 0);
  CHECK(has(text.out, "logistic_regression  test    0.9733    0.1295"));
  CHECK(has(text.out, "recall"));
  const Run csv = twin.evaluate({"--format", "csv", "--svg", twin.folder / "figure.svg"});
  REQUIRE_MESSAGE(csv.exit == 0, csv.err);
  CHECK(lines_of(csv.out)[1].starts_with("logistic_regression,test,0.97333"));
  CHECK(has(text_of(twin.folder / "figure.svg"), "<svg"));
}

TEST_CASE("evaluate of a logistic regression in small parts changes nothing") {
  const FittedTwin twin;
  const Run whole = twin.evaluate({});
  REQUIRE(whole.exit == 0);
  CHECK(twin.evaluate({"--chunk", "1000"}).out == whole.out);
}

TEST_CASE("evaluate of a logistic regression weighs losses, and refuses what it lacks") {
  const FittedTwin twin;
  const std::string losses = twin.folder / "losses.csv";
  write_to(losses, "action,setosa,versicolor,virginica\npick,0,1,1\nleave,1,0,0\n");
  CHECK(twin.evaluate({"--loss", losses, "--format", "json"})
            .json()["results"][0]["mean_cost"]
            .is_number());
  const auto refused = [&](const Words& more, const std::string& text) {
    check_usage(twin.evaluate(more), text);
  };
  const std::string lacks =
      " has no meaning for a logistic regression, which POSTERIOR holds; leave it out";
  refused({"--estimator", "predictive"}, "flag '--estimator'" + lacks);
  refused({"--like", "scikit-learn"}, "flag '--like'" + lacks);
  refused({"--class-prior", "uniform"}, "flag '--class-prior'" + lacks);
  refused({"--feature-weights", "none"}, "flag '--feature-weights'" + lacks);
  refused({"--complement", "plain"}, "flag '--complement'" + lacks);
  refused({"--leave-one-out"}, "'credence compare --twin' has it in cross-validation");
  const Run missing = run_tool({"evaluate", twin.file, "-"},
                               "sepal_length,sepal_width,petal_length,petal_width,class\n"
                               "5.1,3.5,?,0.2,setosa\n");
  CHECK(missing.exit == 1);
  CHECK(missing.says("column 'petal_length', standard input:2:9 is missing"));
}

TEST_CASE("describe lists the weights of a logistic regression, by which its labels follow") {
  const FittedTwin twin;
  const auto json = twin.describe({"--format", "json"}).json();
  CHECK(json["label"] == "class");
  CHECK(json["estimator"] == "logistic_regression");
  CHECK(json["against"] == "setosa");
  CHECK(json["fit"]["class_counts"] == nlohmann::ordered_json::parse("[50,50,50]"));
  CHECK(json["fit"]["ridge"] == 1);
  CHECK(json["fit"]["steps"].get<int>() > 1);
  REQUIRE(json["terms"].size() == 4);
  CHECK(json["terms"][0]["value"] == "sepal_length");
  CHECK(json["terms"][0]["centre"].get<double>() == relative(876.5 / 150, 1e-12));
  CHECK(json["terms"][0]["spread"].get<double>() == relative(0.8253, 1e-4));
  const auto predicted = twin.predict({"--columns", "log_probability", "--format", "json"}).json();
  const std::vector<double> first{5.1, 3.5, 1.4, 0.2};  // of the file
  double odds = json["bias"]["virginica"];
  for (std::size_t i = 0; i < first.size(); ++i)
    odds += json["terms"][i]["weights"]["virginica"].get<double>() * first[i];
  CHECK(odds == relative(predicted[0]["log_probability:virginica"].get<double>() -
                             predicted[0]["log_probability:setosa"].get<double>(),
                         1e-10));

  const Run text = twin.describe({});
  CHECK(text.exit == 0);
  CHECK(text.out.starts_with(
      "label class: log odds of classes against 'setosa', estimator logistic_regression\n"));
  CHECK(has(text.out, "L2 penalty 1, training rows: setosa 50, versicolor 50, virginica 50\n"));
  CHECK(twin.describe({"--linear"}).out == text.out);
  const Run csv = twin.describe({"--format", "csv"});
  REQUIRE(lines_of(csv.out).size() == 6);
  CHECK(lines_of(csv.out)[0] ==
        "feature,value,kind,centre,spread,weight:versicolor,weight:virginica");
}

TEST_CASE("describe refuses flags of what a logistic regression lacks") {
  const FittedTwin twin;
  for (const Words& flag : {Words{"--features", "petal_width"},
                            {"--interval-mass", "0.5"},
                            {"--contexts", "3"},
                            {"--html", twin.folder / "page.html"},
                            {"--svg", twin.folder / "figure.svg"},
                            {"--linear", "--estimator", "map"},
                            {"--estimator", "map"},
                            {"--class", "setosa"},
                            {"--feature-weights", "none"}})
    check_usage(twin.describe(flag),
                "' has no meaning for a logistic regression, which POSTERIOR holds");
}
