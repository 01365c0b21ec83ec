// `credence predict`: the numbers, their order, their text, and the rows they stand beside.
#include <doctest/doctest.h>

#include <cmath>

#include "support/locale_free.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

// Under Dirichlet(1): p(a) = 3/5, p(Rome | a) = 3/4, p(Rome | b) = 1/3.
const std::string cities = "city,class\nRome,a\nRome,a\nOslo,b\n";

// A posterior fitted to a text.
struct FittedText {
  TemporaryFolder folder;
  std::string posterior = folder / "posterior.json";

  explicit FittedText(const std::string& data, const Words& flags = {"--label", "class"}) {
    const Run run = run_tool(with({"fit", "-", "-q", "-o", posterior}, flags), data);
    INFO(run.err);
    REQUIRE(run.exit == 0);
  }
  [[nodiscard]] Run predict(const std::string& data, const Words& flags = {}) const {
    return run_tool(with({"predict", posterior, "-"}, flags), data);
  }
  // The cells of the first row.
  [[nodiscard]] nlohmann::ordered_json row(const std::string& data, const Words& flags = {}) const {
    const Run run = predict(data, with(flags, {"--format", "json", "-q"}));
    INFO(run.err);
    REQUIRE(run.exit == 0);
    return run.json()[0];
  }
};

}  // namespace

TEST_CASE("the default result is a label and one probability for each class") {
  const FittedText fitted(cities);

  const Run run = fitted.predict("city\nRome\n");

  REQUIRE(run.exit == 0);
  const std::vector<std::string> lines = lines_of(run.out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "label,probability:a,probability:b");
  const double probability = credence::testing::leading_number(lines[1].substr(2));
  CHECK(lines[1].starts_with("a,0.7714285714285"));
  CHECK(probability == doctest::Approx(27.0 / 35).epsilon(1e-14));
}

TEST_CASE("groups come in the order asked and classes in theirs") {
  const FittedText fitted(cities);

  const Run run =
      fitted.predict("city\nRome\n", {"--columns", "log_joint,impossible,label,log_probability",
                                      "--estimator", "maximum_likelihood"});

  REQUIRE(run.exit == 0);
  const std::vector<std::string> lines = lines_of(run.out);
  CHECK(lines[0] == "log_joint:a,log_joint:b,impossible,label,log_probability:a,log_probability:b");
  CHECK(has(lines[1], ",-inf,0,a,"));
  CHECK(credence::testing::leading_number(lines[1]) ==
        doctest::Approx(std::log(2.0 / 3)).epsilon(1e-15));
}

TEST_CASE("log joints of the estimators are those of the textbook") {
  const FittedText fitted(cities);
  struct Case {
    const char* estimator;
    double joint;  // p(Rome, b)
  };
  for (const Case& given : {Case{"maximum_a_posteriori", 0.0}, Case{"posterior_mean", 2.0 / 15},
                            Case{"predictive", 2.0 / 15}}) {
    CAPTURE(given.estimator);
    const auto row =
        fitted.row("city\nRome\n", {"--columns", "log_joint", "--estimator", given.estimator});
    if (given.joint == 0)
      CHECK(row["log_joint:b"] == "-inf");
    else
      CHECK(row["log_joint:b"].get<double>() == doctest::Approx(std::log(given.joint)));
  }
}

TEST_CASE("numbers read back as the numbers that were computed") {
  const FittedText fitted(cities);

  const Run run = fitted.predict("city\nRome\n", {"--columns", "probability,log_probability"});

  std::vector<double> cells;
  const std::string line = lines_of(run.out)[1];
  for (std::size_t at = 0; at != std::string::npos; at = line.find(',', at))
    cells.push_back(credence::testing::leading_number(line.substr(at += at > 0)));
  REQUIRE(cells.size() == 4);
  CHECK(cells[0] == std::exp(cells[2]));
  CHECK(cells[1] == std::exp(cells[3]));
}

TEST_CASE("an impossible row gets the class probabilities and is counted") {
  const FittedText fitted("city,sky,class\nRome,sun,a\nOslo,rain,b\nOslo,rain,b\n");

  const Run run = fitted.predict(
      "city,sky\nRome,rain\nRome,sun\n",
      {"--estimator", "maximum_likelihood", "--columns", "label,probability,log_joint,impossible"});

  REQUIRE(run.exit == 0);
  const std::vector<std::string> lines = lines_of(run.out);
  CHECK(lines[1].starts_with("b,0.3333"));
  CHECK(lines[1].ends_with(",-inf,-inf,1"));
  CHECK(lines[2].starts_with("a,1,0,"));
  CHECK(lines[2].ends_with(",0"));
  CHECK(run.says("1 of 2 rows are impossible under every class"));
}

