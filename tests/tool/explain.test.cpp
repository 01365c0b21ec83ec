// `credence explain`: printed lines that add up to the printed log odds.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "support/fitted.hpp"
#include "support/locale_free.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

double number(const ordered_json& value) {
  if (value == "inf") return INFINITY;
  return value == "-inf" ? -INFINITY : value.get<double>();
}

double sum_of_lines(const ordered_json& explanation) {
  double sum = 0;
  for (const ordered_json& line : explanation["lines"]) sum += number(line["contribution"]);
  return sum;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

double log_odds(const ordered_json& row, const ordered_json& explanation) {
  const auto joint = [&](const char* key) {
    return row["log_joint:" + explanation[key].get<std::string>()].get<double>();
  };
  return joint("class") - joint("against");
}

Words row_as_json(int row) { return {"--row", std::to_string(row), "--format", "json"}; }

}  // namespace

TEST_CASE("the printed lines add up to the printed log odds and to those of predict") {
  for (const char* name : {"iris.csv", "german_credit.csv", "house_votes_84.csv", "wine.csv"}) {
    const Fitted fitted(name);
    const ordered_json rows =
        fitted.run("predict", {"--columns", "label,log_joint", "--format", "json"}).json();
    for (const int row : {1, 60, 150}) {
      CAPTURE(name);
      CAPTURE(row);
      const Run run = fitted.run("explain", row_as_json(row));
      REQUIRE(run.exit == 0);
      CHECK(run.err.empty());
      const ordered_json why = run.json();
      CHECK(same_bits(sum_of_lines(why), why["log_odds"].get<double>()));
      const ordered_json& answer = rows[static_cast<std::size_t>(row - 1)];
      CHECK(why["class"] == answer["label"]);
      CHECK(why["log_odds"].get<double>() == doctest::Approx(log_odds(answer, why)).epsilon(1e-12));
    }
  }
}

TEST_CASE("the explanation has the shape of the contract") {
  const Fitted fitted("german_credit.csv");

  const ordered_json why = fitted.run("explain", row_as_json(7)).json();

  CHECK(why["schema_version"] == 1);
  CHECK(why["row"] == 7);
  CHECK(why["estimator"] == "predictive");
  CHECK(why["unit"] == "nats");
  CHECK(why["mass"] == 0.9);
  CHECK(why["interval"]["lower"] < why["interval"]["upper"]);
  CHECK(why["lines"].size() == 21);
  CHECK(why["lines"][0]["kind"] == "prior");
  CHECK(why["lines"][0]["feature"] == "class");
  CHECK(why["lines"][0]["value"].is_null());
  for (const ordered_json& line : why["lines"]) {
    CAPTURE(line["feature"]);
    CHECK(line["contribution"].is_number());
    CHECK(line["interval"]["lower"] <= line["interval"]["upper"]);
  }
}

TEST_CASE("the text has the label, six digits, and the largest contributions first") {
  const Fitted fitted("iris.csv");

  const auto lines = lines_of(fitted.run("explain", {"--row", "101", "--unit", "bits"}).out);

  CHECK(
      lines[0] ==
      "row 101: class = virginica against versicolor, predictive, in bits; intervals of mass 0.9");
  std::vector<double> contributions;
  for (std::size_t i = 3; i < lines.size(); ++i) {
    std::istringstream cells(lines[i]);
    std::vector<std::string> all{std::istream_iterator<std::string>(cells), {}};
    REQUIRE(all.size() == 5);
    CHECK(all[2].size() <= std::string("-0.00123456").size());
    contributions.push_back(std::abs(credence::testing::leading_number(all[2])));
  }
  CHECK(lines[3].starts_with("class "));
  CHECK(lines.back().starts_with("log odds"));
  REQUIRE(contributions.size() == 6);
  CHECK(std::is_sorted(contributions.rbegin() + 1, contributions.rend() - 1));
}

TEST_CASE("the classes, the estimator, the unit and the interval are those asked for") {
  const Fitted fitted("iris.csv");
  const auto why = [&](const Words& more) {
    return fitted.run("explain", with(more, {"--row", "1", "--format", "json"})).json();
  };

  CHECK(why({"--class", "virginica"})["against"] == "setosa");
  CHECK(why({"--against", "setosa"})["class"] == "versicolor");
  CHECK(why({"--estimator", "maximum_likelihood"})["estimator"] == "maximum_likelihood");
  const double nats = why({})["log_odds"];
  const ordered_json decibans = why({"--unit", "decibans"});
  CHECK(decibans["log_odds"].get<double>() ==
        doctest::Approx(nats * 4.3429448190325182).epsilon(1e-14));
  CHECK(same_bits(sum_of_lines(decibans), decibans["log_odds"].get<double>()));
  CHECK(why({"--interval-mass", "0.5"})["mass"] == 0.5);
  CHECK(why({"--interval-mass", "0.5"})["interval"]["upper"] < why({})["interval"]["upper"]);
}

