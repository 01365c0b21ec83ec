// What the verbs do with a posterior that has a structure, and which of them refuse it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/usage.hpp"
#include "tool/structure_fixture.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

TEST_CASE("posteriors of unequal structures are not merged") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};
  const std::string one = of.fit("one.json", {"--structure", "tan"});
  const std::string naive = of.fit("naive.json", {});
  const std::string aode = of.fit("aode.json", {"--structure", "aode"});
  write_to(of.data, numbers(60, 3.5));
  const std::string other = of.fit("other.json", {"--structure", "tan"});
  const auto ends = [&](const std::string& a, const std::string& b, const std::string& says) {
    const Run run = run_tool({"merge", a, b, "-o", of.folder / "m.json"});
    CAPTURE(run.err);
    CHECK(run.exit == 5);
    CHECK(run.says(says));
  };

  ends(one, naive, "one has 'tan', the other 'naive'");
  ends(one, aode, "one has 'tan', the other 'aode'");
  ends(one, other, "each has found edges of its own for column 'size'");
}

TEST_CASE("rows are forgotten as they were learned") {
  const Fixture of;
  const std::string whole = of.fit("whole.json", {"--structure", "aode", "--exact"});
  const std::string some = of.folder / "some.csv";
  write_to(some, "x0,x1,x2,y\na,a,a,no\nb,c,b,no\n");

  const std::string left = of.folder / "left.json";
  CHECK(run_tool({"forget", whole, some, "-o", left}).exit == 0);
  const std::string back = of.folder / "back.json";
  CHECK(run_tool({"fit", "--update", left, some, "-o", back}).exit == 0);

  CHECK(text_of(back) == text_of(whole));
}

TEST_CASE("a row that was never seen is undefined under maximum likelihood") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "lookup"});
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "x0,x1,x2\na,b,a\nb,a,b\n");

  const Run run = run_tool({"predict", posterior, asked, "--estimator", "maximum_likelihood",
                            "--columns", "label,impossible"});

  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(run.out == "label,impossible\nno,0\nno,1\n");
  CHECK(
      run.says("1 of 2 rows were never seen, and are undefined for estimator "
               "'maximum_likelihood'"));
}

TEST_CASE("describe shows cells given levels of parents where they are few, or as many as asked") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "aode"});
  const Run few = run_tool({"describe", posterior});
  CHECK(has(few.out, "x1 given x0 = a, 4 rows: categorical"));
  const Run none = run_tool({"describe", posterior, "--contexts", "13"});
  CHECK(has(none.out, "14 cells given levels of parents are not shown"));
  const Run all = run_tool({"describe", posterior, "--format", "json"});
  CHECK(all.json().at("structure").at("contexts").size() == 7);

  const std::string naive = of.fit("naive.json", {});
  check_usage({"describe", naive, "--contexts", "13"},
              "flag '--contexts' has no meaning for '" + naive + "'");
}

TEST_CASE("explain names parents of a tree and models of an average, without intervals") {
  const Fixture of;
  const std::string tree = of.fit("tree.json", {"--structure", "tan"});
  const Run lines = run_tool({"explain", tree, of.data, "--row", "2", "--quiet"});
  CHECK(lines.exit == 0);
  CHECK(has(lines.out, "x0 = a"));
  CHECK_FALSE(has(lines.out, "lower"));
  const std::string average = of.fit("average.json", {"--structure", "aode"});
  const Run models =
      run_tool({"explain", average, of.data, "--row", "2", "--format", "json", "--quiet"});
  CHECK(models.json().at("models").size() == 3);
  const Run interval = run_tool({"explain", tree, of.data, "--row", "2", "--interval-mass", "0.9"});
  CHECK(interval.exit == 1);
  CHECK(interval.says("for naive Bayes alone"));
}

