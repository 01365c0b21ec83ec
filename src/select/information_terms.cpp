// What one possible value of a feature says about the class, written so that no digits cancel.
#include "select/information_terms.hpp"

#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "select/excess.hpp"

namespace credence::detail {

void check_densities(std::size_t probabilities, std::size_t densities) {
  if (probabilities != densities)
    throw Error(ErrorCode::shape,
                "information was asked of " +
                    counted(probabilities, "class probability", "class probabilities") + " and " +
                    counted(densities, "density", "densities") +
                    "; give one of each for every class");
}

namespace {

// The mixture of values by their weights, as one of them and what the others add to it: exactly that value
// where all are equal.
struct Mixture {
  double from = 0;  // the least value, or that of a class that is nearly alone
  double above = 0;
  [[nodiscard]] double value() const { return from + above; }
};

Mixture mixture_of(std::span<const ClassValue> classes, bool alone) {
  Mixture mixture{.from = classes.back().value};
  if (!alone)
    for (const ClassValue& klass : classes) mixture.from = std::min(mixture.from, klass.value);
  for (const ClassValue& klass : classes)
    mixture.above += klass.weight * (klass.value - mixture.from);
  return mixture;
}

}  // namespace

// The sum of w (v - mixture) is 0, so w v ln(v / mixture) may be replaced by the excess below. Its
// terms are not negative, and an error of the mixture changes it in second order only.
double told_by(std::span<const ClassValue> classes) {
  const bool alone = is_nearly_alone(classes.back().weight);
  const Mixture parts = mixture_of(classes, alone);
  const double mixture = parts.value();
  if (!(mixture > 0)) return 0;
  double told = 0;
  for (const ClassValue& klass : classes.first(classes.size() - 1))
    told += klass.weight * excess((klass.value - mixture) / mixture);
  const double last = alone ? -parts.above : classes.back().value - mixture;
  told += classes.back().weight * excess(last / mixture);
  return told * mixture;
}

double left_open_by(std::span<const ClassValue> classes) {
  const bool alone = is_nearly_alone(classes.back().weight);
  const double mixture = mixture_of(classes, alone).value();
  if (!(mixture > 0)) return 0;
  double open = 0;
  double others = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    // Above 1 only by rounding.
    const double probability = std::min(1.0, classes[c].weight * classes[c].value / mixture);
    const bool is_rest = alone && c + 1 == classes.size() && others < 0.5;
    if (probability > 0)
      open -= probability * (is_rest ? std::log1p(-others) : std::log(probability));
    others += probability;
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
