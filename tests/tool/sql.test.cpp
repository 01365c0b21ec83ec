// `credence sql` and `credence fit --from-statistics`: which flags stand together, and what comes out.
#include <doctest/doctest.h>

#include "support/has.hpp"
#include "support/run_tool.hpp"
#include "support/usage.hpp"

using namespace credence::programs;
using credence::testing::has;

namespace {

const std::string schema = credence::testing::project_file("tests/sql/german_credit.schema.json");
const std::string statistics =
    credence::testing::project_file("tests/sql/german_credit.statistics.csv");
const std::string credit = credence::testing::project_file("examples/data/german_credit.csv");

}  // namespace

TEST_CASE("sql learn prints statements between a first and a last line, and opens nothing") {
  const Run run =
      run_tool({"sql", "learn", "--dialect", "sqlite", "--table", "credit", "--schema", schema});

  CHECK(run.exit == 0);
  CHECK(run.err.empty());
  CHECK(run.out.starts_with("BEGIN TRANSACTION;\n"));
  CHECK(run.out.ends_with("COMMIT;\n"));
  CHECK(has(run.out, "'begin'"));
  CHECK(has(run.out, "FROM \"credit\" AS source"));
}

TEST_CASE("what a database counted becomes the posterior of the rows") {
  const TemporaryFolder folder;
  const std::string counted = folder / "counted.json", fitted = folder / "fitted.json";

  const Run run =
      run_tool({"fit", "--from-statistics", statistics, "--schema", schema, "-o", counted});
  REQUIRE(run.exit == 0);
  CHECK(run.says("the posterior has 2 classes"));
  REQUIRE(run_tool({"fit", credit, "--schema", schema, "-q", "-o", fitted}).exit == 0);

  const std::vector<std::string> what{"--columns", "label"};
  CHECK(run_tool({"predict", counted, credit, "-q", "--columns", "label"}).out ==
        run_tool({"predict", fitted, credit, "-q", "--columns", "label"}).out);
  CHECK(run_tool({"fit", "--from-statistics", "-", "--schema", schema, "-q", "-o", "-"},
                 text_of(statistics))
            .out == text_of(counted));
}

TEST_CASE("fit notes of counted rows what it notes of rows: a label of one class") {
  const TemporaryFolder folder;
  const std::string file = folder / "schema.json";
  write_to(file, R"({"schema_version": 1, "label": "kind",
                     "columns": [{"name": "fails", "family": "geometric"}]})");
  const std::string sql =
      run_tool({"sql", "learn", "--dialect", "sqlite", "--table", "t", "--schema", file}).out;
  REQUIRE(has(sql, "crc32:"));

  const Run run = run_tool({"fit", "--from-statistics", "-", "--schema", file, "-o", "-"},
                           "credence,," + sql.substr(sql.find("crc32:"), 14) +
                               ",begin,1\n,a,,rows,3\n,a,,table_rows,3\n,,,skipped_rows,0\n"
                               ",,,refused,0\n,,,refused_weights,0\nfails,a,,successes,3\n"
                               "fails,a,,failures,4\nfails,a,,refused,0\ncredence,,,end,3\n");

  CHECK(run.exit == 0);
  CHECK(run.says("label 'kind' has one class, 'a': the posterior has nothing to tell apart"));
}

