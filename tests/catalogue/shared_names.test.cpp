// Families of one's own whose members have names that those of the library have, or that are pictured by
// densities of their own. Models of rows come first: the library's names must not hide what a family calls.
#include <credence/catalogue/row_model.hpp>

#include <credence/catalogue/family_of.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/feature_pictures.hpp>
#include <credence/study/result.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace own_names {

// The number of waiting times is called as the list of the library's categories, their mean is a
// function, and so is their variance.
struct Waits {
  using value_type = double;
  double counts = 0;
  double total = 0;
  std::vector<double> failures = {};

  void observe(double x, double weight = 1) { counts += weight, total += weight * x; }
  void forget(double x, double weight = 1) { observe(x, -weight); }
  void merge(const Waits& other) { counts += other.counts, total += other.total; }
  [[nodiscard]] double count() const { return counts; }
  [[nodiscard]] double mean() const { return total / counts; }
  [[nodiscard]] double variance() const { return mean() * mean(); }
  static constexpr auto members = Members{Member{"counts", &Waits::counts, Domain::nonnegative},
                                          Member{"total", &Waits::total, Domain::nonnegative}};
  friend bool operator==(const Waits&, const Waits&) = default;
};
WaitingTotals as_shipped(const Waits& seen) { return {.n = seen.counts, .total = seen.total}; }

// The mean of a waiting time under an inverse gamma prior, whose second number is called a rate.
struct MeanPrior {
  using value_type = double;
  double shape = 3;
  double rate = 2;
  static constexpr auto members = Members{Member{"shape", &MeanPrior::shape, Domain::positive},
                                          Member{"rate", &MeanPrior::rate, Domain::positive}};
  friend bool operator==(const MeanPrior&, const MeanPrior&) = default;
};
Gamma of_rate(const MeanPrior& d) { return {.shape = d.shape, .rate = d.rate}; }
void check(const MeanPrior& d) { check_members(d, "MeanPrior"); }
double log_density(const MeanPrior& d, double mean) {
  if (!(mean > 0)) return -std::numeric_limits<double>::infinity();
  return log_density(of_rate(d), 1 / mean) - 2 * std::log(mean);
}
double draw(const MeanPrior& d, Random& random) { return 1 / draw(of_rate(d), random); }
Interval credible_interval(const MeanPrior& d, double mass) {
  const Interval rate = credible_interval(of_rate(d), mass);
  return {.lower = 1 / rate.upper, .upper = 1 / rate.lower};
}
MeanPrior posterior(const MeanPrior& prior, const Waits& seen) {
  return {.shape = prior.shape + seen.counts, .rate = prior.rate + seen.total};
}
double log_evidence(const MeanPrior& prior, const Waits& seen) {
  return log_evidence(of_rate(prior), as_shipped(seen));
}

struct MeanWait {
  using Likelihood = Exponential;
  using Prior = MeanPrior;
  using Predictive = Lomax;
  using Statistics = Waits;
  static constexpr std::string_view name = "mean_wait", needs = "finite numbers of at least 0";
  static constexpr std::string_view parameter = "mean";
  PriorRule<MeanPrior> prior = MeanPrior{};
  static bool accepts(double x) { return GammaExponential::accepts(x); }
  static MeanPrior automatic(Automatic, const Waits&) { return {}; }
  static Exponential maximum_likelihood(const Waits& seen) {
    return GammaExponential::maximum_likelihood(as_shipped(seen));
  }
  static Exponential maximum_a_posteriori(const MeanPrior& d) { return {(d.shape + 1) / d.rate}; }
  static Exponential posterior_mean(const MeanPrior& d) { return {(d.shape - 1) / d.rate}; }
  static Lomax predictive(const MeanPrior& d) { return {.shape = d.shape, .scale = d.rate}; }
  static double parameters(const Exponential& d) { return 1 / d.rate; }
  static Exponential likelihood(double mean) { return {.rate = 1 / mean}; }
};

// Counts without a member `total`.
struct Visits {
  using value_type = Count;
  CountTotals seen = {};

  void observe(const Count& x, double weight = 1) { seen.observe(x, weight); }
  void forget(const Count& x, double weight = 1) { seen.forget(x, weight); }
  void merge(const Visits& other) { seen.merge(other.seen); }
  [[nodiscard]] double count() const { return seen.count(); }
  friend bool operator==(const Visits&, const Visits&) = default;
};

Posterior<Model> learned_waits() {
  const Model model(schema_of({{.name = "x", .family = "mean_wait"}}),
                    FamilySet{}.with(family_type<MeanWait>()));
  return observe(model, table_of("x,class\n1,p\n2,p\n6,p\n3,q\n"));
}

}  // namespace own_names

TEST_CASE("members of one's own statistics may be called as those of the library") {
  const Posterior<Model> posterior = own_names::learned_waits();

  CHECK(notes_on_counts(posterior).empty());
  CHECK(overview(posterior).features.front().rows == 4);
  CHECK_FALSE(overview(posterior).features.front().mean);
  own_names::Visits visits;
  visits.observe(Count{3});
  CHECK(detail::largest_count_of(visits) == 1);
}

TEST_CASE("what a family of one's own may have besides is named where it is missed") {
  const Posterior<Model> posterior = own_names::learned_waits();
  const std::vector<Estimator> likeliest{Estimator::maximum_likelihood};

  CHECK(fitted_parameters(posterior, likeliest)
            .front()
            .undefined.ends_with(
                "has no function log_likelihood(likelihood, statistics); write one beside it"));
  CHECK(throws_error([&] { (void)empty_posterior(posterior.model, Summation::exact); },
                     ErrorCode::schema, "specialise SumsOf for them"));
}

TEST_CASE("a number of one's own family is pictured by its own densities") {
  const CellPicture picture = cell_picture(own_names::learned_waits(), "x", "p");

  CHECK(picture.parameter == "mean");
  CHECK(picture.interval == credible_interval(own_names::MeanPrior{.shape = 6, .rate = 11}, 0.9));
  for (std::size_t i = 0; i < picture.values.size(); ++i) {
    CAPTURE(i);
    const double mean = picture.values[i];
    CHECK(
        picture.posterior[i] ==
        relative(std::exp(log_density(own_names::MeanPrior{.shape = 6, .rate = 11}, mean)), 1e-12));
  }
  const auto likeliest = std::max_element(picture.likelihood.begin(), picture.likelihood.end());
  CHECK(picture.values[static_cast<std::size_t>(likeliest - picture.likelihood.begin())] ==
        relative(3, 0.05));
}
