// NumPy arrays and sparse rows as DATA: the same answers as the same numbers in a CSV file.
#include <doctest/doctest.h>

#include <random>

#include "support/npy.hpp"
#include "support/run_tool.hpp"

using namespace credence::programs;

namespace {

// The same 60 rows of three small whole numbers and a class, as arrays of some types and as CSV.
struct Rows {
  static constexpr int rows = 60;
  TemporaryFolder folder;
  std::vector<double> numbers;
  std::vector<std::int64_t> classes;

  Rows() {
    std::mt19937_64 random(7);
    std::string csv = "c1,c2,c3,label\n";
    std::string named = "a,b,d,label\n";
    for (int row = 0; row < rows; ++row) {
      classes.push_back(static_cast<std::int64_t>(random() % 3) - 1);
      std::string line;
      for (int column = 0; column < 3; ++column) {
        numbers.push_back(static_cast<double>(random() % 5) + static_cast<double>(column));
        line += std::to_string(static_cast<int>(numbers.back())) + ',';
      }
      line += std::to_string(classes.back()) + '\n';
      csv += line;
      named += line;
    }
    write_to(folder / "rows.csv", csv);
    write_to(folder / "named.csv", named);
    write_npy(folder / "label.npy", "<i8", "(60,)", classes);
    write_npy(folder / "float64.npy", "<f8", "(60, 3)", numbers);
    write_as<float>("float32.npy", "<f4");
    write_as<std::int32_t>("int32.npy", "<i4");
    write_as<std::int64_t>("int64.npy", "<i8");
    write_as<std::uint8_t>("uint8.npy", "|u1");
  }
  template <class T>
  void write_as(const std::string& name, const char* type) const {
    std::vector<T> values;
    for (const double number : numbers) values.push_back(static_cast<T>(number));
    write_npy(folder / name, type, "(60, 3)", values);
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return folder / name; }
};

const std::vector<std::string> arrays{"float64.npy", "float32.npy", "int32.npy", "int64.npy",
                                      "uint8.npy"};

std::string result(const Words& words) {
  const Run run = run_tool(words);
  INFO(run.err);
  REQUIRE(run.exit == 0);
  return run.out;
}

void check_refused(const Words& words, int exit, const std::string& message) {
  CAPTURE(message);
  const Run run = run_tool(words);
  CHECK(run.exit == exit);
  CHECK(run.out.empty());
  CHECK_MESSAGE(run.says(message), run.err);
}

}  // namespace

TEST_CASE("an array with a label file is the CSV file of the same numbers for every verb") {
  const Rows rows;
  const Words flags{"--column", "c3=categorical", "--column", "c2=poisson", "-q"};
  const auto asked = [&](const Words& words, const Words& more) {
    return result(with(with(words, more), flags));
  };
  const std::vector<std::string> in_csv{"--label", "label"};
  const std::string posterior = asked({"fit", rows / "rows.csv", "-o", "-"}, in_csv);
  const std::string file = rows / "p.json";
  write_to(file, posterior);
  const std::string answers = result({"predict", file, rows / "rows.csv", "--keep", "c1"});
  for (const std::string& name : arrays) {
    CAPTURE(name);
    const std::string data = rows / name;
    const std::vector<std::string> beside{"--label-file", rows / "label.npy"};

    CHECK(asked({"fit", data, "-o", "-"}, beside) == posterior);
    CHECK(asked({"compare", data}, beside) == asked({"compare", rows / "rows.csv"}, in_csv));
    CHECK(asked({"schema", data}, beside) == asked({"schema", rows / "rows.csv"}, in_csv));
    CHECK(result({"predict", file, data, "--keep", "c1"}) == answers);
    CHECK(run_tool({"explain", file, data, "--row", "7"}).exit == 0);
    CHECK(result({"evaluate", file, data, "--label-file", rows / "label.npy"}) ==
          result({"evaluate", file, rows / "rows.csv"}));
  }
}

