// What one possible value of a feature says about the class, written so that no digits cancel.
#include "select/information_terms.hpp"

#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "select/excess.hpp"

namespace credence::detail {

void check_densities(std::size_t probabilities, std::size_t densities) {
  if (probabilities != densities)
    throw Error(ErrorCode::shape, "information was asked of " + std::to_string(probabilities) +
                                      " class probabilities and " + std::to_string(densities) +
                                      " densities; give one of each for every class");
}

double mixture_of(std::span<const ClassValue> classes) {
  double least = classes.front().value;
  for (const ClassValue& klass : classes) least = std::min(least, klass.value);
  double above = 0;
  for (const ClassValue& klass : classes) above += klass.weight * (klass.value - least);
  return least + above;
}

// The sum of w (v - mixture) is 0, so w v ln(v / mixture) may be replaced by the excess below. Its
// terms are not negative, and an error of the mixture changes it in second order only.
double told_by(std::span<const ClassValue> classes) {
  const double mixture = mixture_of(classes);
  if (!(mixture > 0)) return 0;
  double told = 0;
  for (const ClassValue& klass : classes)
    told += klass.weight * excess((klass.value - mixture) / mixture);
  return told * mixture;
}

double left_open_by(std::span<const ClassValue> classes) {
  const double mixture = mixture_of(classes);
  if (!(mixture > 0)) return 0;
  double open = 0;
  for (const ClassValue& klass : classes) {
    // Above 1 only by rounding.
    const double probability = std::min(1.0, klass.weight * klass.value / mixture);
    if (probability > 0) open -= probability * std::log(probability);
  }
  return open * mixture;
}

double sum_in_order(std::vector<double> terms) {
  std::sort(terms.begin(), terms.end());
  return compensated_sum(terms);
}

double term_of_level(std::vector<ClassValue>& classes, Term term) {
  std::sort(classes.begin(), classes.end(), [](const ClassValue& a, const ClassValue& b) {
    return std::tuple(a.weight, a.value) < std::tuple(b.weight, b.value);
  });
  return term(classes);
}

}  // namespace credence::detail
