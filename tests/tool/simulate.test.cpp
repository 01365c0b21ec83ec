// `credence simulate`: data, truths and Bayes errors as a user asks for them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/fitted.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;

namespace {

// Two classes; a number, an answer and a category.
const std::string model = R"({"schema_version": 1, "label": "state", "classes": ["ill", "well"],
  "columns": [
    {"name": "age", "family": "normal",
     "prior": {"mean": 50, "mean_weight": 0.5, "shape": 3, "scale": 200}},
    {"name": "smoker", "family": "bernoulli", "levels": ["no", "yes"]},
    {"name": "city", "family": "categorical", "levels": ["Oslo", "Rome, East"]},
    {"name": "id", "family": "none"}]})";

struct Files {
  TemporaryFolder folder;
  std::string schema = folder / "model.json";
  std::string truth = folder / "truth.json";
  std::string data = folder / "data.csv";

  Files() { write_to(schema, model); }
};

// A truth whose Bayes error has a closed form: Phi(-1).
const std::string parameters = R"({"schema_version": 1,
  "schema": {"schema_version": 1, "label": "class", "columns": [{"name": "x", "family": "normal"}]},
  "class_probabilities": {"a": 0.5, "b": 0.5},
  "features": [{"feature": "x", "cells": [
    {"class": "a", "parameters": {"mean": 0, "variance": 1}},
    {"class": "b", "parameters": {"mean": 2, "variance": 1}}]}]})";

}  // namespace

TEST_CASE("a posterior in the place of parameters is told what gives some") {
  const Files files;
  const std::string posterior = files.folder / "p.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior, "-q"}).exit ==
          0);

  const Run wrong = run_tool({"simulate", "--parameters", posterior, "--rows", "2"});
  const Run right =
      run_tool({"simulate", "--from", posterior, "--rows", "2", "--truth", files.truth});

  CHECK(
      wrong.says("is a posterior file, and holds no parameters; draw some with 'credence simulate "
                 "--from' and --truth"));
  CHECK(right.exit == 0);
  CHECK(run_tool({"simulate", "--parameters", files.truth, "--rows", "2"}).exit == 0);
}

TEST_CASE("simulate writes as many rows as asked for, features first and the label last") {
  const Files files;
  const Run run = run_tool({"simulate", "--schema", files.schema, "--rows", "200"});
  REQUIRE(run.exit == 0);
  const auto lines = lines_of(run.out);
  REQUIRE(lines.size() == 201);
  CHECK(lines[0] == "age,smoker,city,state");
  CHECK(has(run.out, "\"Rome, East\""));
  CHECK(run.says("not drawn, for they have no family: 'id'"));
}

TEST_CASE("the same seed writes the same bytes, and the first rows do not depend on their number") {
  const Files files;
  const auto rows = [&](const std::string& number, const std::string& seed) {
    return run_tool({"simulate", "--schema", files.schema, "--rows", number, "--seed", seed}).out;
  };
  const std::string some = rows("600", "4");
  CHECK(rows("600", "4") == some);
  CHECK(rows("600", "5") != some);
  CHECK(rows("100", "4") == some.substr(0, rows("100", "4").size()));
  CHECK(lines_of(rows("0", "4")).size() == 1);
}

TEST_CASE("a long simulation written in parts is one simulation") {
  const Files files;
  const Run all = run_tool({"simulate", "--schema", files.schema, "--rows", "70000", "-q"});
  const Run one =
      run_tool({"simulate", "--schema", files.schema, "--rows", "70000", "-q", "--threads", "1"});
  const Run fewer = run_tool({"simulate", "--schema", files.schema, "--rows", "65536", "-q"});
  CHECK(lines_of(all.out).size() == 70001);
  CHECK(all.out == one.out);
  CHECK(all.out.starts_with(fewer.out));
}

TEST_CASE("data with a reserved level are learned once that is listed, as the note says") {
  const TemporaryFolder folder;
  const std::string schema = folder / "reserved.json";
  write_to(schema, R"({"schema_version": 1, "label": "y", "classes": ["a", "b"], "columns": [
{"name": "k", "family": "categorical", "levels": ["p", "q"], "unseen": "reserve"},
{"name": "w", "family": "categorical", "levels": ["x", "unseen"], "unseen": "reserve"}]})");
  const std::string data = folder / "data.csv";
  const Run run = run_tool({"simulate", "--schema", schema, "--rows", "50", "-o", data});
  REQUIRE_MESSAGE(run.exit == 0, run.err);
  CHECK(
      run.says("the reserved level of 'k' is drawn as 'unseen'; to learn from these data, list it "
               "last in the schema under `levels`, and remove `unseen`"));
  CHECK(run.says("the reserved level of 'w' is drawn as 'unseen_2'; to learn"));
  const Run refused = run_tool({"fit", data, "--schema", schema, "-o", "-"});
  CHECK(refused.exit != 0);
  std::string listed = text_of(schema);
  const auto replace = [&](const std::string& from, const std::string& to) {
    listed.replace(listed.find(from), from.size(), to);
  };
  replace(R"("q"], "unseen": "reserve")", R"("q", "unseen"])");
  replace(R"("unseen"], "unseen": "reserve")", R"("unseen", "unseen_2"])");
  write_to(folder / "listed.json", listed);
  const Run fit = run_tool({"fit", data, "--schema", folder / "listed.json", "-o", "-"});
  CHECK_MESSAGE(fit.exit == 0, fit.err);
}