TEST_CASE("names of an array come from the header flag and the label takes the name given") {
  const Rows rows;
  const std::string named = result({"fit", rows / "float64.npy", "--header", "a,b,d",
                                    "--label-file", rows / "label.npy", "-q", "-o", "-"});

  CHECK(named == result({"fit", rows / "named.csv", "--label", "label", "-q", "-o", "-"}));
  const auto schema = nlohmann::json::parse(result({"schema", rows / "float64.npy", "--label-file",
                                                    rows / "label.npy", "--label", "kind", "-q"}));
  CHECK(schema["label"] == "kind");
  CHECK(schema["classes"] == nlohmann::json::parse(R"(["-1","0","1"])"));
}

TEST_CASE("a posterior names the label of an array that it is tried on") {
  const Rows rows;
  const std::string file = rows / "p.json";
  REQUIRE(run_tool({"fit", rows / "float64.npy", "--label", "kind", "--label-file",
                    rows / "label.npy", "-o", file})
              .exit == 0);

  const Run evaluated =
      run_tool({"evaluate", file, rows / "float64.npy", "--label-file", rows / "label.npy"});
  const Run kept = run_tool({"predict", file, rows / "float64.npy", "--label-file",
                             rows / "label.npy", "--keep", "kind", "--columns", "impossible"});

  CHECK(evaluated.exit == 0);
  CHECK(has(evaluated.out, "label kind with 3 classes: -1, 0, 1"));
  CHECK(lines_of(kept.out)[1] == std::to_string(rows.classes[0]) + ",0");
}

TEST_CASE("bools and large whole numbers are labels as they are") {
  const Rows rows;
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  std::vector<std::int64_t> apart;
  std::vector<std::uint8_t> bools;
  for (int row = 0; row < Rows::rows; ++row) {
    apart.push_back(large - row % 2);
    bools.push_back(static_cast<std::uint8_t>(row % 2));
  }
  write_npy(rows / "apart.npy", "<i8", "(60,)", apart);
  write_npy(rows / "bools.npy", "|b1", "(60,)", bools);
  const auto classes = [&](const std::string& name) {
    return nlohmann::json::parse(
        result({"schema", rows / "float64.npy", "--label-file", rows / name, "-q"}))["classes"];
  };

  CHECK(classes("bools.npy") == nlohmann::json::parse(R"(["0","1"])"));
  CHECK(classes("apart.npy").size() == 2);
}

TEST_CASE("features that are whole numbers beyond 2^53 are refused") {
  const Rows rows;
  const std::int64_t largest = std::int64_t{1} << 53;
  for (const std::int64_t number : {largest, -largest, largest + 1, -largest - 1}) {
    CAPTURE(number);
    std::vector<std::int64_t> numbers(Rows::rows, 7);
    numbers[4] = number;
    write_npy(rows / "whole.npy", "<i8", "(60,)", numbers);
    const Run run = run_tool({"schema", rows / "whole.npy", "--label-file", rows / "label.npy"});
    const bool is_exact = number <= largest && number >= -largest;
    CHECK(run.exit == (is_exact ? 0 : 3));
    CHECK(run.says("row 5 holds " + std::to_string(number)) != is_exact);
  }
}

TEST_CASE("a label file may stand beside a CSV file") {
  const Rows rows;
  const std::string posterior = result({"fit", rows / "rows.csv", "--drop", "label", "--label-file",
                                        rows / "label.npy", "--label", "kind", "-q", "-o", "-"});

  CHECK(has(posterior, "\"kind\""));
  check_refused({"compare", rows / "rows.csv", "--label-file", rows / "label.npy"}, 2,
                "would add column 'label'");
}

TEST_CASE("arrays whose shapes do not fit end with exit code 3") {
  const Rows rows;
  write_npy(rows / "two.npy", "<i8", "(60, 1)", rows.classes);
  write_npy(rows / "short.npy", "<i8", "(2,)", std::vector<std::int64_t>{1, 2});
  write_npy(rows / "half.npy", "<f8", "(60,)", std::vector<double>(60, 0.5));
  const std::string data = rows / "float64.npy";

  check_refused({"compare", data, "--label-file", rows / "two.npy"}, 3, "an array of 2 dimensions");
  check_refused({"compare", data, "--label-file", rows / "short.npy"}, 3, "are 2 for 60 rows of");
  check_refused({"compare", data, "--label-file", rows / "half.npy"}, 3,
                "labels must be whole numbers");
  check_refused({"compare", rows / "rows.csv", "--label", "k", "--label-file", rows / "short.npy"},
                3, "are 2 for 60 rows of");
  check_refused({"compare", data, "--label-file", rows / "rows.csv"}, 3, "rows.csv");
  check_refused({"compare", data, "--label-file", rows / "label.npy", "--header", "a,b"}, 3,
                "has 3 columns, but --header names 2");
  check_refused({"compare", data, "--label-file", rows / "label.npy", "--header", "a,a,b"}, 3,
                "--header names column 'a' of ");
}

