#pragma once
// How the truth of a simulation stands among draws from its posterior, and in its intervals.
#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/base/special.hpp>
#include <cstdlib>
#include <vector>

namespace credence::testing {

inline constexpr std::size_t draws = 99;
inline constexpr std::size_t bins = 20;
inline constexpr std::array masses{0.5, 0.9, 0.95};
// With some thirty numbers in all, one false alarm in 30,000 choices of the seed.
inline constexpr double false_alarm = 1e-6;

/// CREDENCE_SIMULATIONS, or 10000.
inline int simulations() {
  const char* wished = std::getenv("CREDENCE_SIMULATIONS");
  return wished == nullptr ? 10000 : std::atoi(wished);
}

/// How the truth stood among draws and in intervals; a row for each number of the parameters.
struct Calibration {
  int simulations = 0;
  std::vector<std::array<double, bins>> ranks;
  int with_intervals = 0;
  std::vector<std::array<double, masses.size()>> held;

  void resize(std::size_t numbers) {
    ranks.resize(numbers);
    held.resize(numbers);
  }
  /// in  draw_numbers(): a draw of what `truth` is one of
  template <class Draw>
  void rank(const std::vector<double>& truth, Draw&& draw_numbers) {
    ++simulations;
    std::vector<std::size_t> below(truth.size());
    for (std::size_t i = 0; i < draws; ++i) {
      const std::vector<double> drawn = draw_numbers();
      for (std::size_t k = 0; k < truth.size(); ++k) below[k] += drawn[k] < truth[k] ? 1 : 0;
    }
    for (std::size_t k = 0; k < truth.size(); ++k) ranks[k][below[k] * bins / (draws + 1)] += 1;
  }
  /// in  intervals_of(mass): one for each number of the truth
  template <class Intervals>
  void hold(const std::vector<double>& truth, Intervals&& intervals_of) {
    ++with_intervals;
    for (std::size_t m = 0; m < masses.size(); ++m) {
      const std::vector<Interval> holding = intervals_of(masses[m]);
      for (std::size_t k = 0; k < truth.size(); ++k)
        held[k][m] += truth[k] >= holding[k].lower && truth[k] <= holding[k].upper ? 1 : 0;
    }
  }
  /// The largest chi-square of ranks against uniform ones, over the numbers.
  [[nodiscard]] double distance() const {
    double largest = 0;
    const double expected = static_cast<double>(simulations) / bins;
    for (const auto& row : ranks) {
      double sum = 0;
      for (const double count : row) sum += (count - expected) * (count - expected) / expected;
      largest = std::max(largest, sum);
    }
    return largest;
  }
};

inline const double allowed_distance = gamma_quantile((bins - 1) / 2.0, 0.5, 1 - false_alarm);

}  // namespace credence::testing
