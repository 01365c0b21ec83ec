#pragma once
// A line on the terminal that tells how far long work is and how long it still takes.
#include <credence/base/index.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace credence::tool {

/// "  37 of 100 repeats [#######             ] 37 %, 12 s left".
/// in  all: 0 where it is not known, then "37 repeats";  seconds: since the beginning
[[nodiscard]] std::string progress_line(Index done, Index all, const std::string& what,
                                        double seconds);

/// While one lives, a line on standard error follows a count, if standard error is a terminal; at
/// its end the line is gone. Work of less than a second shows none.
class ProgressBar {
 public:
  /// in  done: outlives this object;  what: is counted, "repeats";  quiet: show nothing
  ProgressBar(const std::atomic<Index>& done, Index all, std::string what, bool quiet);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

 private:
  void follow();

  const std::atomic<Index>& done_;
  Index all_;
  std::string what_;
  bool ended_ = false;
  std::mutex mutex_;
  std::condition_variable end_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace credence::tool
