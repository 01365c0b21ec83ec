#include <credence/select/averaged.hpp>

#include <credence/base/parallel.hpp>
#include <credence/data/csv.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::decimal_text;
using testing::Doubles;
using testing::learned;
using testing::schema_of;
using testing::table_of;
using testing::throws_error;

namespace {

const std::string rows =
    "yes,city,height,visits,text,u,v,class\n"
    "1,Rome,1.7,3,free call,1,10,a\n0,Oslo,1.62,0,call me,2,12,b\n1,Rome,1.81,1,free,1.5,9,b\n"
    "0,?,1.55,?,at home,3,20,a\n1,Bern,1.9,7,free free,4,26,a\n?,Rome,?,2,home,3.5,22,b\n";

Schema schema() {
  ColumnSchema sizes{.name = "sizes", .family = "normal"};
  sizes.columns = {"u", "v"};
  sizes.tied = Tying::all;
  return schema_of({{.name = "yes", .family = "bernoulli"},
                    {.name = "city", .family = "categorical", .unseen = Unseen::reserve},
                    {.name = "height", .family = "normal"},
                    {.name = "visits", .family = "poisson"},
                    {.name = "text", .family = "multinomial"},
                    sizes});
}

const std::string new_rows =
    "yes,city,height,visits,text,u,v\n1,Rome,1.6,2,free call home,2,11\n?,Paris,?,?,,?,30\n"
    "0,Bern,2.5,0,call,9,9\n";

}  // namespace

TEST_CASE("features that surely depend on the class are read as the predictive reads them") {
  const auto posterior = learned(schema(), rows);
  const Predictions plain =
      Classifier(posterior, Estimator::predictive).predict(table_of(new_rows));

  const Predictions sure =
      AveragedClassifier(posterior, {.prior_probability = 1}).predict(table_of(new_rows));

  CHECK(sure.label == plain.label);
  CHECK(sure.unseen_cells == plain.unseen_cells);
  CHECK(sure.classes == plain.classes);
  REQUIRE(sure.log_joint.size() == plain.log_joint.size());
  for (std::size_t i = 0; i < plain.log_joint.size(); ++i) {
    CAPTURE(i);
    CHECK(sure.log_joint[i] == doctest::Approx(plain.log_joint[i]).epsilon(1e-12));
    CHECK(sure.log_probability[i] == doctest::Approx(plain.log_probability[i]).epsilon(1e-12));
  }
}

TEST_CASE("features that surely do not are as good as absent") {
  const auto posterior = learned(schema(), rows);

  const Predictions without =
      AveragedClassifier(posterior, {.prior_probability = 0}).predict(table_of(new_rows));

  const Doubles prior = log_class_probabilities(posterior.label, Estimator::predictive);
  for (Index row = 0; row < without.rows(); ++row)
    for (std::size_t c = 0; c < prior.size(); ++c)
      CHECK(without.log_probabilities(row)[c] == doctest::Approx(prior[c]).epsilon(1e-13));
}

TEST_CASE("between the two, densities are mixed by the probability of dependence") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n1,a\n0,b\n0,b\n");
  const AveragedClassifier classifier(posterior);

  const Predictions answers = classifier.predict(table_of("x\n1\n0\n?\n"));

  // Dependence: 10/13, as the Bayes factor is 10/3. Yes: 3/4 in a, 1/4 in b, 1/2 in both together.
  CHECK(classifier.inclusion().front().probability == doctest::Approx(10.0 / 13).epsilon(1e-13));
  const double in_a = 10.0 / 13 * 0.75 + 3.0 / 13 * 0.5;
  const double in_b = 10.0 / 13 * 0.25 + 3.0 / 13 * 0.5;
  CHECK(answers.probability(0, 0) == doctest::Approx(in_a / (in_a + in_b)).epsilon(1e-13));
  CHECK(answers.probability(1, 1) == doctest::Approx(in_a / (in_a + in_b)).epsilon(1e-13));
  CHECK(answers.probability(2, 0) == doctest::Approx(0.5).epsilon(1e-13));
}

