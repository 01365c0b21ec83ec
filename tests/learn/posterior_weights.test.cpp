// Feature weights in posterior files.
#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"
#include "support/weight_cases.hpp"

using namespace credence;

namespace {

testing::ModelPosterior weighted() {
  const auto rows = testing::weighted_example();
  FeatureWeights weights = testing::some_weights(rows.posterior, Estimator::predictive);
  weights.values[1] = 0.1 + 0.2;  // not 0.3
  weights.rows = 13;
  weights.log_loss_before = 0.7678658709813355;
  weights.log_loss_after = 1.0 / 3;
  return testing::weighted(rows.posterior, std::move(weights));
}

void check_refused(FeatureWeights weights, const std::string& why) {
  PosteriorRecord record = record_of(weighted());
  record.feature_weights = std::move(weights);
  const auto error =
      testing::error_of([&] { return posterior_from_json(to_json(record), "p.json"); });
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::version);
  CHECK(std::string(error->what()).find(why) != std::string::npos);
}

}  // namespace

TEST_CASE("weights survive both forms of a posterior file to the last bit") {
  const auto posterior = weighted();
  for (const PosteriorForm form : {PosteriorForm::json, PosteriorForm::binary}) {
    const auto read = posterior_from_bytes(to_bytes(posterior, form), "p");
    CHECK(read.feature_weights == posterior.feature_weights);
    CHECK(read == posterior);
  }
}

TEST_CASE("a posterior without weights is written as it was") {
  auto bare = weighted();
  bare.feature_weights = {};
  CHECK(to_json(bare).find("feature_weights") == std::string::npos);
  CHECK(to_json(weighted()).find("\"feature_weights\": {\"kind\":\"each\"") != std::string::npos);
}

TEST_CASE("weights of a file that do not fit its features are refused") {
  FeatureWeights weights = weighted().feature_weights;
  weights.names = {"x", "z", "y"};
  check_refused(weights, "in the order of the schema");
  weights = weighted().feature_weights;
  weights.values.pop_back();
  check_refused(weights, "one for each feature");
  weights = weighted().feature_weights;
  weights.values[0] = -0.5;
  check_refused(weights, "no finite number of at least 0");
}

TEST_CASE("the names of weightings are understood, others are not") {
  for (const FeatureWeighting kind : {FeatureWeighting::none, FeatureWeighting::common,
                                      FeatureWeighting::each, FeatureWeighting::subset})
    CHECK(feature_weighting_named(to_string(kind)) == kind);
  CHECK_FALSE(feature_weighting_named("every"));
}
