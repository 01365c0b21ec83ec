// Families of one's own that lack something or go wrong: told by name or column, never a NaN.
#include <credence/catalogue/family_of.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct WholeTotals : WaitingTotals {
  void merge(const WholeTotals& other) { WaitingTotals::merge(other); }
  void discount(double) = delete;
  friend bool operator==(const WholeTotals&, const WholeTotals&) = default;
};

struct WholeRows : GammaExponential {
  using Statistics = WholeTotals;
  static constexpr std::string_view name = "whole_rows";
};

// As waiting times, but nobody said what numbers above 10 mean.
struct Halting : Exponential {};
double log_density(const Halting& d, double x) {
  return x > 10 ? std::numeric_limits<double>::quiet_NaN()
                : log_density(static_cast<const Exponential&>(d), x);
}

struct HaltingTimes : GammaExponential {
  using Likelihood = Halting;
  static constexpr std::string_view name = "halting";

  static Halting maximum_likelihood(const Statistics& seen) {
    if (seen.n < 3) throw Error(ErrorCode::domain, "two times are too few");
    return {GammaExponential::maximum_likelihood(seen)};
  }
  static Halting maximum_a_posteriori(const Gamma& posterior) {
    return {GammaExponential::maximum_a_posteriori(posterior)};
  }
  static Halting posterior_mean(const Gamma& posterior) {
    return {GammaExponential::posterior_mean(posterior)};
  }
  static Halting likelihood(double rate) { return {GammaExponential::likelihood(rate)}; }
};

ModelPosterior learned(const std::string& rows) {
  const Model model(
      schema_of(
          {{.name = "x", .family = "halting", .prior = numbers({{"shape", 2.0}, {"rate", 4.0}})}}),
      FamilySet{}.with(family_type<HaltingTimes>()));
  return observe(model, table_of("x,class\n" + rows));
}

}  // namespace

TEST_CASE("a family whose statistics cannot be discounted is refused by name") {
  const Model model(schema_of({{.name = "a", .family = "bernoulli"},
                               {.name = "x",
                                .family = "whole_rows",
                                .prior = numbers({{"shape", 1.0}, {"rate", 4.0}})}}),
                    FamilySet{}.with(family_type<BetaBernoulli>()).with(family_type<WholeRows>()));
  ModelPosterior posterior = observe(model, table_of("a,x,class\n1,2,p\n0,3,q\n"));
  const ModelPosterior before = posterior;

  CHECK(throws_error([&] { discount(posterior, 0.5); }, ErrorCode::schema,
                     "the statistics of family 'whole_rows' cannot be discounted"));

  CHECK(posterior == before);
}

TEST_CASE("a log density that is NaN is an error that names the column") {
  const Classifier classifier(learned("1,p\n2,q\n"), Estimator::posterior_mean);

  CHECK(classifier.predict(table_of("x\n10\n")).rows() == 1);
  CHECK(throws_error([&] { static_cast<void>(classifier.predict(table_of("x\n1\n11\n"))); },
                     ErrorCode::domain, "column 'x': the log density of a datum is NaN"));
}

TEST_CASE("what an estimate of one's own refuses names the column") {
  const ModelPosterior posterior = learned("1,p\n2,p\n3,p\n4,q\n");

  CHECK(throws_error([&] { Classifier(posterior, Estimator::maximum_likelihood); },
                     ErrorCode::domain, "column 'x': two times are too few"));
}
