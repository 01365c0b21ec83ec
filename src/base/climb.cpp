// The step of a climb: damped, and kept within its radius.
#include "base/climb.hpp"

#include <cmath>

namespace credence::detail {
namespace {

// The matrix is the product of a lower triangle and its transpose; false where it has none.
bool factorise(std::vector<double>& matrix, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * n + k] * matrix[j * n + k];
      if (i == j && !(sum > 0)) return false;
      matrix[i * n + j] = i == j ? std::sqrt(sum) : sum / matrix[j * n + j];
    }
  }
  return true;
}

std::optional<std::vector<double>> full_step(const Slope& slope, double damping) {
  const std::size_t n = slope.gradient.size();
  std::vector<double> triangle = slope.curvature;
  for (std::size_t i = 0; i < n; ++i) triangle[i * n + i] += damping;
  if (!factorise(triangle, n)) return std::nullopt;
  std::vector<double> step = slope.gradient;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) step[i] -= triangle[i * n + k] * step[k];
    step[i] /= triangle[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) step[i] -= triangle[k * n + i] * step[k];
    step[i] /= triangle[i * n + i];
  }
  return step;
}

// Of the inverse of a diagonal less an outer product: Sherman and Morrison's formula.
std::optional<std::vector<double>> diagonal_step(const Slope& slope, double damping) {
  const std::size_t n = slope.gradient.size();
  std::vector<double> step(n);
  double left = 1;
  double along = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double entry = slope.curvature[i] + damping;
    if (!(entry > 0)) return std::nullopt;
    left -= slope.shared[i] * slope.shared[i] / entry;
    along += slope.shared[i] * slope.gradient[i] / entry;
  }
  if (!(left > 0)) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i)
    step[i] =
        (slope.gradient[i] + slope.shared[i] * (along / left)) / (slope.curvature[i] + damping);
  return step;
}

bool fits(const std::optional<std::vector<double>>& step, double radius) {
  return step && largest_entry(*step) <= radius;
}

// A damping at which the step certainly fits: above the size of the whole matrix by as much as
// makes the step short.
double ample_damping(const Slope& slope, double radius) {
  double size = 0;
  for (const double entry : slope.curvature) size += std::abs(entry);
  for (const double entry : slope.shared) size += entry * entry;
  double rise = 0;
  for (const double entry : slope.gradient) rise += std::abs(entry);
  return 2 * (size + rise / radius) + std::numeric_limits<double>::min();
}

}  // namespace

double largest_entry(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

std::vector<double> difference(std::span<const double> to, std::span<const double> from) {
  std::vector<double> step(to.begin(), to.end());
  for (std::size_t i = 0; i < step.size(); ++i) step[i] -= from[i];
  return step;
}

std::optional<std::vector<double>> damped_step(const Slope& slope, double damping) {
  return slope.shared.empty() ? full_step(slope, damping) : diagonal_step(slope, damping);
}

std::vector<double> step_within(const Slope& slope, double radius) {
  if (auto step = damped_step(slope, 0); fits(step, radius)) return *step;
  double high = ample_damping(slope, radius);
  std::vector<double> best =
      damped_step(slope, high).value_or(std::vector<double>(slope.gradient.size()));
  // Dampings differ by orders of magnitude: the middle is that of their logarithms, of which 0 has
  // none.
  double low = std::max(high * 1e-24, std::numeric_limits<double>::min());
  while (largest_entry(best) < 0.8 * radius && low * 1.01 < high) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    auto step = damped_step(slope, middle);
    if (fits(step, radius)) {
      high = middle;
      best = std::move(*step);
    } else {
      low = middle;
    }
  }
  return best;
}

double promised_gain(const Slope& slope, std::span<const double> step) {
  const std::size_t n = step.size();
  double gain = 0;
  double along = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double bend = 0;
    if (slope.shared.empty())
      for (std::size_t k = 0; k < n; ++k) bend += slope.curvature[i * n + k] * step[k];
    else
      bend = slope.curvature[i] * step[i];
    gain += step[i] * (slope.gradient[i] - 0.5 * bend);
    if (!slope.shared.empty()) along += slope.shared[i] * step[i];
  }
  return gain + 0.5 * along * along;
}

}  // namespace credence::detail
