#include <credence/study/describe.hpp>

#include <credence/learn/feature_evidence.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"

using namespace credence;
using testing::Doubles;
using testing::Strings;

namespace {

// The entries of all_estimators, by name.
constexpr std::size_t likelihood = 0;
constexpr std::size_t mode_of = 1;
constexpr std::size_t mean_of = 2;
constexpr std::size_t predictive = 3;

}  // namespace

TEST_CASE("a yes/no column is described by its counts") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "smoker",
                           .family = "bernoulli",
                           .prior = testing::numbers({{"ones", 2.0}, {"zeros", 8.0}})}}),
      "smoker,class\n1,a\n0,a\n0,a\n1,a\n1,a\n");

  const Description description = describe(posterior);

  REQUIRE(description.features.size() == 1);
  const CellDescription& cell = description.features[0].cells.at(0);
  CHECK(description.features[0].name == "smoker");
  CHECK(description.features[0].family == "bernoulli");
  CHECK(cell.klass == "a");
  CHECK(cell.prior_word.empty());
  CHECK(cell.prior.fields == Fields{{"ones", 2.0}, {"zeros", 8.0}});
  CHECK(cell.statistics == Fields{{"ones", 3.0}, {"zeros", 2.0}});
  CHECK(cell.posterior.fields == Fields{{"ones", 5.0}, {"zeros", 10.0}});
  CHECK(cell.estimates[likelihood].fields == Fields{{"probability", 0.6}});
  CHECK(cell.estimates[mode_of].fields == Fields{{"probability", 4.0 / 13}});
  CHECK(cell.estimates[mean_of].fields == Fields{{"probability", 5.0 / 15}});
  CHECK(cell.estimates[predictive].fields == Fields{{"probability", 5.0 / 15}});
}

TEST_CASE("an automatic prior is described by its word and its numbers") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word("auto")}}),
      "x,class\n1,a\n3,a\n5,b\n");

  const CellDescription cell = describe(posterior).features.at(0).cells.at(1);

  CHECK(cell.klass == "b");
  CHECK(cell.prior_word == "auto");
  CHECK(cell.prior.fields ==
        Fields{{"mean", 3.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 8.0 / 6}});
  CHECK(cell.estimates[likelihood].fields.empty());
  CHECK_FALSE(cell.estimates[likelihood].undefined.empty());
  CHECK(cell.estimates[predictive].undefined.empty());
}

TEST_CASE("a constant column has a likelihood question but no prior") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word("auto")}}),
      "x,class\n2,a\n2,b\n");

  const Description description = describe(posterior);

  const CellDescription& cell = description.features.at(0).cells.at(0);
  CHECK_FALSE(cell.prior.undefined.empty());
  CHECK_FALSE(cell.posterior.undefined.empty());
  CHECK_FALSE(cell.estimates[predictive].undefined.empty());
  CHECK(cell.statistics == Fields{{"count", 1.0}, {"mean", 2.0}, {"sum_of_squares", 0.0}});
  CHECK_FALSE(description.log_evidence);
  CHECK_FALSE(description.log_evidence_undefined.empty());
}

TEST_CASE("lists have one entry per level and one more for a reserved place") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "city", .family = "categorical", .unseen = Unseen::reserve}}),
      "city,class\nu,a\nv,a\nu,a\n");

  const FeatureDescription feature = describe(posterior).features.at(0);

  CHECK(feature.levels == Strings{"u", "v"});
  CHECK(feature.reserved);
  const CellDescription& cell = feature.cells.at(0);
  CHECK(cell.prior.fields == Fields{{"weights", Doubles{1, 1, 1}}});
  CHECK(cell.statistics == Fields{{"counts", Doubles{2, 1}}});
  CHECK(cell.posterior.fields == Fields{{"weights", Doubles{3, 2, 1}}});
  CHECK(cell.estimates[predictive].fields ==
        Fields{{"probabilities", Doubles{0.5, 2.0 / 6, 1.0 / 6}}});
}

TEST_CASE("features stand in the order of the schema and yes/no columns keep their levels") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "normal"},
                          {.name = "smoker", .family = "bernoulli", .levels = {"no", "yes"}},
                          {.name = "y", .family = "normal"}}),
      "x,smoker,y,class\n1,yes,2,a\n2,no,1,b\n");

  const Description description = describe(posterior);

  REQUIRE(description.features.size() == 3);
  CHECK(description.features[0].name == "x");
  CHECK(description.features[1].name == "smoker");
  CHECK(description.features[1].levels == Strings{"no", "yes"});
  CHECK(description.features[2].name == "y");
}

TEST_CASE("the label is described by its counts and class probabilities") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "smoker", .family = "bernoulli"}}, {.each = 2}),
                       "smoker,class\n1,a\n0,a\n0,b\n1,a\n");

  const LabelDescription label = describe(posterior).label;

  CHECK(label.name == "class");
  CHECK(label.classes == Strings{"a", "b"});
  CHECK(label.counts == Doubles{3, 1});
  const auto share_of_a = [&](std::size_t estimator) {
    return std::get<Doubles>(label.estimates[estimator].fields.at(0).second).at(0);
  };
  CHECK(share_of_a(likelihood) == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(share_of_a(mode_of) == doctest::Approx(4.0 / 6).epsilon(1e-15));
  CHECK(share_of_a(mean_of) == doctest::Approx(5.0 / 8).epsilon(1e-15));
}

TEST_CASE("the log evidence described is that of the posterior") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "smoker", .family = "bernoulli"}}), "smoker,class\n1,a\n0,b\n");

  CHECK(describe(posterior).log_evidence == log_evidence(posterior));
}

TEST_CASE("class frequencies leave no log evidence but a reason") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "smoker", .family = "bernoulli"}}, testing::class_frequencies()),
      "smoker,class\n1,a\n0,b\n");

  const Description description = describe(posterior);

  CHECK_FALSE(description.log_evidence);
  CHECK(description.log_evidence_undefined ==
        "the class prior 'frequencies' has no log evidence; choose each=1, uniform or given");
}

TEST_CASE("a feature is described by its dependence on the class") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "smoker", .family = "bernoulli"},
                                           {.name = "flat", .family = "normal"}}),
                       "smoker,flat,class\n1,2,a\n1,2,a\n0,2,b\n0,2,b\n");

  const auto features = describe(posterior).features;

  REQUIRE(features.at(0).relevance);
  CHECK(features[0].relevance->probability == doctest::Approx(10.0 / 13).epsilon(1e-13));
  CHECK(features[0].relevance->log_evidence == log_evidence(posterior, "smoker"));
  REQUIRE(features.at(1).relevance);
  CHECK_FALSE(features[1].relevance->undefined.empty());
}