TEST_CASE("an array without its labels or with flags for text is refused") {
  const Rows rows;
  const std::string data = rows / "float64.npy", labels = rows / "label.npy";
  const std::string file = rows / "p.json";
  REQUIRE(run_tool({"fit", data, "--label-file", labels, "-o", file}).exit == 0);

  check_refused({"compare", data}, 2, "their file with --label-file FILE.npy");
  check_refused({"compare", data, "--label", "kind"}, 3, "label 'kind' is no column of");
  check_refused({"evaluate", file, data}, 3, "give the labels with --label-file FILE.npy");
  check_refused({"compare", data, "--label-file", labels, "--label", "c1"}, 2,
                "would add column 'c1'");
  check_refused({"compare", data, "--label-file", labels, "--header", "yes"}, 2,
                "has no line of names");
  check_refused({"compare", data, "--label-file", rows / "gone.npy"}, 4, "gone.npy");
  for (const Words& flag : {Words{"--separator", ";"},
                            {"--quote", "none"},
                            {"--trim"},
                            {"--comment", "#"},
                            {"--missing", "NA"}}) {
    const Words words = with({"compare", data, "--label-file", labels}, flag);
    check_refused(words, 2, "flag '" + flag.front() + "' is for separated text");
  }
}

TEST_CASE("an array without names beside a posterior of named columns asks for --header") {
  const Rows rows;
  const std::string file = rows / "p.json";
  REQUIRE(run_tool({"fit", rows / "named.csv", "--label", "label", "-o", file}).exit == 0);

  const Run plain = run_tool({"predict", file, rows / "float64.npy"});

  CHECK(plain.exit == 3);
  CHECK(plain.says("column 'a' of the schema is not in "));
  CHECK(plain.says(", or give the names of all columns with --header NAME,..."));
  CHECK(run_tool({"predict", file, rows / "float64.npy", "--header", "a,b,d"}).exit == 0);
  write_to(rows / "other.csv", "c2,c1\n1,2\n");
  CHECK(!run_tool({"predict", file, rows / "other.csv"}).says("--header"));
}

TEST_CASE("levels of arrays, label files and sparse rows that are read whole have their limit") {
  const Rows rows;
  write_to(rows / "rows.svm", "a 1:1\nb 2:1\nc 1:1\nd 2:1\n");
  const std::vector<std::string> sparse{"compare", rows / "rows.svm", "--folds", "2"};
  std::vector<std::string> labels{"compare", rows / "float64.npy", "--label-file",
                                  rows / "label.npy"};

  check_refused(with(sparse, {"--limit", "levels=3"}), 6, "label 'label' of ");
  check_refused(with(labels, {"--limit", "levels=2"}), 6, "label 'label' of ");
  check_refused(with(labels, {"--column", "c3=categorical", "--limit", "levels=4"}), 6,
                "float64.npy has more than 4 levels");
  CHECK(run_tool(with(labels, {"--column", "c3=categorical", "--limit", "levels=5"})).exit == 0);
  rows.write_as<std::int8_t>("int8.npy", "|i1");
  labels[1] = rows / "int8.npy";
  check_refused(with(labels, {"--limit", "memory=1000"}), 6, "1440 bytes where 1000 are allowed");
}

TEST_CASE("sparse rows are documents whose words are the numbers of the columns") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.svm", file = folder / "p.json";
  write_to(data, "spam 1:2 7:1\nham 3:1\nspam 1:1\nham 3:4 7000000:1 # far\n");
  REQUIRE(run_tool({"fit", data, "-o", file}).exit == 0);

  const auto cell =
      run_tool({"describe", file, "--format", "json"}).json()["features"][0]["cells"][1];
  const Run predicted = run_tool({"predict", file, data, "--columns", "label", "-q"});
  const Run compared = run_tool({"compare", data, "--folds", "2"});

  CHECK(cell["class"] == "spam");
  CHECK(cell["statistics"]["counts"] == nlohmann::ordered_json::parse("[3.0, 0.0, 1.0, 0.0]"));
  CHECK(predicted.out == "label\nspam\nham\nspam\nham\n");
  CHECK(compared.exit == 0);
  CHECK(has(compared.out, "multinomial  features"));
}