TEST_CASE("statistics that were cut off end fit with exit status 3 and make no file") {
  const TemporaryFolder folder;
  const std::string text = text_of(statistics);
  write_to(folder / "cut.csv", text.substr(0, text.size() / 2));

  const Run run = run_tool({"fit", "--from-statistics", folder / "cut.csv", "--schema", schema,
                            "-o", folder / "p.json"});

  CHECK(run.exit == 3);
  CHECK(run.says("did the database stop?"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("sql predict writes one SELECT with the columns that predict has") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", credit, "--schema", schema, "-q", "-o", posterior}).exit == 0);

  const Run run = run_tool({"sql", "predict", posterior, "--dialect", "postgresql", "--table",
                            "bank.today", "--keep", "id", "--columns", "label,log_joint"});

  REQUIRE(run.exit == 0);
  CHECK(has(run.out, "FROM \"bank\".\"today\" AS source"));
  for (const char* column : {"\"id\"", "\"label\"", "\"log_joint:bad\"", "\"log_joint:good\""})
    CHECK(has(run.out, column));
  CHECK_FALSE(has(run.out, "probability"));
}

TEST_CASE("answers of which two would have one name are refused") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  REQUIRE(run_tool({"fit", "--from-statistics", statistics, "--schema", schema, "-o", posterior})
              .exit == 0);
  const Words words{"sql", "predict", posterior, "--dialect", "sqlite", "--table", "t", "--keep"};
  const auto keep = [&](const std::string& names) {
    std::vector<std::string> all = words;
    all.push_back(names);
    return all;
  };

  check_usage(keep("id,id"), "two columns of the answers would be called 'id'");
  check_usage(keep("label"), "two columns of the answers would be called 'label'");
  check_usage(keep("probability:good"), "'probability:good'; keep each column once");
  CHECK(run_tool(keep("id,age")).exit == 0);
}

TEST_CASE("flags of sql that make no sense are usage errors") {
  const auto learn = [&](const Words& more) {
    return with({"sql", "learn", "--dialect", "sqlite", "--schema", schema}, more);
  };
  check_usage({"sql"}, "'sql' needs");
  check_usage({"sql", "guess", "--dialect", "sqlite"}, "guess");
  check_usage({"sql", "learn", "--table", "t", "--schema", schema}, "--dialect");
  check_usage({"sql", "learn", "--dialect", "sqlite", "--table", "t"}, "needs --schema");
  check_usage({"sql", "predict", "--dialect", "sqlite", "--table", "t"}, "needs a POSTERIOR");
  check_usage(learn({}), "--table NAME and --query SELECT");
  check_usage(learn({"--table", "t", "--query", "SELECT 1"}), "--table NAME and --query SELECT");
  check_usage(learn({"--table", "t", "--keep", "id"}), "'--keep' has no meaning");
  check_usage(learn({"--table", "a..b"}), "no name of a table");
  check_usage(learn({"--table", "t", "--rename", "nobody=x"}), "reads no column 'nobody'");
  check_usage(learn({"--table", "t", "--rename", "age"}), "NAME=COLUMN");
  check_usage(learn({"--table", "t", "--rename", "age=x", "--rename", "age=y"}), "'age' twice");
  check_usage(learn({"--table", "t", "--weight", "class"}), "'class', which is the label");
  check_usage(learn({"--table", "t", "--weight", "age"}),
              "'age', which is a feature of the schema");
  check_usage(learn({"--table", "t", "--rename", "age=x", "--weight", "x"}),
              "'x', which is a feature of the schema");
  check_usage(learn({"--table", "t", "--rename", "age=x", "--weight", "age"}),
              "'age', which is a feature of the schema");
  check_usage(learn({"--table", "t", "--rename", "class=x", "--weight", "x"}),
              "'x', which is the label");
  check_usage(learn({"--table", "t", "--rename", "w=age", "--weight", "w"}),
              "'age', which is a feature of the schema");
  CHECK(run_tool(learn({"--table", "t", "--rename", "w=x", "--weight", "w"})).exit == 0);
}

TEST_CASE("fit takes statistics in the place of DATA, with the schema and nothing else") {
  check_usage({"fit", "--from-statistics", statistics, "-o", "-"}, "needs --schema");
  check_usage({"fit", credit, "--from-statistics", statistics, "--schema", schema, "-o", "-"},
              "has no place beside --from-statistics");
  check_usage({"fit", "--from-statistics", statistics, "--schema", schema, "--exact", "-o", "-"},
              "whose sums a database rounds");
  check_usage({"fit", "--from-statistics", statistics, "--schema", schema, "--stream", "-o", "-"},
              "'--stream' has no place beside --from-statistics");
  check_usage({"fit", "--label", "class", "-o", "-"}, "'fit' needs DATA, a file or '-'");
}

TEST_CASE("a name that postgresql would cut is told with the flag that avoids it") {
  const TemporaryFolder folder;
  const std::string posterior = folder / "p.json";
  const std::string name(64, 'n'), klass(60, 'k');
  REQUIRE(run_tool({"fit", "-", "--label", "class", "-o", posterior, "-q"},
                   name + ",class\n1.5,a\n2.5," + klass + "\n0.5,a\n3," + klass + "\n")
              .exit == 0);
  const auto predict = [&](const Words& flags) {
    return run_tool(
        with({"sql", "predict", posterior, "--dialect", "postgresql", "--table", "t"}, flags));
  };

  const Run column = predict({});
  const Run answer = predict({"--rename", name + "=n"});

  CHECK(column.says("and '" + name +
                    "' has 64; say what the database calls the column with "
                    "--rename\n"));
  CHECK(answer.says("and 'probability:" + klass +
                    "' has 72; choose other answers (--columns), or "
                    "fit with other names of classes\n"));
  CHECK(predict({"--rename", name + "=n", "--columns", "label"}).exit == 0);
}
