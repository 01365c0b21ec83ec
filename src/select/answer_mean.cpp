// E x ln x of a mixture of classes by the trapezoidal rule. With y of mean m and z Gamma of equal
// mean and variance, E y ln y - E z ln z is the integral of E z exp(-tz) - E y exp(-ty) over ln t.
// Steps of h err by E y |Gamma(1 + 2 pi i / h)| to either side of 0, whatever y is.
#include <credence/detail/select/answer_mean.hpp>

#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence::detail {
namespace {

constexpr double widest_step = 0.6;  // errs by 1.2e-6 of the mean

double softplus(double s) { return s > 0 ? s + std::log1p(std::exp(-s)) : std::log1p(std::exp(s)); }

// Calls f(log odds, weight) along a Beta density of the log odds; the tails are lumped at its ends.
// in  negligible: probabilities below, and of the complement
template <class Visitor>
void for_each_node(const Beta& d, double negligible, const Visitor& f) {
  constexpr double least_weight = 1e-14;
  const double middle = std::log(d.ones) - std::log(d.zeros);
  const auto log_weight = [&](double s) { return -d.ones * softplus(-s) - d.zeros * softplus(s); };
  const double top = log_weight(middle);
  const double step = std::min(widest_step, std::sqrt(1 / d.ones + 1 / d.zeros));
  f(middle, 1.0);
  if (step < 1e-6) return;  // as good as known, and rounding would make weights of its own
  for (const double side : {-1.0, 1.0}) {
    const double rate = side < 0 ? d.ones : d.zeros;
    for (int k = 1;; ++k) {
      const double s = middle + side * step * k;
      const double weight = std::exp(log_weight(s) - top);
      f(s, weight);
      if (weight < least_weight) break;
      if (softplus(side * s) < -std::log(negligible)) continue;
      f(side * infinity, weight / std::expm1(rate * step));
      break;
    }
  }
}

}  // namespace

AnswerMean::AnswerMean(std::vector<double> probabilities, double concentration, Answer answer,
                       double length, double least)
    : probabilities_(std::move(probabilities)),
      concentration_(concentration),
      answer_(answer),
      length_(length),
      known_(probabilities_.size()) {
  // Both ends leave out less than 1e-6 of the mean of a word. With a small concentration y may be far
  // larger than its mean.
  const double largest = concentration > 0 ? std::clamp(1 / concentration, 1.0, 1e300) : 1;
  const double last = std::log(1e6) - std::log(std::max(least, std::numeric_limits<double>::min()));
  for (double place = std::log(1e-3 / largest); place < last; place += widest_step)
    places_.push_back(std::exp(place));
}

void AnswerMean::add_node(Terms& terms, double share, double weight, double value) const {
  terms.mean += weight * value;
  terms.square += weight * value * value;
  if (value > 0) terms.log_term += weight * value * std::log(value);
  // Learned probabilities are Gamma variables over their sum, which are independent.
  const double shape = share * concentration_;
  const double scaled = concentration_ > 0 ? value / concentration_ : share * value;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const double along = places_[i] * scaled;
    const double transform =
        weight * std::exp(concentration_ > 0 ? -shape * std::log1p(along) : -along);
    terms.log_transforms[i] += transform;
    terms.slopes[i] += transform * (concentration_ > 0 ? shape * scaled / (1 + along) : scaled);
  }
}

const AnswerMean::Terms& AnswerMean::terms_of(std::size_t klass, const Beta& word) {
  constexpr std::size_t most_known = 4096;  // some megabytes
  if (known_[klass].size() * known_.size() > most_known) known_[klass].clear();
  const auto [at, is_new] = known_[klass].try_emplace(word.ones);
  Terms& terms = at->second;
  if (!is_new) return terms;
  terms.log_transforms.assign(places_.size(), 0.0);
  terms.slopes.assign(places_.size(), 0.0);
  double all = 0;
  const double part = mean(word);
  for_each_node(word, 1e-8 * part / (1 + length_ * part), [&](double log_odds, double weight) {
    const double absent = -length_ * softplus(log_odds);
    all += weight;
    add_node(terms, probabilities_[klass], weight,
             answer_ == Answer::present ? -std::expm1(absent) : std::exp(absent));
  });
  terms.mean /= all;
  terms.square /= all;
  terms.log_term /= all;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    terms.slopes[i] = terms.log_transforms[i] > 0 ? terms.slopes[i] / terms.log_transforms[i] : 0;
    terms.log_transforms[i] = std::log(terms.log_transforms[i] / all);
  }
  return terms;
}

double AnswerMean::mixture_log_term(std::span<const Terms* const> terms) const {
  const double together = concentration_;
  double mean = 0, variance = 0;
  for (std::size_t c = 0; c < terms.size(); ++c) {
    const double p = probabilities_[c], value = terms[c]->mean, square = terms[c]->square;
    mean += p * value;
    variance += p * p * (square - value * value) + (together > 0 ? p * square / together : 0);
  }
  const double shape = mean * mean / variance;
  CompensatedSum apart;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    double log_transform = 0, slope = 0;
    for (const Terms* one : terms) {
      log_transform += one->log_transforms[i];
      slope += one->slopes[i];
    }
    apart.add(mean * std::exp(-(shape + 1) * std::log1p(places_[i] * mean / shape)) -
              std::exp(log_transform) * slope);
  }
  const auto of_gamma = [](double weight) { return digamma(weight + 1) - std::log(weight); };
  const double sum = mean * (of_gamma(shape) + std::log(mean)) + widest_step * apart.value();
  return together > 0 ? sum - mean * of_gamma(together) : sum;
}

double AnswerMean::of(std::span<const Beta> word) {
  std::vector<const Terms*> terms;
  double of_classes = 0;
  for (std::size_t c = 0; c < word.size(); ++c) {
    terms.push_back(&terms_of(c, word[c]));
    of_classes += probabilities_[c] * terms.back()->log_term;
  }
  return of_classes - mixture_log_term(terms);
}

}  // namespace credence::detail
