// Cumulative probabilities of failures before successes whose chance is uncertain.
#include <credence/density/geometric.hpp>
#include <credence/density/pascal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/log_excess.hpp"
#include "base/quadrature.hpp"

namespace credence {
namespace {

// So many terms, or fewer, are added up one by one.
constexpr double few_terms = 1000;
// exp of minus this is 0, or next to it.
constexpr double log_nothing = 750;
// Log odds beyond which a probability, or what it lacks of 1, is next to 0.
constexpr double extreme = 700;

// A probability by its log odds, and with the digits of what it lacks of 1.
struct Odds {
  double log;
  double probability;
  double rest;

  [[nodiscard]] Odds turned() const { return {-log, rest, probability}; }
};

// A Beta density, of the log odds t of its number: one peak, and tails that fall as exp(ones t) and
// exp(-zeros t).
struct LogOddsBeta {
  double ones;
  double zeros;

  [[nodiscard]] LogOddsBeta turned() const { return {zeros, ones}; }
  [[nodiscard]] double peak() const { return std::log(ones) - std::log(zeros); }
  [[nodiscard]] double scale() const { return std::sqrt(1 / ones + 1 / zeros); }
  [[nodiscard]] double share() const {
    return std::max(1 / (1 + zeros / ones), std::numeric_limits<double>::min());
  }

  // The number whose log odds are so far beside the peak.
  [[nodiscard]] Odds at(double beside) const {
    if (beside > 0) return turned().at(-beside).turned();
    const double part = share() * std::exp(beside);
    const double other = turned().share();
    return {peak() + beside, part / (other + part), other / (other + part)};
  }
  // The log of the density there over that at the peak: two terms that are not positive.
  [[nodiscard]] double log_height(double beside) const {
    if (beside > 0) return turned().log_height(-beside);
    const double whole = turned().share() + share() * std::exp(beside);
    const double lost = std::expm1(beside) / whole;
    const double less = turned().share() * lost;
    const double more = -share() * lost;
    return -ones * detail::log_excess(less, beside - std::log(whole)) -
           zeros * detail::log_excess(more);
  }

  [[nodiscard]] double probability_below(const Odds& x) const {
    if (x.log < -extreme) return std::exp(log_power(x.log));
    if (x.log > extreme) return -std::expm1(turned().log_power(-x.log));
    if (x.log < 0) return beta_cdf(ones, zeros, x.probability);
    return beta_survival(zeros, ones, x.rest);
  }

 private:
  // ln of the probability of less, where that is a power of the number.
  [[nodiscard]] double log_power(double t) const {
    return std::min(0.0, ones * t - std::log(ones) - credence::log_beta(ones, zeros));
  }
};

// Where a density or a probability bends, and how narrowly.
struct Bend {
  double at;
  double scale;
};

// in  from: what places are told from
void add_bends(const LogOddsBeta& d, double from, std::vector<Bend>& bends) {
  bends.push_back({d.peak() - from, std::min(1.0, d.scale())});
  bends.push_back({-std::log(std::max(1.0, d.zeros)) - from, 1});
  bends.push_back({std::log(std::max(1.0, d.ones)) - from, 1});
}

double width_at(const std::vector<Bend>& bends, double t) {
  double width = std::numeric_limits<double>::infinity();
  for (const Bend& bend : bends)
    width = std::min(width, std::max(0.5 * bend.scale, 0.1 * std::abs(t - bend.at)));
  return width;
}

// The probability that a number of one density is at most an independent one of another, which is
// the narrower of the two: the mean of the former's probabilities below the latter.
double probability_below_narrow(const LogOddsBeta& wide, const LogOddsBeta& narrow) {
  using Rule = detail::GaussRule;
  std::vector<Bend> bends;
  add_bends(narrow, narrow.peak(), bends);
  add_bends(wide, narrow.peak(), bends);
  double below = 0;
  double all = 0;
  const auto add = [&](double beside, double weight) {
    const double mass = weight * std::exp(narrow.log_height(beside));
    all += mass;
    if (mass > 0) below += mass * wide.probability_below(narrow.at(beside));
  };
  const double reach = 40 * narrow.scale();
  const double end = reach + log_nothing / narrow.zeros;
  double next = 0;
  for (double t = -reach - log_nothing / narrow.ones; t < end; t = next) {
    next = std::min(end, std::max(t + width_at(bends, t), std::nextafter(t, end)));
    const double half = 0.5 * next - 0.5 * t;
    add(t + half, half * Rule::weights()[0]);
    for (std::size_t i = 1; i < Rule::abscissa().size(); ++i)
      for (const double side : {-1.0, 1.0})
        add(t + half + side * half * Rule::abscissa()[i], half * Rule::weights()[i]);
  }
  return std::min(1.0, below / all);
}

double sum_of_terms(const CompoundNegativeBinomial& d, double x) {
  double sum = 0;
  for (double k = 0; k <= x; ++k) sum += std::exp(log_density(d, k));
  return std::min(sum, 1.0);
}

// ln of the probability of n failures in a row, n and ones being well below zeros: the integral of a
// rise of psi, where ratios of Gamma functions would share their first digits.
double log_short_run(double zeros, double ones, double n) {
  return -detail::GaussRule::integrate([&](double k) { return digamma_rise(zeros + k, ones); }, 0.0,
                                       n);
}

}  // namespace

double cdf(const CompoundGeometric& d, double x) {
  detail::check_cdf(d, x);
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  const double n = std::floor(x) + 1;
  const bool cancels = std::max(n, d.ones) <= 0.5 * d.zeros;
  return -std::expm1(cancels ? log_short_run(d.zeros, d.ones, n)
                             : detail::log_run(d.zeros, d.ones, n));
}

// Given the chance of success, the probability is that of a Beta(successes, x + 1) number of at most
// that chance.
double cdf(const CompoundNegativeBinomial& d, double x) {
  detail::check_cdf(d, x);
  if (!(x >= 0)) return 0;
  if (!std::isfinite(x)) return 1;
  const double whole = std::floor(x);
  if (whole < few_terms) return sum_of_terms(d, whole);
  const LogOddsBeta needed{d.successes, whole + 1};
  const LogOddsBeta chance{d.ones, d.zeros};
  if (chance.scale() <= needed.scale()) return probability_below_narrow(needed, chance);
  return probability_below_narrow(chance.turned(), needed.turned());
}

}  // namespace credence
