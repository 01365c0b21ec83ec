// `credence select`: rankings, and posteriors of the best features.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "support/run_tool.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string iris = shipped("iris.csv");
const std::string votes = shipped("house_votes_84.csv");

std::vector<std::string> features_of(const ordered_json& all) {
  std::vector<std::string> names;
  for (const ordered_json& entry : all["results"]) names.push_back(entry["feature"]);
  return names;
}

}  // namespace

TEST_CASE("the ranking has the shape of the contract, best first") {
  const Run run = run_tool({"select", iris, "--label", "class", "--format", "json", "-q"});

  REQUIRE(run.exit == 0);
  CHECK(run.err.empty());
  const ordered_json all = run.json();
  CHECK(all["schema_version"] == 1);
  REQUIRE(all["results"].size() == 4);
  double before = 10;
  for (const ordered_json& entry : all["results"]) {
    CAPTURE(entry["feature"]);
    const double information = entry["plug_in"];
    CHECK(information <= before);
    CHECK(entry["bounds"].size() == 2);
    CHECK(entry["bounds"][0].get<double>() <= entry["posterior_mean"].get<double>());
    CHECK(entry["posterior_mean"].get<double>() <= entry["bounds"][1].get<double>());
    CHECK(entry["log_bayes_factor"].is_number());
    CHECK(entry["inclusion"].get<double>() > 0.5);
    before = information;
  }
}

TEST_CASE("constant columns stand last, but for those that are dropped") {
  const TemporaryFolder folder;
  const std::string data = folder / "data.csv";
  write_to(data, "x,one,two,w,y\n1,7,5,1,a\n2,7,5,1,b\n4,7,5,1,a\n");
  const auto ranked = [&](const Words& more) {
    return features_of(
        run_tool(with({"select", data, "--label", "y", "--format", "json", "--draws", "0"}, more))
            .json());
  };
  using Names = std::vector<std::string>;

  CHECK(ranked({"--weight", "w"}) == Names{"x", "one", "two"});
  CHECK(ranked({"--weight", "w", "--drop", "two"}) == Names{"x", "one"});
  CHECK(ranked({"--drop", "w,one"}) == Names{"x", "two"});
}

TEST_CASE("bits are said and larger than nats") {
  const Words words{"select", iris, "--label", "class", "--format", "json", "--draws", "0"};
  const ordered_json nats = run_tool(words).json(),
                     bits = run_tool(with(words, {"--unit", "bits"})).json();
  CHECK(nats["unit"] == "nats");
  CHECK(bits["unit"] == "bits");
  CHECK(bits["results"][0]["plug_in"].get<double>() ==
        doctest::Approx(nats["results"][0]["plug_in"].get<double>() / std::log(2.0)));
}

TEST_CASE("the posterior of the best features is what fitting them alone gives") {
  const TemporaryFolder folder;
  const std::string kept = folder / "kept.json", fitted = folder / "fitted.json";

  const Run run = run_tool({"select", votes, "--label", "class", "--by", "evidence", "--top", "3",
                            "-o", kept, "--format", "json"});
  REQUIRE(run.exit == 0);
  CHECK(run.says("3 features kept of 16"));
  const auto names = features_of(run.json());
  Words words{"fit", votes, "--label", "class", "-q", "-o", fitted};
  for (std::size_t i = 3; i < names.size(); ++i) {
    words.emplace_back("--drop");
    words.push_back(names[i]);
  }
  REQUIRE(run_tool(words).exit == 0);

  const auto answers = [&](const std::string& posterior) {
    return run_tool({"predict", posterior, votes, "--columns", "label,log_joint"}).out;
  };
  CHECK(answers(kept) == answers(fitted));
  CHECK(run_tool({"select", votes, "--label", "class", "--top", "3", "-o", kept}).exit == 4);
}

