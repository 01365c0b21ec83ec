// What `credence predict` makes of probabilities: intervals, abstentions, actions, another prior.
#include <doctest/doctest.h>

#include <cmath>

#include "support/fitted.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

ordered_json predicted(const Fitted& fitted, const Words& more) {
  const Run run = fitted.run("predict", with(more, {"--format", "json"}));
  REQUIRE_MESSAGE(run.exit == 0, run.err);
  return run.json();
}

}  // namespace

TEST_CASE("an interval of the label's probability holds more with more mass") {
  const Fitted credit("german_credit.csv");

  const ordered_json narrow = predicted(credit, {"--interval-mass", "0.5"});
  const ordered_json wide = predicted(credit, {"--interval-mass", "0.95"});

  REQUIRE(wide.size() == 1000);
  for (std::size_t row = 0; row < wide.size(); ++row) {
    CAPTURE(row);
    const double lower = wide[row]["lower"], upper = wide[row]["upper"];
    CHECK(lower >= 0);
    CHECK(lower < narrow[row]["lower"].get<double>());
    CHECK(narrow[row]["lower"].get<double>() < narrow[row]["upper"].get<double>());
    CHECK(narrow[row]["upper"].get<double>() < upper);
    CHECK(upper <= 1);
  }
  CHECK(lines_of(credit.run("predict", {"--columns", "label,interval"}).out)[0] ==
        "label,lower,upper");
}

TEST_CASE("the interval of the log odds is that of the probability through the logit") {
  const Fitted credit("german_credit.csv");

  const ordered_json rows = predicted(credit, {"--columns", "log_odds_interval,interval"});

  REQUIRE(rows.size() == 1000);
  for (const ordered_json& row : rows) {
    const double lower = row["lower"], log_odds_lower = row["log_odds_lower"];
    CHECK(log_odds_lower < row["log_odds_upper"].get<double>());
    CHECK(lower == doctest::Approx(1 / (1 + std::exp(-log_odds_lower))).epsilon(1e-13));
  }
}

TEST_CASE("drawn intervals have the same bytes for a seed and any number of threads") {
  const Fitted iris("iris.csv");
  const Words words{"--interval-mass", "0.9", "--draws", "60", "--seed", "5"};
  const Words serial = with(words, {"--threads", "1"});
  Words other = words;
  other.back() = "6";

  CHECK(iris.run("predict", words).out == iris.run("predict", serial).out);
  CHECK(iris.run("predict", words).out != iris.run("predict", other).out);
}

TEST_CASE("a row too unsure has no label: an empty field, null in JSON") {
  const Fitted credit("german_credit.csv");

  const ordered_json all = predicted(credit, {});
  const Run run = credit.run("predict", {"--abstain-below", "0.8", "--columns", "label"});
  const ordered_json some = predicted(credit, {"--abstain-below", "0.8"});

  const auto lines = lines_of(run.out);
  std::size_t withheld = 0;
  for (std::size_t row = 0; row < all.size(); ++row) {
    CAPTURE(row);
    const double best = std::max(all[row]["probability:bad"].get<double>(),
                                 all[row]["probability:good"].get<double>());
    CHECK(some[row]["label"].is_null() == (best < 0.8));
    CHECK((lines[row + 1] == "\"\"") == (best < 0.8));
    withheld += best < 0.8 ? 1 : 0;
  }
  CHECK(withheld > 0);
  CHECK(run.says(std::to_string(withheld) + " of 1000 rows are too unsure"));
}

TEST_CASE("beside an interval its lower end must reach the threshold") {
  const Fitted credit("german_credit.csv");

  const ordered_json rows = predicted(credit, {"--abstain-below", "0.6", "--interval-mass", "0.9"});

  std::size_t straddling = 0;
  for (const ordered_json& row : rows) {
    const double lower = row["lower"], upper = row["upper"];
    CHECK(row["label"].is_null() == (lower < 0.6));
    if (lower < 0.6 && upper > 0.6) ++straddling;
  }
  CHECK(straddling > 0);
}