TEST_CASE("verbs that know naive Bayes alone say which take structures") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});
  const auto ends = [&](const Words& words) {
    const Run run = run_tool(words);
    CAPTURE(run.err);
    CHECK(run.exit == 1);
    CHECK(run.says("for naive Bayes alone, and the model has structure 'tan'"));
    CHECK(
        run.says("predict, evaluate, explain, describe, compare, curve, report, paired and "
                 "sensitivity take structures"));
  };

  ends({"check", posterior, of.data});
  ends({"simulate", "--from", posterior, "--rows", "3"});
  ends({"simulate", "--from", posterior, "--estimator", "posterior_mean", "--rows", "3"});
  const std::string schema = of.folder / "schema.json";
  REQUIRE(of.run("schema", {"--structure", "tan", "-o", schema}).exit == 0);
  ends({"select", of.data, "--schema", schema});
  ends({"simulate", "--schema", schema, "--rows", "3"});
  ends({"curve", "--simulate", "--schema", schema, "--sizes", "4", "--repeat", "2"});
}

TEST_CASE("what a verb that takes structures answers of naive Bayes alone is to be left out") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});
  const auto ends = [&](const Words& words, const std::string& remedy) {
    const Run run = run_tool(words);
    CAPTURE(run.err);
    CHECK(run.exit == 1);
    CHECK(run.says("for naive Bayes alone, and the model has structure 'tan'; " + remedy));
  };

  const std::string without = "ask for the answer without them, or train a model of naive Bayes";
  ends({"predict", posterior, of.data, "--interval-mass", "0.9"}, without);
  ends({"explain", posterior, of.data, "--row", "2", "--interval-mass", "0.9"}, without);
  ends({"describe", posterior, "--linear"}, without);
  ends({"predict", posterior, of.data, "--complement", "plain"},
       "choose an estimator, or train a model of naive Bayes");
}

TEST_CASE("look-up has no density of rows") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "lookup"});

  for (const char* column : {"log_joint", "log_evidence"})
    check_usage({"predict", posterior, of.data, "--columns", column},
                "structure 'lookup' has no density of rows");
}

TEST_CASE("evaluate names the structure and leaves rows out exactly") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});

  const Run run = run_tool({"evaluate", posterior, of.data, "--leave-one-out", "--estimator",
                            "predictive", "--format", "json", "-q"});

  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  CHECK(json["results"][0]["structure"] == "tan");
  CHECK_FALSE(json["results"][2].contains("structure"));
  const double loss = std::log(9.0 / 19) + std::log(12.0 / 17) + std::log(6.0 / 11) +
                      std::log(5.0 / 21) + std::log(3.0 / 7) + std::log(7.0 / 27) +
                      2 * std::log(7.0 / 17) + std::log(7.0 / 12);
  CHECK(json["results"][1]["on"] == "leave_one_out");
  CHECK(json["results"][1]["log_loss"].get<double>() == doctest::Approx(-loss / 9).epsilon(1e-12));
  CHECK(has(run_tool({"evaluate", posterior, of.data}).out, "9 rows, structure tan\n"));
}

TEST_CASE("sensitivity moves the priors of contexts too") {
  const Fixture of;
  const std::string posterior = of.fit("p.json", {"--structure", "tan"});

  const Run run = run_tool({"sensitivity", posterior, of.data, "--format", "json", "-q"});

  CHECK(run.exit == 0);
  CHECK(run.json()["points"].size() > 20);
  const ordered_json points = run.json()["points"];
  CHECK(std::any_of(points.begin(), points.end(),
                    [](const ordered_json& point) { return point["flipped"] > 0; }));
}

TEST_CASE("sensitivity takes trees that the data have found") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  for (const std::string structure : {"tan", "kdb:1", "kdb:2", "aode", "a2de"}) {
    CAPTURE(structure);
    const std::string data = shipped("iris.csv");
    REQUIRE(run_tool({"fit", data, "--label", "class", "--structure", structure, "-o", posterior,
                      "--force", "-q"})
                .exit == 0);

    const Run run = run_tool({"sensitivity", posterior, data, "--format", "json", "-q"});

    INFO(run.err);
    REQUIRE(run.exit == 0);
    CHECK(run.json()["points"].size() == 41);
  }
}

