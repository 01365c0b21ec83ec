// How often the best classifier is wrong.
#include <credence/study/simulation.hpp>

#include <credence/base/parallel.hpp>
#include <credence/density/normal.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <functional>

#include "support/every_family.hpp"
#include "support/relative.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Truth = Estimates;

Fields normal(double mean, double variance) { return {{"mean", mean}, {"variance", variance}}; }
Fields levels(Doubles probabilities) { return {{"probabilities", std::move(probabilities)}}; }
Fields yes(double probability) { return {{"probability", probability}}; }

// One feature and its parameters by class.
struct Given {
  ColumnSchema column;
  TruthRecord::OfClasses parameters;
};

Truth truth_with(std::vector<Given> features,
                 std::map<std::string, double, std::less<>> probabilities) {
  TruthRecord record{.schema = schema_of({}), .class_probabilities = std::move(probabilities)};
  for (Given& feature : features) {
    record.parameters[feature.column.name] = std::move(feature.parameters);
    record.schema.columns.push_back(std::move(feature.column));
  }
  return truth_of(record);
}

Given number(const std::string& name, Fields a, Fields b, const std::string& family = "normal") {
  return {{.name = name, .family = family}, {{"a", std::move(a)}, {"b", std::move(b)}}};
}

Given answer(const std::string& name, Doubles probabilities) {
  Given given{{.name = name, .family = "bernoulli"}, {}};
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    given.parameters[std::string(1, static_cast<char>('a' + i))] = yes(probabilities[i]);
  return given;
}

double entropy(const Doubles& probabilities) {
  double sum = 0;
  for (const double p : probabilities) sum -= p * std::log(p);
  return sum;
}

// Integrals of the two quantities over a line, for two densities.
struct OnALine {
  double error = 0;
  double log_loss = 0;

  OnALine(const Normal& first, const Normal& second, double p) {
    const double step = 1e-3;
    for (double x = -40; x <= 40; x += step) {
      const double a = p * std::exp(log_density(first, x));
      const double b = (1 - p) * std::exp(log_density(second, x));
      error += step * std::min(a, b);
      if (a > 0) log_loss += step * a * std::log1p(b / a);
      if (b > 0) log_loss += step * b * std::log1p(a / b);
    }
  }
};

// The log loss of two equally frequent normals, as an integral over the log odds of a row.
double log_loss_apart(double distance) {
  double sum = 0;
  for (double x = -120; x <= 120; x += 0.25)
    sum += 0.25 * std::exp(-x * x / (2 * distance * distance) + x / 2) * std::log1p(std::exp(-x));
  return std::exp(-distance * distance / 8) / (distance * std::sqrt(2 * std::acos(-1.0))) * sum;
}

void check_simulation_agrees(const Truth& truth, Index rows = 20000) {
  const auto exact = exact_bayes_error(truth);
  REQUIRE(exact);
  const BayesError drawn = bayes_error(truth, {.rows = rows, .seed = 8});
  CHECK(std::abs(drawn.error - exact->error) <= 4 * drawn.error_standard_error + 1e-12);
  CHECK(std::abs(drawn.log_loss - exact->log_loss) <= 4 * drawn.log_loss_standard_error + 1e-12);
  CHECK(drawn.draws == rows);
  CHECK(drawn.error_standard_error < 0.005);
}

}  // namespace

TEST_CASE("two normals of one variance are mistaken as the normal distribution function says") {
  const Truth truth =
      truth_with({number("size", normal(3, 4), normal(7, 4))}, {{"a", 0.5}, {"b", 0.5}});
  const auto exact = exact_bayes_error(truth);
  REQUIRE(exact);
  CHECK(std::abs(exact->error - 0.15865525393145705) < 1e-15);  // Phi(-1)
  CHECK(exact->draws == 0);
  CHECK(exact->error_standard_error == 0);
  check_simulation_agrees(truth);
}

TEST_CASE("the Bayes log loss of two normals is the entropy of the class less the information") {
  // The mutual information of N(0, 1) and N(1, 1) is a reference value, found by quadrature.
  const Truth truth =
      truth_with({number("size", normal(0, 1), normal(1, 1))}, {{"a", 0.5}, {"b", 0.5}});
  CHECK(std::abs(exact_bayes_error(truth)->log_loss - (std::log(2.0) - 0.111421482185)) < 1e-11);
}

TEST_CASE(
    "the errors of two normals are integrals, whatever the class probabilities and distance") {
  for (const double p : {0.5, 0.2, 0.999})
    for (const double distance : {0.0, 0.01, 0.7, 3.0, 9.0}) {
      CAPTURE(p);
      CAPTURE(distance);
      const Truth truth =
          truth_with({number("size", normal(0, 1), normal(distance, 1))}, {{"a", p}, {"b", 1 - p}});
      const OnALine line({.mean = 0, .variance = 1}, {.mean = distance, .variance = 1}, p);
      const auto exact = exact_bayes_error(truth);
      REQUIRE(exact);
      CHECK(std::abs(exact->error - line.error) < 1e-7);  // the integrand has a kink
      CHECK(std::abs(exact->log_loss - line.log_loss) < 1e-9);
      CHECK(exact->error <= std::min(p, 1 - p) * (1 + 1e-12));
    }
}