TEST_CASE("to show intervals without a mass withholds no further label") {
  const Fitted credit("german_credit.csv");
  const Words plain{"--abstain-below", "0.7"};
  const Words shown = with(plain, {"--columns", "label,interval"});

  const ordered_json without = predicted(credit, plain);
  const ordered_json with = predicted(credit, shown);

  for (std::size_t row = 0; row < without.size(); ++row) {
    CAPTURE(row);
    CHECK(with[row].contains("lower"));
    CHECK(with[row]["label"] == without[row]["label"]);
  }
}

TEST_CASE("the action of least expected loss is named beside every expected loss") {
  const Fitted credit("german_credit.csv");
  const std::string loss = credit.folder / "loss.csv";
  write_to(loss, "action,good,bad\ngrant,0,5\nrefuse,1,0\n");

  const ordered_json rows = predicted(credit, {"--loss", loss});

  REQUIRE(rows.size() == 1000);
  for (const ordered_json& row : rows) {
    const double bad = row["probability:bad"], good = row["probability:good"];
    CHECK(row["expected_loss:grant"].get<double>() == doctest::Approx(5 * bad).epsilon(1e-14));
    CHECK(row["expected_loss:refuse"].get<double>() == doctest::Approx(good).epsilon(1e-14));
    CHECK(row["action"] == (5 * bad <= good ? "grant" : "refuse"));
  }
  CHECK(lines_of(credit.run("predict", {"--loss", loss, "--columns", "action"}).out)[0] ==
        "action,expected_loss:grant,expected_loss:refuse");
}

TEST_CASE("another class prior multiplies the odds and changes nothing else") {
  const Fitted credit("german_credit.csv");

  const ordered_json before = predicted(credit, {"--columns", "log_joint"});
  const ordered_json after =
      predicted(credit, {"--columns", "log_joint", "--class-prior", "given=good:0.95,bad:0.05"});

  REQUIRE(before.size() == 1000);
  // Posterior means of the classes: 301 and 701 of 1002.
  for (std::size_t row = 0; row < before.size(); ++row)
    for (const auto& [klass, shift] : {std::pair{"bad", std::log(0.05 / (301.0 / 1002))},
                                       std::pair{"good", std::log(0.95 / (701.0 / 1002))}}) {
      const std::string key = std::string("log_joint:") + klass;
      CHECK(after[row][key].get<double>() ==
            doctest::Approx(before[row][key].get<double>() + shift).epsilon(1e-13));
    }
}

TEST_CASE("the log evidence of a row is the log of the sum of its joints") {
  const Fitted iris("iris.csv");

  const ordered_json rows = predicted(iris, {"--columns", "log_joint,log_evidence"});

  REQUIRE(rows.size() == 150);
  for (const ordered_json& row : rows) {
    double sum = 0;
    for (const char* klass : {"setosa", "versicolor", "virginica"})
      sum += std::exp(row[std::string("log_joint:") + klass].get<double>());
    CHECK(row["log_evidence"].get<double>() == doctest::Approx(std::log(sum)).epsilon(1e-12));
  }
}

