// Tables bound to a schema: every cell converted and checked once.
#include <credence/learn/bound_table.hpp>

#include <doctest/doctest.h>
#include <credence/detail/learn/block_cells.hpp>
#include <utility>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

BoundTable bound(const Schema& schema, const Table& table, std::string_view weight = {}) {
  return credence::bind(Model(schema), table, weight);
}

template <class T>
constexpr bool can_be_bound = requires(const Model& model, T&& table) {
  credence::bind(model, std::forward<T>(table));
};

std::optional<Error> fault_of(ColumnSchema column, std::string_view csv) {
  const Table table = table_of(csv);
  return error_of([&] { return bound(schema_of({std::move(column)}), table).rows; });
}

}  // namespace

TEST_CASE("a table that dies at once cannot be bound") {
  CHECK(can_be_bound<const Table&>);
  CHECK(can_be_bound<Table&>);
  CHECK_FALSE(can_be_bound<Table>);
}

TEST_CASE("a column that a schema misses is answered by a column that has nearly its name") {
  const auto fault = [](std::string_view csv) {
    const Table table = table_of(csv);
    const Schema schema = schema_of(
        {{.name = "width_1", .family = "normal"}, {.name = "width_2", .family = "normal"}});
    return error_of([&] { return bound(schema, table).rows; });
  };

  CHECK(says(fault("width_1,widht_2,class\n1,2,a\n"),
             "take it out of the schema; did you mean 'widht_2'?"));
  CHECK(says(fault("width_1, width_2,class\n1,2,a\n"),
             "; ' width_2' has blanks around it, which CsvOptions::trim drops"));
  CHECK_FALSE(says(fault("width_1,height,class\n1,2,a\n"), "did you mean"));
}

TEST_CASE("every column that a schema misses is named at once") {
  const Table table = table_of("x,v,class\n1,2,a\n");
  const Schema schema =
      schema_of({{.name = "x", .family = "normal"},
                 {.name = "y", .family = "normal"},
                 {.name = "visits", .family = "poisson", .exposure = "years"},
                 {.name = "words", .family = "multinomial", .columns = {"v", "w"}},
                 {.name = "gone", .family = "none"}});
  const auto error = error_of([&] { return bound(schema, table).rows; });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'y'", "'visits'", "'years'", "'w'", "data.csv"));
  CHECK_FALSE(says(error, "'gone'"));
  CHECK_FALSE(says(error, "'words'"));
}

TEST_CASE("a value outside the support of its family is refused with place and value") {
  const auto poisson = fault_of({.name = "x", .family = "poisson"}, "x,class\n2,a\n-1,b\n");
  const auto whole = fault_of({.name = "x", .family = "poisson"}, "x,class\n2.5,a\n");
  const auto lognormal = fault_of({.name = "x", .family = "lognormal"}, "x,class\n1,a\n0,b\n");
  const auto exponential = fault_of({.name = "x", .family = "exponential"}, "x,class\n-0.5,a\n");

  CHECK(is(poisson, ErrorCode::domain));
  CHECK(says(poisson, "'poisson'", "'x'", "data.csv:3:1", "holds -1"));
  CHECK(is(whole, ErrorCode::domain));
  CHECK(is(lognormal, ErrorCode::domain));
  CHECK(says(lognormal, "'lognormal'", "data.csv:3:1", "holds 0"));
  CHECK(is(exponential, ErrorCode::domain));
  CHECK(poisson->where() == Location{.file = "data.csv", .line = 3, .column = 1});
}

TEST_CASE("a text in a column of numbers is refused with place and value") {
  const auto error = fault_of({.name = "x", .family = "normal"}, "x,class\n1,a\nabc,b\n");

  CHECK(is(error, ErrorCode::parse));
  CHECK(says(error, "'x'", "data.csv:3:1", "'abc'"));
}

TEST_CASE("the label column may be absent") {
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  const Table table = table_of("x,y\n1,p\n2,q\n");
  const auto bare = bound(schema, table);

  CHECK(bare.rows == 2);
  CHECK(bare.label.levels.empty());
  CHECK(label_positions(bare.label, bare.rows, Strings{"a"}) == std::vector<Index>{-1, -1});
}

TEST_CASE("label positions are -1 for a missing label and for one that is not among the classes") {
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  const Table table = table_of("x,class\n1,b\n2,a\n3,\n4,c\n");
  const auto all = bound(schema, table);

  CHECK(label_positions(all.label, all.rows, Strings{"a", "b"}) ==
        std::vector<Index>{1, 0, -1, -1});
}

