// Names of estimators.
#include <credence/predict/estimator.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace credence;

TEST_CASE("every estimator is found by its name") {
  for (const Estimator estimator : all_estimators) {
    CAPTURE(std::string(to_string(estimator)));
    CHECK(estimator_named(to_string(estimator)) == estimator);
  }
  CHECK(estimator_named("scikit_learn") == Estimator::scikit_learn);
}

TEST_CASE("the four names are the words of the tool") {
  CHECK(to_string(Estimator::maximum_likelihood) == "maximum_likelihood");
  CHECK(to_string(Estimator::maximum_a_posteriori) == "maximum_a_posteriori");
  CHECK(to_string(Estimator::posterior_mean) == "posterior_mean");
  CHECK(to_string(Estimator::predictive) == "predictive");
  CHECK(to_string(Estimator::scikit_learn) == "scikit_learn");
}

TEST_CASE("three estimators have short names, which results never carry") {
  CHECK(estimator_named("mle") == Estimator::maximum_likelihood);
  CHECK(estimator_named("MLE") == Estimator::maximum_likelihood);
  CHECK(estimator_named("map") == Estimator::maximum_a_posteriori);
  CHECK(estimator_named("MAP") == Estimator::maximum_a_posteriori);
  CHECK(estimator_named("mean") == Estimator::posterior_mean);
  CHECK(to_string(*estimator_named("mle")) == "maximum_likelihood");
}

TEST_CASE("another name is no estimator") {
  CHECK_FALSE(estimator_named(""));
  CHECK_FALSE(estimator_named("Predictive"));
  CHECK_FALSE(estimator_named("predictive "));
}

TEST_CASE("likeness to scikit-learn is not one of the four that are compared") {
  for (const Estimator estimator : all_estimators) CHECK(estimator != Estimator::scikit_learn);
}
