// Laws of the estimates: each is the best by its own measure, and with much data all agree.
#include <algorithm>
#include <cmath>
#include <credence/detail/predict/score_table.hpp>
#include <map>

#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Rounding of a sum of a few dozen log densities.
double slack(double log_value) { return 1e-11 * (1 + std::abs(log_value)); }

// Whether a step has not left the densities, as one of a nearly singular covariance may.
template <class Likelihood>
bool is_a_density(const Likelihood& likelihood) {
  if constexpr (std::is_same_v<Likelihood, MultivariateNormal>) try {
      credence::detail::check_range(likelihood);
    } catch (const Error&) {
      return false;
    }
  return true;
}

template <class F>
std::vector<typename F::Likelihood> small_steps(const typename F::Prior& prior,
                                                const typename F::Likelihood& from) {
  std::vector<typename F::Likelihood> result;
  for (const double by : {1e-2, 1e-4, 1e-6})
    for (const auto& neighbour : neighbours(from, by))
      if (auto other = likelihood_at<F>(prior, F::parameters(neighbour)); is_a_density(other))
        result.push_back(std::move(other));
  return result;
}

// An estimate as `estimate` tells it: no covariance that rounding leaves singular.
template <class Estimate>
auto if_a_density(Estimate&& estimate) {
  return if_defined([&] {
    auto found = estimate();
    if constexpr (std::is_same_v<decltype(found), MultivariateNormal>)
      credence::detail::check_range(found);
    return found;
  });
}

// The log densities of the four estimates, where all of them exist.
template <class F>
std::optional<std::vector<double>> four_log_densities(
    const typename F::Prior& prior, const typename F::Statistics& seen,
    const typename F::Statistics::value_type& datum) {
  const auto after = posterior(prior, seen);
  const auto likeliest = if_defined([&] { return credence::likeliest<F>(prior, seen); });
  const auto mode = if_defined([&] { return F::maximum_a_posteriori(after); });
  const auto mean = if_defined([&] { return F::posterior_mean(after); });
  if (!likeliest || !mode || !mean) return std::nullopt;
  return std::vector{log_density(*likeliest, datum), log_density(*mode, datum),
                     log_density(*mean, datum), log_density(F::predictive(after), datum)};
}

double spread(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

}  // namespace

TEST_CASE("no small step from the maximum likelihood estimate raises the likelihood") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    const auto estimate =
        if_a_density([&] { return credence::likeliest<F>(sample.prior, sample.seen()); });
    RC_PRE(estimate.has_value());

    const double best = log_likelihood(*estimate, sample.data);

    for (const auto& other : small_steps<F>(sample.prior, *estimate))
      RC_ASSERT(log_likelihood(other, sample.data) <= best + slack(best));
  });
}

TEST_CASE("the log likelihood of statistics is the sum of the log densities of the data") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, random.below(20));
    double size = 1;
    for (const auto& datum : sample.data) size += std::abs(log_density(sample.truth, datum));

    const double expected = log_likelihood(sample.truth, sample.data);
    const double found = log_likelihood(sample.truth, sample.seen());

    RC_ASSERT(std::abs(found - expected) <= 1e-11 * size);
  });
}

TEST_CASE("no small step from the maximum a posteriori estimate raises the posterior density") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, random.below(20));
    const auto after = posterior(sample.prior, sample.seen());
    const auto estimate = if_defined([&] { return F::maximum_a_posteriori(after); });
    RC_PRE(estimate.has_value());

    const double best = log_density(after, F::parameters(*estimate));

    for (const auto& other : small_steps<F>(sample.prior, *estimate)) {
      const double there = log_density(after, F::parameters(other));
      RC_ASSERT(there <= best + slack(best));
    }
  });
}

TEST_CASE("every estimate that exists is a valid density") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, random.below(10));
    const auto after = posterior(sample.prior, sample.seen());

    const auto likeliest =
        if_a_density([&] { return credence::likeliest<F>(sample.prior, sample.seen()); });
    const auto mode = if_a_density([&] { return F::maximum_a_posteriori(after); });
    const auto mean = if_a_density([&] { return F::posterior_mean(after); });

    if (likeliest) check(*likeliest);
    if (mode) check(*mode);
    if (mean) check(*mean);
    check(F::predictive(after));
  });
}

TEST_CASE("without data there is no maximum likelihood estimate") {
  for_every_family(1, [](auto family, Random&) {
    using F = decltype(family);
    const typename F::Statistics nothing;

    const auto estimate = if_defined([&] { return credence::likeliest<F>({}, nothing); });

    CHECK_FALSE(estimate.has_value());
  });
}

TEST_CASE(
    "with n rows the log densities of the four estimates differ by at most a constant over n") {
  struct Cases {
    double all = 0, late = 0;
  };
  std::map<std::string, Cases> of_family;
  for_every_family([&](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 10);
    const typename Sample<F>::Datum datum = sample.data.front();

    const auto fewer = four_log_densities<F>(sample.prior, sample.seen(1e4), datum);
    const auto few = four_log_densities<F>(sample.prior, sample.seen(1e5), datum);
    const auto many = four_log_densities<F>(sample.prior, sample.seen(1e8), datum);
    RC_PRE(fewer && few && many);
    const double rounding = 1e-11 * (1 + std::abs(few->front()));
    // A prior that knows a scale a billion times that of the data outweighs a million of them.
    Cases& counted = of_family[std::string(F::name)];
    counted.all += 1;
    if (spread(*few) > 0.2 * spread(*fewer) + rounding) {
      counted.late += 1;
      return;
    }

    // A thousand times the data: the spread shrinks as much, up to higher orders, which can take
    // nine tenths of the first, and rounding. Over the root of n it would shrink to 0.03.
    RC_ASSERT(spread(*many) <= 1e-2 * spread(*few) + rounding);
  });
  // Over the root of n every case would be late; of 300 times 10 cases of each family none is.
  for (const auto& of : of_family) {
    CAPTURE(of.first);
    CHECK(of.second.late <= 0.05 * of.second.all);
  }
  CHECK(of_family.size() > 15);
}

TEST_CASE("one datum is enough for the predictive to give it a finite log density") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1);
    const typename Sample<F>::Datum datum = sample.data.front();

    const auto after = posterior(sample.prior, sample.seen());
    const double predicted = log_density(F::predictive(after), datum);

    RC_ASSERT(std::isfinite(predicted));
  });
}
