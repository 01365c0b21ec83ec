// `credence drift`: two posteriors, or a posterior and rows.
#include <doctest/doctest.h>

#include "support/fitted.hpp"
#include "support/markup.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using nlohmann::ordered_json;

namespace {

const std::string credit = shipped("german_credit.csv");

// german_credit in two halves of rows; the later one with older customers of class "good".
struct Halves {
  TemporaryFolder folder;
  std::string before = folder / "before.json";
  std::string after = folder / "after.json";
  std::string rows = folder / "after.csv";

  Halves() {
    std::vector<std::string> lines = lines_of(text_of(credit));
    std::string first = lines[0] + '\n';
    std::string second = first;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      std::string line = lines[i];
      if (i % 2 == 0 && line.ends_with(",good")) line = with_age_raised(line);
      (i % 2 == 0 ? second : first) += line + '\n';
    }
    write_to(folder / "before.csv", first);
    write_to(rows, second);
    REQUIRE(
        run_tool({"schema", credit, "--label", "class", "-q", "-o", folder / "schema.json"}).exit ==
        0);
    for (const auto& [data, posterior] :
         {std::pair(folder / "before.csv", before), std::pair(rows, after)})
      REQUIRE(
          run_tool({"fit", data, "--schema", folder / "schema.json", "-o", posterior, "-q"}).exit ==
          0);
  }

  static std::string with_age_raised(const std::string& line) {
    std::size_t at = 0;
    for (int comma = 0; comma < 12; ++comma) at = line.find(',', at) + 1;
    const std::size_t end = line.find(',', at);
    const int age = std::stoi(line.substr(at, end - at)) + 8;
    return line.substr(0, at) + std::to_string(age) + line.substr(end);
  }
};

}  // namespace

TEST_CASE("drift names the column and class that changed, and where its mean went") {
  const Halves halves;
  const Run text = run_tool({"drift", halves.before, halves.after});

  REQUIRE(text.exit == 0);
  CHECK(text.out.starts_with("500 rows before and 500 after, label class with 2 classes"));
  CHECK(has(text.out, "'age' changed within class 'good' (log Bayes factor"));
  CHECK(has(text.out, "the class probabilities show no change"));
  CHECK(has(text.out, "columns changed within a class"));
}

TEST_CASE("JSON has every comparison, CSV a line for each") {
  const Halves halves;
  const Run json = run_tool({"drift", halves.before, halves.after, "--format", "json"});
  const Run csv = run_tool({"drift", halves.before, halves.after, "--format", "csv"});

  const ordered_json all = json.json();
  CHECK(all["drift"] == "columns");
  CHECK(all["prior_change"] == 0.5);
  REQUIRE(all["results"].size() == 40);
  CHECK(all["results"][0]["feature"] == "age");
  CHECK(all["results"][0]["class"] == "good");
  CHECK(all["results"][0]["probability"] > 0.99);
  const ordered_json& move = all["results"][0]["moves"][0];
  CHECK(move["parameter"] == "mean");
  CHECK(move["before_interval"]["lower"] < move["before"]);
  CHECK(move["after"] > move["before"]);
  CHECK(all["labels"]["moves"].size() == 2);
  CHECK(all["columns"].size() == 20);
  CHECK(lines_of(csv.out).size() == 42);
  CHECK(lines_of(csv.out)[0] ==
        "feature,class,missing,rows_before,rows_after,log_bayes_factor,probability,undefined,moved,"
        "level,from,to");
}

TEST_CASE("rows in the place of the later posterior give the same answer") {
  const Halves halves;
  const Run two = run_tool({"drift", halves.before, halves.after, "--format", "json"});
  const Run rows = run_tool({"drift", halves.before, halves.rows, "--format", "json"});

  REQUIRE(rows.exit == 0);
  CHECK(two.out == rows.out);
}

TEST_CASE("the answer is the same for any number of threads") {
  const Halves halves;
  const auto with = [&](const char* threads) {
    return run_tool({"drift", halves.before, halves.rows, "--format", "csv", "--threads", threads})
        .out;
  };
  CHECK(with("1") == with("2"));
}

TEST_CASE("two binary posteriors are compared as two texts are") {
  const Halves halves;
  const std::string binary = halves.folder / "after.bin";
  REQUIRE(run_tool({"merge", halves.after, "-o", binary}).exit == 0);

  CHECK(run_tool({"drift", halves.before, binary}).out ==
        run_tool({"drift", halves.before, halves.after}).out);
}

TEST_CASE("nothing that changed is exit 0, too") {
  const Halves halves;
  const Run same = run_tool({"drift", halves.before, halves.before});

  CHECK(same.exit == 0);
  CHECK(has(same.out, "nothing changed, as far as these data tell"));
}

