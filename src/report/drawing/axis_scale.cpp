// From numbers to places on paper, and the round numbers that an axis shows.
#include <credence/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace credence {
namespace {

// Half of the range of double: the distance of two numbers within it is a number, too.
constexpr double farthest = std::numeric_limits<double>::max() / 4;

double within_range(double value) {
  return std::isnan(value) ? 0 : std::clamp(value, -farthest, farthest);
}

// Two ends that an axis can stand between.
std::pair<double, double> apart(double lower, double upper) {
  lower = within_range(lower);
  upper = within_range(upper);
  if (upper < lower) std::swap(lower, upper);
  const double size = std::max({std::abs(lower), std::abs(upper), 1e-290});
  // Closer ends than this leave no round number between them that a double can tell apart.
  if (upper - lower > 1e-12 * size) return {lower, upper};
  const double step = lower == 0 && upper == 0 ? 0.5 : 0.05 * size;
  return {lower - step, upper + step};
}

// The exponent of the distance between ticks, and 1, 2 or 5.
struct RoundStep {
  int exponent = 0;
  double factor = 1;

  [[nodiscard]] double size() const { return factor * std::pow(10.0, exponent); }
};

RoundStep round_step(double span, int most) {
  const double least = span / most;
  RoundStep step{.exponent = static_cast<int>(std::floor(std::log10(least)))};
  const double rest = least / std::pow(10.0, step.exponent);
  for (const double factor : {1.0, 2.0, 5.0})
    if (rest <= factor * (1 + 1e-9)) return {.exponent = step.exponent, .factor = factor};
  return {.exponent = step.exponent + 1};
}

std::string written(double value, double largest, const RoundStep& step) {
  if (value == 0) return "0";
  const int digits = static_cast<int>(std::floor(std::log10(largest)));
  if (digits >= 6 || step.exponent < -5)
    return fmt::format("{:.{}e}", value, std::clamp(digits - step.exponent, 0, 13));
  return fmt::format("{:.{}f}", value, std::max(-step.exponent, 0));
}

}  // namespace

AxisScale::AxisScale(double lower, double upper, double from, double to) : from_(from), to_(to) {
  std::tie(lower_, upper_) = apart(lower, upper);
}

double AxisScale::operator()(double value) const {
  if (!(value > lower_)) return from_;
  if (value >= upper_) return to_;
  return from_ + (value - lower_) / (upper_ - lower_) * (to_ - from_);
}

std::vector<Tick> round_ticks(double lower, double upper, int most) {
  const auto [low, high] = apart(lower, upper);
  const RoundStep step = round_step(high - low, most);
  const double size = step.size();
  const double first = std::ceil(low / size - 1e-9);
  const double last = std::floor(high / size + 1e-9);
  const double largest = std::max(std::abs(first), std::abs(last)) * size;
  std::vector<Tick> ticks;
  for (double i = first; i <= last && std::ssize(ticks) < 2 * most; i += 1)
    ticks.push_back({.at = i * size, .text = written(i * size, largest, step)});
  return ticks;
}

}  // namespace credence