TEST_CASE("compare sets structures side by side") {
  Fixture of(exclusive_or(5));
  of.label = {"--label", "class"};

  const Run run = of.run("compare", {"--structure", "naive,aode,lookup,lbr", "--estimator",
                                     "predictive", "--folds", "4", "--format", "json", "-q"});

  INFO(run.err);
  REQUIRE(run.exit == 0);
  const ordered_json json = run.json();
  REQUIRE(json["results"].size() == 3 * 3 + 2 + 3);
  CHECK(json["results"][1]["structure"] == "naive");
  CHECK(json["results"][1]["accuracy"].get<double>() <= 0.5);
  CHECK(json["results"][4]["structure"] == "aode");
  CHECK(json["results"][4]["on"] == "cross_validation");
  CHECK(json["results"][4]["accuracy"] == 1);
  CHECK(json["results"][9]["structure"] == "lbr");
  CHECK(json["results"][9]["on"] == "training");
  CHECK(json["results"][10]["on"] == "cross_validation");
  CHECK(json["results"][11]["estimator"] == "baseline");
  CHECK_FALSE(json["results"][11].contains("structure"));
  REQUIRE(json["structures"].size() == 4);
  CHECK(json["structures"][0]["structure"] == "naive");
  CHECK(json["structures"][1]["log_evidence"].get<double>() >
        json["structures"][0]["log_evidence"].get<double>());
  CHECK(json["structures"][2]["rows_seen_before"] == 1);
  CHECK_FALSE(json["structures"][0].contains("rows_seen_before"));
  CHECK(json["structures"][3]["log_evidence"].is_null());
}

TEST_CASE("compare shows a column of structures and what is known of each") {
  Fixture of(exclusive_or(5));
  of.label = {"--label", "class"};

  const std::string both = of.run("compare", {"--structure", "naive,aode,lbr"}).out;
  CHECK(has(both, "structure  estimator"));
  CHECK(has(both, "structure  log evidence  seconds"));
  CHECK(has(both, "compare by log loss"));
  CHECK(has(both, "lbr keeps the training rows"));
  CHECK(has(both, "leave-one-out is not computed"));
  const std::string lookup = of.run("compare", {"--structure", "lookup"}).out;
  CHECK(has(lookup, "structure  log evidence  rows seen before  seconds"));
  const std::string naive = of.run("compare", {}).out;
  CHECK_FALSE(has(naive, "structure"));
  CHECK(naive == of.run("compare", {"--structure", "naive"}).out);
}

TEST_CASE("curve and paired name the structure") {
  Fixture of(exclusive_or(8));
  of.label = {"--label", "class"};

  const Run curve = of.run("curve", {"--structure", "aode", "--sizes", "16", "--repeat", "5",
                                     "--estimator", "predictive", "--format", "json", "-q"});
  REQUIRE(curve.exit == 0);
  CHECK(curve.json()["structure"] == "aode");
  CHECK(curve.json()["results"][0]["mean_accuracy"] == 1);
  const Run lazy = of.run("curve", {"--structure", "lbr", "--sizes", "24", "--repeat", "5",
                                    "--estimator", "predictive", "--format", "csv", "-q"});
  INFO(lazy.err);
  REQUIRE(lazy.exit == 0);
  CHECK(lazy.out.starts_with("structure,estimator,"));
  const Run paired =
      of.run("paired", {"--second-structure", "aode", "--repeat", "2", "--format", "json", "-q"});
  REQUIRE(paired.exit == 0);
  CHECK_FALSE(paired.json()["first"].contains("structure"));
  CHECK(paired.json()["second"]["structure"] == "aode");
  CHECK(paired.json()["second"]["accuracy"] == 1);
}

TEST_CASE("lazy rules predict from training rows") {
  const Fixture of(exclusive_or(10));
  const std::string asked = of.folder / "asked.csv";
  write_to(asked, "a,b\nleft,left\nright,left\n");
  const Words words{"predict", "--structure", "lbr", "--train", of.data, "--label", "class", asked};

  const Run run = run_tool(words);
  CAPTURE(run.err);
  CHECK(run.exit == 0);
  CHECK(run.out.starts_with("label,probability:other,probability:same\nsame,"));
  CHECK(has(run.out, "\nother,"));
  CHECK(run.says("2 of 2 rows were classified by a rule of their own"));
  CHECK(run.says("'credence schema' shows it, --schema FILE changes it"));
  CHECK(!run.says("--column"));

  check_usage({"predict", "--structure", "lbr", asked}, "give them with --train FILE");
  check_usage({"predict", "--train", of.data, asked}, "give --structure lbr beside it");
  check_usage({"predict", asked}, "'predict' needs DATA");
  check_usage({"predict"}, "'predict' needs a POSTERIOR");
  check_usage(with(words, {"--interval-mass", "0.9"}), "has no meaning beside --structure lbr");
}

