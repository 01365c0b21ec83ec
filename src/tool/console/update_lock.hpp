#pragma once
// One update of a posterior file at a time.
#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include "console/console.hpp"

namespace credence::tool {

/// Holds a file from before it is read until its new version is saved, so that of several updates none
/// is lost: each waits for those before it.
///
///     const UpdateLock lock("patients.json", console);
///     Posterior<Model> posterior = load_posterior("patients.json", console);
///     ... lock.check_unchanged(); save ...
class UpdateLock {
 public:
  /// Waits, with a note, while another program holds the file. A file that is not there is not held:
  /// reading it says so.
  UpdateLock(std::string path, Console& console);
  UpdateLock(const UpdateLock&) = delete;
  UpdateLock& operator=(const UpdateLock&) = delete;
  ~UpdateLock();

  /// Throws Error{io} where the file was changed by a program that does not wait.
  void check_unchanged() const;

 private:
  [[nodiscard]] bool open();
  void wait(Console& console) const;

  std::string path_;
  int file_ = -1;
  struct timespec written_ {};
};

/// Returns whether a result that goes to `out` takes the place of a file that is read.
[[nodiscard]] bool replaces(const std::string& read, const std::optional<std::string>& out);

/// Returns the lock of a file that is read and replaced; none where the result goes elsewhere.
[[nodiscard]] std::unique_ptr<UpdateLock> lock_if_replaced(const std::string& read,
                                                           const std::optional<std::string>& out,
                                                           Console& console);

}  // namespace credence::tool
