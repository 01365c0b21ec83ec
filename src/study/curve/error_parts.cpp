// Bias and variance of errors, from predictions after many training sets.
#include "study/curve/error_parts.hpp"

#include <credence/base/sum.hpp>
#include <credence/detail/study/labelled_rows.hpp>

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

// The power of two at the largest weight, whose multiples by tests could be too large for a double.
int exponent_of_weights(std::span<const double> weights) {
  const double largest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
  return largest > 0 ? std::ilogb(largest) : 0;
}

}  // namespace

// Sums over rows, each times the number of its tests and its weight.
struct PredictedRows::Sums {
  Index rows = 0;
  Index tests = 0;
  CompensatedSum weight, error, noise, bias, unbiased, biased, brier_noise, brier_bias,
      brier_variance;

  [[nodiscard]] ErrorParts means(bool known) const {
    const auto mean = [&](const CompensatedSum& sum) {
      return tests == 0 ? 0 : sum.value() / weight.value();
    };
    ErrorParts parts{.rows = rows,
                     .tests = tests,
                     .error = mean(error),
                     .noise = {},
                     .bias = mean(bias),
                     .variance_unbiased = mean(unbiased),
                     .variance_biased = mean(biased),
                     .brier = 0,
                     .brier_noise = {},
                     .brier_bias = mean(brier_bias),
                     .brier_variance = mean(brier_variance)};
    if (known) {
      parts.noise = mean(noise);
      parts.brier_noise = mean(brier_noise);
    }
    parts.brier = parts.brier_noise.value_or(0) + parts.brier_bias + parts.brier_variance;
    return parts;
  }
};

void PredictedRows::add(const KeptPredictions& predicted) {
  for (std::size_t i = 0; i < predicted.rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(predicted.rows[i]);
    const double count = ++tests_[row];
    ++labels_[row * classes_ + static_cast<std::size_t>(predicted.labels[i])];
    for (std::size_t c = 0; c < classes_; ++c) {
      double& mean = means_[row * classes_ + c];
      const double p = predicted.probabilities[i * classes_ + c];
      const double step = p - mean;
      mean += step / count;
      squares_[row] += step * (p - mean);
    }
  }
}

Index PredictedRows::main_label(std::size_t row) const {
  const auto first = labels_.begin() + static_cast<std::ptrdiff_t>(row * classes_);
  return std::max_element(first, first + static_cast<std::ptrdiff_t>(classes_)) - first;
}

double PredictedRows::share(std::size_t row, Index label) const {
  return static_cast<double>(labels_[row * classes_ + static_cast<std::size_t>(label)]) /
         static_cast<double>(tests_[row]);
}

// in  right: the label that is right, or the most probable one
void PredictedRows::add_row(std::size_t row, double weight, Index right, Sums& sums) const {
  const double tests = weight * static_cast<double>(tests_[row]);
  const bool is_biased = main_label(row) != right;
  ++sums.rows;
  sums.tests += tests_[row];
  sums.weight.add(tests);
  if (is_biased) sums.bias.add(tests);
  if (is_biased)
    sums.biased.add(tests * share(row, right));
  else
    sums.unbiased.add(tests * (1 - share(row, right)));
  sums.brier_variance.add(weight * squares_[row]);
}

ErrorParts PredictedRows::parts(std::span<const Index> labels,
                                std::span<const double> weights) const {
  Sums sums;
  const int exponent = exponent_of_weights(weights);
  for (std::size_t row = 0; row < tests_.size(); ++row) {
    if (tests_[row] == 0) continue;
    const Index right = labels[row];
    const double weight = std::scalbn(weight_at(weights, row), -exponent);
    const double tests = weight * static_cast<double>(tests_[row]);
    add_row(row, weight, right, sums);
    sums.error.add(tests * (1 - share(row, right)));
    for (std::size_t c = 0; c < classes_; ++c) {
      const double distance = means_[row * classes_ + c] - (static_cast<Index>(c) == right ? 1 : 0);
      sums.brier_bias.add(tests * distance * distance);
    }
  }
  return sums.means(false);
}

ErrorParts PredictedRows::parts_of_known(std::span<const double> probabilities) const {
  Sums sums;
  for (std::size_t row = 0; row < tests_.size(); ++row) {
    if (tests_[row] == 0) continue;
    const auto known = probabilities.subspan(row * classes_, classes_);
    const Index right = std::max_element(known.begin(), known.end()) - known.begin();
    const auto tests = static_cast<double>(tests_[row]);
    add_row(row, 1, right, sums);
    double right_by_chance = 0;
    for (std::size_t c = 0; c < classes_; ++c) {
      const double distance = means_[row * classes_ + c] - known[c];
      right_by_chance += known[c] * share(row, static_cast<Index>(c));
      sums.brier_bias.add(tests * distance * distance);
      sums.brier_noise.add(tests * known[c] * (1 - known[c]));
    }
    sums.error.add(tests * (1 - right_by_chance));
    sums.noise.add(tests * (share(row, right) - right_by_chance));
  }
  return sums.means(true);
}

}  // namespace credence::detail
