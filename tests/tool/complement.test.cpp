// `--complement`: labels of documents by a rule that has no probabilities.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

constexpr const char* mails =
    "note,class\nwin win offer,spam\noffer now,spam\nmeet now,ham\nmeet lunch "
    "lunch,ham\nwin,spam\n";

struct Learned {
  TemporaryFolder folder{};
  std::string posterior = folder / "p.json";

  Learned() {
    const Run fit = run_tool(
        {"fit", "-", "--label", "class", "--column", "note=multinomial", "-q", "-o", posterior},
        mails);
    REQUIRE_MESSAGE(fit.exit == 0, fit.err);
  }
  [[nodiscard]] Run predict(const Words& more, const std::string& csv) const {
    return run_tool(with({"predict", posterior, "-"}, more), csv);
  }
};

}  // namespace

TEST_CASE("complement naive Bayes writes labels, and scores where they are asked for") {
  const Learned learned;

  const Run labels = learned.predict({"--complement", "plain"}, "note\nwin offer\nlunch\n");
  CHECK(labels.exit == 0);
  CHECK(labels.out == "label\nspam\nham\n");

  const Run scores = learned.predict({"--complement", "normalised", "--columns", "label,log_joint",
                                      "--format", "json", "--keep", "note"},
                                     "note\nwin prize\n");
  REQUIRE_MESSAGE(scores.exit == 0, scores.err);
  CHECK(scores.says("1 word is none that the posterior knows"));
  const auto row = scores.json()[0];
  CHECK(row.at("label") == "spam");
  CHECK(row.at("log_joint:spam") > row.at("log_joint:ham"));
}

TEST_CASE("what asks complement naive Bayes for probabilities is refused with exit code 2") {
  const Learned learned;
  const auto refused = [&](const Words& more, const std::string& text) {
    check_usage(learned.predict(with({"--complement", "plain"}, more), "note\nwin\n"), text);
  };
  for (const char* group : {"probability", "log_probability", "impossible", "log_evidence"})
    refused({"--columns", group}, "the rule has no probabilities");
  refused({"--estimator", "predictive"}, "flag '--estimator' has no meaning");
  refused({"--like", "scikit-learn"}, "flag '--like' has no meaning");
  refused({"--class-prior", "uniform"}, "flag '--class-prior' has no meaning");
  refused({"--interval-mass", "0.9"}, "flag '--interval-mass' has no meaning");
  refused({"--draws", "9"}, "flag '--draws' has no meaning");
  refused({"--seed", "9"}, "flag '--seed' has no meaning");
  refused({"--abstain-below", "0.9"}, "flag '--abstain-below' has no meaning");
  refused({"--loss", "loss.csv"}, "flag '--loss' has no meaning");
  check_usage(learned.predict({"--complement", "most"}, "note\nwin\n"),
              "choose 'plain', 'normalised'");
}

TEST_CASE("features that are no documents have no complement") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-q", "-o", file}).exit == 0);

  const Run run = run_tool({"predict", file, shipped("iris.csv"), "--complement", "plain"});

  CHECK(run.exit == 3);
  CHECK(run.says("a rule for documents of words"));
}

TEST_CASE("evaluate, compare and curve take the complement rule beside the estimators") {
  const Learned learned;
  const Run test = run_tool({"evaluate", learned.posterior, "-", "--complement", "plain",
                             "--estimator", "predictive", "--format", "json", "-q"},
                            "note,class\nwin offer,spam\nlunch,ham\nwin,ham\n");
  REQUIRE_MESSAGE(test.exit == 0, test.err);
  const auto rule = test.json()["results"][1];
  CHECK(rule["estimator"] == "complement");
  CHECK(rule["accuracy"].get<double>() == doctest::Approx(2.0 / 3).epsilon(1e-15));
  CHECK(rule["log_loss"].is_null());

  std::string many = "note,class\n";
  for (int i = 0; i < 8; ++i) many += "win win offer,spam\nmeet now lunch,ham\n";
  const Run text = run_tool({"compare", "-", "--label", "class", "--column", "note=multinomial",
                             "--folds", "4", "--complement", "plain", "-q"},
                            many);
  REQUIRE_MESSAGE(text.exit == 0, text.err);
  CHECK(has(text.out, "complement"));
  CHECK_FALSE(text.says("complement is undefined"));
  const Run curve =
      run_tool({"curve", "-", "--label", "class", "--column", "note=multinomial", "--sizes", "4,8",
                "--repeat", "2", "--complement", "normalised", "--estimator", "predictive",
                "--each-repeat", "--format", "csv", "-q"},
               many);
  REQUIRE_MESSAGE(curve.exit == 0, curve.err);
  CHECK(has(curve.out, "complement,"));

  check_usage(
      run_tool({"evaluate", learned.posterior, "-", "--complement", "plain", "--leave-one-out"},
               mails),
      "does not forget");
  const Run numbers =
      run_tool({"compare", shipped("iris.csv"), "--label", "class", "--complement", "plain", "-q"});
  CHECK(numbers.exit == 3);
  CHECK(numbers.says("a rule for documents of words"));
}
