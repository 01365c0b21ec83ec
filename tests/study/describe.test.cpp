#include <credence/study/describe.hpp>

#include <credence/learn/evidence.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::Doubles;
using testing::Strings;

namespace {

// The entries of all_estimators, by name.
constexpr std::size_t likelihood = 0;
constexpr std::size_t mode_of = 1;
constexpr std::size_t mean_of = 2;
constexpr std::size_t predictive = 3;

double number_in(const Fields& fields, std::string_view name) {
  for (const auto& field : fields)
    if (field.first == name) return std::get<double>(field.second);
  FAIL("there is no number " << name);
  return 0;
}

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

TEST_CASE("a yes/no column and a list have an interval for each probability") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "smoker", .family = "bernoulli"},
                                           {.name = "city", .family = "categorical"}}),
                       "smoker,city,class\n1,u,a\n1,v,b\n");

  const Description description = describe(posterior, {.mass = 0.5});

  // Of Beta(2, 1) the quantile at p is sqrt(p), of Beta(1, 2) it is 1 - sqrt(1 - p).
  CHECK(description.mass == 0.5);
  const IntervalFields& one = description.features.at(0).cells.at(0).interval;
  CHECK(one.undefined.empty());
  CHECK(number_in(one.lower, "probability") == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(number_in(one.upper, "probability") == doctest::Approx(std::sqrt(0.75)).epsilon(1e-14));
  const IntervalFields& list = description.features.at(1).cells.at(0).interval;
  REQUIRE(list.lower.size() == 1);
  CHECK(list.lower[0].first == "probabilities");
  const auto& lower = std::get<Doubles>(list.lower[0].second);
  const auto& upper = std::get<Doubles>(list.upper.at(0).second);
  REQUIRE(lower.size() == 2);
  CHECK(lower[0] == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(lower[1] == doctest::Approx(1 - std::sqrt(0.75)).epsilon(1e-14));
  CHECK(upper[0] == doctest::Approx(std::sqrt(0.75)).epsilon(1e-14));
  CHECK(upper[1] == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("a mean and a variance have an interval each, and a rate has one") {
  const auto posterior = testing::learned(
      testing::schema_of(
          {{.name = "x",
            .family = "normal",
            .prior = testing::numbers(
                {{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 3.0}})},
           {.name = "visits",
            .family = "poisson",
            .prior = testing::numbers({{"shape", 1.0}, {"rate", 3.0}})}}),
      "x,visits,class\n2,0,a\n");

  const Description description = describe(posterior);

  // Shape 1, mean 1, mean_weight 2, scale 3 + 1: the mean has Student's t with 2 degrees, whose
  // quantile at 0.95 is 0.9 / sqrt(0.095), the variance an inverse exponential.
  const IntervalFields& x = description.features.at(0).cells.at(0).interval;
  const double half = std::sqrt(2.0) * 0.9 / std::sqrt(0.095);
  CHECK(number_in(x.lower, "mean") == doctest::Approx(1 - half).epsilon(1e-14));
  CHECK(number_in(x.upper, "mean") == doctest::Approx(1 + half).epsilon(1e-14));
  CHECK(number_in(x.lower, "variance") == doctest::Approx(-4 / std::log(0.05)).epsilon(1e-14));
  CHECK(number_in(x.upper, "variance") == doctest::Approx(-4 / std::log(0.95)).epsilon(1e-14));
  const IntervalFields& visits = description.features.at(1).cells.at(0).interval;
  CHECK(number_in(visits.lower, "rate") == doctest::Approx(-std::log(0.95) / 4).epsilon(1e-14));
  CHECK(number_in(visits.upper, "rate") == doctest::Approx(-std::log(0.05) / 4).epsilon(1e-14));
}

TEST_CASE("a cell without a posterior has no interval but a reason") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x", .family = "normal", .prior = testing::word("auto")}}),
      "x,class\n2,a\n2,b\n");

  const IntervalFields interval = describe(posterior).features.at(0).cells.at(0).interval;

  CHECK(interval.lower.empty());
  CHECK(interval.upper.empty());
  CHECK_FALSE(interval.undefined.empty());
}

TEST_CASE("an estimate beyond the range of double is described by why there is none") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "x",
                           .family = "exponential",
                           .prior = testing::numbers({{"shape", 2.0}, {"rate", 1.0}})}}),
      "x,class\n0,a\n1e-320,a\n");

  const CellDescription cell = describe(posterior).features.at(0).cells.at(0);

  CHECK(cell.estimates[likelihood].fields.empty());
  CHECK(cell.estimates[likelihood].undefined.find("'rate' would be beyond the range of double") !=
        std::string::npos);
  CHECK(number_in(cell.estimates[mean_of].fields, "rate") == 4);
}

TEST_CASE("only the features that are asked for are described") {
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "x", .family = "normal"},
                                           {.name = "smoker", .family = "bernoulli"},
                                           {.name = "y", .family = "normal"}}),
                       "x,smoker,y,class\n1,1,2,a\n2,0,1,b\n");

  const Description all = describe(posterior);
  const Description some = describe(posterior, {.features = {"y", "x"}});

  REQUIRE(some.features.size() == 2);
  CHECK(some.features[0] == all.features[0]);
  CHECK(some.features[1] == all.features[2]);
  CHECK(some.log_evidence == all.log_evidence);
}

TEST_CASE("a feature that there is not, or a mass that is none, is an error that says so") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "smoker", .family = "bernoulli"}}), "smoker,class\n1,a\n0,b\n");
  const auto describing = [&](const DescribeOptions& options) {
    return [&posterior, options] { (void)describe(posterior, options); };
  };

  CHECK(testing::throws_error(describing({.features = {"smoke"}}), ErrorCode::schema, "'smoker'"));
  for (const double mass : {0.0, 1.0, -0.5, std::nan("")}) {
    CAPTURE(mass);
    CHECK(testing::throws_error(describing({.mass = mass}), ErrorCode::domain,
                                "the mass of an interval is "));
  }
}
