// Intervals of normal approximations and of draws.
#include <credence/predict/uncertainty.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

double probability_of(double log_odds) {
  if (log_odds >= 0) return 1 / (1 + std::exp(-log_odds));
  const double odds = std::exp(log_odds);
  return odds / (1 + odds);
}

// In sorted draws; the difference of two infinities is never taken.
double quantile_of(std::span<const double> sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double share = place - static_cast<double>(below);
  if (std::isfinite(sorted[below]) && std::isfinite(sorted[above]))
    return sorted[below] + share * (sorted[above] - sorted[below]);
  return share < 0.5 ? sorted[below] : sorted[above];
}

}  // namespace

Interval probability_interval(const Interval& log_odds) {
  return {.lower = probability_of(log_odds.lower), .upper = probability_of(log_odds.upper)};
}

namespace detail {

void check_options(const IntervalOptions& options) {
  if (!(options.mass > 0 && options.mass < 1))
    throw Error(ErrorCode::domain, "the mass of an interval is " + text(options.mass) +
                                       "; give a number between 0 and 1");
  if (options.draws < 0)
    throw Error(ErrorCode::domain, "the number of draws is " + std::to_string(options.draws) +
                                       "; give at least 1, or 0 for the closed form");
}

Interval normal_interval(const TermMoments& moments, double mass) {
  return interval_around(moments, normal_quantile(0.5 + mass / 2));
}

Interval interval_of_draws(std::span<double> draws, double mass) {
  std::sort(draws.begin(), draws.end());
  return equal_tailed([&](double p) { return quantile_of(draws, p); }, mass);
}

double log_odds_against_rest(std::span<const double> log_probabilities, Index klass) {
  std::vector<double> rest(log_probabilities.begin(), log_probabilities.end());
  rest.erase(rest.begin() + klass);
  return log_probabilities[static_cast<std::size_t>(klass)] - log_sum_exp(rest);
}

}  // namespace detail

template std::vector<Interval> log_odds_intervals(const Beliefs<Model>&,
                                                  const BoundTable<Families>&, RowSpan,
                                                  std::span<const Index>, IntervalOptions);

}  // namespace credence