TEST_CASE("words of a text are ranked and kept") {
  const TemporaryFolder folder;
  const std::string texts = folder / "texts.csv", kept = folder / "kept.json";
  write_to(texts,
           "text,class\nwin a prize now,spam\ncall me now,ham\nwin win a taxi,spam\nI call a "
           "taxi,ham\n");

  const Run run = run_tool({"select", texts, "--label", "class", "--column", "text=multinomial",
                            "--top", "2", "-o", kept, "--format", "json"});

  REQUIRE(run.exit == 0);
  const auto names = features_of(run.json());
  CHECK(names.size() == 8);
  CHECK(std::vector<std::string>(names.begin(), names.begin() + 2) ==
        std::vector<std::string>{"text:win", "text:call"});
  const ordered_json described = run_tool({"describe", kept, "--format", "json"}).json();
  CHECK_FALSE(has(described["features"][0]["cells"][0]["statistics"].dump(), "prize"));
}

TEST_CASE("the number of features is chosen along a curve") {
  const Run run = run_tool({"select", votes, "--label", "class", "--choose", "cross_validation",
                            "--folds", "5", "--rule", "best", "--format", "json"});

  REQUIRE(run.exit == 0);
  const ordered_json all = run.json();
  REQUIRE(all["curve"].size() == 17);
  CHECK(all["ranked_anew"] == true);
  CHECK(all["folds"] == 5);
  double best = 10;
  ordered_json chosen;
  for (const ordered_json& point : all["curve"])
    if (point["log_loss"].get<double>() < best) {
      best = point["log_loss"];
      chosen = point["features"];
    }
  CHECK(all["kept"] == chosen);
}

TEST_CASE("a curve that leaves one row out says what it flatters") {
  const Run run = run_tool({"select", iris, "--label", "class", "--choose", "leave_one_out"});
  REQUIRE(run.exit == 0);
  CHECK(has(run.out, "number of features by leave_one_out, predictive"));
  CHECK(has(unwrapped(run.out), "flatters all of them"));
}

TEST_CASE("a conditional ranking names its criterion and scores each feature") {
  const Run run = run_tool({"select", iris, "--label", "class", "--by", "conditional",
                            "--criterion", "mrmr", "--top", "3", "--format", "csv"});
  REQUIRE(run.exit == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].starts_with("rank,feature,family,posterior_mean"));
  CHECK(lines[1].starts_with("1,petal_"));
}

TEST_CASE("the answer is the same for any number of threads") {
  const auto with = [&](const std::string& threads) {
    return run_tool({"select", iris, "--label", "class", "--choose", "cross_validation",
                     "--threads", threads, "--format", "json"})
        .out;
  };
  CHECK(with("1") == with("4"));
}

TEST_CASE("flags without a use are refused") {
  const auto refused = [&](const Words& more, const std::string& text) {
    const Run run = run_tool(with({"select", iris, "--label", "class"}, more));
    CAPTURE(run.err);
    return run.exit == 2 && run.says(text);
  };
  CHECK(refused({"--by", "luck"}, "--by"));
  CHECK(refused({"--criterion", "jmi"}, "--by conditional"));
  CHECK(refused({"--rule", "best"}, "--choose"));
  CHECK(refused({"--folds", "5"}, "--choose cross_validation"));
  CHECK(refused({"--choose", "leave_one_out", "--folds", "5"}, "--choose cross_validation"));
  CHECK(refused({"--top", "few"}, "--top"));
  CHECK(refused({"--top", "0", "-o", "none.json"}, "keep at least one, or leave -o out"));
  CHECK(refused({"--estimator", "scikit_learn"}, "--estimator"));
  CHECK(refused({"--like", "scikit-learn", "--choose", "leave_one_out"}, "beside '--choose'"));
  CHECK(refused({"--like", "scikit-learn", "--estimator", "mle"}, "exclude each other"));
  CHECK(refused({"--like", "scikit-learn", "--column", "petal_width=gamma"}, "scikit-learn has"));
  CHECK(refused({"--inclusion-prior", "1.5"}, "--inclusion-prior"));
  CHECK(refused({"--inclusion-prior", "few"}, "--inclusion-prior"));
  CHECK(refused({"-o", "-"}, "standard output takes the ranking"));
  CHECK(refused({"--posterior-format", "binary"}, "a meaning only beside -o FILE"));
  CHECK(refused({"--format", "xml"}, "--format"));
}

