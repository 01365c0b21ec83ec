#pragma once
// Files that another program changes while they are read: how that is found, and what is said of it.
#include <credence/base/error.hpp>

#include <sys/stat.h>
#include <cstdint>
#include <string>

namespace credence {

/// What a regular file was when its reading began.
struct FileStamp {
  std::uint64_t size = 0;  ///< 0 of pipes and devices, and of files that the system makes up
  struct timespec written {};
};

[[nodiscard]] inline FileStamp stamp_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {.size = static_cast<std::uint64_t>(status.st_size), .written = status.st_mtim};
}

/// Returns whether a file was cut short since, or written over at the same length. One that grew is as
/// it was.
[[nodiscard]] inline bool has_changed(int descriptor, const FileStamp& before) {
  if (before.size == 0) return false;
  const FileStamp now = stamp_of(descriptor);
  const bool is_rewritten =
      now.written.tv_sec != before.written.tv_sec || now.written.tv_nsec != before.written.tv_nsec;
  return now.size < before.size || (now.size == before.size && is_rewritten);
}

/// "file 'x.csv' changed while it was read; run again ...": Error{io}.
[[nodiscard]] inline Error changed_while_read(const std::string& path) {
  return Error(
      ErrorCode::io,
      "file '" + path + "' changed while it was read; run again when no other program writes to it",
      {.file = path});
}

}  // namespace credence