TEST_CASE("the log loss of classes that are seldom mistaken keeps its digits") {
  for (const double distance : {4.0, 12.0, 16.0, 20.0, 60.0}) {
    CAPTURE(distance);
    const auto exact = exact_bayes_error(
        truth_with({number("size", normal(0, 1), normal(distance, 1))}, {{"a", 0.5}, {"b", 0.5}}));
    CHECK(exact->log_loss == relative(log_loss_apart(distance), 1e-12));
    CHECK(exact->log_loss > 2 * std::log(2.0) * exact->error);
  }
  // One answer in 2^50 is wrong: its own part of the entropy, and that of the others.
  const double rare = 0x1p-50;
  const auto exact =
      exact_bayes_error(truth_with({answer("yes", {0.5, 0.5})}, {{"a", rare}, {"b", 1 - rare}}));
  CHECK(exact->log_loss == relative(rare * (50 * std::log(2.0) + 1), 1e-14));
}

TEST_CASE("classes far apart are never mistaken") {
  const Truth truth =
      truth_with({number("size", normal(0, 1), normal(1e9, 1))}, {{"a", 0.5}, {"b", 0.5}});
  CHECK(exact_bayes_error(truth)->error == 0);
  CHECK(exact_bayes_error(truth)->log_loss == 0);
}

TEST_CASE("normal columns of shared variances add their squared distances") {
  const Truth truth = truth_with({number("size", normal(0, 4), normal(3, 4)),
                                  number("income", normal(2, 0.25), normal(1, 0.25), "lognormal")},
                                 {{"a", 0.3}, {"b", 0.7}});
  // Distances 1.5 and 2 make 2.5.
  const Truth one =
      truth_with({number("size", normal(0, 1), normal(2.5, 1))}, {{"a", 0.3}, {"b", 0.7}});
  CHECK(std::abs(exact_bayes_error(truth)->error - exact_bayes_error(one)->error) < 1e-15);
  CHECK(std::abs(exact_bayes_error(truth)->log_loss - exact_bayes_error(one)->log_loss) < 1e-15);
  check_simulation_agrees(truth);
}

TEST_CASE("a block tied over classes has a closed form, a free one has none") {
  Schema schema = schema_of({tied_block("sizes", Tying::classes)});
  schema.classes = {"a", "b"};
  check_simulation_agrees(drawn_truth(before_data(schema), 4));

  schema.columns = {tied_block("sizes", Tying::free)};
  CHECK_FALSE(exact_bayes_error(drawn_truth(before_data(schema), 4)));
}

TEST_CASE("the error of one answer is read off its table") {
  const Truth truth = truth_with({answer("yes", {0.8, 0.25})}, {{"a", 0.3}, {"b", 0.7}});
  const auto exact = exact_bayes_error(truth);
  REQUIRE(exact);
  // yes: 0.24 against 0.175; no: 0.06 against 0.525.
  CHECK(std::abs(exact->error - (0.175 + 0.06)) < 1e-15);
  CHECK(std::abs(exact->log_loss - (entropy({0.3, 0.7}) - 0.134871434161)) < 1e-12);
  check_simulation_agrees(truth);
}

TEST_CASE("the errors of levels are sums over all combinations") {
  const Given city{{.name = "city", .family = "categorical", .levels = {"x", "y", "z"}},
                   {{"a", levels({0.2, 0.3, 0.5})},
                    {"b", levels({0.6, 0.4, 0})},
                    {"c", levels({0.1, 0.1, 0.8})}}};
  const Doubles yes_first{0.1, 0.5, 0.7}, yes_second{0.9, 0.4, 0.6}, p{0.2, 0.5, 0.3};
  const Truth truth = truth_with({city, answer("first", yes_first), answer("second", yes_second)},
                                 {{"a", 0.2}, {"b", 0.5}, {"c", 0.3}});
  const std::vector<Doubles> cities{{0.2, 0.3, 0.5}, {0.6, 0.4, 0}, {0.1, 0.1, 0.8}};

  double right = 0, joint_entropy = 0, row_entropy = 0;
  for (std::size_t level = 0; level < 3; ++level)
    for (const bool first : {false, true})
      for (const bool second : {false, true}) {
        double all = 0, best = 0;
        for (std::size_t klass = 0; klass < 3; ++klass) {
          const double joint = p[klass] * cities[klass][level] *
                               (first ? yes_first[klass] : 1 - yes_first[klass]) *
                               (second ? yes_second[klass] : 1 - yes_second[klass]);
          all += joint;
          best = std::max(best, joint);
          if (joint > 0) joint_entropy -= joint * std::log(joint);
        }
        right += best;
        row_entropy -= all * std::log(all);
      }
  const auto exact = exact_bayes_error(truth);
  REQUIRE(exact);
  CHECK(std::abs(exact->error - (1 - right)) < 1e-14);
  CHECK(std::abs(exact->log_loss - (joint_entropy - row_entropy)) < 1e-14);
  check_simulation_agrees(truth);
}

