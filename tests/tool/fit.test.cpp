// `credence fit` and `credence merge`: posterior files made, updated, merged and protected.
#include <doctest/doctest.h>

#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

// A shipped table cut in two after `rows` rows, and a schema for all of it.
struct Halves {
  TemporaryFolder folder;
  std::string whole, first, second;

  explicit Halves(const std::string& name) : whole(shipped(name)) {
    first = folder / "first.csv";
    second = folder / "second.csv";
    const std::vector<std::string> lines = lines_of(text_of(whole));
    std::string a = lines[0] + '\n', b = a;
    for (std::size_t i = 1; i < lines.size(); ++i) (i % 2 == 0 ? a : b) += lines[i] + '\n';
    write_to(first, a);
    write_to(second, b);
  }
  std::string operator/(const std::string& name) const { return folder / name; }
};

void fit(const std::string& data, const std::string& posterior,
         const Words& flags = {"--label", "class"}) {
  const Run run = run_tool(with({"fit", data, "-q", "-o", posterior}, flags));
  INFO(run.err);
  REQUIRE(run.exit == 0);
}

// Every number of a description, as the cells of features and classes hold it.
void check_close(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b) {
  REQUIRE(a.type() == b.type());
  if (a.is_number_float()) {
    CHECK(a.get<double>() == doctest::Approx(b.get<double>()).epsilon(1e-11));
  } else if (a.is_structured()) {
    REQUIRE(a.size() == b.size());
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j) check_close(*i, *j);
  } else {
    CHECK(a == b);
  }
}

void check_same_posterior(const std::string& a, const std::string& b) {
  check_close(run_tool({"describe", a, "--format", "json"}).json(),
              run_tool({"describe", b, "--format", "json"}).json());
}

}  // namespace

TEST_CASE("fit says what it learned and writes nothing to standard output") {
  const TemporaryFolder folder;

  const Run run = run_tool(
      {"fit", shipped("german_credit.csv"), "--label", "class", "-o", folder / "posterior.json"});

  CHECK(run.exit == 0);
  CHECK(run.out.empty());
  CHECK(run.says("trained on 1000 rows; the posterior has 2 classes and 20 features"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("fit to standard output writes the bytes of the file") {
  const TemporaryFolder folder;
  fit(shipped("iris.csv"), folder / "iris.json");

  const Run run =
      run_tool({"fit", "-", "--label", "class", "-q", "-o", "-"}, text_of(shipped("iris.csv")));

  CHECK(run.out == text_of(folder / "iris.json"));
}

TEST_CASE("two halves merged or one updated by the other are the whole") {
  for (const char* name : {"house_votes_84.csv", "german_credit.csv", "iris.csv"}) {
    CAPTURE(name);
    const Halves halves(name);
    REQUIRE(run_tool({"schema", halves.whole, "--label", "class", "-q", "-o", halves / "s.json"})
                .exit == 0);
    const Words flags{"--schema", halves / "s.json"};
    fit(halves.whole, halves / "whole.json", flags);
    fit(halves.first, halves / "a.json", flags);
    fit(halves.second, halves / "b.json", flags);

    const Run merged =
        run_tool({"merge", halves / "a.json", halves / "b.json", "-o", halves / "ab.json"});
    const Run updated = run_tool(
        {"fit", "--update", halves / "a.json", halves.second, "-o", halves / "updated.json"});

    REQUIRE(merged.exit == 0);
    REQUIRE(updated.exit == 0);
    CHECK(updated.says("trained on"));
    check_same_posterior(halves / "ab.json", halves / "whole.json");
    check_same_posterior(halves / "updated.json", halves / "whole.json");
  }
}

TEST_CASE("levels and classes join when the schema lists none") {
  const TemporaryFolder folder;
  write_to(folder / "a.csv", "city,class\nRome,ill\nOslo,ill\n");
  write_to(folder / "b.csv", "city,class\nBern,well\nOslo,well\n");
  write_to(folder / "ab.csv", "city,class\nRome,ill\nOslo,ill\nBern,well\nOslo,well\n");
  for (const char* name : {"a", "b", "ab"})
    fit(folder / (std::string(name) + ".csv"), folder / (std::string(name) + ".json"));

  REQUIRE(run_tool({"merge", folder / "a.json", folder / "b.json", "-o", folder / "c.json"}).exit ==
          0);

  CHECK(text_of(folder / "c.json") == text_of(folder / "ab.json"));
}

TEST_CASE("posteriors under different priors do not merge") {
  const TemporaryFolder folder;
  fit(shipped("iris.csv"), folder / "a.json");
  fit(shipped("iris.csv"), folder / "b.json", {"--label", "class", "--prior", "petal_width:auto3"});

  const Run run =
      run_tool({"merge", folder / "a.json", folder / "b.json", "-o", folder / "c.json"});

  CHECK(run.exit == 5);
  CHECK(run.says("b.json"));
  CHECK(run.says("--schema"));
  CHECK_FALSE(std::filesystem::exists(folder / "c.json"));
}

TEST_CASE("a file is overwritten only by force") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "posterior.json";
  write_to(posterior, "mine");
  const Words words{"fit", shipped("iris.csv"), "--label", "class", "-o", posterior};

  const Run refused = run_tool(words);

  CHECK(refused.exit == 4);
  CHECK(refused.says("file '" + posterior + "' exists; use --force to overwrite it"));
  CHECK(text_of(posterior) == "mine");
  auto forced = words;
  forced.emplace_back("--force");
  CHECK(run_tool(forced).exit == 0);
  CHECK(text_of(posterior) != "mine");
}

TEST_CASE("an update may go back into its own file") {
  const Halves halves("iris.csv");
  const std::string a = halves / "a.json";
  fit(halves.first, a);
  fit(halves.second, halves / "b.json");

  CHECK(run_tool({"fit", "--update", a, halves.second, "-o", a}).exit == 0);
  CHECK(run_tool({"fit", "--update", a, halves.second, "-o", halves / "b.json"}).exit == 4);

  fit(halves.whole, halves / "whole.json");
  check_same_posterior(a, halves / "whole.json");
}

TEST_CASE("flags that make a schema have no place beside update") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "posterior.json";
  fit(shipped("iris.csv"), posterior);
  for (const auto& flag : std::vector<std::vector<std::string>>{{"--label", "class"},
                                                                {"--schema", posterior},
                                                                {"--column", "class=normal"},
                                                                {"--drop", "class"},
                                                                {"--prior", "class:auto"},
                                                                {"--class-prior", "uniform"},
                                                                {"--like", "scikit-learn"}})
    check_usage(
        run_tool(with({"fit", "--update", posterior, shipped("iris.csv"), "-o", posterior}, flag)),
        "flag '" + flag.front() + "' has no place beside --update");
}

TEST_CASE("an update with a class that the schema does not list changes nothing") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "posterior.json", schema = folder / "schema.json";
  write_to(folder / "a.csv", "age,class\n1,x\n2,y\n4,x\n9,y\n");
  write_to(folder / "b.csv", "age,class\n1,x\n2,z\n");
  REQUIRE(run_tool({"schema", folder / "a.csv", "--label", "class", "-o", schema}).exit == 0);
  fit(folder / "a.csv", posterior, {"--schema", schema});
  const std::string before = text_of(posterior);

  const Run run = run_tool({"fit", "--update", posterior, folder / "b.csv", "-o", posterior});

  CHECK(run.exit == 3);
  CHECK(run.says("'z'"));
  CHECK(text_of(posterior) == before);
}

