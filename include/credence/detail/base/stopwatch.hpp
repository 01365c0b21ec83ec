#pragma once
// How long something takes.
#include <chrono>

namespace credence {

/// Adds the time from its making to its end to a sum of seconds.
///
///     double seconds = 0;
///     { const Stopwatch watch(seconds); work(); }
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  double& seconds_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace credence
