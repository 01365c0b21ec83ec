#pragma once
// Mean and variance of the logarithm of a random number whose moments are known.
#include <credence/detail/family/term_moments.hpp>

#include <array>

namespace credence::testing {

/// From log E[f^t] at t = 0, step, ..., 8 step, which generates the cumulants of log f: its first
/// two derivatives at 0, taken from forward differences.
template <class LogMoment>
[[nodiscard]] TermMoments moments_of_logarithm(double step, LogMoment&& log_moment) {
  std::array<double, 9> difference{};
  for (std::size_t i = 1; i < difference.size(); ++i)
    difference[i] = log_moment(step * static_cast<double>(i));
  for (std::size_t order = 1; order < difference.size(); ++order)
    for (std::size_t i = difference.size() - 1; i >= order; --i) difference[i] -= difference[i - 1];
  constexpr std::array<double, 9> second{0,        0,           1,         -1,         11.0 / 12,
                                         -5.0 / 6, 137.0 / 180, -7.0 / 10, 363.0 / 560};
  TermMoments moments;
  for (std::size_t k = 1; k < difference.size(); ++k) {
    moments.mean += (k % 2 == 1 ? 1 : -1) * difference[k] / static_cast<double>(k) / step;
    moments.variance += second[k] * difference[k] / step / step;
  }
  return moments;
}

}  // namespace credence::testing
