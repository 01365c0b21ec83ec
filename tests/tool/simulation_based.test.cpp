// `credence check --simulation-based`: the posteriors of a schema or of a posterior, by simulation.
#include <doctest/doctest.h>

#include "support/fitted.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

// A model in numbers: classes, levels and priors.
std::string model_in(const TemporaryFolder& folder) {
  const std::string path = folder / "model.json";
  write_to(path, R"({"schema_version":1,"label":"k","classes":["a","b"],"columns":[
{"name":"level","family":"categorical","levels":["x","y","z"]},
{"name":"count","family":"poisson","prior":{"shape":3,"rate":2}}]})");
  return path;
}

}  // namespace

TEST_CASE("a schema is checked by simulation, as text, JSON, CSV and a page") {
  const TemporaryFolder folder;
  const std::string page = folder / "ranks.html";
  const auto run = [&](const Words& more) {
    return run_tool(
        with({"check", "--simulation-based", "--schema", model_in(folder), "--simulations", "200"},
             more));
  };
  const Run text = run({"--html", page});
  const Run json = run({"--format", "json"});
  const Run csv = run({"--format", "csv"});

  REQUIRE_MESSAGE(text.exit == 0, text.err);
  CHECK(
      text.out.starts_with("label k: 200 simulated data sets of 1 to 20 rows, 99 draws of each "
                           "posterior; 10 parameters\n\nno parameter is flagged"));
  const ordered_json all = json.json();
  REQUIRE(all["results"].size() == 10);
  CHECK(all["threshold"] == 0.001);
  CHECK(all["conclusions"].size() == 1);
  double simulations = 0;
  for (const auto& count : all["results"][0]["counts"]) simulations += count.get<double>();
  CHECK(simulations == 200);
  CHECK(all["results"][0]["flagged"] == false);
  CHECK(all["results"][2]["entry"] == "x");
  CHECK(lines_of(csv.out)[0] ==
        "feature,family,class,parameter,entry,chi_square,p_value,mean_rank,largest_difference,"
        "flagged");
  CHECK(lines_of(csv.out).size() == 11);
  CHECK(has(text_of(page), "ranks of"));
  CHECK(run({"--threads", "1", "--format", "csv"}).out ==
        run({"--threads", "3", "--format", "csv"}).out);
}

TEST_CASE("the model of a posterior is checked under priors in numbers, which the notes name") {
  const Fitted iris("iris.csv");

  const Run run = run_tool({"check", iris.posterior, "--simulation-based", "--simulations", "100",
                            "--draws", "19", "--features", "petal_width"});

  REQUIRE_MESSAGE(run.exit == 0, run.err);
  CHECK(has(run.out, "9 parameters"));
  CHECK(has(run.out, "priors that take numbers from data"));
}

TEST_CASE("a simulation-based check without a proper prior or with flags of others is refused") {
  const TemporaryFolder folder;
  const Fitted iris("iris.csv");
  const std::string automatic = folder / "auto.json";
  write_to(automatic, R"({"schema_version":1,"label":"k","classes":["a","b"],"columns":[
{"name":"size","family":"normal","prior":"auto"}]})");
  const std::string model = model_in(folder);

  const Run refused = run_tool({"check", "--simulation-based", "--schema", automatic});
  CHECK(refused.exit == 1);
  CHECK(refused.says("column 'size'"));
  const auto usage = [](const Words& words, const char* says) {
    const Run run = run_tool(words);
    return run.exit == 2 && run.says(says);
  };
  CHECK(usage({"check", "--simulation-based"}, "needs a model"));
  CHECK(usage({"check", iris.posterior, "--simulation-based", "--schema", model}, "one of them"));
  CHECK(usage({"check", iris.posterior, iris.data, "--simulation-based"}, "'DATA'"));
  CHECK(usage({"check", iris.posterior, iris.data, "--rows", "3"}, "'--rows'"));
  CHECK(
      usage({"check", "--simulation-based", "--schema", model, "--from-prior"}, "'--from-prior'"));
  CHECK(usage({"check", "--simulation-based", "--schema", model, "--limit", "levels=9"},
              "'--limit'"));
  CHECK(usage({"check", "--simulation-based", "--schema", model, "--simulations", "50"},
              "--simulations 100"));
  CHECK(usage({"check", "--simulation-based", "--schema", model, "--features", "size"}, "'size'"));
  CHECK(usage({"check", "--simulation-based", "--schema", model, "--tokens", "9"},
              "'--tokens' is for texts"));
}

TEST_CASE("a family without a prior is refused by column and name") {
  const TemporaryFolder folder;
  const std::string path = folder / "kernel.json";
  write_to(path, R"({"schema_version":1,"label":"k","classes":["a","b"],"columns":[
{"name":"x","family":"kernel","prior":{"bandwidth":1}}]})");

  const Run run = run_tool({"check", "--simulation-based", "--schema", path});

  CHECK(run.exit == 1);
  CHECK_MESSAGE(run.says("column 'x': family 'kernel' has no prior to draw from"), run.err);
}
