#pragma once
// How far doubles are from 50 digits, function by function: what the page of accuracy publishes.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "golden/fifty_digits.hpp"

namespace credence::testing {

/// The errors of one function over its domain, in units of 2^-52 of what they are compared with.
struct Accuracy {
  std::string function = {};
  std::string domain = {};
  std::vector<double> errors = {};

  /// Compares with the value, or with a hundredth of the largest terms where these cancel.
  void add(double found, const Terms& terms) {
    add(found, terms.value,
        std::max(std::abs(static_cast<double>(terms.value)),
                 static_cast<double>(terms.size) / 100));
  }
  /// Compares with `scale`: 1 for errors that are absolute.
  void add(double found, const Real& expected, double scale) {
    const double error = error_of(found, expected);
    errors.push_back(error == 0 ? 0 : error / (eps * scale));
  }
  /// Returns the error that so large a share of the cases does not exceed; NaN is the largest.
  [[nodiscard]] double quantile(double share) const {
    std::vector<double> sorted = errors;
    for (double& error : sorted)
      if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  }
};

/// Measures a function on random cases with a seed each: `one_case(random, accuracy)` adds one or more
/// errors.
template <class Case>
Accuracy measured(std::string function, std::string domain, Case&& one_case, int count = 1000) {
  Accuracy accuracy{.function = std::move(function), .domain = std::move(domain)};
  for (int i = 0; i < count; ++i) {
    Random random{static_cast<std::uint64_t>(i)};
    one_case(random, accuracy);
  }
  return accuracy;
}

/// Special functions, densities of one number, of several, and of shapes without parameters.
[[nodiscard]] std::vector<Accuracy> special_accuracies();
[[nodiscard]] std::vector<Accuracy> probability_accuracies();
[[nodiscard]] std::vector<Accuracy> density_accuracies();
[[nodiscard]] std::vector<Accuracy> joint_density_accuracies();
[[nodiscard]] std::vector<Accuracy> shape_density_accuracies();

}  // namespace credence::testing