TEST_CASE("features are ranked by scikit-learn's densities, and kept to predict like it") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  const auto ranked = [&](const Words& more) {
    const Run run =
        run_tool(with({"select", iris, "--label", "class", "--format", "json", "-q"}, more));
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    return run.json();
  };
  const ordered_json like = ranked({"--like", "scikit-learn", "--top", "2", "-o", file});
  const ordered_json plain = ranked({"--estimator", "mle"});
  CHECK(like["estimator"] == "scikit_learn");
  for (std::size_t i = 0; i < 4; ++i) {
    // Variances are those of maximum likelihood and a billionth of the largest of all columns.
    CHECK(like["results"][i]["feature"] == plain["results"][i]["feature"]);
    const double own = like["results"][i]["plug_in"];
    const double other = plain["results"][i]["plug_in"];
    CHECK(own != other);
    CHECK(own == doctest::Approx(other).epsilon(1e-6));
  }

  const std::string fitted = folder / "fitted.json";
  REQUIRE(run_tool({"fit", iris, "--label", "class", "--drop", "sepal_length,sepal_width", "--like",
                    "scikit-learn", "-q", "-o", fitted})
              .exit == 0);
  CHECK(run_tool({"predict", file, iris}).out == run_tool({"predict", fitted, iris}).out);
}

TEST_CASE("the inclusion prior moves the odds of inclusion by its own odds") {
  const auto inclusions = [&](const std::string& prior) {
    const Run run = run_tool({"select", votes, "--label", "class", "--draws", "0", "--format",
                              "json", "-q", "--inclusion-prior", prior});
    REQUIRE_MESSAGE(run.exit == 0, run.err);
    return run.json();
  };
  const ordered_json even = inclusions("0.5");
  const ordered_json small = inclusions("0.1");
  CHECK(small["inclusion_prior"] == 0.1);
  CHECK(features_of(small) == features_of(even));
  for (std::size_t i = 0; i < even["results"].size(); ++i) {
    const double factor = std::exp(even["results"][i]["log_bayes_factor"].get<double>());
    CHECK(even["results"][i]["inclusion"].get<double>() ==
          doctest::Approx(factor / (1 + factor)).epsilon(1e-12));
    CHECK(small["results"][i]["inclusion"].get<double>() ==
          doctest::Approx(0.1 * factor / (0.9 + 0.1 * factor)).epsilon(1e-12));
  }
  for (const char* sure : {"0", "1"}) {
    const ordered_json found = inclusions(sure);
    REQUIRE(!found["results"].empty());
    for (const ordered_json& entry : found["results"])
      CHECK(entry["inclusion"].get<double>() == std::stod(sure));
  }
}

TEST_CASE("a note says where there are fewer features than --top asks for") {
  const auto top = [](const char* most, const Words& more) {
    return run_tool(
        with({"select", iris, "--label", "class", "--draws", "0", "--top", most}, more));
  };
  CHECK(top("9", {}).says("'--top 9' keeps 4 features: there are no more"));
  CHECK_FALSE(top("4", {}).says("there are no more"));
  CHECK_FALSE(top("9", {"--choose", "leave_one_out"}).says("there are no more"));
}

TEST_CASE("no posterior is written of no feature, and the ranking says why") {
  const TemporaryFolder folder;
  std::string rows = "x,class\n";
  for (int i = 0; i < 40; ++i) rows += std::to_string(i % 5) + (i % 2 == 0 ? ",a\n" : ",b\n");
  const Run run = run_tool(
      {"select", "-", "--label", "class", "--choose", "leave_one_out", "-o", folder / "kept.json"},
      rows);

  CHECK(run.exit == 1);
  CHECK(has(run.out, "0 chosen"));
  CHECK(run.says("no feature is worth taking"));
  CHECK(run.says("leave -o out, or give --top K in the place of --choose"));
  CHECK_FALSE(std::filesystem::exists(folder / "kept.json"));
}
