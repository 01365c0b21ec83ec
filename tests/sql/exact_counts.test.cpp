// Counts of a database as exact sums, levels that count as others, and the dialect of the standard.
#include <credence/sql/sql.hpp>

#include <doctest/doctest.h>

#include <credence/data/csv.hpp>
#include <credence/learn/posterior_file.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "sql/statistics.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using credence::testing::throws_error;

namespace {

// Three rows; `others` of the colours count as "rest".
const char* const rows =
    "colour,fails,word_a,word_b,size,kind\n"
    "red,1,2,0,1.5,a\n"
    "green,0,0,3,1.5,b\n"
    "blue,4,1,1,2.5,b\n";

Model model_of_counts() {
  return Model(schema_from_json(R"({"schema_version": 1, "label": "kind", "columns": [
      {"name": "colour", "family": "categorical", "levels": ["red"], "others": "rest"},
      {"name": "fails", "family": "geometric"},
      {"name": "words", "family": "multinomial", "columns": ["word_a", "word_b"]},
      {"name": "size", "family": "histogram", "prior": {"bins": 2}}]})",
                                "schema"));
}

// What a database says of these rows.
std::string counted_rows(const Model& model, const std::string& fails = "4") {
  return "credence,," + sql::schema_hash(model) +
         ",begin,1\n"
         ",a,,rows,1\n,a,,table_rows,1\n,b,,rows,2\n,b,,table_rows,2\n,,,skipped_rows,0\n"
         ",,,refused,0\n,,,refused_weights,0\n"
         "colour,a,red,counts,1\ncolour,a,,levels,1\ncolour,a,,cells,1\n"
         "colour,b,rest,counts,2\ncolour,b,,levels,1\ncolour,b,,cells,2\n"
         "fails,a,,successes,1\nfails,a,,failures,1\nfails,b,,successes,2\nfails,b,,failures," +
         fails +
         "\n"
         "words,a,,documents,1\nwords,a,word_a,counts,2\nwords,a,word_b,counts,0\n"
         "words,b,,documents,2\nwords,b,word_a,counts,1\nwords,b,word_b,counts,4\n"
         "size,a,1.5,weights,1\nsize,a,,levels,1\nsize,a,,cells,1\n"
         "size,b,1.5,weights,1\nsize,b,2.5,weights,1\nsize,b,,levels,2\nsize,b,,cells,2\n"
         "colour,a,,refused,0\ncolour,b,,refused,0\nfails,a,,refused,0\nfails,b,,refused,0\n"
         "words,a,,refused,0\nwords,b,,refused,0\nsize,a,,refused,0\nsize,b,,refused,0\n"
         "credence,,,end,3\n";
}

}  // namespace

TEST_CASE("exact counts of a database make the posterior that exact sums of the rows make") {
  const Model model = model_of_counts();

  const Posterior<Model> counted =
      sql::posterior_from_statistics(model, counted_rows(model), "counted.csv", Summation::exact);

  Posterior<Model> learned = empty_posterior(model, Summation::exact);
  observe(learned, read_csv_text(rows, "rows"));
  CHECK(to_json(counted) == to_json(learned));
}

TEST_CASE("sums that a database rounds are no exact ones") {
  const Model model = model_of_counts();
  CHECK(sql::rounded_feature(model).empty());
  Schema schema = model.schema();
  schema.columns.push_back({.name = "weight", .family = "normal"});

  CHECK(sql::rounded_feature(Model(schema)) == "weight");
  CHECK(throws_error(
      [&] {
        return sql::posterior_from_statistics(model, counted_rows(model, "4.5"), "counted.csv",
                                              Summation::exact);
      },
      ErrorCode::domain, "column 'fails' has the count 4.5"));
}

TEST_CASE("the dialect of the standard writes the texts of ansi.sql") {
  Schema schema = model_of_counts().schema();
  schema.columns.resize(1);
  schema.columns.push_back({.name = "size", .family = "normal"});
  const Model model(schema);
  const Posterior<Model> posterior = observe(model, read_csv_text(rows, "rows"));
  const sql::Source source{.table = "visits"};
  const sql::Answers answers{.estimator = Estimator::predictive, .kept = {"id"}};
  const std::string texts = "-- learn\n" + sql::learning_sql(model, source, sql::Dialect::ansi) +
                            "-- predict\n" +
                            sql::prediction_sql(posterior, source, sql::Dialect::ansi, answers);
  const std::string path = testing::project_file("tests/sql/ansi.sql");

  // Written anew where it is meant to change, and then read by a person.
  if (std::getenv("CREDENCE_WRITE_PAGES") != nullptr) std::ofstream(path) << texts;
  std::ifstream file(path);
  const bool equal = std::string(std::istreambuf_iterator<char>(file), {}) == texts;
  CHECK(equal);
}
