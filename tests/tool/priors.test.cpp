// Priors by flag and by schema file: for every column they fit, in part, by mean and sample size.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

const std::string data_text =
    "age,income,job,smoker,class\n31,2.5,clerk,0,a\n45,3.5,cook,1,a\n52,9,clerk,0,b\n28,1,nurse,1,"
    "b\n";

// The columns of the schema that the flags lead to.
nlohmann::ordered_json columns_of(const TemporaryFolder& folder, const Words& flags) {
  write_to(folder / "d.csv", data_text);
  const Run run = run_tool(with({"schema", folder / "d.csv", "--label", "class"}, flags));
  REQUIRE(run.exit == 0);
  return run.json()["columns"];
}

Run refused(const TemporaryFolder& folder, const std::string& prior) {
  write_to(folder / "d.csv", data_text);
  return run_tool({"compare", folder / "d.csv", "--label", "class", "--prior", prior});
}

}  // namespace

TEST_CASE("a prior without a column goes to every column it fits and a note lists them") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  for (const std::string flag : {"mean=40,sd=10,n=5", "*:mean=40,sd=10,n=5"}) {
    CAPTURE(flag);
    const Run run = run_tool({"schema", folder / "d.csv", "--label", "class", "--prior", flag});
    REQUIRE(run.exit == 0);
    CHECK(run.says("prior mean=40,sd=10,n=5 fits 2 of 4 columns: 'age', 'income'"));
    const auto columns = run.json()["columns"];
    for (const std::size_t at : {0U, 1U}) {
      CHECK(columns[at]["prior"]["scale"] == 250);
      CHECK(columns[at]["prior"]["mean_weight"] == 5);
    }
    CHECK(columns[2]["prior"]["each"] == 1);
    CHECK(columns[3]["prior"]["ones"] == 1);
  }
}

TEST_CASE("one pseudo-count for all smooths binary columns and categories alike") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  const std::string posterior = folder / "p.json";
  const Run fit = run_tool(
      {"fit", folder / "d.csv", "--label", "class", "--prior", "each=0.5", "-o", posterior});
  REQUIRE(fit.exit == 0);
  CHECK(fit.says("prior each=0.5 fits 2 of 4 columns: 'job', 'smoker'"));

  // Of the class a: one clerk and one cook, one smoker of two; (n_k + l) / (n + l K).
  const auto features = run_tool({"describe", posterior, "--format", "json"}).json()["features"];
  const auto mean = [&](std::size_t at) { return features[at]["cells"][0]["posterior_mean"]; };
  CHECK(mean(2)["probabilities"].dump() ==
        "[0.42857142857142855,0.42857142857142855,0.14285714285714285]");
  CHECK(mean(3)["probability"] == 0.5);
  CHECK(features[3]["cells"][0]["prior"].dump() == R"({"ones":0.5,"zeros":0.5})");
}

TEST_CASE("a prior of a named column wins over that of every column wherever it stands") {
  const TemporaryFolder folder;
  const auto columns = columns_of(folder, {"--column", "smoker=categorical", "--prior",
                                           "smoker:each=3", "--prior", "each=0.5"});

  CHECK(columns[2]["prior"]["each"] == 0.5);
  CHECK(columns[3]["prior"]["each"] == 3);
}

TEST_CASE("a prior without a column is refused where a later one fits all of its columns") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  const auto run = [&](const std::string& first, const std::string& second) {
    return run_tool(
        {"schema", folder / "d.csv", "--label", "class", "--prior", first, "--prior", second});
  };

  check_usage(run("mean=40,sd=10,n=5", "n=7"),
              "'--prior' leaves an earlier prior no column, since 'n=7' fits the same ones");
  CHECK(run("mean=40,sd=10,n=5", "each=0.5").exit == 0);
}

TEST_CASE("a word without a column is the prior of every column that knows it") {
  const TemporaryFolder folder;
  const auto columns = columns_of(folder, {"--prior", "empirical_each"});

  CHECK(columns[2]["prior"] == "empirical_each");
  CHECK(columns[0]["prior"] == "auto");
}

TEST_CASE("a prior that fits no column ends with exit 2 and the keys of the families") {
  const TemporaryFolder folder;
  const Run run = refused(folder, "rate=2");

  CHECK(run.exit == 2);
  CHECK(run.says("'rate=2'"));
  CHECK(run.says("family 'normal' takes 'mean', 'mean_weight', 'shape', 'scale', 'sd', 'n'"));
  CHECK(run.says("'categorical' takes 'weights', 'each', 'n'"));
}

