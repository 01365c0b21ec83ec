// `credence describe --linear`: weights of values and biases of classes.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

// A posterior of iris whose classes share variances.
std::string fitted(const TemporaryFolder& folder, const std::string& tied = "classes") {
  const std::string path = folder / "iris.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "--tied", tied, "-o", path,
                    "-q", "--force"})
              .exit == 0);
  return path;
}

}  // namespace

TEST_CASE("the linear form of three classes gives the probabilities that predict writes") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder, "all_unscaled");
  const ordered_json all = run_tool({"describe", posterior, "--linear", "--format", "json"}).json();
  const std::string row = "sepal_length,sepal_width,petal_length,petal_width\n5.9,3,4.2,1.5\n";
  const Run run = run_tool({"predict", posterior, "-", "--estimator", "posterior_mean", "--columns",
                            "log_probability", "--format", "json", "-q"},
                           row);
  REQUIRE(run.exit == 0);
  const ordered_json predicted = run.json()[0];

  CHECK(all["against"] == "setosa");
  REQUIRE(all["terms"].size() == 4);
  const double values[] = {5.9, 3, 4.2, 1.5};
  for (const std::string klass : {"versicolor", "virginica"}) {
    double odds = all["bias"][klass];
    for (std::size_t i = 0; i < 4; ++i)
      odds += all["terms"][i]["weights"][klass].get<double>() * values[i];
    const double expected = predicted["log_probability:" + klass].get<double>() -
                            predicted["log_probability:setosa"].get<double>();
    CHECK(odds == doctest::Approx(expected).epsilon(1e-10));
  }
}

TEST_CASE("the linear form stands in text and CSV") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  const Run text = run_tool({"describe", posterior, "--linear"});
  const Run csv = run_tool({"describe", posterior, "--linear", "--format", "csv"});

  CHECK(text.out.starts_with(
      "label class: log odds of classes against 'setosa', estimator posterior_mean\n"));
  CHECK(has(text.out, "  tied: petal_width"));
  REQUIRE(lines_of(csv.out).size() == 6);
  CHECK(lines_of(csv.out)[0] == "feature,value,kind,weight:versicolor,weight:virginica");
  CHECK(lines_of(csv.out)[2].starts_with("tied,sepal_length,number,"));
}

TEST_CASE("a model without a linear form names the features and why") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder, "free");
  const Run text = run_tool({"describe", posterior, "--linear"});
  const Run json = run_tool({"describe", posterior, "--linear", "--format", "json"});
  const Run csv = run_tool({"describe", posterior, "--linear", "--format", "csv"});

  CHECK(text.exit == 0);
  CHECK(has(text.out, "column 'tied' has no linear form: its classes have variances of their own"));
  CHECK(has(unwrapped(text.out), "; tie them by `fit --tied classes` or `all`\n"));
  CHECK(json.json()["terms"].is_null());
  CHECK(json.json()["not_linear"][0]["feature"] == "tied");
  CHECK(csv.exit == 0);
  CHECK(lines_of(csv.out)[0] == "feature,not_linear");
  CHECK(lines_of(csv.out).size() > 1);
}

TEST_CASE("where the predictive has no linear form the flags that give one are named") {
  const Fitted weighted("iris.csv", {"--tied", "classes", "--feature-weights", "each"});
  const auto shown = [&](const Words& flags) {
    return unwrapped(run_tool(with({"describe", weighted.posterior, "--linear"}, flags)).out);
  };
  const auto ends = [](const std::string& text, const std::string& flags) {
    return text.ends_with("is no exponential of a linear function; give " + flags + "\n");
  };

  CHECK(ends(shown({}), "--estimator posterior_mean --feature-weights none"));
  CHECK(ends(shown({"--estimator", "predictive", "--feature-weights", "none"}),
             "--estimator posterior_mean"));
  CHECK(has(shown({"--estimator", "posterior_mean", "--feature-weights", "none"}), "bias"));
}

TEST_CASE("flags of cells have no meaning beside the linear form") {
  const TemporaryFolder folder;
  const std::string posterior = fitted(folder);
  check_usage({"describe", posterior, "--linear", "--features", "tied"},
              "flag '--features' has no meaning beside '--linear'");
  CHECK(run_tool({"describe", posterior, "--estimator", "map"}).says("give --linear beside it"));
}