TEST_CASE("missing and unseen cells drop their term and unseen ones are counted") {
  const FittedText fitted(cities);

  const Run run = fitted.predict("city\nBern\n?\n", {"--columns", "probability"});

  REQUIRE(run.exit == 0);
  CHECK(credence::testing::leading_number(lines_of(run.out)[1]) == doctest::Approx(0.6));
  CHECK(lines_of(run.out)[1] == lines_of(run.out)[2]);
  CHECK(run.says("1 cell or word holds a category that the training data lack; it was left out"));
  const Run two = fitted.predict("city\nBern\nBonn\n");
  CHECK(two.says("2 cells or words hold a category"));
  CHECK(two.says("lack; they were left out"));
}

TEST_CASE("unseen cells of a column that keeps a level for them are not said to be left out") {
  const TemporaryFolder folder;
  const std::string schema = folder / "schema.json";
  write_to(schema, R"({"schema_version": 1, "label": "class", "columns": [
{"name": "city", "family": "categorical", "unseen": "reserve"}]})");
  const FittedText fitted(cities, {"--schema", schema});

  CHECK(fitted.predict("city\nBern\n")
            .says("lack; each was treated as its column's `unseen` policy says"));
}

TEST_CASE("there is one line for each row whether or not it has a label") {
  const FittedText fitted(cities);

  const Run run =
      fitted.predict("class,more,city\na,1,Rome\n,2,Oslo\nz,3,\n", {"--columns", "label"});

  CHECK(run.exit == 0);
  CHECK(run.out == "label\na\nb\na\n");
}

TEST_CASE("kept columns stand in front as they were written") {
  const FittedText fitted(cities);
  const std::string data = "id,city,\"a,b\"\n007,Rome,\"x \"\"y\"\"\"\n?,Oslo,1.50\n";

  const Run run = fitted.predict(data, {"--keep", "id", "--keep", "a,b", "--columns", "label"});
  const auto row = fitted.row(data, {"--keep", "id,city", "--columns", "label"});

  CHECK(run.out == "id,\"a,b\",label\n007,\"x \"\"y\"\"\",a\n?,1.50,b\n");
  CHECK(row == nlohmann::ordered_json::parse(R"({"id": "007", "city": "Rome", "label": "a"})"));
}

TEST_CASE("classes with commas and quotes are quoted and colons are kept") {
  const FittedText fitted("city,class\nRome,\"a, \"\"b\"\"\"\nOslo,c:d\n");

  const std::vector<std::string> lines = lines_of(fitted.predict("city\nRome\n").out);

  CHECK(lines[0] == R"(label,"probability:a, ""b""",probability:c:d)");
  CHECK(lines[1].starts_with(R"("a, ""b""",0.)"));
  const auto row = fitted.row("city\nOslo\n");
  CHECK(row["label"] == "c:d");
  CHECK(row.contains("probability:a, \"b\""));
}

TEST_CASE("JSON holds the cells of the CSV") {
  const FittedText fitted(cities);
  const Words flags{"--columns", "label,log_joint,impossible"};
  const std::string data = "city\nRome\nOslo\n";

  const Words with_format = with(flags, {"--format", "json"});
  const auto rows = fitted.predict(data, with_format).json();

  REQUIRE(rows.size() == 2);
  const std::vector<std::string> lines = lines_of(fitted.predict(data, flags).out);
  for (std::size_t i = 0; i < 2; ++i) {
    std::string line = rows[i]["label"].get<std::string>();
    line += ',' + rows[i]["log_joint:a"].dump() + ',' + rows[i]["log_joint:b"].dump();
    CHECK(lines[i + 1] == line + ',' + rows[i]["impossible"].dump());
  }
}

TEST_CASE("predictions are the same bytes every time and through a file") {
  const TemporaryFolder folder;
  const std::string data = shipped("german_credit.csv"), posterior = folder / "posterior.json";
  REQUIRE(run_tool({"fit", data, "--label", "class", "-q", "-o", posterior}).exit == 0);

  const Run once = run_tool({"predict", posterior, data});
  const Run again = run_tool({"predict", "-", data}, text_of(posterior));
  REQUIRE(run_tool({"predict", posterior, data, "-o", folder / "answers.csv"}).exit == 0);

  CHECK(lines_of(once.out).size() == 1001);
  CHECK(once.out == again.out);
  CHECK(once.out == text_of(folder / "answers.csv"));
}

TEST_CASE("data are read with the missing marks of the posterior") {
  const FittedText fitted("city,class\nRome,a\nOslo,b\n-,b\n",
                          {"--label", "class", "--missing", "-"});

  const Run by_posterior = fitted.predict("city\n-\n", {"--columns", "probability"});
  const Run by_flag =
      fitted.predict("city\nnothing\n", {"--missing", "nothing", "--columns", "probability"});

  CHECK(lines_of(by_posterior.out)[1] == "0.4,0.6");
  CHECK_FALSE(by_posterior.says("category"));
  CHECK(by_flag.out == by_posterior.out);
}

