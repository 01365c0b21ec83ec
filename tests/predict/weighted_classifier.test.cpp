// Classifiers whose features have weights: scores, explanations, intervals, linear forms.
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include <credence/base/parallel.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/uncertainty.hpp>

#include "support/limits.hpp"
#include "support/throws.hpp"
#include "support/weight_cases.hpp"

using namespace credence;

namespace {

// The log joints of rows by the definition: ln p(class) + sum of w_j ln p(x_j | class), each term from
// a model that has no other feature.
std::vector<double> by_definition(const testing::Learned& rows, Estimator estimator,
                                  const FeatureWeights& weights) {
  const std::vector<double> logs = log_class_probabilities(rows.posterior.label, estimator);
  std::vector<double> joint;
  for (Index row = 0; row < rows.bound.rows; ++row)
    joint.insert(joint.end(), logs.begin(), logs.end());
  for (std::size_t j = 0; j < weights.names.size(); ++j) {
    const auto one = testing::alone(rows.posterior, weights.names[j]);
    const auto own = Classifier<Model>(one, estimator).predict(*rows.table).log_joint;
    for (std::size_t i = 0; i < joint.size(); ++i)
      joint[i] += weights.values[j] * (own[i] - logs[i % logs.size()]);
  }
  return joint;
}

// A line of a block of columns bears the name of its column, which begins with that of the block.
double weight_of(const FeatureWeights& weights, const std::string& line) {
  const auto& names = weights.names;
  const auto whole = std::find(names.begin(), names.end(), line);
  return weights.of(whole != names.end() ? line : line.substr(0, line.rfind('_')));
}

void check_close(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(i);
    CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-12).scale(1));
  }
}

}  // namespace

TEST_CASE("weights multiply the log density of each feature, for every shipped family") {
  std::set<std::string> checked;
  for (const Schema& schema :
       {testing::schema_of_every_family(), testing::schema_of_other_families()}) {
    const auto rows = testing::simulated_rows(schema);
    testing::add_families(rows.posterior, checked);
    for (const Estimator estimator : {Estimator::posterior_mean, Estimator::predictive}) {
      const FeatureWeights weights = testing::some_weights(rows.posterior, estimator);
      const auto weighted = testing::weighted(rows.posterior, weights);
      check_close(Classifier<Model>(weighted, estimator).predict(*rows.table).log_joint,
                  by_definition(rows, estimator, weights));
    }
  }
  std::set<std::string> shipped;
  for (const FamilyType* family : shipped_families())
    shipped.emplace(std::string(family->facts().name));
  CHECK(checked == shipped);
}

TEST_CASE("weights of 1 leave every log joint and label as it is") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family());
  FeatureWeights ones = testing::some_weights(rows.posterior, Estimator::predictive);
  ones.values.assign(ones.values.size(), 1.0);
  const auto weighted = testing::weighted(rows.posterior, ones);

  const Predictions with = Classifier<Model>(weighted, Estimator::predictive).predict(*rows.table);
  const Predictions bare =
      Classifier<Model>(rows.posterior, Estimator::predictive).predict(*rows.table);

  check_close(with.log_joint, bare.log_joint);
  CHECK(with.label == bare.label);
}

TEST_CASE("a feature of weight 0 says nothing, even where it is impossible") {
  const Schema schema = testing::schema_of(
      {{.name = "x", .family = "bernoulli"}, {.name = "y", .family = "bernoulli"}});
  const auto rows = testing::learned_from(
      testing::table_of("x,y,class\n1,1,a\n1,0,a\n0,1,b\n0,0,b\n0,1,b\n"), Model(schema));
  const auto weighted = testing::weighted(rows.posterior, {.kind = FeatureWeighting::subset,
                                                           .estimator = "maximum_likelihood",
                                                           .names = {"x", "y"},
                                                           .values = {0, 1}});
  const Table asked = testing::table_of("x,y\n0,1\n");

  const auto answers = Classifier<Model>(weighted, Estimator::maximum_likelihood).predict(asked);

  CHECK(answers.log_joint[0] == doctest::Approx(std::log(2.0 / 5 * 1 / 2)));
  CHECK(answers.log_joint[1] == doctest::Approx(std::log(3.0 / 5 * 2 / 3)));
}

TEST_CASE("weights count for the estimator that they were found for, and no other") {
  const auto rows = testing::weighted_example();
  const auto weighted = testing::weighted(
      rows.posterior, testing::some_weights(rows.posterior, Estimator::predictive));
  const auto of = [&](const testing::ModelPosterior& posterior, Estimator estimator) {
    return Classifier<Model>(posterior, estimator).predict(*rows.table).log_joint;
  };
  CHECK(of(weighted, Estimator::predictive) != of(rows.posterior, Estimator::predictive));
  CHECK(of(weighted, Estimator::maximum_a_posteriori) ==
        of(rows.posterior, Estimator::maximum_a_posteriori));
}

TEST_CASE("weighted scores have the same bits for any number of threads") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family(), 700);
  const auto weighted = testing::weighted(
      rows.posterior, testing::some_weights(rows.posterior, Estimator::predictive));
  const Classifier<Model> classifier(weighted, Estimator::predictive);
  std::vector<std::vector<double>> joints;
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    joints.push_back(classifier.predict(*rows.table).log_joint);
  }
  CHECK(joints[0] == joints[1]);
  CHECK(joints[0] == joints[2]);
  const auto labels = classifier.labels(rows.bound, RowSpan{.count = rows.bound.rows});
  CHECK(labels == classifier.predict(*rows.table).label);
}

