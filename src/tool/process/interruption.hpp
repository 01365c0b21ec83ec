#pragma once
// Signals during work whose finished part is worth keeping, and during saves.
#include <array>
#include <atomic>
#include <csignal>

namespace credence::tool {

/// While one lives, the first interrupt (SIGINT) sets a flag in the place of ending the program; a
/// second one ends it. Where interrupts are ignored they stay so. One at a time.
///
///     Interruption interruption(progress.stop);
///     work(progress);
///     if (interruption.happened()) { write_what_there_is(); interruption.die(); }
class Interruption {
 public:
  /// in  stop: outlives this object
  explicit Interruption(std::atomic<bool>& stop);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] bool happened() const { return stop_; }
  /// Ends the program by the interrupt, so that a shell that waits for it knows.
  [[noreturn]] static void die();

 private:
  std::atomic<bool>& stop_;
  bool watching_ = false;
};

/// While one lives, the first SIGINT, SIGTERM or SIGHUP waits, so that a save can end and remove its
/// temporary file; a second one ends the program. Signals that are ignored stay so. One at a time.
///
///     { const SignalDelay delay; save_file(path, bytes, overwrite); }   // dies here if it must
class SignalDelay {
 public:
  SignalDelay();
  SignalDelay(const SignalDelay&) = delete;
  SignalDelay& operator=(const SignalDelay&) = delete;
  /// Ends the program by the signal that waited, if one did.
  ~SignalDelay();

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace credence::tool
