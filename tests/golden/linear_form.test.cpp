// Linear forms, discounted statistics and multinomial coefficients of shipped data against exact fractions
// (linear_form.csv, made by make_linear_form.py).
#include <credence/data/convert.hpp>
#include <credence/density/count.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/linear_form.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/shipped.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

std::map<std::string, double> golden(const std::string& what) {
  std::map<std::string, double> values;
  for (GoldenRow row : golden_rows(project_file("tests/golden/linear_form.csv")))
    if (row["what"] == what) values[row["name"]] = number(row["value"]);
  return values;
}

void check_close(double found, double expected, double bar) {
  CAPTURE(found);
  CAPTURE(expected);
  CHECK(std::abs(found - expected) <= bar * std::max(1.0, std::abs(expected)));
}

void check_form(const LinearForm& form, const std::string& what, double bar) {
  const std::map<std::string, double> expected = golden(what);
  REQUIRE(form.terms.size() + 1 == expected.size());
  const Doubles found = credence::weights(form);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string& name = what == "answers" ? form.terms[i].feature : form.terms[i].value;
    CAPTURE(name);
    check_close(found[i], expected.at(name), bar);
  }
  check_close(bias(form), expected.at("bias"), bar);
}

// The columns of a shipped table but its classes.
std::vector<std::string> features_of(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns())
    if (column.name != "class") names.push_back(column.name);
  return names;
}

Model three_numbers() {
  return Model(schema_of({{.name = "mean_radius", .family = "normal"},
                          {.name = "se_area", .family = "normal"},
                          {.name = "worst_concavity", .family = "normal"}}));
}

// Of the malignant rows.
void check_moments(const ModelPosterior& posterior, const std::string& what) {
  const std::map<std::string, double> expected = golden(what);
  const auto& block = typed<NormalInverseGammaNormal>(*posterior.blocks[0]);
  const Index klass = posterior.label.classes[0] == "malignant" ? 0 : 1;
  for (Index j = 0; j < 3; ++j) {
    const std::string& name = block.feature(j).name;
    CAPTURE(name);
    const Moments& found = block.cell(j, klass);
    check_close(found.n, expected.at(name + " n"), 1e-14);
    check_close(found.mean, expected.at(name + " mean"), 1e-14);
    check_close(found.sum_of_squares, expected.at(name + " squares"), 1e-13);
  }
}

}  // namespace

TEST_CASE("the linear form of binary answers agrees with exact fractions") {
  const Table table = shipped("house_votes_84");
  Schema schema = schema_of({});
  for (const std::string& name : features_of(table))
    schema.columns.push_back({.name = name,
                              .family = "bernoulli",
                              .prior = numbers({{"ones", 2.0}, {"zeros", 3.0}}),
                              .levels = {"n", "y"}});
  check_form(linear_form(observe(Model(schema), table), Estimator::posterior_mean), "answers",
             1e-14);
}

TEST_CASE("the linear form of numbers whose classes share variances agrees with exact fractions") {
  const Table table = shipped("breast_cancer");
  const Schema schema = schema_of({{.name = "sizes",
                                    .family = "normal",
                                    .columns = features_of(table),
                                    .tied = Tying::classes}});
  check_form(linear_form(observe(Model(schema), table), Estimator::maximum_likelihood), "numbers",
             1e-12);
}

TEST_CASE("discounted moments agree with exact fractions") {
  const Table table = shipped("breast_cancer");
  const Model model = three_numbers();
  const BoundTable bound = credence::bind(model, table);
  std::vector<Index> first(300), others(static_cast<std::size_t>(table.rows()) - 300);
  std::iota(first.begin(), first.end(), 0);
  std::iota(others.begin(), others.end(), 300);

  ModelPosterior by_file = empty_posterior(model);
  observe(by_file, bound, first);
  discount(by_file, 0.25);
  observe(by_file, bound, others);
  check_moments(by_file, "discount");

  ModelPosterior by_row = empty_posterior(model);
  observe_by_row(by_row, bound, 0.875);
  check_moments(by_row, "by_row");
}

TEST_CASE("multinomial coefficients agree with whole numbers of sequences") {
  const Table table = shipped("digits");
  std::vector<RealColumn> columns;
  for (const std::string& name : features_of(table))
    columns.push_back(numbers_of(table, table.column(name)));
  const std::map<std::string, double> expected = golden("coefficient");
  REQUIRE(expected.size() == 30);
  for (const auto& one : expected) {
    CAPTURE(one.first);
    const auto& [row, value] = one;
    WordCounts counts;
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (const double count = columns[j].view()[std::stol(row)]; count > 0)
        counts.push_back({static_cast<std::uint32_t>(j), count});
    check_close(log_coefficient(counts), value, 1e-14);
  }
}
