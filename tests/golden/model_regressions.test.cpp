// What went wrong in systems that people use: each case was measured or read in one of them, and the
// right answer was worked out by hand.
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using enum Estimator;

double ln(double x) { return std::log(x); }

Predictions predicted(const ModelPosterior& posterior, std::string_view rows,
                      Estimator estimator = predictive) {
  return Classifier{posterior, estimator}.predict(table_of(rows));
}

std::string label(const Predictions& answers, Index row) { return answers.label_of(row); }

double sum_of_probabilities(const Predictions& answers, Index row) {
  double sum = 0;
  for (std::size_t klass = 0; klass < answers.classes.size(); ++klass)
    sum += answers.probability(row, static_cast<Index>(klass));
  return sum;
}

// Two normal classes around 0 and around 10, standard deviation 1.
ModelPosterior two_bells() {
  Random random{11};
  std::string csv = "x,class\n";
  for (int i = 0; i < 200; ++i) {
    csv += decimal_text(random.normal()) + ",a\n";
    csv += decimal_text(10 + random.normal()) + ",b\n";
  }
  return learned(schema_of({{.name = "x", .family = "normal"}}), csv);
}

const Schema city = schema_of({{.name = "city", .family = "categorical"}});
const Schema note = schema_of({{.name = "note", .family = "multinomial"}});

}  // namespace

TEST_CASE("a number far beyond both classes belongs to the nearer one with certainty") {
  // equal spread, so that the border is 5
  const auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}),
                                 "x,class\n-1,a\n0,a\n1,a\n9,b\n10,b\n11,b\n");

  for (const Estimator estimator : all_estimators) {
    const Predictions answers = predicted(posterior, "x\n5.001\n8\n35\n45\n1000\n1e6\n", estimator);
    for (Index row = 0; row < answers.rows(); ++row) {
      CAPTURE(row);
      CHECK(label(answers, row) == "b");
      CHECK_FALSE(answers.impossible[static_cast<std::size_t>(row)]);
    }
  }
  for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori, posterior_mean}) {
    const Predictions answers = predicted(posterior, "x\n35\n45\n1000\n1e6\n", estimator);
    CHECK(answers.probability(0, 1) > 0.999);
    CHECK(answers.probability(1, 1) >= answers.probability(0, 1));
    CHECK(answers.probability(2, 1) > 1 - 1e-9);
    CHECK(answers.probability(3, 1) == 1);
  }
}