TEST_CASE("report takes a structure and says what it leaves out") {
  Fixture of(numbers(60));
  of.label = {"--label", "class"};

  for (const char* structure : {"tan", "aode", "kdb:2", "lookup"}) {
    CAPTURE(structure);
    const std::string page = of.folder / "report.html";
    const Run run = of.run("report", {"--structure", structure, "-q", "-o", page, "--force"});

    INFO(run.err);
    REQUIRE(run.exit == 0);
    CHECK(has(text_of(page),
              "the predictive check is not shown: predictive checks are for naive "
              "Bayes"));
  }
}

TEST_CASE("a row that is impossible under the centre of rows looked up has the classes' own odds") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "--structure", "lookup", "--centre", "naive",
                    "-o", posterior, "-q"},
                   "x,y,class\nu,p,a\nu,p,a\nv,q,b\nv,q,b\n")
              .exit == 0);

  const Run run = run_tool({"predict", posterior, "-", "--estimator", "map", "--columns",
                            "probability,impossible", "-q"},
                           "x,y\nu,q\nu,p\n");

  REQUIRE(run.exit == 0);
  CHECK_FALSE(has(run.out, "nan"));
  CHECK(has(run.out, "\n0.5,0.5,1\n1,0,0\n"));
}

TEST_CASE("JSON explains a row that is looked up") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const std::string rows = "x,y,class\nu,p,a\nu,q,a\nv,q,b\nv,q,b\n";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "--structure", "lookup", "-o", posterior, "-q"},
                   rows)
              .exit == 0);

  const Run run =
      run_tool({"explain", posterior, "-", "--row", "1", "--format", "json", "-q"}, rows);

  REQUIRE(run.exit == 0);
  const auto explained = run.json();
  CHECK(explained["lines"].back()["kind"] == "row");
}

TEST_CASE("rows without a class find no stacked weights and no features, and are no obstacle") {
  const TemporaryFolder folder;
  const std::string rows = "x,y,class\nu,p,a\nv,q,b\nu,q,a\nv,p,b\n";
  const auto fitted = [&](const std::string& text, const Words& flags) {
    REQUIRE(
        run_tool(
            with({"fit", "-", "--label", "class", "-o", folder / "p.json", "--force", "-q"}, flags),
            text)
            .exit == 0);
    return text_of(folder / "p.json");
  };
  for (const Words& flags :
       {Words{"--structure", "aode", "--average", "stacked"}, {"--structure", "kdb:1", "--select"}})
    CHECK(fitted(rows + "u,p,\n", flags).size() > 0);
}

TEST_CASE(
    "leaving rows out asks cells of missing parents that a class has no row of, as training does") {
  const TemporaryFolder folder;
  write_to(
      folder / "s.json",
      R"({"schema_version":1,"label":"class","columns":[{"name":"x","family":"categorical"},)"
      R"({"name":"y","family":"categorical"}],"structure":{"kind":"given","given":{"y":["x"]}}})");
  const Run run = run_tool({"compare", "-", "--schema", folder / "s.json", "--folds", "2",
                            "--estimator", "mle", "--format", "json", "-q"},
                           "x,y,class\nu,p,a\nu,q,a\nv,p,a\nv,q,a\nv,q,b\nv,p,b\nu,p,b\nu,q,b\n"
                           ",,b\n,p,b\n,q,b\n");

  REQUIRE(run.exit == 0);
  std::size_t seen = 0;
  const auto found = run.json();
  for (const auto& result : found["results"])
    if (result["estimator"] == "maximum_likelihood") {
      ++seen;
      CHECK(result["log_loss"].is_null());
      CHECK(result["undefined"].size() > 0);
    }
  CHECK(seen == 3);
}