TEST_CASE("a feature without a weight of its own, or with one that is none, is an error") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family());
  const FeatureWeights right = testing::some_weights(rows.posterior, Estimator::predictive);
  const auto refused = [&](const FeatureWeights& weights, ErrorCode code, const char* why) {
    const auto posterior = testing::weighted(rows.posterior, weights);
    return testing::throws_error([&] { Classifier<Model>(posterior, Estimator::predictive); }, code,
                                 why);
  };
  FeatureWeights fewer = right;
  fewer.values.pop_back();
  CHECK(refused(fewer, ErrorCode::shape, "feature weights came with"));
  for (const double weight : {-0.5, testing::infinity, testing::not_a_number}) {
    CAPTURE(weight);
    FeatureWeights wrong = right;
    wrong.values.front() = weight;
    CHECK(refused(wrong, ErrorCode::domain, "the weight of feature '"));
  }
}

TEST_CASE("lines of an explanation are weighted and add up to the weighted log odds") {
  const auto rows = testing::simulated_rows(testing::schema_of_every_family());
  const FeatureWeights weights = testing::some_weights(rows.posterior, Estimator::predictive);
  const auto weighted = testing::weighted(rows.posterior, weights);
  const Estimates estimates = estimate(weighted, Estimator::predictive);
  const Estimates bare = estimate(rows.posterior, Estimator::predictive);
  const Predictions answers = Classifier<Model>(estimates).predict(*rows.table);
  const ExplainOptions asked{.klass = "a", .against = "b"};
  for (const Index row : {0, 7, 31}) {
    CAPTURE(row);
    const Explanation found = explain(estimates, rows.bound, row, asked);
    const Explanation plain = explain(bare, rows.bound, row, asked);
    const auto joints = answers.log_joints(row);
    CHECK(found.log_odds == doctest::Approx(joints[0] - joints[1]).epsilon(1e-10));
    REQUIRE(found.lines.size() == plain.lines.size());
    CHECK(found.lines[0].contribution == plain.lines[0].contribution);
    for (std::size_t i = 1; i < found.lines.size(); ++i) {
      const double weight = weight_of(weights, found.lines[i].feature);
      CHECK(found.lines[i].weight == weight);
      CHECK(found.lines[i].contribution ==
            doctest::Approx(weight * plain.lines[i].contribution).epsilon(1e-12));
    }
  }
}

TEST_CASE("intervals of a weighted line shrink with its weight") {
  const auto rows = testing::weighted_example();
  const FeatureWeights weights = testing::some_weights(rows.posterior, Estimator::posterior_mean);
  const auto weighted = testing::weighted(rows.posterior, weights);
  const auto line_of = [&](const testing::ModelPosterior& posterior) {
    return explain(estimate(posterior, Estimator::posterior_mean), beliefs(posterior), rows.bound,
                   0)
        .lines[1];
  };
  const auto width = [](const Interval& ends) { return ends.upper - ends.lower; };
  CHECK(width(*line_of(weighted).interval) ==
        doctest::Approx(weights.values[0] * width(*line_of(rows.posterior).interval)));
}

TEST_CASE("intervals of weighted log odds come from draws under the weights") {
  const auto rows = testing::weighted_example();
  FeatureWeights nothing = testing::some_weights(rows.posterior, Estimator::predictive);
  nothing.values.assign(3, 0.0);
  const auto weighted = testing::weighted(rows.posterior, nothing);
  const Beliefs believed = beliefs(weighted);
  CHECK_FALSE(has_closed_form(believed));
  const std::vector<Index> classes(2, 0);
  const auto intervals =
      log_odds_intervals(believed, rows.bound, RowSpan{.count = 2}, classes, {.mass = 0.9});
  // Only the classes are uncertain, whatever a row holds.
  CHECK(intervals[0].lower == intervals[1].lower);
  CHECK(intervals[0].upper == intervals[1].upper);
}

TEST_CASE("the linear form of a weighted classifier is that of its log odds") {
  const auto rows = testing::learned_from(
      testing::table_of("x,y,z,class\n1,1,0,a\n1,0,1,a\n1,1,0,a\n0,0,1,b\n0,1,1,b\n1,0,0,b\n"),
      Model(testing::weighted_schema()));
  const auto weighted = testing::weighted(
      rows.posterior, testing::some_weights(rows.posterior, Estimator::posterior_mean));
  const LinearForm form = linear_form(weighted, Estimator::posterior_mean);
  const Predictions answers =
      Classifier<Model>(weighted, Estimator::posterior_mean).predict(*rows.table);
  const auto joints = answers.log_joints(0);
  CHECK(log_odds(form, std::vector<double>{1, 1, 0}) == doctest::Approx(joints[1] - joints[0]));
}

TEST_CASE("weights of other features are refused by name") {
  const auto rows = testing::weighted_example();
  const auto weighted = testing::weighted(rows.posterior, {.kind = FeatureWeighting::each,
                                                           .estimator = "predictive",
                                                           .names = {"x", "y"},
                                                           .values = {1, 1}});
  CHECK(testing::throws_error([&] { Classifier<Model>(weighted, Estimator::predictive); },
                              ErrorCode::schema, "feature 'z' has no weight"));
}