TEST_CASE("rows are left out of sparse rows with a pair of value 0, which is no word") {
  const TemporaryFolder folder;
  write_to(folder / "rows.svm", "a 1:1 2:0\nb 1:2\na 3:1\nb 3:2\na 1:1\nb 3:1\n");

  const Run run = run_tool({"compare", folder / "rows.svm", "--folds", "2"});

  CHECK_MESSAGE(run.exit == 0, run.err);
}

TEST_CASE("sparse rows have labels of their own and take no flags for text") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.libsvm";
  write_to(data, "1 1:2\n2 2:1\n");

  check_refused({"compare", data, "--label-file", folder / "y.npy"}, 2, "whose rows have labels");
  check_refused({"compare", data, "--header", "no"}, 2, "flag '--header' is for separated text");
  check_refused({"schema", data, "--label", "features"}, 3, "features");
  const auto schema = nlohmann::json::parse(result({"schema", data, "--label", "kind", "-q"}));
  CHECK(schema["label"] == "kind");
  write_to(data, "1 2:1 1:1\n");
  check_refused({"schema", data}, 3, "rows.libsvm:1:");
}

TEST_CASE("answers to the shards of sparse rows, one behind the other, are those of one run") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.svm", file = folder / "p.json";
  write_to(data, "spam 1:2 7:1\nham 3:1\nspam 1:1\nham 3:4 7000000:1\n");
  REQUIRE(run_tool({"fit", data, "-o", file, "-q"}).exit == 0);
  const std::string whole = result({"predict", file, data, "-q"});

  std::string parts;
  for (const char* shard : {"1/3", "2/3", "3/3"})
    parts += result({"predict", file, data, "--shard", shard, "-q"});

  CHECK(parts == whole);
}

TEST_CASE("a report of many sparse rows checks some of them") {
  const TemporaryFolder folder;
  std::string text;
  for (int row = 0; row < 2500; ++row)
    text += (row % 2 == 0 ? "a " : "b ") + std::to_string(1 + row % 7) + ":1 " +
            std::to_string(10 + row % 1000) + ":20\n";
  write_to(folder / "rows.svm", text);

  REQUIRE(run_tool({"report", folder / "rows.svm", "-o", folder / "r.html", "-q"}).exit == 0);

  CHECK(has(text_of(folder / "r.html"), "1428 of 2500 rows were checked"));
}

TEST_CASE("a fault in sparse rows that are read in parts says where the rows of its part begin") {
  const TemporaryFolder folder;
  const std::string data = folder / "rows.svm", schema = folder / "s.json",
                    file = folder / "p.json";
  std::string good = "# a comment\n";
  for (int row = 0; row < 200; ++row) good += row % 2 == 0 ? "a 1:1\n" : "b 2:1\n";
  write_to(data, good);
  REQUIRE(run_tool({"schema", data, "-o", schema, "-q"}).exit == 0);
  write_to(data, good + "a 1:-1\n" + good);
  const auto refused_by = [&](const Words& more) {
    const Run run = run_tool(with({"fit", data, "--schema", schema, "-o", file}, more));
    CHECK(run.exit == 3);
    return run.err;
  };
  // The row of the part and the one at which the part begins make the row of the file.
  const auto row_said = [](const std::string& text) {
    const auto number_behind = [&](const std::string& words) {
      const std::size_t at = text.find(words);
      return at == std::string::npos ? 1 : std::stoi(text.substr(at + words.size()));
    };
    return number_behind("'features', row ") + number_behind("rows count from row ") - 1;
  };

  CHECK_MESSAGE(row_said(refused_by({})) == 201, refused_by({}));
  for (const std::vector<std::string>& parts : std::vector<std::vector<std::string>>{
           {"--stream", "--chunk", "100"}, {"--shard", "2/3"}, {"--shards", "5"}})
    CHECK_MESSAGE(row_said(refused_by(parts)) == 201, refused_by(parts));
}
