// Empirical priors by flag: found, noted, described and refused.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"

using namespace credence::programs;

TEST_CASE("a prior is left to the data of each class by a flag and described with its numbers") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const Run fit = run_tool({"fit", shipped("iris.csv"), "--label", "class", "--prior",
                            "petal_width:empirical", "-o", posterior});
  REQUIRE(fit.exit == 0);

  const auto stored = nlohmann::ordered_json::parse(text_of(posterior));
  CHECK(stored["posterior"]["schema"]["columns"][3]["prior"] == "empirical");
  const auto described = run_tool({"describe", posterior, "--format", "json"}).json();
  const auto& feature = described["features"][3];
  CHECK(feature["prior_search"]["steps"] > 0);
  CHECK(feature["cells"][0]["prior_word"] == "empirical");
  CHECK(feature["cells"][0]["prior"]["shape"] == feature["cells"][2]["prior"]["shape"]);
  CHECK_FALSE(described["features"][0].contains("prior_search"));
}

TEST_CASE("fit notes where classes differ by no more than chance") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", "s,class\n1,a\n0,a\n1,b\n0,b\n");

  const Run run = run_tool({"fit", folder / "d.csv", "--label", "class", "--prior", "s:empirical",
                            "-o", folder / "p.json"});

  CHECK(run.exit == 0);
  CHECK(run.says("the prior of column 's': classes differ by no more than chance"));
}

TEST_CASE("a word that the family of a column does not know is a wrong flag") {
  const Run run = run_tool({"compare", shipped("iris.csv"), "--label", "class", "--prior",
                            "petal_width:leave_one_out_each"});

  CHECK(run.exit == 2);
  CHECK(run.says("'leave_one_out_each'"));
  CHECK(run.says("'empirical'"));
}

TEST_CASE("rows are left out under a prior that was left to the data of each class") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const Words wish{"--label", "class", "--prior", "petal_width:empirical"};
  REQUIRE(run_tool(with({"fit", shipped("iris.csv"), "-o", posterior}, wish)).exit == 0);
  const Words compare = with({"compare", shipped("iris.csv"), "--format", "json"}, wish);

  const auto evaluated =
      run_tool({"evaluate", posterior, shipped("iris.csv"), "--leave-one-out", "--format", "json"})
          .json();
  const auto compared = run_tool(compare).json();

  int same = 0;
  for (const auto& result : evaluated["results"]) {
    if (result["on"] != "leave_one_out") continue;
    for (const auto& other : compared["results"]) {
      if (other["on"] != result["on"] || other["estimator"] != result["estimator"]) continue;
      ++same;
      CHECK(other["accuracy"] == result["accuracy"]);
      CHECK(other["log_loss"].get<double>() ==
            doctest::Approx(result["log_loss"].get<double>()).epsilon(1e-9));
    }
  }
  CHECK(same == 5);  // the baseline among them
  const auto relevance =
      run_tool({"describe", posterior, "--format", "json"}).json()["features"][3]["relevance"];
  CHECK(relevance["probability"].get<double>() > 0.99);
}

TEST_CASE("a column takes both its family and its prior from the data") {
  const Run run = run_tool({"schema", shipped("iris.csv"), "--label", "class", "--column",
                            "petal_width=auto", "--prior", "petal_width:empirical"});

  CHECK(run.exit == 0);
  const auto column = run.json()["columns"][3];
  CHECK(column["name"] == "petal_width");
  CHECK(column["prior"] == "empirical");
  CHECK(column["family"] != "auto");
}

TEST_CASE("every word of an empirical prior reaches a comparison by flag and by schema file") {
  const TemporaryFolder folder;
  for (const std::string word :
       {"empirical", "empirical_block", "empirical_each", "leave_one_out_each"}) {
    CAPTURE(word);
    const std::string schema = folder / (word + ".json");
    const Words flags{"--label", "class", "--prior", "V4:" + word};
    REQUIRE(run_tool(with({"schema", shipped("house_votes_84.csv"), "-o", schema}, flags)).exit ==
            0);

    const Run by_flag =
        run_tool(with({"compare", shipped("house_votes_84.csv"), "--format", "json"}, flags));
    const Run by_schema = run_tool(
        {"compare", shipped("house_votes_84.csv"), "--format", "json", "--schema", schema});

    CHECK(by_flag.exit == 0);
    CHECK(by_flag.out == by_schema.out);
  }
}

TEST_CASE("leaving rows out says where an empirical prior has no answer") {
  const TemporaryFolder folder;
  const std::string one_level = "x,y,class\nu,1,a\nu,0,a\nu,1,b\nu,0,b\n";
  const std::string hardly_any = "x,y,class\nu,1,a\n,0,a\n,1,b\nv,0,b\n";
  const std::string words = "x,y,class\nred,1,a\n,0,b\n,1,a\n,0,b\n";
  struct Case {
    std::string family, text;
  };
  for (const Case& asked : {Case{"categorical", one_level}, Case{"categorical", hardly_any},
                            Case{"multinomial", words}}) {
    CAPTURE(asked.family);
    CAPTURE(asked.text);
    const Run run = run_tool({"compare", "-", "--label", "class", "--column", "x=" + asked.family,
                              "--prior", "x:empirical", "--folds", "2", "--format", "json", "-q"},
                             asked.text);
    REQUIRE(run.exit == 0);
    const auto found = run.json();
    std::size_t seen = 0;
    for (const auto& result : found["results"])
      if (result["on"] == "leave_one_out" && result["estimator"] == "predictive") {
        ++seen;
        CHECK(result["undefined"].size() > 0);
      }
    CHECK(seen == 1);
  }
}