TEST_CASE("decisions that cannot be made end with the exit code of their kind") {
  const Fitted iris("iris.csv");
  const std::string loss = iris.folder / "loss.csv";
  write_to(loss, "action,setosa\nkeep,1\n");
  struct Case {
    Words words;
    int exit;
    std::string message;
  };
  const std::vector<Case> cases = {{{"--interval-mass", "0"}, 2, "--interval-mass"},
                                   {{"--interval-mass", "1"}, 2, "--interval-mass"},
                                   {{"--draws", "10"}, 2, "--interval-mass"},
                                   {{"--interval-mass", "0.9", "--draws", "0"}, 2, "--draws"},
                                   {{"--abstain-below", "1.5"}, 2, "--abstain-below"},
                                   {{"--abstain-below", "0.5", "--columns", "probability"},
                                    2,
                                    "'--abstain-below' needs the group 'label' of '--columns'"},
                                   {{"--columns", "action"}, 2, "--loss"},
                                   {{"--loss", loss}, 3, "'versicolor'"},
                                   {{"--loss", iris.folder / "none.csv"}, 4, "none.csv"},
                                   {{"--class-prior", "each=0"}, 2, "--class-prior"},
                                   {{"--class-prior", "given=setosa:0.5,rose:0.5"}, 2, "'rose'"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    const Run run = iris.run("predict", given.words);
    CHECK(run.exit == given.exit);
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

TEST_CASE("messages on the file of losses name no flag of reading, which are for the rows") {
  const Fitted credit("german_credit.csv");
  const std::string loss = credit.folder / "loss.csv";
  const auto said = [&](const std::string& text) {
    write_to(loss, text);
    return credit.run("predict", {"--loss", loss});
  };

  const Run twice = said("action,good,good\ngrant,0,5\n");
  const Run short_row = said("action,good,bad\ngrant,0\n");
  const Run numbers = said("good,bad\n0,1\n");

  CHECK(twice.says(":1:13; give each column its own name\n"));
  CHECK(short_row.says("give every row one field for each column\n"));
  CHECK(numbers.says("no column 'action'"));
  for (const Run& run : {twice, short_row, numbers}) {
    CAPTURE(run.err);
    CHECK(run.exit == 3);
    CHECK_FALSE(has(run.err, "--"));
  }
}

TEST_CASE(
    "a cell of the losses that is no number or no action names what losses are, and no flag") {
  const Fitted credit("german_credit.csv");
  const std::string loss = credit.folder / "loss.csv";
  const auto said = [&](const std::string& text) {
    write_to(loss, text);
    return credit.run("predict", {"--loss", loss});
  };

  const Run text = said("action,good,bad\ngrant,0,x\nrefuse,1,0\n");
  const Run comma = said("action;good;bad\ngrant;0;5,5\nrefuse;1;0\n");
  const Run unnamed = said("action,good,bad\ngrant,0,5\n,1,0\n");

  CHECK(text.exit == 3);
  CHECK(text.says("column 'bad', " + loss +
                  ":2:9 holds 'x', which is no loss; losses are finite "
                  "numbers with a decimal point"));
  CHECK(
      comma.says("holds '5,5', which is no loss; losses are finite numbers with a decimal point"));
  for (const Run& run : {text, comma}) {
    CHECK_FALSE(run.says("--missing"));
    CHECK_FALSE(run.says("--decimal"));
  }
  CHECK(unnamed.exit == 3);
  CHECK(unnamed.says("column 'action', " + loss +
                     ":3:1 holds '', which names no action; give each "
                     "action a name"));
}

TEST_CASE("evaluate reports the mean cost of the actions that predict takes") {
  const Fitted credit("german_credit.csv");
  const std::string losses = credit.folder / "losses.csv";
  write_to(losses, "action,good,bad\nlend,0,5\nrefuse,1,0\n");

  const Run told = credit.run("evaluate", {"--estimator", "predictive", "--loss", losses});
  const Run json =
      credit.run("evaluate", {"--estimator", "predictive", "--loss", losses, "--format", "json"});
  const ordered_json answers = predicted(credit, {"--loss", losses});

  REQUIRE_MESSAGE(told.exit == 0, told.err);
  const std::vector<std::string> lines = lines_of(text_of(credit.data));
  double cost = 0, squares = 0;
  for (std::size_t row = 0; row < 1000; ++row) {
    const bool good = lines[row + 1].ends_with("good");
    const bool lends = answers[row]["action"] == "lend";
    const double own = lends ? (good ? 0 : 5) : (good ? 1 : 0);
    cost += own / 1000;
    squares += own * own / 1000;
  }
  const ordered_json result = json.json()["results"][0];
  CHECK(std::abs(result["mean_cost"].get<double>() - cost) < 1e-12);
  CHECK(std::abs(result["mean_cost_error"].get<double>() -
                 std::sqrt((squares - cost * cost) / 1000)) < 1e-4);
  // Without features, lending to all costs 5 x 0.3 and to none 0.7.
  CHECK(std::abs(json.json()["results"][1]["mean_cost"].get<double>() - 0.7) < 1e-12);
  CHECK(has(told.out, "mean cost"));
  CHECK_FALSE(has(credit.run("evaluate", {}).out, "mean cost"));
  const Run left =
      credit.run("evaluate", {"--loss", losses, "--leave-one-out", "--format", "json"});
  CHECK(left.json()["results"][1].contains("mean_cost"));
}
