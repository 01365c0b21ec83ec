// Complement naive Bayes against scikit-learn's ComplementNB: on the shipped digits
// (scikit_learn_complement_*.csv, made by make_scikit_learn.py), and on weighted rows.
#include <credence/data/convert.hpp>
#include <credence/predict/complement.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/shipped.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Schema pixels(double each) {
  ColumnSchema block{.name = "pixels", .family = "multinomial", .prior = numbers({{"each", each}})};
  const Table table = shipped("digits");
  for (const Column& column : table.columns())
    if (column.name != "class") block.columns.push_back(column.name);
  return schema_of({std::move(block)});
}

Doubles numbers_in(const Table& table, const std::string& column) {
  const RealColumn found = numbers_of(table, table.column(column));
  Doubles all;
  for (Index row = 0; row < table.rows(); ++row) all.push_back(found.view()[row]);
  return all;
}

void check_parity(const std::string& stored, double each, ComplementWeights weights) {
  const Table golden =
      read_csv(project_file("tests/golden/scikit_learn_" + stored + ".csv"), {.comment = '#'});
  const Table table = shipped("digits");
  std::vector<Index> rows;
  for (const double number : numbers_in(golden, "row"))
    rows.push_back(static_cast<Index>(number) - 1);
  REQUIRE(rows.size() == 200);
  const auto posterior = observe(Model(pixels(each)), table);
  const auto bound = bind(posterior.model, table);

  const Predictions answers = ComplementClassifier(posterior, weights)
                                  .predict(bound, {.count = std::ssize(rows), .list = rows.data()});

  double furthest = 0;
  for (std::size_t klass = 0; klass < 10; ++klass) {
    const Doubles score = numbers_in(golden, "log_joint:" + answers.classes[klass]);
    const Doubles shown = numbers_in(golden, "log_probability:" + answers.classes[klass]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = static_cast<Index>(i);
      furthest = std::max(
          {furthest,
           std::abs(answers.log_joints(row)[klass] - score[i]) / std::max(1.0, std::abs(score[i])),
           std::abs(answers.log_probabilities(row)[klass] - shown[i])});
    }
  }
  CHECK(furthest <= 1e-11);
}

void check_weights(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t word = 0; word < found.size(); ++word)
    CHECK(found[word] == doctest::Approx(expected[word]).epsilon(1e-14));
}

}  // namespace

TEST_CASE("a block of counts agrees with ComplementNB to 1e-11, plain and normalised") {
  check_parity("complement_digits", 1, ComplementWeights::plain);
  check_parity("complement_normalised_digits", 0.5, ComplementWeights::normalised);
}

TEST_CASE("weighted rows agree with the sample weights of ComplementNB") {
  constexpr std::string_view rows = "x,y,z,w,class\n3,1,0,1,a\n2,0,1,2,a\n0,4,1,0.5,b\n1,1,5,1,c\n";
  const auto schema = [](double each) {
    return schema_of({{.name = "words",
                       .family = "multinomial",
                       .prior = numbers({{"each", each}}),
                       .columns = {"x", "y", "z"}}});
  };

  // scikit-learn 1.2.1: ComplementNB(alpha=1), ComplementNB(alpha=2, norm=True), sample_weight=w.
  const ComplementClassifier plain(learned(schema(1), rows, "w"));
  check_weights(plain.weights(0, 0), {1.83258146374831, 1.1394342831883648, 0.6539264674066639});
  check_weights(plain.weights(0, 2), {0.661398482245365, 1.3545456628053103, 1.4880770554298328});
  const ComplementClassifier scaled(learned(schema(2), rows, "w"), ComplementWeights::normalised);
  check_weights(scaled.weights(0, 0), {0.4692659993609087, 0.3232977565348429, 0.2074362441042483});
  check_weights(scaled.weights(0, 1),
                {0.23659646126406922, 0.4968783319758881, 0.2665252067600427});
}
