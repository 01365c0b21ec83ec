// Probabilities of counts, also between the whole numbers, so that long tails can be integrated.
#include "select/count_laws.hpp"

#include <algorithm>
#include <cmath>

#include "select/excess.hpp"
#include "select/large_shapes.hpp"

namespace credence::detail {
namespace {

// From here on sums are integrals: probabilities change slowly from one number to the next.
constexpr double integral_start = 2048;
constexpr double mass_left_out = 1e-17;
constexpr double largest = 1e300;

// Where less than `mass_left_out` lies beyond.
template <class D>
double end_of(const D& density) {
  double end = 16;
  while (end < largest && beyond(density, end) > mass_left_out) end *= 2;
  return end;
}

// Pieces that grow with the number, for what falls slowly.
void add_growing(double last, std::vector<double>& borders) {
  for (double border = integral_start - 0.5; border < last; border *= 1.6)
    borders.push_back(border);
  borders.push_back(last);
}

}  // namespace

// x ln(rate) - rate - ln x! loses its digits at large counts; these terms do not cancel.
double log_probability(const Poisson& d, double x) {
  if (x < 16 || !(d.rate > 0)) return log_density(d, x);
  const double distance = (x - d.rate) / d.rate;
  return -d.rate * excess(distance) - stirling_rest(x) - 0.5 * (log_two_pi + std::log(x));
}
double log_probability(const NegativeBinomial& d, double x) {
  if (x < 1) return log_density(d, x);
  if (std::min(d.shape, x) >= large_shape)
    return log_beta_powers(d.shape, x, d.rate / (1 + d.rate), 1 / (1 + d.rate)) - std::log(x);
  return -d.shape * log1p_ratio(1, d.rate) - x * log1p_ratio(d.rate, 1) - std::log(x) -
         credence::log_beta(d.shape, x);
}
double log_probability(const Geometric& d, double x) {
  if (x < 1) return log_density(d, x);
  return std::log(d.probability) + x * log_complement(d.probability, d.residue);
}
double log_probability(const CompoundGeometric& d, double x) {
  return log_run(d.zeros, d.ones, x) + std::log(d.ones) - std::log(d.ones + d.zeros + x);
}

double log_probability(const Pascal& d, double x) {
  if (x < 1) return log_density(d, x);
  if (std::min(d.successes, x) >= large_shape)
    return log_beta_powers(d.successes, x, d.probability, complement(d.probability, d.residue)) -
           std::log(x);
  return d.successes * log_share(d.probability, d.residue) +
         (x * log_complement(d.probability, d.residue) + log_arrangements(d.successes, x));
}
double log_probability(const CompoundNegativeBinomial& d, double x) {
  return log_arrangements(d.successes, x) +
         log_sequence(Beta{.ones = d.ones, .zeros = d.zeros}, d.successes, x);
}

double beyond(const Poisson& d, double x) { return d.rate > 0 ? gamma_cdf(x + 1, 1, d.rate) : 0; }
double beyond(const NegativeBinomial& d, double x) {
  return beta_cdf(x + 1, d.shape, 1 / (1 + d.rate));
}
double beyond(const Geometric& d, double x) {
  return d.probability < 1 ? std::exp((x + 1) * log_complement(d.probability, d.residue)) : 0;
}
double beyond(const CompoundGeometric& d, double x) {
  return std::exp(log_run(d.zeros, d.ones, x + 1));
}

double beyond(const Pascal& d, double x) {
  return beta_cdf(x + 1, d.successes, complement(d.probability, d.residue));
}
// A bound: past the peak probabilities fall at least like x^-(ones + 1).
double beyond(const CompoundNegativeBinomial& d, double x) {
  if (x <= 2 * d.successes * d.zeros / d.ones + 16) return 1;
  const double bound = std::log1p((x + d.zeros + d.successes) / d.ones);
  return std::min(1.0, std::exp(log_probability(d, x) + bound));
}

std::optional<Around> peak(const Poisson& d) {
  if (!(d.rate > 0)) return std::nullopt;
  return Around{.location = d.rate, .scale = std::sqrt(d.rate)};
}
std::optional<Around> peak(const NegativeBinomial& d) {
  return Around{.location = mean(d), .scale = std::sqrt(variance(d))};
}
std::optional<Around> peak(const Geometric&) { return std::nullopt; }
std::optional<Around> peak(const CompoundGeometric&) { return std::nullopt; }
std::optional<Around> peak(const Pascal& d) {
  if (!(d.probability > 0)) return std::nullopt;
  return Around{.location = mean(d), .scale = std::sqrt(variance(d))};
}
std::optional<Around> peak(const CompoundNegativeBinomial& d) {
  const double middle = d.successes * d.zeros / d.ones;
  const double spread =
      middle * (1 + d.zeros / d.ones) + middle * middle * (1 / d.ones + 1 / d.zeros);
  return Around{.location = middle, .scale = std::sqrt(spread)};
}

template <class D>
CountSum<D>::CountSum(std::vector<Weighted<CountLaw<D>>> classes) : classes_(std::move(classes)) {
  std::vector<Around> places;
  for (const auto& klass : classes_) {
    last_ = std::max(last_, end_of(klass.density.density));
    if (const auto place = peak(klass.density.density)) places.push_back(*place);
  }
  if (last_ < integral_start) return;
  borders_ = piece_borders(places, integral_start - 0.5, last_);
  add_growing(last_, borders_);
  std::sort(borders_.begin(), borders_.end());
  borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
}

// Euler and Maclaurin: the sum over whole numbers is the integral from half a number before the
// first, and a correction by derivatives there, taken from differences of four neighbours.
template <class D>
double CountSum<D>::tail(Term term) const {
  const std::span<const Weighted<CountLaw<D>>> classes(classes_);
  std::vector<ClassValue> values(classes_.size());
  const auto at = [&](double x) { return term_at(classes, x, term, values); };
  const double before = at(integral_start - 1);
  const double after = at(integral_start);
  const double slope = after - before;
  const double third = at(integral_start + 1) - 3 * slope - at(integral_start - 2);
  return integral_of(classes, borders_, term) + slope / 24 - third * (17.0 / 5760);
}

template <class D>
double CountSum<D>::operator()(Term term) const {
  const std::span<const Weighted<CountLaw<D>>> classes(classes_);
  std::vector<ClassValue> values(classes_.size());
  CompensatedSum sum;
  const double end = borders_.empty() ? last_ + 1 : integral_start;
  for (double x = 0; x < end; ++x) sum.add(term_at(classes, x, term, values));
  if (!borders_.empty()) sum.add(tail(term));
  return sum.value();
}

template class CountSum<Poisson>;
template class CountSum<NegativeBinomial>;
template class CountSum<Geometric>;
template class CountSum<CompoundGeometric>;
template class CountSum<Pascal>;
template class CountSum<CompoundNegativeBinomial>;

}  // namespace credence::detail
