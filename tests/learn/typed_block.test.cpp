// From the posterior of a model to that of one feature within one class.
#include <credence/learn/typed_block.hpp>

#include <credence/family/shipped.hpp>
#include <credence/learn/evidence.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::error_of;
using testing::is;
using testing::says;

namespace {

const char* const clinic_csv =
    "smoker,city,age,tries,class\n"
    "1,Rome,40,3,ill\n"
    "0,,31,0,ill\n"
    "1,Bern,52,1,ill\n"
    "0,Oslo,25,0,well\n"
    "?,Rome,38,2,well\n";

Posterior<Model> posterior_of_visits() {
  return testing::learned(
      testing::schema_of({{.name = "smoker", .family = "bernoulli"},
                          {.name = "city", .family = "categorical", .unseen = Unseen::reserve},
                          {.name = "age", .family = "normal"},
                          {.name = "tries", .family = "poisson"}}),
      clinic_csv);
}

template <class F>
void check_sum_of_cells(const Posterior<Model>& posterior, const char* feature) {
  CAPTURE(feature);
  const double sum = cell<F>(posterior, feature, "ill").log_evidence() +
                     cell<F>(posterior, feature, "well").log_evidence();
  CHECK(sum == doctest::Approx(log_evidence(posterior, feature)).epsilon(1e-14));
}

}  // namespace

TEST_CASE("a cell of a model holds the prior and the statistics of a feature within a class") {
  const auto posterior = posterior_of_visits();

  const auto smoker = cell<BetaBernoulli>(posterior, "smoker", "ill");
  CHECK(smoker.prior == Beta{.ones = 1, .zeros = 1});
  CHECK(smoker.density() == Beta{.ones = 3, .zeros = 2});
  CHECK(smoker.maximum_likelihood().probability == 2.0 / 3);
  CHECK(smoker.posterior_mean().probability == 0.6);

  const auto age = cell<NormalInverseGammaNormal>(posterior, "age", "well");
  CHECK(age.prior.mean == doctest::Approx(37.2).epsilon(1e-14));  // auto: of all five rows
  CHECK(age.maximum_likelihood().mean == 31.5);
}

TEST_CASE("a cell of levels has the place that is kept for unseen ones") {
  const auto city = cell<DirichletCategorical>(posterior_of_visits(), "city", "ill");

  CHECK(city.prior.weights == std::vector<double>{1, 1, 1, 1});
  CHECK(city.statistics.counts == std::vector<double>{1, 0, 1, 0});  // Bern, Oslo, Rome, unseen
}

TEST_CASE("the log evidences of the cells of a feature sum to that of the feature") {
  const auto posterior = posterior_of_visits();

  check_sum_of_cells<BetaBernoulli>(posterior, "smoker");
  check_sum_of_cells<DirichletCategorical>(posterior, "city");
  check_sum_of_cells<NormalInverseGammaNormal>(posterior, "age");
  check_sum_of_cells<GammaPoisson>(posterior, "tries");
}

TEST_CASE("a cell that a posterior lacks is refused with what the posterior has") {
  const auto posterior = posterior_of_visits();

  const auto other = error_of([&] { return cell<BetaBernoulli>(posterior, "city", "ill"); });
  CHECK(is(other, ErrorCode::schema));
  CHECK(says(other, "feature 'city' is of family 'categorical' and not 'bernoulli'"));
  CHECK(says(error_of([&] { return cell<BetaBernoulli>(posterior, "smokes", "ill"); }),
             "no feature 'smokes'; did you mean 'smoker'?"));
  CHECK(says(error_of([&] { return cell<BetaBernoulli>(posterior, "height", "ill"); }),
             "no feature 'height'; its features are 'smoker', "));
  CHECK(says(error_of([&] { return cell<BetaBernoulli>(posterior, "smoker", "sick"); }),
             "no class 'sick'; its classes are 'ill', 'well'"));
}