TEST_CASE("what is wrong with a prior is said with flag, column, key and value") {
  const TemporaryFolder folder;
  check_usage(refused(folder, "each=-1"),
              "flag '--prior': the prior of column 'job' holds -1 as 'each'");
  check_usage(refused(folder, "age:mean=40,ones=2"), "has no 'ones'; family 'normal' takes 'mean'");
  check_usage(refused(folder, "age"),
              "write it as NAME:PRIOR for a column or PRIOR for all that it fits");
  CHECK(refused(folder, "smoker:mean=1.2,n=10").says("between 0 and 1"));
}

TEST_CASE("a prior in part is kept in the posterior file and described with its numbers") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  const std::string posterior = folder / "p.json";
  const Run fit = run_tool(
      {"fit", folder / "d.csv", "--label", "class", "--prior", "age:mean=40,n=5", "-o", posterior});
  REQUIRE(fit.exit == 0);

  const auto stored = nlohmann::ordered_json::parse(text_of(posterior));
  CHECK(stored["posterior"]["schema"]["columns"][0]["prior"].dump() == R"({"mean":40,"n":5})");
  const auto cell = run_tool({"describe", posterior, "--format", "json"}).json()["features"][0];
  CHECK(cell["cells"][0]["prior_word"] == "mean=40,n=5, the rest auto");
  CHECK(cell["cells"][0]["prior"]["mean"] == 40);
  CHECK(cell["cells"][0]["prior"]["shape"] == 2.5);
  CHECK(
      has(run_tool({"describe", posterior}).out, "age: normal, prior mean=40,n=5, the rest auto"));
}

TEST_CASE("the prior of a schema file goes to the columns without one that it fits") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  const auto schema = [&](const std::string& prior) {
    write_to(folder / "s.json",
             R"({"schema_version":1,"label":"class","prior":)" + prior + R"(,"columns":[
               {"name":"age","family":"normal"},
               {"name":"income","family":"lognormal","prior":"auto3"},
               {"name":"job","family":"categorical"}]})");
    return run_tool({"schema", folder / "d.csv", "--schema", folder / "s.json"});
  };
  const Run run = schema(R"({"mean":2})");
  REQUIRE(run.exit == 0);
  CHECK_FALSE(run.json().contains("prior"));
  CHECK(run.json()["columns"][0]["prior"]["mean"] == 2);
  CHECK(run.json()["columns"][1]["prior"] == "auto3");
  CHECK(run.json()["columns"][2]["prior"]["each"] == 1);

  CHECK(schema(R"({"ones":2})").exit == 3);
  CHECK(schema(R"({"ones":2})").says("family 'normal' takes 'mean'"));
  CHECK(schema("\"automatic\"").exit == 3);
}

TEST_CASE("the halves of a file under priors in part merge to the fit of the whole") {
  const TemporaryFolder folder;
  write_to(folder / "all.csv", "x,c,class\n1,u,a\n9,v,a\n2,u,b\n30,w,b\n");
  write_to(folder / "one.csv", "x,c,class\n1,u,a\n9,v,a\n");
  write_to(folder / "two.csv", "x,c,class\n2,u,b\n30,w,b\n");
  const auto fit = [&](const std::string& name) {
    return run_tool({"fit", folder / (name + ".csv"), "--label", "class", "--column", "x=normal",
                     "--exact", "--prior", "x:mean=4,n=3", "--prior", "c:n=2", "-o",
                     folder / (name + ".json")})
        .exit;
  };
  REQUIRE(fit("all") == 0);
  REQUIRE(fit("one") == 0);
  REQUIRE(fit("two") == 0);
  REQUIRE(
      run_tool({"merge", folder / "one.json", folder / "two.json", "-o", folder / "m.json"}).exit ==
      0);

  CHECK(text_of(folder / "m.json") == text_of(folder / "all.json"));
}

TEST_CASE("fit names a class of the class prior that no row has") {
  const TemporaryFolder folder;
  write_to(folder / "d.csv", data_text);
  const auto fit = [&](const std::string& prior, const std::string& file) {
    return run_tool({"fit", folder / "d.csv", "--label", "class", "--class-prior", "given=" + prior,
                     "-o", folder / file});
  };

  const Run slip = fit("a:0.5,b:0.3,bb:0.2", "slip.json");

  CHECK(slip.exit == 0);
  CHECK(slip.says("the class prior names class 'bb', which no row has"));
  CHECK_FALSE(fit("a:0.5,b:0.5", "sound.json").says("which no row has"));
}
