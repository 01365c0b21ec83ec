#pragma once
// Seconds spent in each phase of a run.
#include <credence/detail/base/stopwatch.hpp>
#include <credence/study/result.hpp>

#include <array>
#include <string>

namespace credence::tool {

/// The phases of a run, in the order of the data flow.
enum class Phase { read, observe, estimate, score, write };

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

  /// {"read":..,"observe":..,"estimate":..,"score":..,"write":..}
  [[nodiscard]] std::string to_json() const;

 private:
  std::array<double, 5> seconds_{};
};

}  // namespace credence::tool
