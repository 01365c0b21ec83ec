#pragma once
// Seconds spent in each phase of a run.
#include <credence/detail/base/stopwatch.hpp>
#include <credence/study/result.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace credence::tool {

/// The phases of a run, in the order of the data flow; merging is that of processes that share it.
enum class Phase { read, observe, estimate, score, write, merge };

/// Seconds of each phase.
using PhaseSeconds = std::array<double, 6>;

/// A stopwatch for each phase.
///
///     Timings timings;
///     const Table table = timings.time(Phase::read, [&] { return read_csv(path); });
class Timings {
 public:
  /// Calls `work` and adds the seconds it takes to a phase; what it returns is returned.
  template <class Work>
  decltype(auto) time(Phase phase, Work&& work) {
    const Stopwatch watch(seconds_[static_cast<std::size_t>(phase)]);
    return work();
  }
  /// Adds seconds measured elsewhere.
  void add(Phase phase, double seconds) { seconds_[static_cast<std::size_t>(phase)] += seconds; }

  /// Adds what a study measured.
  void add(const StudySeconds& seconds) {
    add(Phase::observe, seconds.observe);
    add(Phase::estimate, seconds.estimate);
    add(Phase::score, seconds.score);
  }

  /// Seconds of each phase, in their order.
  [[nodiscard]] const PhaseSeconds& seconds() const { return seconds_; }
  /// Takes the larger seconds of each phase.
  void raise_to(const PhaseSeconds& other) {
    for (std::size_t phase = 0; phase < other.size(); ++phase)
      seconds_[phase] = std::max(seconds_[phase], other[phase]);
  }

  /// {"read":..,"observe":..,"estimate":..,"score":..,"write":..}, of processes that share a run
  /// with "merge":.. behind.
  [[nodiscard]] std::string to_json(bool is_shared) const;

 private:
  PhaseSeconds seconds_{};
};

}  // namespace credence::tool
