// Parity with scikit-learn on shipped data (scikit_learn_*.csv, made by make_scikit_learn.py).
#include <credence/data/convert.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double tolerance = 1e-10;
const std::string stored_files = project_file("tests/golden/scikit_learn_");

Table data(const std::string& name) {
  return read_csv(project_file("examples/data/" + name + ".csv"));
}

// The columns of a table but the label, each of one family.
Schema all_columns(const Table& table, const ColumnSchema& kind, const Strings& left_out = {}) {
  Schema schema = schema_of({});
  for (const Column& column : table.columns()) {
    const bool out = std::find(left_out.begin(), left_out.end(), column.name) != left_out.end();
    if (column.name == "class" || out) continue;
    schema.columns.push_back(kind);
    schema.columns.back().name = column.name;
  }
  return schema;
}

Table complete_rows(const Table& table) {
  std::vector<Index> rows;
  for (Index row = 0; row < table.rows(); ++row) {
    const auto missing = [&](const Column& column) {
      return std::get<FileColumn>(column.cells).missing(row);
    };
    if (std::none_of(table.columns().begin(), table.columns().end(), missing)) rows.push_back(row);
  }
  return table.select(rows);
}

Doubles numbers_in(const Table& table, const std::string& column) {
  const RealColumn numbers = numbers_of(table, table.column(column));
  Doubles all;
  for (Index row = 0; row < table.rows(); ++row) all.push_back(numbers.view()[row]);
  return all;
}

// Learns `training`, scores the rows of `whole` that the stored file lists and compares them.
void check_parity(const Schema& schema, const Table& training, const Table& whole,
                  const std::string& stored) {
  const Table golden = read_csv(stored_files + stored + ".csv", {.comment = '#'});
  std::vector<Index> rows;
  for (const double number : numbers_in(golden, "row"))
    rows.push_back(static_cast<Index>(number) - 1);
  REQUIRE(rows.size() > 100);
  const Classifier classifier{observe(Model(schema), training), Estimator::scikit_learn};
  const Predictions answers = classifier.predict(whole.select(rows));
  double furthest = 0;
  for (std::size_t klass = 0; klass < answers.classes.size(); ++klass) {
    const Doubles joint = numbers_in(golden, "log_joint:" + answers.classes[klass]);
    const Doubles probability = numbers_in(golden, "log_probability:" + answers.classes[klass]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto at = static_cast<Index>(row);
      const double size = std::max(1.0, std::abs(joint[row]) * 1e-3);
      furthest =
          std::max({furthest, std::abs(answers.log_probabilities(at)[klass] - probability[row]),
                    std::abs(answers.log_joints(at)[klass] - joint[row]) / size});
    }
  }
  CHECK(furthest <= tolerance);
}

}  // namespace

TEST_CASE("normal columns agree with GaussianNB to 1e-10") {
  for (const std::string name : {"iris", "wine", "breast_cancer"}) {
    CAPTURE(name);
    const Table table = data(name);
    check_parity(all_columns(table, {.family = "normal"}), table, table, "gaussian_" + name);
  }
}

TEST_CASE("yes or no columns agree with BernoulliNB to 1e-10") {
  const Table table = data("house_votes_84");
  const Schema schema = all_columns(table, {.family = "bernoulli", .levels = {"n", "y"}});

  check_parity(schema, complete_rows(table), table, "bernoulli_house_votes_84");
}

TEST_CASE("categories agree with CategoricalNB to 1e-10") {
  const Table votes = data("house_votes_84");
  const Table credit = data("german_credit");
  const Strings numbers_of_credit{"duration",        "credit_amount", "installment_commitment",
                                  "residence_since", "age",           "existing_credits",
                                  "num_dependents"};

  check_parity(all_columns(votes, {.family = "categorical"}), complete_rows(votes), votes,
               "categorical_house_votes_84");
  check_parity(all_columns(credit, {.family = "categorical"}, numbers_of_credit), credit, credit,
               "categorical_german_credit");
}

TEST_CASE("a block of counts agrees with MultinomialNB to 1e-10") {
  const Table table = data("digits");
  ColumnSchema pixels{.name = "pixels", .family = "multinomial"};
  for (const Column& column : table.columns())
    if (column.name != "class") pixels.columns.push_back(column.name);
  REQUIRE(pixels.columns.size() == 64);

  check_parity(schema_of({pixels}), table, table, "multinomial_digits");
}

TEST_CASE("every stored row of iris gets the label that GaussianNB gives it") {
  const Table table = data("iris");
  const Table golden = read_csv(stored_files + "gaussian_iris.csv", {.comment = '#'});
  const Classifier classifier{observe(Model(all_columns(table, {.family = "normal"})), table),
                              Estimator::scikit_learn};
  const Predictions answers = classifier.predict(table);
  std::vector<Doubles> joints;
  for (const std::string& klass : answers.classes)
    joints.push_back(numbers_in(golden, "log_joint:" + klass));
  int differing = 0;
  for (std::size_t row = 0; row < 150; ++row) {
    std::size_t best = 0;
    for (std::size_t klass = 1; klass < 3; ++klass)
      if (joints[klass][row] > joints[best][row]) best = klass;
    differing += answers.label[row] == static_cast<Index>(best) ? 0 : 1;
  }

  CHECK(differing == 0);
}