TEST_CASE("a posterior fitted like scikit-learn predicts so unless told otherwise") {
  const FittedText plain(cities);
  const FittedText like(cities, {"--label", "class", "--like", "scikit-learn"});
  const std::string rome = "city\nRome\n";

  // Class frequencies 2/3 and 1/3, categories smoothed by alpha = 1.
  const double expected = (2.0 / 3 * 3 / 4) / (2.0 / 3 * 3 / 4 + 1.0 / 3 / 3);
  CHECK(like.row(rome)["probability:a"].get<double>() == doctest::Approx(expected).epsilon(1e-14));
  CHECK(plain.predict(rome, {"--like", "scikit-learn"}).out == like.predict(rome).out);
  CHECK(like.predict(rome, {"--estimator", "predictive"}).out == plain.predict(rome).out);
  CHECK(plain.predict(rome, {"--like", "scikit-learn", "--estimator", "predictive"}).exit == 2);
}

TEST_CASE("an estimate that does not exist ends with exit code 1 and the cells") {
  const FittedText fitted("age,class\n1,a\n2,a\n3,b\n");

  const Run run = fitted.predict("age\n1\n", {"--estimator", "maximum_likelihood"});

  CHECK(run.exit == 1);
  CHECK(run.out.empty());
  CHECK(run.says("'maximum_likelihood' is undefined"));
  CHECK(run.says("'age'"));
  CHECK(run.says("'b'"));
}

TEST_CASE("flags of predict that make no sense end with exit code 2") {
  const FittedText fitted(cities);
  struct Case {
    Words flags;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{"--estimator", "mode"}, "choose 'maximum_likelihood', 'maximum_a_posteriori'"},
      {{"--columns", "label,score"}, "unknown 'score'; choose from 'label', 'probability'"},
      {{"--columns", "label,label"}, "names 'label' twice"},
      {{"--keep", "id"},
       "column 'id', which standard input lacks; its columns are 'city', 'label'"},
      {{"--keep", "label"}, "column 'label', which is the name of a column of the result"},
      {{"--format", "text"}, "choose 'csv', 'json'"}};
  for (const Case& given : cases) {
    CAPTURE(given.message);
    const Run run = fitted.predict("city,label\nRome,1\n", given.flags);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says(given.message), run.err);
  }
}

TEST_CASE("data without a feature of the posterior end with exit code 3") {
  const Run run = FittedText(cities).predict("town\nRome\n");

  CHECK(run.exit == 3);
  CHECK(run.says("'city'"));
  CHECK(run.says("standard input"));
}

TEST_CASE("a schema that reads other features than the posterior is refused") {
  const FittedText fitted(cities);
  const std::string schema = fitted.folder / "schema.json";
  write_to(schema, R"({"schema_version": 1, "label": "class", "missing": ["-"],
                       "columns": [{"name": "city", "family": "categorical"}]})");
  CHECK(fitted.predict("city\n-\n", {"--schema", schema, "-q", "--columns", "label"}).out ==
        "label\na\n");

  write_to(schema, R"({"schema_version": 1, "label": "class",
                       "columns": [{"name": "city", "family": "normal"}]})");
  const Run run = fitted.predict("city\nRome\n", {"--schema", schema});

  CHECK(run.exit == 3);
  CHECK(run.says("does not fit the posterior"));
}

TEST_CASE("the rows are written in order whatever the number of threads") {
  std::string data = "city,id,class\n";
  for (int row = 0; row < 3001; ++row)
    data += std::string(row % 3 == 0 ? "Rome" : "Oslo") + ",\"n, " + std::to_string(row) + "\"," +
            (row % 2 == 0 ? "a" : "b") + '\n';
  const FittedText fitted(cities);
  for (const char* format : {"csv", "json"}) {
    CAPTURE(format);
    const Words flags{"--format", format,      "--keep",
                      "id",       "--columns", "log_joint,probability,label,impossible"};
    const auto on = [&](const char* threads) {
      const Words words = with(flags, {"--threads", threads});
      const Run run = fitted.predict(data, words);
      REQUIRE(run.exit == 0);
      return run.out;
    };
    const std::string one = on("1");

    CHECK(on("2") == one);
    CHECK(on("3") == one);
    if (format != std::string("json")) {
      const std::vector<std::string> lines = lines_of(one);
      REQUIRE(lines.size() == 3002);
      for (std::size_t row = 0; row < 3001; ++row) {
        CAPTURE(row);
        CHECK(lines[row + 1].starts_with("\"n, " + std::to_string(row) + "\","));
      }
      continue;
    }
    const auto rows = nlohmann::json::parse(one);
    REQUIRE(rows.size() == 3001);
    for (std::size_t row = 0; row < 3001; ++row) {
      CAPTURE(row);
      CHECK(rows[row]["id"] == "n, " + std::to_string(row));
    }
  }
}