TEST_CASE("the figure of what moved is there where nothing did") {
  const Halves halves;
  const std::string figure = halves.folder / "moved.svg";

  CHECK(run_tool({"drift", halves.before, halves.before, "--svg", figure, "--figure", "moved"})
            .exit == 0);
  CHECK_NOTHROW((void)credence::testing::markup_of(text_of(figure)));
}

TEST_CASE("a page has the matrix and what moved, each well-formed") {
  const Halves halves;
  const std::string page = halves.folder / "drift.html";
  REQUIRE(run_tool({"drift", halves.before, halves.after, "--html", page}).exit == 0);

  const std::string text = text_of(page);
  CHECK_NOTHROW((void)credence::testing::markup_of(text));
  CHECK(has(text, "What changed"));
  CHECK(has(text, "What moved most"));
  const std::string figure = halves.folder / "moved.svg";
  CHECK(
      run_tool({"drift", halves.before, halves.after, "--svg", figure, "--figure", "moved"}).exit ==
      0);
}

TEST_CASE("a single comparison is counted as one") {
  const TemporaryFolder folder;
  const std::string before = folder / "before.json", after = folder / "after.json";
  const std::string rows = "x,class\n1,a\n2,a\n4,a\n";
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", before}, rows + "3,b\n5,b\n").exit == 0);
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", after}, rows).exit == 0);

  const Run run = run_tool({"drift", before, after});

  CHECK(run.exit == 0);
  CHECK(has(run.out, "1 pair of column and class is compared; before"));
}

TEST_CASE("a rarer change needs more of the data") {
  const Halves halves;
  const auto probability = [&](const char* prior) {
    return run_tool(
               {"drift", halves.before, halves.after, "--prior-change", prior, "--format", "json"})
        .json()["results"][0]["probability"]
        .get<double>();
  };
  CHECK(probability("0.001") < probability("0.5"));
}

TEST_CASE("posteriors that cannot be compared are refused with their exit codes") {
  const Halves halves;
  const std::string other = halves.folder / "other.json";
  REQUIRE(run_tool({"fit", credit, "--label", "class", "--drop", "age", "-o", other, "-q"}).exit ==
          0);
  const std::string discounted = halves.folder / "discounted.json";
  REQUIRE(run_tool({"fit", "--update", halves.before, halves.rows, "--discount", "0.5", "-o",
                    discounted, "-q"})
              .exit == 0);

  CHECK(run_tool({"drift", halves.before, other}).exit == 5);
  const Run run = run_tool({"drift", halves.before, discounted});
  CHECK(run.exit == 1);
  CHECK(run.says("discounted by files is undefined"));
  CHECK(run_tool({"drift", halves.before, halves.after, "--prior-change", "1"}).exit == 2);
  CHECK(run_tool({"drift", halves.before, halves.after, "--weight", "age"}).exit == 2);
  CHECK(run_tool({"drift", halves.before}).exit == 2);
  const std::vector<Words> of_rows{{"--schema", other},
                                   {"--label-file", "labels.npy"},
                                   {"--limit", "line=1K"},
                                   {"--separator", ";"},
                                   {"--quote", "none"},
                                   {"--header", "no"},
                                   {"--trim"},
                                   {"--comment", "#"},
                                   {"--missing", "-"},
                                   {"--decimal", "comma"}};
  for (const Words& flag : of_rows)
    check_usage(with({"drift", halves.before, halves.after}, flag),
                "flag '" + flag[0] + "' has no meaning for");
}

TEST_CASE("JSON of a row a line is no posterior, and the error says what to do with it") {
  const Halves halves;
  const std::string rows = halves.folder / "after.jsonl";
  write_to(rows, "{\"age\": 31, \"class\": \"good\"}\n{\"age\": 40, \"class\": \"bad\"}\n");

  const Run run = run_tool({"drift", halves.before, rows});

  CHECK(run.exit == 3);
  CHECK(run.says("after.jsonl:1:2; is this JSON? save its rows as CSV; or"));
  write_to(rows, "{\"age\": 31, \"class\": \"good\"}\n");
  CHECK(run_tool({"drift", halves.before, rows})
            .says("after.jsonl:1:2; is this JSON? save its rows as CSV; or"));
  const std::string compact = halves.folder / "compact.json";
  write_to(compact, ordered_json::parse(text_of(halves.after)).dump() + '\n');
  CHECK(run_tool({"drift", halves.before, compact, "--separator", ";"})
            .says("compact.json', which is a posterior; leave it out"));
}

TEST_CASE("a second file that cannot be opened is exit 4, however long its name") {
  const Halves halves;
  for (const std::string& name : {halves.folder / "none.csv", std::string(5000, 'a')}) {
    const Run run = run_tool({"drift", halves.before, name});
    CHECK(run.exit == 4);
    CHECK_FALSE(run.says("filesystem error"));
  }
}
