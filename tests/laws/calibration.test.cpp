// Calibration by simulation: parameters from a prior, data from them, and draws of the posterior:
// the rank of the truth among the draws must be uniform, and intervals must hold it as often as
// they say.
//
// CREDENCE_SIMULATIONS sets how many simulations each family gets (10000 unless set).
#include <cmath>

#include "laws/calibration.hpp"
#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A prior firm enough that a double can hold all that follows from its draws: pseudo-counts and
// shapes above 2.
template <class F>
typename F::Prior firm_prior(Random& random) {
  auto prior = random_value<typename F::Prior>(random, 3);
  for_each_member<typename F::Prior>([&](const auto& member) {
    auto& slot = prior.*(member.pointer);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>)
      for (double& weight : slot) weight += 2;
    else if (member.domain == Domain::positive)
      slot += 2;
  });
  return prior;
}

std::vector<Interval> intervals(const Interval& interval) { return {interval}; }
std::vector<Interval> intervals(const std::vector<Interval>& several) { return several; }
template <Described T>
std::vector<Interval> intervals(const T& named) {
  std::vector<Interval> result;
  for_each_member<T>([&](const auto& member) { result.push_back(named.*(member.pointer)); });
  return result;
}

// Parameters on a circle, each in the turn around a middle; others as they are.
template <class Prior>
std::vector<double> in_one_turn(std::vector<double> values, [[maybe_unused]] double middle = 0) {
  if constexpr (requires { Prior::period; })
    for (double& value : values) value = middle + std::remainder(value - middle, Prior::period);
  return values;
}

// Simulates a family; `learn(prior, data)` gives what is passed off as the posterior. Intervals are
// slower than draws: a quarter of the simulations asks for them where `with_intervals`.
template <class F, class Learn>
Calibration simulate(Random& random, int count, bool with_intervals, Learn&& learn) {
  const auto prior = firm_prior<F>(random);
  Calibration result;
  for (int i = 0; i < count; ++i) {
    const auto parameters = draw(prior, random);
    const auto likelihood = likelihood_at<F>(prior, parameters);
    const auto data = credence::detail::drawn_data<F>(likelihood, 8, random);
    const auto posterior = learn(prior, data);
    using Prior = typename F::Prior;
    auto truth = in_one_turn<Prior>(numbers(parameters));
    result.ranks.add(truth, random,
                     [&] { return in_one_turn<Prior>(numbers(draw(posterior, random))); });
    truth = in_one_turn<Prior>(numbers_with_interval(parameters));
    if constexpr (requires { Prior::period; }) truth = in_one_turn<Prior>(truth, mean(posterior));
    if (with_intervals && i % 4 == 0)
      result.hold(truth,
                  [&](double mass) { return intervals(credible_interval(posterior, mass)); });
  }
  return result;
}

template <class F, class Data>
typename F::Prior learned(const typename F::Prior& prior, const Data& data, double weight = 1) {
  typename F::Statistics seen;
  for (const typename F::Statistics::value_type& x : data) seen.observe(x, weight);
  return posterior(prior, seen);
}

}  // namespace

TEST_CASE("simulated truths rank uniformly among draws of their posterior") {
  for_every_family(1, [](auto family, Random& random) {
    using F = decltype(family);

    const Calibration result =
        simulate<F>(random, simulations(), true,
                    [](const auto& prior, const auto& data) { return learned<F>(prior, data); });

    CHECK(result.distance() <= allowed_distance);
    for (const auto& row : result.held)
      for (std::size_t m = 0; m < masses.size(); ++m) {
        CAPTURE(masses[m]);
        const double trials = result.with_intervals;
        const double error = std::sqrt(masses[m] * (1 - masses[m]) / trials);
        // Five standard errors: 0.03 at mass 0.9 of 2500 simulations, 0.0095 of 25,000.
        CHECK(std::abs(row[m] / trials - masses[m]) <= 5 * error);
      }
  });
}

TEST_CASE("simulated truths do not rank uniformly where every datum is counted twice") {
  for_every_family(1, [](auto family, Random& random) {
    using F = decltype(family);

    const Calibration result =
        simulate<F>(random, 3000, false,
                    [](const auto& prior, const auto& data) { return learned<F>(prior, data, 2); });

    CHECK(result.distance() > allowed_distance);
  });
}

TEST_CASE("simulated truths rank uniformly among draws of what a part of their data leaves") {
  for_every_family(1, [](auto family, Random& random) {
    using F = decltype(family);

    const Calibration result =
        simulate<F>(random, 3000, false, [](const auto& prior, const auto& data) {
          typename F::Statistics seen;
          for (const typename F::Statistics::value_type& x : data) seen.observe(x);
          seen.forget(data.front());
          return posterior(prior, seen);
        });

    CHECK(result.distance() <= allowed_distance);
  });
}

TEST_CASE("simulated truths do not rank uniformly under the posterior of another prior") {
  for_every_family(1, [](auto family, Random& random) {
    using F = decltype(family);

    const Calibration result = simulate<F>(random, 3000, false, [](auto prior, const auto& data) {
      for_each_member<typename F::Prior>([&](const auto& member) {
        auto& slot = prior.*(member.pointer);
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(slot)>, double>) {
          if (!slot.empty()) slot.front() *= member.domain == Domain::ascending ? 1 : 2;
        } else if (static_cast<const void*>(&slot) == &(prior.*(F::Prior::members.first.pointer)))
          slot = member.domain == Domain::real ? slot + 1 : slot * 2;
      });
      return learned<F>(prior, data);
    });

    CHECK(result.distance() > allowed_distance);
  });
}
