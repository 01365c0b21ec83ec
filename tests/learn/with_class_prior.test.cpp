// Another class prior on what was learned of the features.
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <credence/predict/classifier.hpp>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view csv = "x,class\n1,a\n2,a\n3,a\n4,b\n6,b\n";
const Schema schema = schema_of({{.name = "x", .family = "normal"}});

}  // namespace

TEST_CASE("a new class prior is what fitting with it would have given") {
  const auto posterior = learned(schema, csv);

  for (const ClassPrior& prior :
       {uniform_classes(), class_frequencies(), given_classes({{"a", 0.1}, {"b", 0.9}})}) {
    Schema changed = schema;
    changed.class_prior = prior;
    CHECK(with_class_prior(posterior, prior) == learned(changed, csv));
  }
}

TEST_CASE("log joints move by the difference of the log class probabilities and nothing else") {
  const auto posterior = learned(schema, csv);
  const Table rows = table_of("x\n2.5\n5\n");

  const Classifier before(posterior, Estimator::predictive);
  const Classifier after(with_class_prior(posterior, given_classes({{"a", 0.01}, {"b", 0.99}})),
                         Estimator::predictive);

  const Predictions old = before.predict(rows);
  const Predictions now = after.predict(rows);
  for (Index row = 0; row < 2; ++row)
    for (std::size_t c = 0; c < 2; ++c) {
      CAPTURE(row);
      const double shift = after.log_class_probabilities()[c] - before.log_class_probabilities()[c];
      CHECK(now.log_joints(row)[c] - old.log_joints(row)[c] ==
            doctest::Approx(shift).epsilon(1e-14));
    }
}

TEST_CASE("a class prior that does not fit the classes is refused") {
  const auto posterior = learned(schema, csv);
  const auto error_for = [&](const ClassPrior& prior) {
    return error_of([&] { return with_class_prior(posterior, prior); });
  };

  CHECK(says(error_for(given_classes({{"a", 0.5}, {"c", 0.5}})), "'c'"));
  CHECK(is(error_for(given_classes({{"a", 1.0}})), ErrorCode::schema));
  CHECK(is(error_for({.weights = {1, 2, 3}}), ErrorCode::shape));
}
