// Laws of draws: their frequencies, means and spreads are those that the density states.
// Tolerances are five standard errors; the seeds are fixed.
#include <algorithm>
#include <cmath>
#include <map>

#include "support/family_laws.hpp"
#include "support/family_totals.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr int draws = 4000;

// Whether a share of `found` among the draws is within five standard errors of the probability.
bool plausible(double found, double probability) {
  const double error = std::sqrt(probability * (1 - probability) / draws);
  return std::abs(found / draws - probability) <= 5 * error + 1.0 / draws;
}

// Discrete data: how often each value was drawn. Values expected fewer than ten times are counted
// together: for them a normal error does not hold.
template <class D, class Key, class Log>
void check_frequencies(const D& density, Random& random, Key&& key, Log&& log_probability) {
  std::map<decltype(key(draw(density, random))), std::pair<double, typename D::value_type>> found;
  for (int i = 0; i < draws; ++i) {
    const typename D::value_type x = draw(density, random);
    auto& entry = found[key(x)];
    entry.first += 1;
    entry.second = x;
  }
  double rare = draws;
  double rare_probability = 1;
  for (const auto& entry : found) {
    const double probability = std::exp(log_probability(entry.second.second));
    if (probability * draws < 10) continue;
    CHECK(plausible(entry.second.first, probability));
    rare -= entry.second.first;
    rare_probability -= probability;
  }
  CHECK(plausible(rare, std::max(rare_probability, 0.0)));
}

// Continuous data: how many fall below a quantile.
template <class D>
void check_quantiles(const D& density, Random& random) {
  for (const double p : {0.05, 0.3, 0.5, 0.8, 0.99}) {
    double below = 0;
    for (int i = 0; i < draws; ++i) below += draw(density, random) <= quantile(density, p);
    CHECK(plausible(below, p));
  }
}

// Several columns of continuous data: how many of each fall below a quantile of its own.
template <class D>
void check_columns(const D& density, Random& random) {
  const double levels[] = {0.05, 0.3, 0.5, 0.8, 0.99};
  const Index columns = std::ssize(draw(density, random));
  std::vector<double> below(static_cast<std::size_t>(columns) * std::size(levels));
  for (int i = 0; i < draws; ++i) {
    const std::vector<double> x = draw(density, random);
    for (std::size_t k = 0; k < below.size(); ++k) {
      const std::size_t j = k / std::size(levels);
      const auto column = marginal(density, static_cast<Index>(j));
      below[k] += x[j] <= quantile(column, levels[k % std::size(levels)]);
    }
  }
  for (std::size_t k = 0; k < below.size(); ++k)
    CHECK(plausible(below[k], levels[k % std::size(levels)]));
}

std::vector<double> key_of(const WordCounts& document) {
  std::vector<double> key;
  for (const WordCount& entry : document) {
    key.push_back(entry.word);
    key.push_back(entry.count);
  }
  return key;
}

template <class D>
void check_draws(const D& density, Random& random) {
  using Value = typename D::value_type;
  const auto plain = [&](const Value& x) { return log_density(density, x); };
  if constexpr (std::is_same_v<Value, WordCounts>)
    check_frequencies(density, random, key_of,
                      [&](const Value& x) { return log_density(density, x) + log_coefficient(x); });
  else if constexpr (std::is_same_v<Value, Count>)
    check_frequencies(
        density, random, [](const Count& x) { return x.count; }, plain);
  else if constexpr (std::is_same_v<Value, std::vector<double>>)
    check_columns(density, random);
  else if constexpr (requires { quantile(density, 0.5); })
    check_quantiles(density, random);
  else
    check_frequencies(
        density, random, [](const Value& x) { return x; }, plain);
}

// Means and variances of draws, number by number. The error of a variance is estimated from the
// fourth moments of the draws themselves.
template <class D>
void check_moments(const D& density, Random& random, const std::vector<double>& means,
                   const std::vector<double>& variances) {
  std::vector<std::vector<double>> drawn(means.size());
  for (int i = 0; i < draws; ++i) {
    const auto values = numbers(draw(density, random));
    for (std::size_t k = 0; k < values.size(); ++k) drawn[k].push_back(values[k]);
  }
  for (std::size_t k = 0; k < means.size(); ++k) {
    if (!std::isfinite(variances[k])) continue;
    double mean = 0;
    for (const double x : drawn[k]) mean += x / draws;
    double second = 0;
    double fourth = 0;
    for (const double x : drawn[k]) {
      const double square = (x - mean) * (x - mean);
      second += square / draws;
      fourth += square * square / draws;
    }
    CAPTURE(k);
    CHECK(std::abs(mean - means[k]) <= 5 * std::sqrt(variances[k] / draws));
    CHECK(std::abs(second - variances[k]) <= 6 * std::sqrt(fourth / draws));
  }
}

template <class F>
typename F::Prior updated_prior(Random& random) {
  const auto sample = random_sample<F>(random, 12);
  return posterior(sample.prior, sample.seen());
}

std::vector<Interval> intervals(const Interval& interval) { return {interval}; }
std::vector<Interval> intervals(const std::vector<Interval>& several) { return several; }
template <Described T>
std::vector<Interval> intervals(const T& named) {
  std::vector<Interval> result;
  for_each_member<T>([&](const auto& member) { result.push_back(named.*(member.pointer)); });
  return result;
}

}  // namespace

TEST_CASE("draws of a likelihood have its frequencies") {
  for_every_family(3, [](auto family, Random& random) {
    check_draws(random_truth<decltype(family)>(random, 2).likelihood, random);
  });
}

TEST_CASE("draws of a predictive have its frequencies") {
  for_every_family(3, [](auto family, Random& random) {
    using F = decltype(family);

    check_draws(F::predictive(random_value<typename F::Prior>(random, 2)), random);
  });
}

TEST_CASE("draws of a posterior have its means and variances") {
  for_every_family(3, [](auto family, Random& random) {
    using F = decltype(family);
    const auto after = updated_prior<F>(random);

    check_moments(after, random, numbers(mean(after)), numbers(variance(after)));
  });
}

TEST_CASE("a credible interval holds its mass of the draws") {
  for_every_family(3, [](auto family, Random& random) {
    using F = decltype(family);
    const auto after = updated_prior<F>(random);
    const auto holding = intervals(credible_interval(after, 0.9));
    std::vector<double> held(holding.size());

    for (int i = 0; i < draws; ++i) {
      const auto values = numbers_with_interval(draw(after, random));
      for (std::size_t k = 0; k < held.size(); ++k)
        held[k] += values[k] >= holding[k].lower && values[k] <= holding[k].upper;
    }

    for (const double count : held) CHECK(plausible(count, 0.9));
  });
}

TEST_CASE("data from parameters drawn from a prior is spread as its predictive says") {
  for_every_family(3, [](auto family, Random& random) {
    using F = decltype(family);
    const auto prior = random_value<typename F::Prior>(random, 2);
    const auto predictive = F::predictive(prior);

    // Half of all data drawn in two steps must be likelier under the predictive than what it draws
    // itself.
    double likelier = 0;
    for (int i = 0; i < draws; ++i) {
      const auto two_steps = draw(likelihood_at<F>(prior, draw(prior, random)), random);
      const auto direct = draw(predictive, random);
      const double difference =
          log_density(predictive, two_steps) - log_density(predictive, direct);
      likelier += difference > 0 ? 1 : (difference == 0 ? 0.5 : 0);
    }

    CHECK(plausible(likelier, 0.5));
  });
}
