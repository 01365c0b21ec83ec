// `fit --twin` and `predict` with its files.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

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
  [[nodiscard]] Run predict(std::vector<std::string> more) const {
    more.insert(more.begin(), {"predict", file, shipped("iris.csv")});
    return run_tool(more);
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
  const auto refused = [&](const std::vector<std::string>& more, const std::string& text) {
    const Run run = twin.predict(more);
    CAPTURE(run.err);
    CHECK(run.exit == 2);
    CHECK(run.says(text));
  };
  refused({"--columns", "log_joint"}, "no density of rows");
  refused({"--columns", "log_evidence"}, "no density of rows");
  refused({"--interval-mass", "0.9"}, "no density of rows and no intervals");
  refused({"--estimator", "mle"}, "flag '--estimator' has no meaning for a logistic regression");
  refused({"--class-prior", "uniform"}, "flag '--class-prior' has no meaning");
  refused({"--like", "scikit-learn"}, "flag '--like' has no meaning");
  const auto not_fitted = [&](const std::vector<std::string>& more, const std::string& flag) {
    std::vector<std::string> words{"fit", shipped("iris.csv"),   "--label", "class", "--twin",
                                   "-o",  twin.folder / "x.json"};
    words.insert(words.end(), more.begin(), more.end());
    const Run run = run_tool(words);
    CAPTURE(run.err);
    CHECK(run.exit == 2);
    CHECK(run.says("flag '" + flag + "' has no meaning beside '--twin'"));
  };
  not_fitted({"--stream"}, "--stream");
  not_fitted({"--exact"}, "--exact");
  not_fitted({"--feature-weights", "each"}, "--feature-weights");
  not_fitted({"--structure", "tan"}, "--structure");
  not_fitted({"--prior", "auto"}, "--prior");
  const Run alone = run_tool({"fit", shipped("iris.csv"), "--label", "class", "--ridge", "2", "-o",
                              twin.folder / "x.json"});
  CHECK(alone.exit == 2);
  CHECK(alone.says("give --twin beside it"));
}

TEST_CASE("verbs that need statistics refuse a logistic regression by name") {
  const FittedTwin twin;
  const std::string rows = shipped("iris.csv");
  const std::string other = twin.folder / "other.json";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"merge", twin.file, twin.file, "-o", other},
        std::vector<std::string>{"fit", "--update", twin.file, rows, "-o", other},
        std::vector<std::string>{"forget", twin.file, rows, "-o", other},
        std::vector<std::string>{"describe", twin.file},
        std::vector<std::string>{"evaluate", twin.file, rows}}) {
    CAPTURE(words.front());
    const Run run = run_tool(words);
    CHECK(run.exit != 0);
    CHECK(run.says("holds a logistic regression, which has no statistics"));
  }
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