TEST_CASE("levels and normal columns together have a closed form") {
  check_simulation_agrees(truth_with({answer("yes", {0.8, 0.25}), answer("certain", {1, 0.5}),
                                      number("size", normal(0, 4), normal(1.5, 4))},
                                     {{"a", 0.3}, {"b", 0.7}}));
}

TEST_CASE("a class that never occurs has no part in the error") {
  const Truth truth = truth_with(
      {{{.name = "size", .family = "normal"}, {{"a", normal(3, 4)}, {"b", normal(7, 4)}}}},
      {{"a", 0.5}, {"b", 0.5}, {"c", 0}});
  CHECK(std::abs(exact_bayes_error(truth)->error - 0.15865525393145705) < 1e-15);
  check_simulation_agrees(truth);

  const Truth alone = truth_with({{{.name = "size", .family = "normal"}, {{"a", normal(3, 4)}}}},
                                 {{"a", 1}, {"b", 0}});
  CHECK(*exact_bayes_error(alone) == BayesError{});
  CHECK(bayes_error(alone, {.rows = 100}).error == 0);
}

TEST_CASE("no closed form is claimed where there is none") {
  const std::map<std::string, double, std::less<>> halves{{"a", 0.5}, {"b", 0.5}};
  CHECK_FALSE(exact_bayes_error(truth_with({number("size", normal(0, 1), normal(0, 2))}, halves)));
  CHECK_FALSE(exact_bayes_error(
      truth_with({number("visits", {{"rate", 1.0}}, {{"rate", 2.0}}, "poisson")}, halves)));
  CHECK_FALSE(exact_bayes_error(drawn_truth(before_data(schema_of_every_family()), 1)));

  std::vector<Given> many;
  for (int i = 0; i < 17; ++i) many.push_back(answer("q" + std::to_string(i), {0.6, 0.4}));
  CHECK_FALSE(exact_bayes_error(truth_with(many, halves)));
  many.resize(12);
  check_simulation_agrees(truth_with(many, halves));

  const Truth three =
      truth_with({{{.name = "size", .family = "normal"},
                   {{"a", normal(0, 1)}, {"b", normal(1, 1)}, {"c", normal(2, 1)}}}},
                 {{"a", 0.3}, {"b", 0.3}, {"c", 0.4}});
  CHECK_FALSE(exact_bayes_error(three));
}

TEST_CASE("the best classifier mislabels as many simulated rows as the Bayes error says") {
  const Truth truth =
      drawn_truth(before_data(schema_of({{.name = "visits",
                                          .family = "poisson",
                                          .prior = numbers({{"shape", 4.0}, {"rate", 1.0}})},
                                         {.name = "wait",
                                          .family = "exponential",
                                          .prior = numbers({{"shape", 2.0}, {"rate", 1.0}})}},
                                        given_classes({{"a", 0.2}, {"b", 0.5}, {"c", 0.3}}))),
                  3);
  const Index rows = 30000;
  const Table table = simulate(truth, {.rows = rows, .seed = 77});
  const Predictions predictions = Classifier{truth}.predict(table);
  const auto& labels = std::get<CodeColumn>(table.column("class").cells).codes;
  double wrong = 0;
  for (Index row = 0; row < rows; ++row) {
    const auto at = static_cast<std::size_t>(row);
    if (predictions.label[at] != labels[at]) wrong += 1;
  }
  const double rate = wrong / static_cast<double>(rows);
  const double of_counting = std::sqrt(rate * (1 - rate) / static_cast<double>(rows));
  const BayesError expected = bayes_error(truth, {.rows = rows, .seed = 5});
  CHECK(rate > 0.05);
  CHECK(std::abs(rate - expected.error) <
        4 * std::hypot(of_counting, expected.error_standard_error));
  CHECK(expected.error_standard_error < of_counting);  // less noise than counting
}

TEST_CASE("a Bayes error by simulation has the same bits for any number of threads") {
  const Truth truth = drawn_truth(before_data(schema_of_every_family()), 2);
  const BayesError all = bayes_error(truth, {.rows = 9000});
  const ThreadLimit one(1);
  CHECK(bayes_error(truth, {.rows = 9000}) == all);
  CHECK(bayes_error(truth, {.rows = 9000, .classes = ClassesDrawn::in_turn}) == all);
  CHECK_FALSE(bayes_error(truth, {.rows = 9000, .seed = 2}) == all);
}

TEST_CASE("a Bayes error needs two rows") {
  const Truth truth = truth_with({answer("yes", {0.8, 0.25})}, {{"a", 0.3}, {"b", 0.7}});
  CHECK_THROWS_WITH_AS((void)bayes_error(truth, {.rows = 1}), doctest::Contains("at least 2 rows"),
                       Error);
}