TEST_CASE("the truth that is kept repeats the simulation") {
  const Files files;
  const Run first = run_tool({"simulate", "--schema", files.schema, "--rows", "50", "--seed", "9",
                              "--truth", files.truth});
  REQUIRE(first.exit == 0);
  const Run again =
      run_tool({"simulate", "--parameters", files.truth, "--rows", "50", "--seed", "9"});
  CHECK(again.out == first.out);
  const Run beside = run_tool({"simulate", "--parameters", files.truth, "--schema", files.schema,
                               "--rows", "50", "--seed", "9"});
  CHECK(beside.out == first.out);
}

TEST_CASE("a fit of simulated data finds the parameters they were drawn with") {
  const Files files;
  const std::string posterior = files.folder / "posterior.json";
  REQUIRE(run_tool({"simulate", "--schema", files.schema, "--rows", "20000", "--truth", files.truth,
                    "-o", files.data})
              .exit == 0);
  REQUIRE(run_tool({"fit", files.data, "--schema", files.schema, "-o", posterior}).exit == 0);
  const auto found = run_tool({"describe", posterior, "--format", "json"}).json();
  const auto truth = nlohmann::ordered_json::parse(text_of(files.truth));
  int cells = 0;
  for (const auto& feature : truth["features"])
    for (const auto& estimates : found["features"]) {
      if (estimates["feature"] != "age" || feature["feature"] != "age") continue;
      for (std::size_t klass = 0; klass < 2; ++klass) {
        const auto& given = feature["cells"][klass]["parameters"];
        const auto& mean = estimates["cells"][klass]["posterior_mean"]["mean"];
        const double deviation =
            std::sqrt(given["variance"].get<double>() /
                      estimates["cells"][klass]["statistics"]["count"].get<double>());
        CHECK(std::abs(mean.get<double>() - given["mean"].get<double>()) < 5 * deviation);
        ++cells;
      }
    }
  CHECK(cells == 2);
}

TEST_CASE("data can be drawn from a posterior, by an estimate or a draw of its parameters") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "iris.json";
  REQUIRE(run_tool({"fit", shipped("iris.csv"), "--label", "class", "-o", posterior}).exit == 0);
  const auto from = [&](const Words& more) {
    return run_tool(with({"simulate", "--from", posterior, "--rows", "30"}, more));
  };
  const Run mean = from({"--estimator", "posterior_mean"});
  const Run drawn = from({});
  CHECK(mean.exit == 0);
  CHECK(drawn.exit == 0);
  CHECK(lines_of(drawn.out).size() == 31);
  CHECK(mean.out != drawn.out);
  CHECK(from({"--estimator", "predictive"}).exit == 0);
  const Run no_parameters = from({"--estimator", "predictive", "--truth", folder / "t.json"});
  CHECK(no_parameters.exit == 1);
  CHECK(no_parameters.says("averages over parameters"));
}

TEST_CASE("balanced data have equally many rows of each class") {
  const Files files;
  const Run run =
      run_tool({"simulate", "--schema", files.schema, "--rows", "10", "--balanced", "-q"});
  int ill = 0;
  for (const std::string& line : lines_of(run.out)) ill += line.ends_with(",ill") ? 1 : 0;
  CHECK(ill == 5);
}

TEST_CASE("the Bayes error of two normals is exact, and rows agree with it") {
  const TemporaryFolder folder;
  const std::string file = folder / "p.json";
  write_to(file, parameters);
  const Run text = run_tool({"simulate", "--parameters", file, "--bayes-error"});
  CHECK(text.exit == 0);
  CHECK(has(text.out, "Bayes error"));
  CHECK(has(text.out, "0.158655  exact"));

  const auto exact =
      run_tool({"simulate", "--parameters", file, "--bayes-error", "--format", "json"}).json();
  CHECK(exact["schema_version"] == 1);
  CHECK(exact["exact"] == true);
  CHECK(exact["draws"] == 0);
  CHECK(std::abs(exact["error"].get<double>() - 0.15865525393145705) < 1e-15);

  const auto drawn = run_tool({"simulate", "--parameters", file, "--bayes-error", "--bayes-rows",
                               "20000", "--format", "json"})
                         .json();
  CHECK(drawn["exact"] == false);
  CHECK(drawn["draws"] == 20000);
  for (const std::string what : {"error", "log_loss"}) {
    CAPTURE(what);
    CHECK(std::abs(drawn[what].get<double>() - exact[what].get<double>()) <
          4 * drawn[what + "_standard_error"].get<double>());
  }
}