TEST_CASE("probabilities sum to 1 and are numbers although a class has one row only") {
  const auto posterior = learned(city, "city,class\nu,a\nv,a\nu,a\nw,b\n");

  for (const Estimator estimator : all_estimators) {
    const Predictions answers = predicted(posterior, "city\nu\nv\nw\n?\nz\n", estimator);
    for (Index row = 0; row < answers.rows(); ++row) {
      CAPTURE(row);
      CHECK(sum_of_probabilities(answers, row) == doctest::Approx(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("a column of small spread keeps its variance beside one of huge spread") {
  const auto posterior = learned(
      schema_of({{.name = "small", .family = "normal"}, {.name = "huge", .family = "normal"}}),
      "small,huge,class\n0.001,-1e6,a\n0.003,1e6,a\n0.002,5e5,b\n0.006,-5e5,b\n");
  const auto& block = block_of<NormalInverseGammaNormal>(posterior);

  CHECK(NormalInverseGammaNormal::maximum_likelihood(block.cell(0, 0)).variance ==
        doctest::Approx(1e-6).epsilon(1e-13));
  const Predictions answers = predicted(posterior, "small,huge\n0.002,0\n", maximum_likelihood);
  CHECK(answers.log_joints(0)[0] ==
        doctest::Approx(ln(0.5 / (2 * std::acos(-1.0) * 1e-3 * 1e6))).epsilon(1e-13));
}

TEST_CASE("the variance does not depend on where the rows were cut into batches") {
  Random random{12};
  std::vector<std::string> rows;
  for (int i = 0; i < 60; ++i)
    rows.push_back(decimal_text(i < 30 ? 1e-3 * random.normal() : 1e3 + random.normal()) +
                   (i % 2 == 0 ? ",a\n" : ",b\n"));
  const auto batch = [&](std::size_t first, std::size_t last) {
    std::string csv = "x,class\n";
    for (std::size_t i = first; i < last; ++i) csv += rows[i];
    return csv;
  };
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  const auto whole = learned(schema, batch(0, 60));
  for (const std::size_t cut : std::vector<std::size_t>{1, 17, 30, 59}) {
    CAPTURE(cut);
    auto parts = learned(schema, batch(0, cut));
    observe(parts, table_of(batch(cut, 60)));
    auto merged = learned(schema, batch(0, cut));
    merge(merged, learned(schema, batch(cut, 60)));
    for (Index klass = 0; klass < 2; ++klass) {
      const double expected = block_of<NormalInverseGammaNormal>(whole).cell(0, klass).variance();
      CHECK(block_of<NormalInverseGammaNormal>(parts).cell(0, klass).variance() ==
            doctest::Approx(expected).epsilon(1e-12));
      CHECK(block_of<NormalInverseGammaNormal>(merged).cell(0, klass).variance() ==
            doctest::Approx(expected).epsilon(1e-12));
    }
  }
}

TEST_CASE("a prior belongs to its own feature in every class") {
  const auto posterior = learned(
      schema_of(
          {{.name = "x", .family = "bernoulli", .prior = numbers({{"ones", 1.0}, {"zeros", 1.0}})},
           {.name = "y",
            .family = "bernoulli",
            .prior = numbers({{"ones", 2.0}, {"zeros", 2.0}})}}),
      "x,y,class\n1,1,a\n1,1,b\n");

  const Predictions answers = predicted(posterior, "x,y\n1,\n,1\n");

  for (std::size_t klass = 0; klass < 2; ++klass) {
    CHECK(answers.log_joints(0)[klass] == doctest::Approx(ln(0.5 * 2 / 3)).epsilon(1e-14));
    CHECK(answers.log_joints(1)[klass] == doctest::Approx(ln(0.5 * 3 / 5)).epsilon(1e-14));
  }
}

TEST_CASE("an unseen category is answered by policy and levels do not shrink with later data") {
  auto posterior = learned(city, "city,class\nu,a\nv,a\nw,a\nx,b\ny,b\n");
  observe(posterior, table_of("city,class\nu,a\nv,b\n"));

  const Predictions answers = predicted(posterior, "city\nz\nu\n");

  CHECK(block_of<DirichletCategorical>(posterior).feature(0).levels.size() == 5);
  CHECK(answers.unseen_cells == 1);
  CHECK(answers.log_joints(0)[0] == doctest::Approx(ln(5.0 / 9)).epsilon(1e-14));
  CHECK(answers.log_joints(1)[0] == doctest::Approx(ln(5.0 / 9 * 3 / 9)).epsilon(1e-14));
}

TEST_CASE("counts of 0 without smoothing are impossible and never no number") {
  const auto posterior = learned(note, "note,class\nham eggs,a\nspam,b\n");

  const Predictions answers =
      predicted(posterior, "note\nham\nspam ham\nspam\n\n", maximum_likelihood);

  CHECK(answers.log_joints(0)[1] == -std::numeric_limits<double>::infinity());
  CHECK(answers.probability(0, 0) == 1);
  CHECK(answers.impossible[1]);
  CHECK(label(answers, 2) == "b");
  for (const double value : answers.log_joint) CHECK_FALSE(std::isnan(value));
  for (const double value : answers.log_probability) CHECK_FALSE(std::isnan(value));
}

TEST_CASE("class probabilities sum to 1 after every further batch") {
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  auto posterior = learned(schema, "x,class\n1,a\n2,b\n4,a\n");
  for (int batch = 0; batch < 4; ++batch) {
    CAPTURE(batch);
    observe(posterior, table_of("x,class\n1,a\n2,b\n4,a\n"));
    const Classifier classifier{posterior, predictive};
    double sum = 0;
    for (const double log_probability : classifier.log_class_probabilities())
      sum += std::exp(log_probability);
    CHECK(sum == doctest::Approx(1).epsilon(1e-15));
  }
  CHECK(block_of<NormalInverseGammaNormal>(posterior).cell(0, 0).variance() ==
        doctest::Approx(2.25).epsilon(1e-14));
}

TEST_CASE("a row of missing cells gets the class probabilities and the label that they name") {
  const auto posterior = two_bells();

  const Predictions answers = predicted(posterior, "x,y\n,1\n");

  CHECK(answers.probability(0, 0) == doctest::Approx(0.5).epsilon(1e-14));
  CHECK_FALSE(std::isnan(answers.log_joint[0]));
}

TEST_CASE("a yes or no cell holds the probability of the value given the class") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n1,a\n0,a\n1,b\n");

  // p(x = 1 | a) = 2/3, whereas p(a | x = 1) = 2/3 too: take x = 0, where they differ
  const Predictions answers = predicted(posterior, "x\n0\n", maximum_likelihood);

  CHECK(answers.log_joints(0)[0] == doctest::Approx(ln(0.75 / 3)).epsilon(1e-14));
}

TEST_CASE("the class probability counts once for each document however long it is") {
  const auto posterior = learned(note, "note,class\nham,a\nham,a\nham,a\nham,b\n");

  const Predictions answers =
      predicted(posterior, "note\nham\nham ham ham ham ham ham ham\n", maximum_likelihood);

  CHECK(answers.probability(0, 0) == doctest::Approx(0.75).epsilon(1e-14));
  CHECK(answers.probability(1, 0) == doctest::Approx(0.75).epsilon(1e-14));
}

TEST_CASE("an unseen category drops its own column and no other") {
  const auto posterior = learned(
      schema_of({{.name = "city", .family = "categorical"}, {.name = "x", .family = "bernoulli"}}),
      "city,x,class\nu,1,a\nv,1,a\nu,0,b\n");

  const Predictions unseen = predicted(posterior, "city,x\nz,1\n");
  const Predictions missing = predicted(posterior, "city,x\n?,1\n");

  CHECK(unseen.log_joint == missing.log_joint);
  CHECK(unseen.log_joints(0)[0] == doctest::Approx(ln(3.0 / 5 * 3 / 4)).epsilon(1e-14));
}

TEST_CASE("a class without rows does not win by a score of 0") {
  Schema schema = schema_of({{.name = "x", .family = "normal"}});
  schema.classes = {"a", "b", "empty"};
  const auto posterior = learned(schema, "x,class\n1,a\n2,a\n8,b\n9,b\n");

  for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori}) {
    const Predictions answers = predicted(posterior, "x\n1.5\n8.5\n1000\n", estimator);
    for (Index row = 0; row < 3; ++row) {
      CAPTURE(row);
      CHECK(label(answers, row) != "empty");
      CHECK(answers.probability(row, 2) == 0);
    }
  }
  CHECK(predicted(posterior, "x\n1.5\n").probability(0, 2) > 0);
}

TEST_CASE("far from the data answers are finite and ties go to the earlier class") {
  const auto posterior = two_bells();
  const Predictions far = predicted(posterior, "x\n1e5\n-1e9\n1e100\n1e300\n-1.7e308\n");
  for (Index row = 0; row < far.rows(); ++row) {
    CAPTURE(row);
    CHECK(std::isfinite(far.log_joints(row)[0]));
    CHECK(std::isfinite(far.log_probabilities(row)[1]));
    CHECK(sum_of_probabilities(far, row) == doctest::Approx(1).epsilon(1e-14));
  }
  const auto symmetric =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n-1,b\n-3,b\n1,a\n3,a\n");
  for (const Estimator estimator : all_estimators)
    CHECK(label(predicted(symmetric, "x\n0\n", estimator), 0) == "a");
}

TEST_CASE("under plug-in densities a number too far for a double is impossible and not no number") {
  const auto posterior = two_bells();

  for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori, posterior_mean}) {
    const Predictions answers = predicted(posterior, "x\n1e200\n", estimator);
    CHECK(answers.impossible[0]);
    CHECK(sum_of_probabilities(answers, 0) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("class probabilities move the answer and the answer is normalised") {
  const Schema given =
      schema_of({{.name = "x", .family = "bernoulli"}}, given_classes({{"a", 0.9}, {"b", 0.1}}));
  const auto posterior = learned(given, "x,class\n1,a\n0,a\n1,b\n0,b\n");

  const Predictions answers = predicted(posterior, "x\n1\n");

  CHECK(answers.probability(0, 0) == doctest::Approx(0.9).epsilon(1e-14));
  CHECK(answers.probability(0, 1) == doctest::Approx(0.1).epsilon(1e-14));
}

TEST_CASE("the degrees of freedom come from the rows of the class and not from all rows") {
  const auto posterior = freeze(learned(schema_of({{.name = "x", .family = "normal"}}),
                                        "x,class\n1,a\n2,a\n4,a\n7,b\n9,b\n0,b\n1,b\n2,b\n"));
  const auto& block = block_of<NormalInverseGammaNormal>(posterior);
  const auto prior = priors(block, 0, posterior.label.classes);

  // auto is worth one degree
  CHECK(NormalInverseGammaNormal::predictive(credence::posterior(prior[0], block.cell(0, 0)))
            .degrees == 4);
  CHECK(NormalInverseGammaNormal::predictive(credence::posterior(prior[1], block.cell(0, 1)))
            .degrees == 6);
}

TEST_CASE("words that training never held do not turn the answer round") {
  // 2 words of class a and 18 of class b, of which 'ham' is a's share: 1/2 and 1/10
  std::string csv = "note,class\nham x,a\n";
  std::string long_text = "ham ham";
  for (int i = 0; i < 16; ++i) long_text += " x";
  csv += long_text + ",b\n";
  const auto posterior = learned(note, csv);

  const Predictions without = predicted(posterior, "note\nham\n", posterior_mean);
  const Predictions with = predicted(posterior, "note\nham new unheard\n", posterior_mean);

  CHECK(with.log_joint == without.log_joint);
  CHECK(with.unseen_cells == 2);
}

TEST_CASE("words that the vocabulary lists but no text holds move a heavy prior moderately") {
  // each class has its own number of tokens: 2 and 18; words 'p' and 'q' are never seen
  const auto answer = [](const PriorSpec& prior, std::string_view row) {
    const ColumnSchema words{.name = "words",
                             .family = "multinomial",
                             .prior = prior,
                             .columns = {"ham", "x", "p", "q"}};
    const auto posterior = learned(schema_of({words}), "ham,x,p,q,class\n1,1,0,0,a\n2,16,0,0,b\n");
    return predicted(posterior, row, posterior_mean).probability(0, 0);
  };
  constexpr std::string_view known = "ham,x,p,q\n1,0,0,0\n";
  constexpr std::string_view strange = "ham,x,p,q\n1,0,1,1\n";
  const PriorSpec light = numbers({{"each", 1.0}});
  const PriorSpec pooled = weights({15, 85, 1, 1});  // like the column, worth a hundred words

  // under light, two unseen words count (22/6)^2 for class a; under pooled (120/104)^2
  const auto odds = [](double p) { return p / (1 - p); };
  CHECK(odds(answer(light, strange)) / odds(answer(light, known)) ==
        doctest::Approx(std::pow(22.0 / 6, 2)).epsilon(1e-12));
  CHECK(odds(answer(pooled, strange)) / odds(answer(pooled, known)) ==
        doctest::Approx(std::pow(120.0 / 104, 2)).epsilon(1e-12));
}

TEST_CASE("a mean of 1e9 does not cost the digits of the variance") {
  const auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}),
                                 "x,class\n1000000001,a\n1000000002,a\n1000000003,a\n"
                                 "1000000004,b\n1000000006,b\n1000000008,b\n");
  const auto& block = block_of<NormalInverseGammaNormal>(posterior);

  CHECK(block.cell(0, 0).variance() == doctest::Approx(2.0 / 3).epsilon(1e-8));
  CHECK(label(predicted(posterior, "x\n1000000002\n1000000007\n"), 0) == "a");
  CHECK(label(predicted(posterior, "x\n1000000002\n1000000007\n"), 1) == "b");
}
