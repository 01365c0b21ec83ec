#pragma once
// How the truth of a simulation stands among draws from its posterior, and in its intervals.
#include <algorithm>
#include <array>
#include <credence/base/interval.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/study/rank_counts.hpp>
#include <cstdlib>
#include <vector>

namespace credence::testing {

inline constexpr Index draws = 99;
inline constexpr Index bins = 20;
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
  detail::RankCounts ranks{draws};
  int with_intervals = 0;
  std::vector<std::array<double, masses.size()>> held;

  /// in  intervals_of(mass): one for each number of the truth
  template <class Intervals>
  void hold(const std::vector<double>& truth, Intervals&& intervals_of) {
    ++with_intervals;
    held.resize(truth.size());
    for (std::size_t m = 0; m < masses.size(); ++m) {
      const std::vector<Interval> holding = intervals_of(masses[m]);
      for (std::size_t k = 0; k < truth.size(); ++k)
        held[k][m] += truth[k] >= holding[k].lower && truth[k] <= holding[k].upper ? 1 : 0;
    }
  }
  /// The largest chi-square of ranks against uniform ones, over the numbers.
  [[nodiscard]] double distance() const {
    double largest = 0;
    for (const std::vector<Index>& counts : ranks.counts())
      largest = std::max(largest, detail::rank_chi_square(counts, bins));
    return largest;
  }
};

inline const double allowed_distance = gamma_quantile((bins - 1) / 2.0, 0.5, 1 - false_alarm);

}  // namespace credence::testing