TEST_CASE("a text is explained word by word, with a line for its length") {
  const TemporaryFolder folder;
  const std::string data = folder / "mails.csv", posterior = folder / "p.json";
  write_to(data, "text,class\nfree prize free,spam\nfree money,spam\nlunch money,ham\nlunch,ham\n");
  REQUIRE(run_tool({"fit", data, "--label", "class", "--column", "text=multinomial", "-o",
                    posterior, "-q"})
              .exit == 0);

  const ordered_json why = run_tool({"explain", posterior, "-", "--row", "1", "--format", "json"},
                                    "text\nfree lunch free yoga\n")
                               .json();

  REQUIRE(why["lines"].size() == 5);
  CHECK(why["lines"][1]["value"] == "free");
  CHECK(why["lines"][1]["count"] == 2);
  CHECK(why["lines"][3]["kind"] == "length");
  CHECK(why["lines"][3]["count"] == 3);
  CHECK(why["lines"][4]["value"] == "yoga");
  CHECK(why["lines"][4]["note"] == "unseen");
  CHECK(same_bits(sum_of_lines(why), why["log_odds"].get<double>()));
}

TEST_CASE("infinite log odds are words in JSON") {
  const TemporaryFolder folder;
  const std::string data = folder / "d.csv", posterior = folder / "p.json";
  write_to(data, "c,class\nu,p\nv,p\nw,q\n");
  REQUIRE(run_tool({"fit", data, "--label", "class", "-o", posterior, "-q"}).exit == 0);

  const Run run = run_tool({"explain", posterior, data, "--row", "1", "--estimator",
                            "maximum_likelihood", "--format", "json"});
  const Run text =
      run_tool({"explain", posterior, data, "--row", "1", "--estimator", "maximum_likelihood"});

  CHECK(run.json()["log_odds"] == "inf");
  CHECK(run.json()["lines"][1]["contribution"] == "inf");
  CHECK(text.exit == 0);
  CHECK(has(text.out, "inf"));
}

TEST_CASE("a class prior for the answer moves the first line only") {
  const Fitted fitted("german_credit.csv");

  const ordered_json before = fitted.run("explain", row_as_json(1)).json();
  Words words = row_as_json(1);
  words.insert(words.end(),
               {"--class-prior", "uniform", "--class", before["class"].get<std::string>()});
  const ordered_json after = fitted.run("explain", words).json();

  CHECK(after["lines"][0]["contribution"] == 0);
  for (std::size_t i = 1; i < after["lines"].size(); ++i)
    CHECK(after["lines"][i] == before["lines"][i]);
}

TEST_CASE("explanations that cannot be given end with the exit code of their kind") {
  const Fitted fitted("iris.csv");
  struct Case {
    Words words;
    int exit;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{}, 2, "needs --row N"},
      {{"--row", "0"}, 2, "--row"},
      {{"--row", "151"}, 2, "the data have 150 rows"},
      {{"--row", "1", "--class", "rose"}, 2, "'rose'"},
      {{"--row", "1", "--class", "setosa", "--against", "setosa"}, 2, "'setosa'"},
      {{"--row", "1", "--unit", "dits"}, 2, "--unit"},
      {{"--row", "1", "--interval-mass", "1"}, 2, "--interval-mass"},
      {{"--row", "1", "--class-prior", "given=rose:1"}, 2, "--class-prior"},
      {{"--row", "1", "--format", "xml"}, 2, "--format"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    const Run run = fitted.run("explain", given.words);
    CHECK(run.exit == given.exit);
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

TEST_CASE("columns whose densities have no prior are said to count as certain in intervals") {
  const Fitted kernel("iris.csv", {"--column", "petal_length=kernel"});
  const char* note = "column 'petal_length' (kernel) counts as certain in intervals";
  CHECK(kernel.run("explain", {"--row", "1"}).says(note));
  CHECK(kernel.run("predict", {"--columns", "label,interval"}).says(note));
  CHECK_FALSE(kernel.run("predict", {"--columns", "label"}).says(note));
  CHECK_FALSE(Fitted("iris.csv").run("explain", {"--row", "1"}).says(note));
}