TEST_CASE("beside the Bayes error data go to a file") {
  const Files files;
  const Run run = run_tool({"simulate", "--schema", files.schema, "--rows", "20", "-o", files.data,
                            "--bayes-error", "--bayes-rows", "1000", "-q"});
  CHECK(run.exit == 0);
  CHECK(has(run.out, "from 1000 rows"));
  CHECK(lines_of(text_of(files.data)).size() == 21);
  const Run kept =
      run_tool({"simulate", "--schema", files.schema, "--rows", "20", "-o", files.data});
  CHECK(kept.exit == 4);
  CHECK(kept.says("--force"));
}

TEST_CASE("a simulate that makes no sense says why") {
  const Files files;
  const auto refused = [&](const Words& words, const std::string& part) {
    check_usage(with({"simulate"}, words), part);
  };
  refused({"--rows", "5"}, "needs a model");
  refused({"--schema", files.schema}, "needs --rows N");
  refused({"--schema", files.schema, "--rows", "many"}, "--rows");
  refused({"--schema", files.schema, "--rows", "-1"}, "--rows");
  refused({"--schema", files.schema, "--rows", "5", "--estimator", "predictive"}, "--from");
  refused({"--schema", files.schema, "--from", "p.json", "--rows", "5"}, "leave '--schema'");
  refused({"--schema", files.schema, "--rows", "5", "--exposure", "0"}, "above 0");
  refused({"--schema", files.schema, "--rows", "5", "--tokens", "9"},
          "'--tokens' is for texts and blocks of counts, and the model has none");
  refused({"--schema", files.schema, "--rows", "5", "--exposure", "2"},
          "'--exposure' is for counts that have an exposure, and the model has none");
  refused({"--schema", files.schema, "--rows", "5", "--bayes-rows", "10"}, "is for --bayes-error");
  refused({"--schema", files.schema, "--rows", "5", "--bayes-error"}, "give both --rows N and -o");
  refused({"--schema", files.schema, "--bayes-error", "--bayes-rows", "1"}, "--bayes-rows");
}

TEST_CASE("texts have as many words as asked, and counts the exposure that is asked") {
  const TemporaryFolder folder;
  const std::string file = folder / "model.json";
  write_to(file, R"({"schema_version": 1, "label": "c", "classes": ["a", "b"], "columns": [
    {"name": "doc", "family": "multinomial", "levels": ["u", "v"]},
    {"name": "n", "family": "poisson", "exposure": "days", "prior": {"shape": 1, "rate": 1}}]})");

  const Run run =
      run_tool({"simulate", "--schema", file, "--rows", "1", "--tokens", "3", "--exposure", "2.5"});

  REQUIRE_MESSAGE(run.exit == 0, run.err);
  const auto lines = lines_of(run.out);
  CHECK(lines.at(0) == "doc,n,days,c");
  CHECK(std::count(lines.at(1).begin(), lines.at(1).end(), ' ') == 2);
  CHECK(has(lines.at(1), ",2.5,"));
}

TEST_CASE("a model that cannot be drawn from ends with the remedy") {
  const TemporaryFolder folder;
  const std::string file = folder / "model.json";
  write_to(file, R"({"schema_version": 1, "label": "c", "classes": ["a", "b"],
                     "columns": [{"name": "x", "family": "normal"}]})");
  const Run words = run_tool({"simulate", "--schema", file, "--rows", "5"});
  CHECK(words.exit == 1);
  CHECK(words.says("write all numbers into the schema"));
  write_to(
      file,
      R"({"schema_version": 1, "label": "c", "columns": [{"name": "x", "family": "bernoulli"}]})");
  const Run classes = run_tool({"simulate", "--schema", file, "--rows", "5"});
  CHECK(classes.exit == 1);
  CHECK(classes.says("list them in the schema under 'classes'"));
  write_to(file, "{");
  CHECK(run_tool({"simulate", "--schema", file, "--rows", "5"}).exit == 3);
  CHECK(run_tool({"simulate", "--parameters", file, "--rows", "5"}).exit == 3);
  CHECK(run_tool({"simulate", "--parameters", folder / "none.json", "--rows", "5"}).exit == 4);
}

TEST_CASE("parameters of bins, trees and kernels are read back as they were written") {
  const Fitted iris("iris.csv", {"--column", "petal_length=histogram", "--column",
                                 "petal_width=polya_tree", "--column", "sepal_width=kernel"});
  const std::string truth = iris.folder / "truth.json";
  REQUIRE(run_tool({"simulate", "--from", iris.posterior, "--estimator", "posterior_mean", "--rows",
                    "2", "--truth", truth, "-o", iris.folder / "rows.csv"})
              .exit == 0);

  const Run again = run_tool({"simulate", "--parameters", truth, "--rows", "2"});
  CHECK_MESSAGE(again.exit == 0, again.err);
  CHECK(again.out == text_of(iris.folder / "rows.csv"));

  std::string text = text_of(truth);
  const auto edges = text.find("\"edges\":");
  REQUIRE(edges != std::string::npos);
  const auto first = text.find('[', edges) + 1;
  text.erase(first, text.find(',', first) + 1 - first);
  write_to(truth, text);
  const Run damaged = run_tool({"simulate", "--parameters", truth, "--rows", "2"});
  CHECK(damaged.exit != 0);
  CHECK_MESSAGE(damaged.says("column '"), damaged.err);
}