TEST_CASE("weights of rows are read from their column and must be at least 0") {
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  const Table good = table_of("x,w,class\n1,0.5,a\n2,0,b\n");
  const Table negative = table_of("x,w,class\n1,0.5,a\n2,-1,b\n");
  const Table missing = table_of("x,w,class\n1,0.5,a\n2,,b\n");
  const auto first = error_of([&] { return bound(schema, negative, "w").rows; });
  const auto second = error_of([&] { return bound(schema, missing, "w").rows; });
  const auto third = error_of([&] { return bound(schema, good, "v").rows; });
  const Table text = table_of("x,w,class\n1,0.5,a\n2,much,b\n");
  const auto fourth = error_of([&] { return bound(schema, text, "w").rows; });

  CHECK(bound(schema, good, "w").weights == Doubles{0.5, 0});
  CHECK(bound(schema, good).weights.empty());
  CHECK(is(first, ErrorCode::domain));
  CHECK(says(first, "'w'", "data.csv:3:3", "-1"));
  CHECK(is(second, ErrorCode::domain));
  CHECK(says(second, "data.csv:3:3", "missing"));
  CHECK(is(third, ErrorCode::schema));
  CHECK(
      std::string(fourth->what()) ==
      "column 'w', data.csv:3:3 holds 'much', which is not a number; give a number of at least 0; "
      "a row of weight 0 is left out");
}

TEST_CASE("features of a family come in the order of the schema") {
  const Schema schema = schema_of({{.name = "b", .family = "normal"},
                                   {.name = "c", .family = "poisson"},
                                   {.name = "a", .family = "normal"}});
  const auto features = features_of(*shipped_families().find(schema.columns.front()), schema);

  REQUIRE(features.size() == 2);
  CHECK(features[0]->name == "b");
  CHECK(features[1]->name == "a");
}

TEST_CASE("a part of a bound table is the table bound to a part of the model") {
  const Model model(schema_of({{.name = "x", .family = "normal"},
                               {.name = "city", .family = "categorical"},
                               {.name = "y", .family = "normal"},
                               {.name = "visits", .family = "poisson", .exposure = "years"},
                               {.name = "z", .family = "normal"}}));
  const Table table = table_of(
      "x,city,y,visits,years,z,w,class\n1,u,4,2,0.5,7,1,a\n2,v,?,3,1.5,8,0.5,b\n"
      "3,u,6,?,1,9,2,a\n");
  const auto whole = bind(model, table, "w");
  // In another order, and a family less.
  const Model few =
      with_schema(model, schema_of({{.name = "z", .family = "normal"},
                                    {.name = "visits", .family = "poisson", .exposure = "years"},
                                    {.name = "x", .family = "normal"}}));

  const BoundTable part = whole.part(few);
  const BoundTable again = bind(few, table, "w");

  CHECK(part.table == &table);
  CHECK(part.rows == 3);
  CHECK(part.weights == Doubles{1, 0.5, 2});
  CHECK(part.label.codes == again.label.codes);
  REQUIRE(part.blocks.size() == 2);
  REQUIRE(again.blocks.size() == 2);
  for (std::size_t b = 0; b < 2; ++b) {
    CHECK(part.blocks[b].family == again.blocks[b].family);
    CHECK(part.blocks[b].names == again.blocks[b].names);
  }
  CHECK(part.blocks.front().names == Strings{"z", "x"});
  CHECK(part.blocks.front().of<double>().features.size() == 2);
  CHECK(part.blocks.front().of<double>().panels.size() ==
        again.blocks.front().of<double>().panels.size());
  auto posterior = empty_posterior(few);
  observe(posterior, part);
  CHECK(posterior == observe(few, table, "w"));
}

TEST_CASE("a column of weights is found by a name in any text, without std::bind") {
  Model model(schema_of({{.name = "x", .family = "normal"}}));
  Table table = table_of("x,w,class\n1,2,a\n2,3,b\n");
  std::string name = "w";
  const std::string fixed = name;
  std::string_view seen = name;
  using namespace std;  // whose bind is as near wherever a text is of std

  for (const BoundTable& bound :
       {bind(model, table, name), bind(model, table, fixed), bind(model, table, string("w")),
        bind(model, table, seen), bind(model, as_const(table), "w"), bind(model, table, "w"),
        bind(std::as_const(model), std::as_const(table), name)})
    CHECK(bound.weights == std::vector<double>{2, 3});
}

TEST_CASE("a part holds no feature that was not bound") {
  const Model model(schema_of({{.name = "x", .family = "normal"}}));
  const Table table = table_of("x,city,y,class\n1,u,2,a\n2,v,3,b\n");
  const BoundTable bound = bind(model, table);

  for (const char* family : {"normal", "categorical"}) {  // of a block that is there, or not
    const Model other(
        schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = family}}));
    CHECK(throws_error([&] { (void)bound.part(other); }, ErrorCode::schema, "column 'y'"));
  }
}

TEST_CASE("a part without features has the rows and the label all the same") {
  const Model model(schema_of({{.name = "x", .family = "normal"}}));
  const Table table = table_of("x,class\n1,a\n2,b\n");

  const BoundTable part = bind(model, table).part(with_schema(model, schema_of({})));

  CHECK(part.blocks.empty());
  CHECK(part.rows == 2);
  CHECK(part.label.levels == Strings{"a", "b"});
}

TEST_CASE("all rows are the positions from 0") {
  CHECK(all_rows(3) == std::vector<Index>{0, 1, 2});
  CHECK(all_rows(0).empty());
}
