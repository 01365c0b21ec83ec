// Leave-one-out of numbers in trees, and of kernel densities: equal to fits of the other rows.
#include <doctest/doctest.h>

#include <credence/data/csv.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/leave_one_out.hpp>

#include "study/refits.hpp"
#include "support/paths.hpp"
#include "support/weighted_rows.hpp"

using namespace credence;
using testing::numbers;
using testing::schema_of;
using testing::weighted_rows;

namespace {

using List = std::vector<double>;

Schema nonparametric_kinds() {
  return schema_of({{.name = "x", .family = "polya_tree"},
                    {.name = "y",
                     .family = "polya_tree",
                     .prior = numbers({{"c", 0.4}, {"edges", List{-1, 0, 1, 2, 9}}})},
                    {.name = "z",
                     .family = "polya_tree",
                     .prior = numbers({{"mean", 0.5}, {"sd", 0.75}, {"depth", 3.0}})}});
}

}  // namespace

TEST_CASE("leave-one-out of numbers in trees equals a fit of the other rows") {
  const Table table = read_csv(testing::project_file("examples/data/breast_cancer.csv"));
  for (const PriorSpec& prior : {PriorSpec{}, numbers({{"c", 0.1}, {"depth", 4.0}})}) {
    Schema schema{.label = "class"};
    for (const Column& column : table.columns())
      if (column.name != "class")
        schema.columns.push_back({.name = column.name, .family = "polya_tree", .prior = prior});
    testing::check_against_refits(Model(schema), table, 37);
  }
}

TEST_CASE("leave-one-out of weighted numbers in trees equals a fit of the other rows") {
  const Table table = weighted_rows(60);
  testing::check_against_refits(Model(nonparametric_kinds()), table, 1, "times");
  testing::check_against_refits(Model(nonparametric_kinds()), table);
}

TEST_CASE("leaves that hold one row each are empty once it is forgotten") {
  Table table;
  table.add("x", List{1, 2, 3, 4, 5, 6});
  table.add("class", std::vector<std::string>{"p", "q", "p", "q", "p", "p"});
  for (const double c : {0.2, 0.25, 1.0, 3.0})
    testing::check_against_refits(
        Model(schema_of({{.name = "x",
                          .family = "polya_tree",
                          .prior = numbers({{"c", c}, {"edges", List{0, 2, 4, 5, 6}}})}})),
        table);
}

TEST_CASE("the prequential score of numbers in trees sums to their log evidence") {
  const Table table = weighted_rows(80);
  for (const std::string_view weight : {"", "times"})
    testing::check_prequential(Model(nonparametric_kinds()), table, weight);
}

TEST_CASE("leave-one-out of kernel densities equals a fit of the other rows, bandwidth included") {
  for (const PriorSpec& prior : {PriorSpec{}, numbers({{"bandwidth", 0.4}})}) {
    const Model model(schema_of({{.name = "x", .family = "kernel", .prior = prior},
                                 {.name = "y", .family = "kernel", .prior = prior},
                                 {.name = "z", .family = "normal"}}));
    testing::check_against_refits(model, weighted_rows(60));
    testing::check_against_refits(model, weighted_rows(60), 1, "times");
  }
}

TEST_CASE("leave-one-out of numbers of large whole weights equals a fit of the other rows") {
  Table table;
  table.add("x", List{1, 1.2, 5, 7, 1.1, 3, 4, 5});
  table.add("w", List{0x1p53, 1, 3, 2, 2, 0x1p54, 1, 7});
  table.add("class", std::vector<std::string>{"p", "p", "p", "p", "q", "q", "q", "q"});
  const List edges{0, 2, 6, 9};
  Schema schema = schema_of({{.name = "x",
                              .family = "histogram",
                              .prior = numbers({{"weights", List{0.5, 2, 1}}, {"edges", edges}})}});
  schema.class_prior = testing::uniform_classes();
  testing::check_against_refits(Model(schema), table, 1, "w");
  schema.columns.front().family = "polya_tree";
  schema.columns.front().prior = numbers({{"c", 0.4}, {"edges", List{0, 2, 4, 6, 9}}});
  testing::check_against_refits(Model(schema), table, 1, "w");
  schema.columns.front().family = "kernel";
  schema.columns.front().prior = numbers({{"bandwidth", 0.5}});
  testing::check_against_refits(Model(schema), table, 1, "w");
}