TEST_CASE("a mixture of logarithms keeps what is far beyond the range of double") {
  const double infinity = std::numeric_limits<double>::infinity();

  CHECK(detail::log_mixture(0.25, -1000, -1000) == doctest::Approx(-1000));
  CHECK(detail::log_mixture(0.5, -2000, -3) == doctest::Approx(std::log(0.5) - 3));
  CHECK(detail::log_mixture(0.5, -infinity, -infinity) == -infinity);
  CHECK(detail::log_mixture(1, -7, -infinity) == -7);
  CHECK(detail::log_mixture(0, -infinity, -7) == -7);
}

TEST_CASE("columns of noise do less harm to an average than to the predictive") {
  Random random{21};
  const auto noisy = [&](int count) {
    std::string csv = "signal";
    for (int j = 0; j < 200; ++j) csv += ",n" + std::to_string(j);
    csv += ",class\n";
    for (int row = 0; row < count; ++row) {
      const bool a = row % 2 == 0;
      csv += decimal_text(random.normal() + (a ? 0 : 2));
      for (int j = 0; j < 200; ++j) csv += ',' + decimal_text(random.normal());
      csv += a ? ",a\n" : ",b\n";
    }
    return csv;
  };
  const Table train = table_of(noisy(30));
  const Table test = table_of(noisy(200));
  const auto posterior = observe(infer_model(train, {.label = "class"}), train);
  const auto log_loss = [&](const Predictions& answers) {
    double loss = 0;
    for (Index row = 0; row < answers.rows(); ++row)
      loss -= answers.log_probabilities(row)[static_cast<std::size_t>(row % 2)];
    return loss / static_cast<double>(answers.rows());
  };

  const double plain = log_loss(Classifier(posterior, Estimator::predictive).predict(test));
  const double averaged =
      log_loss(AveragedClassifier(posterior, {.prior_probability = 0.05}).predict(test));

  CHECK(averaged < std::log(2.0));
  CHECK(averaged < plain - 0.2);
}

TEST_CASE("averages are the same bits on any number of threads") {
  const auto posterior = learned(schema(), rows);
  const AveragedClassifier classifier(posterior);
  const auto joints = [&](int threads) {
    const ThreadLimit limit(threads);
    return classifier.predict(table_of(new_rows)).log_joint;
  };

  CHECK(joints(1) == joints(4));
}

TEST_CASE("a feature with a prior for each class has no pooled density") {
  PriorSpec split;
  split.by_class = {{"a", testing::numbers({{"ones", 2.0}, {"zeros", 1.0}})},
                    {"b", testing::numbers({{"ones", 1.0}, {"zeros", 2.0}})}};
  const auto posterior = learned(schema_of({{.name = "x", .family = "bernoulli", .prior = split}}),
                                 "x,class\n1,a\n0,b\n");

  CHECK(throws_error([&] { (void)AveragedClassifier(posterior); }, ErrorCode::undefined,
                     "column 'x'"));
  CHECK(throws_error([&] { (void)AveragedClassifier(posterior, {.prior_probability = 2}); },
                     ErrorCode::domain));
}

TEST_CASE("cells outside the support are refused where they stand") {
  const auto posterior =
      learned(schema_of({{.name = "n", .family = "poisson"}}), "n,class\n1,a\n2,a\n4,b\n5,b\n");

  CHECK(throws_error([&] { (void)AveragedClassifier(posterior).predict(table_of("n\n1\n-3\n")); },
                     ErrorCode::domain, "data.csv:3:1"));
}

TEST_CASE("an average needs a density of every feature, and a copy of it answers alike") {
  const auto constant =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n1,a\n1,b\n");
  CHECK(throws_error([&] { (void)AveragedClassifier(constant); }, ErrorCode::undefined,
                     "estimator 'predictive' is undefined for 1 cell:\n  column 'x': column is "
                     "constant"));

  AveragedClassifier averaged(learned(schema(), rows));
  const AveragedClassifier copy(averaged);
  const Predictions expected = averaged.predict(table_of(new_rows));
  averaged = AveragedClassifier(learned(schema_of({{.name = "yes", .family = "bernoulli"}}), rows));

  CHECK(copy.predict(table_of(new_rows)).log_joint == expected.log_joint);
  CHECK(averaged.predict(table_of(new_rows)).log_joint != expected.log_joint);
}
