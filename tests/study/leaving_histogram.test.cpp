// Leave-one-out and the prequential score of numbers in bins: equal to fits, and as fast as others.
#include <doctest/doctest.h>

#include <credence/data/csv.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/leave_one_out.hpp>

#include "study/refits.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"
#include "support/weighted_rows.hpp"

using namespace credence;
using testing::numbers;
using testing::schema_of;
using testing::weighted_rows;
using testing::word;

namespace {

using List = std::vector<double>;

// Every column of a table but the class, in bins.
Schema in_bins(const Table& table, const PriorSpec& prior) {
  Schema schema{.label = "class"};
  for (const Column& column : table.columns())
    if (column.name != "class")
      schema.columns.push_back({.name = column.name, .family = "histogram", .prior = prior});
  return schema;
}

Schema three_kinds() {
  return schema_of({{.name = "x", .family = "histogram", .prior = word("mdl")},
                    {.name = "y",
                     .family = "histogram",
                     .prior = numbers({{"weights", List{0.5, 2, 1}}, {"edges", List{0, 1, 2, 9}}})},
                    {.name = "z", .family = "histogram", .prior = numbers({{"bins", 4.0}})}});
}

}  // namespace

TEST_CASE("leave-one-out of numbers in bins equals a fit of the other rows") {
  const Table table = read_csv(testing::project_file("examples/data/breast_cancer.csv"));
  for (const PriorSpec& prior : {word("mdl"), word("auto"), numbers({{"bins", 1.0}})})
    testing::check_against_refits(Model(in_bins(table, prior)), table, 37);
}

TEST_CASE("leave-one-out of weighted numbers in bins equals a fit of the other rows") {
  const Table table = weighted_rows(60);
  testing::check_against_refits(Model(three_kinds()), table, 1, "times");
  testing::check_against_refits(Model(three_kinds()), table);
}

TEST_CASE("bins that hold one row each are empty once it is forgotten") {
  Table table;
  table.add("x", List{1, 2, 3, 4, 5, 6});
  table.add("class", std::vector<std::string>{"p", "q", "p", "q", "p", "p"});
  const PriorSpec narrow =
      numbers({{"weights", List{1, 1, 1, 1, 1, 1}}, {"edges", List{0, 1, 2, 3, 4, 5, 6}}});
  const PriorSpec below = numbers({{"weights", List{0.5, 1.5}}, {"edges", List{0, 3.5, 6}}});
  for (const PriorSpec& prior : {narrow, below, word("mdl")})
    testing::check_against_refits(
        Model(schema_of({{.name = "x", .family = "histogram", .prior = prior}})), table);
}

TEST_CASE("a number that was never learned is not forgotten, whatever else its bin holds") {
  const Schema schema = schema_of({{.name = "x", .family = "histogram"}});
  const Table learned = testing::table_of("x,class\n1,p\n2,p\n3,q\n");
  const Table other = testing::table_of("x,class\n1,p\n2.5,p\n3,q\n");
  const auto posterior = observe(Model(schema), learned);
  const auto bound = bind(posterior.model, other);

  CHECK(testing::throws_error(
      [&] { (void)leave_one_out(posterior, Estimator::predictive, bound, std::vector<Index>{1}); },
      ErrorCode::domain, "cannot forget more than was seen"));
}

TEST_CASE("the prequential score of numbers in bins sums to their log evidence") {
  const Table table = weighted_rows(80);
  for (const std::string_view weight : {"", "times"})
    testing::check_prequential(Model(three_kinds()), table, weight);
}

TEST_CASE("a comparison of tens of thousands of different numbers ends") {
  Random random{8};
  List x;
  std::vector<std::string> labels;
  for (Index row = 0; row < 40000; ++row) {
    x.push_back(random.normal() + static_cast<double>(row % 2));
    labels.push_back(row % 2 == 0 ? "p" : "q");
  }
  Table table;
  table.add("x", std::move(x));
  table.add("class", std::move(labels));

  const Comparison comparison =
      compare(Model(schema_of({{.name = "x", .family = "histogram"}})), table, {.folds = 2});

  // Training, cross-validation and leave-one-out, whose rows move one bin by one.
  REQUIRE(comparison.results.size() == 15);
  for (std::size_t i = 0; i < 12; i += 3) {
    const Result& training = comparison.results[i];
    const Result& left_out = comparison.results[i + 2];
    REQUIRE(left_out.on == "leave_one_out");
    REQUIRE(left_out.metrics);
    CHECK(left_out.metrics->accuracy <= training.metrics->accuracy);
    CHECK(left_out.metrics->accuracy > training.metrics->accuracy - 0.002);
    CHECK(left_out.metrics->log_loss > training.metrics->log_loss);
  }
}
