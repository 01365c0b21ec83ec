// `--covariance full`: one block of all normal columns that vary together.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

nlohmann::ordered_json described(const Words& more) {
  const Fitted iris("iris.csv", with({"--covariance", "full"}, more));
  return run_tool({"describe", iris.posterior, "--format", "json"}).json();
}

}  // namespace

TEST_CASE("a full covariance makes one block whose description says so") {
  const auto description = described({});

  REQUIRE(description["features"].size() == 1);
  const auto& block = description["features"][0];
  CHECK(block["feature"] == "joint");
  CHECK(block["family"] == "normal");
  CHECK(block["covariance"] == "full");
  CHECK(block["tied"] == "free");
  REQUIRE(block["tyings"].size() == 2);
  CHECK(block["cells"][0]["maximum_likelihood"]["covariance"].size() == 10);
  CHECK(block["cells"][0]["predictive"]["degrees"] == 51);
}

TEST_CASE("the classes share the matrix where they are told to, or the evidence says so") {
  CHECK(described({"--tied", "classes"})["features"][0]["cells"][0]["predictive"]["degrees"] ==
        151);
  const auto found = described({"--tied", "auto"});
  CHECK(found["features"][0]["tied"] ==
        (found["features"][0]["tyings"][0]["log_bayes_factor"] == 0 ? "free" : "classes"));
}

TEST_CASE("a stream and a binary file know a full covariance") {
  const double whole = described({})["log_evidence"].get<double>();

  CHECK(described({"--stream", "--chunk", "500"})["log_evidence"].get<double>() ==
        doctest::Approx(whole).epsilon(1e-12));
  CHECK(described({"--posterior-format", "binary"})["log_evidence"].get<double>() == whole);
}

TEST_CASE("parts of a file merge into the posterior of the whole") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";
  write_to(schema,
           R"({"schema_version":1,"label":"class","columns":[{"name":"sizes","family":"normal",)"
           R"("columns":["x","y"],"covariance":"full"}]})");
  const auto fit = [&](const std::string& name, const std::string& csv) {
    const Run run = run_tool({"fit", "-", "--schema", schema, "-o", folder / name}, csv);
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    return run;
  };
  const std::string first = "x,y,class\n1,2,a\n2,?,a\n3,5,a\n";
  const std::string second = "x,y,class\n2,2,a\n4,1,b\n5,2,b\n6,0,b\n";
  CHECK(fit("1.json", first).says("block 'sizes': 1 of 3 rows (by weight) lack a number"));
  (void)fit("2.json", second);
  (void)fit("all.json", first + second.substr(second.find('\n') + 1));

  const Run merged =
      run_tool({"merge", folder / "1.json", folder / "2.json", "-o", folder / "m.json"});

  REQUIRE_MESSAGE(merged.exit == 0, merged.err);
  CHECK(merged.says("1 of 7 rows (by weight) lack a number"));
  const auto evidence = [&](const std::string& name) {
    return run_tool({"describe", folder / name, "--format", "json"})
        .json()["log_evidence"]
        .get<double>();
  };
  CHECK(evidence("m.json") == doctest::Approx(evidence("all.json")).epsilon(1e-12));
}

TEST_CASE("a row of a full covariance is predicted with an interval and explained in one line") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("breast_cancer.csv"), "--label", "class", "--covariance", "full",
                    "-q", "-o", file})
              .exit == 0);

  const Run predict = run_tool({"predict", file, shipped("breast_cancer.csv"), "--interval-mass",
                                "0.9", "--format", "json"});
  const Run explain =
      run_tool({"explain", file, shipped("breast_cancer.csv"), "--row", "3", "--format", "json"});

  REQUIRE_MESSAGE(predict.exit == 0, predict.err);
  for (const auto& row : predict.json())
    CHECK((row["lower"] >= 0 && row["lower"] <= row["upper"] && row["upper"] <= 1));
  REQUIRE_MESSAGE(explain.exit == 0, explain.err);
  REQUIRE(explain.json()["lines"].size() == 2);  // after that of the class prior
  CHECK(explain.json()["lines"][1]["feature"] == "joint");
}

TEST_CASE("what cannot be a full covariance is said with exit code 2") {
  const auto run = [](const Words& more, const std::string& file = "iris.csv") {
    return run_tool(with({"compare", shipped(file), "--label", "class"}, more));
  };
  check_usage(run({"--covariance", "some"}), "flag '--covariance' has the unknown value 'some'");
  check_usage(run({"--covariance", "full", "--tied", "all"}), "the columns share no variance");
  check_usage(run({"--covariance", "full"}, "house_votes_84.csv"),
              "flag '--covariance' is for columns of family 'normal'");
  CHECK(run({"--covariance", "diagonal", "--format", "json"}).json()["features"].size() == 4);
  CHECK(run({"--covariance", "full", "--like", "scikit-learn"}).exit != 0);
}

TEST_CASE("an update keeps the covariance of its posterior, so the flag has no place beside it") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "--covariance", "full", "-q",
                    "-o", file})
              .exit == 0);

  CHECK(run_tool({"fit", shipped("iris.csv"), "--update", file, "-q", "-o", folder / "q.json"})
            .exit == 0);
  check_usage({"fit", shipped("iris.csv"), "--update", file, "--covariance", "full", "-o",
               folder / "r.json"},
              "flag '--covariance' has no place beside --update");
}