TEST_CASE("a weight of two is a row seen twice") {
  const TemporaryFolder folder;
  write_to(folder / "a.csv", "city,times,class\nRome,2,x\nOslo,1,x\nOslo,3,y\n");
  write_to(folder / "b.csv", "city,class\nRome,x\nRome,x\nOslo,x\nOslo,y\nOslo,y\nOslo,y\n");
  fit(folder / "a.csv", folder / "a.json", {"--label", "class", "--weight", "times"});
  fit(folder / "b.csv", folder / "b.json");

  const auto a = run_tool({"describe", folder / "a.json", "--format", "json"}).json();
  const auto b = run_tool({"describe", folder / "b.json", "--format", "json"}).json();

  CHECK(a["features"] == b["features"]);
}

TEST_CASE("families that scikit-learn lacks are named") {
  check_usage({"fit", shipped("iris.csv"), "--label", "class", "--column",
               "petal_width=exponential", "--like", "scikit-learn", "-o", "-"},
              "'petal_width' has family 'exponential'");
}

TEST_CASE("rows of weight 0 are said to be skipped and are not counted as learned") {
  const TemporaryFolder folder;
  const std::string data = folder / "data.csv";
  write_to(data, "x,w,c\n1,1,a\n2,0,a\n3,1,b\n4,2,b\n");

  const Run run = run_tool({"fit", data, "--label", "c", "--weight", "w", "-o", folder / "p.json"});

  REQUIRE(run.exit == 0);
  CHECK(has(run.err, "1 row of weight 0 was skipped"));
  CHECK(has(run.err, "trained on 3 rows; the posterior has 2 classes and 1 feature"));
}

TEST_CASE("a prior for a class that is not there is noted and a bad one names its file") {
  const TemporaryFolder folder;
  const std::string data = folder / "data.csv";
  const std::string schema = folder / "schema.json";
  write_to(data, "x,c\n1,a\n2,a\n3,b\n4,b\n");
  const auto fit_with = [&](const std::string& prior) {
    write_to(schema, R"({"schema_version":1,"label":"c","columns":[{"name":"x","family":"normal",)"
                     R"("prior":)" +
                         prior + "}]}");
    return run_tool({"fit", data, "--schema", schema, "--force", "-o", folder / "p.json"});
  };

  const Run unknown = fit_with(R"({"by_class":{"zz":"auto"}})");
  const Run bad = fit_with(R"({"median":0})");

  CHECK(unknown.exit == 0);
  CHECK(has(unknown.err, "names class 'zz', which is not there"));
  CHECK(bad.exit == 3);
  CHECK(has(bad.err, schema));
}
