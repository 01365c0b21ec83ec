// What studies say of posteriors whose past was discounted.
#include <credence/predict/classifier.hpp>
#include <credence/select/averaged.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/describe.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

ModelPosterior learned_past() {
  return learned(
      schema_of({{.name = "x", .family = "normal"}, {.name = "a", .family = "categorical"}}),
      "x,a,class\n1,u,p\n3,v,p\n5,u,q\n9,v,q\n");
}

}  // namespace

TEST_CASE("a description of a discounted posterior has no evidence and no log likelihood") {
  ModelPosterior posterior = learned_past();
  discount(posterior, 0.5);
  const std::string why = "of a posterior that was discounted by files is undefined";

  const Description description = describe(posterior);
  CHECK(!description.log_evidence);
  CHECK(description.log_evidence_undefined.find(why) != std::string::npos);
  CHECK(!description.features[0].relevance);
  for (const FittedParameters& fit : description.fits) CHECK(!fit.log_likelihood);
  for (const Relevance& relevance : rank_by_evidence(posterior))
    CHECK(relevance.undefined.find(why) != std::string::npos);
}

TEST_CASE("a discounted posterior still classifies") {
  ModelPosterior posterior = learned_past();
  discount(posterior, 1e-3);
  observe(posterior, table_of("x,a,class\n20,u,p\n22,u,p\n1,v,q\n2,v,q\n"));

  const Predictions predictions =
      Classifier{posterior, Estimator::predictive}.predict(table_of("x,a\n21,u\n"));

  CHECK(predictions.label_of(0) == "p");
}

TEST_CASE("averages over relevance need an evidence, which a discounted posterior lacks") {
  ModelPosterior posterior = learned_past();
  CHECK_NOTHROW(AveragedClassifier{posterior});
  discount(posterior, 0.5);

  CHECK(throws_error([&] { AveragedClassifier{posterior}; }, ErrorCode::undefined,
                     "posterior inclusion probability of a posterior that was discounted"));
}
