#pragma once
// What one possible value of a feature says about the class, written so that no digits cancel.
#include <span>
#include <vector>

namespace credence::detail {

/// A class as one value of a feature sees it: its probability, and that (or the density) of the
/// value in it.
struct ClassValue {
  double weight = 0;
  double value = 0;
};

/// Whether the last of some classes, by ascending weight, holds so nearly all of the probability that
/// the others are lost in the rounding of its weight and of its share of a value.
[[nodiscard]] constexpr bool is_nearly_alone(double largest_weight) {
  return largest_weight > 1 - 1e-8;
}

/// What the value adds to the mutual information, in nats: sum of w v ln(v / mixture). Never
/// negative, and exactly 0 where all values are equal.
/// in      classes: by ascending weight; as below
[[nodiscard]] double told_by(std::span<const ClassValue> classes);

/// What the value adds to the entropy of the class that remains once the feature is known: sum of
/// -w v ln(w v / mixture). Never negative.
[[nodiscard]] double left_open_by(std::span<const ClassValue> classes);

using Term = double (*)(std::span<const ClassValue>);

/// The classes of positive probability, each with its density.
template <class Density>
struct Weighted {
  double weight = 0;
  Density density = {};
};

/// Mutual information from a sum over all values. The smaller of what is told and what is left open
/// is computed, so that the answer lies in [0, entropy] without a clamp.
/// in      sum(term): the sum or integral of a term over all values of the feature
template <class Sum>
[[nodiscard]] double information_from(const Sum& sum, double entropy) {
  const double told = sum(told_by);
  return told <= 0.5 * entropy ? told : entropy - sum(left_open_by);
}

/// Throws Error{shape} unless there is a density for each class.
void check_densities(std::size_t probabilities, std::size_t densities);

/// Returns a sum whose bits do not depend on the order of the terms.
[[nodiscard]] double sum_in_order(std::vector<double> terms);

/// Returns the same as `term(classes)` for any order of the classes.
[[nodiscard]] double term_of_level(std::vector<ClassValue>& classes, Term term);

}  // namespace credence::detail
