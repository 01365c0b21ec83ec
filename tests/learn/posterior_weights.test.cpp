// Feature weights in posterior files.
#include <credence/learn/posterior_file.hpp>

#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/data_error.hpp"
#include "support/posterior_bytes.hpp"
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
  weights = weighted().feature_weights;
  weights.estimator = "nonsense";
  check_refused(weights, "for the unknown estimator 'nonsense'");
}

TEST_CASE("weights of a file are for an estimator, and their log losses are numbers") {
  PosteriorRecord record = record_of(weighted());
  for (const Estimator estimator :
       {Estimator::maximum_likelihood, Estimator::maximum_a_posteriori, Estimator::posterior_mean,
        Estimator::predictive, Estimator::scikit_learn}) {
    record.feature_weights.estimator = to_string(estimator);
    CHECK_NOTHROW((void)posterior_of(record));
  }
  for (double FeatureWeights::*loss :
       {&FeatureWeights::log_loss_before, &FeatureWeights::log_loss_after}) {
    PosteriorRecord endless = record;
    endless.feature_weights.*loss = std::numeric_limits<double>::infinity();
    CHECK(testing::throws_error([&] { (void)posterior_of(endless); }, ErrorCode::version,
                                "a log loss of the feature weights is no finite number"));
  }
}

TEST_CASE("the names of weightings are understood, others are not") {
  for (const FeatureWeighting kind : {FeatureWeighting::none, FeatureWeighting::common,
                                      FeatureWeighting::each, FeatureWeighting::subset})
    CHECK(feature_weighting_named(to_string(kind)) == kind);
  CHECK_FALSE(feature_weighting_named("every"));
}

TEST_CASE("words and numbers of a file that no weighting and no discount have are refused") {
  auto discounted = testing::weighted_example().posterior;
  discount(discounted, 0.5);
  const auto refused = [](const testing::ModelPosterior& posterior, const char* key,
                          const char* member, const nlohmann::ordered_json& to,
                          const char* to_tell) {
    auto body = nlohmann::ordered_json::parse(to_json(posterior)).at("posterior");
    body.at(key).at(member) = to;
    const auto error = testing::error_of(
        [&] { return posterior_from_json(testing::sealed_json(body.dump()), "p.json"); });
    REQUIRE(testing::is(error, ErrorCode::version));
    return testing::says(
        error, "key 'posterior." + std::string(key) + "." + member + "' of 'p.json'", to_tell);
  };

  const char* const kinds =
      "is no kind of feature weights; write common, each or subset, or fit again";
  CHECK(refused(weighted(), "feature_weights", "kind", "none", kinds));
  CHECK(refused(weighted(), "feature_weights", "kind", "every", kinds));
  for (const nlohmann::ordered_json& rows :
       {nlohmann::ordered_json(2.5), nlohmann::ordered_json(-1),
        nlohmann::ordered_json(18446744073709551615U), nlohmann::ordered_json(9007199254740993U)})
    CHECK(refused(weighted(), "feature_weights", "rows", rows,
                  "is no whole number from 0 to 9007199254740992; restore the file from a copy"));
  CHECK(refused(discounted, "discount", "by", "years",
                "is no kind of discount; write files or rows, or fit again"));
}
