#pragma once
// The files that are mapped now, so that one that changes under its reader is told by name.
#include <sys/stat.h>
#include <cstddef>
#include <string>

namespace credence::detail {

/// A mapped file, listed from its construction to its destruction.
class MappedRegion {
 public:
  /// in      file: open for reading, and owned from now on;  memory: where its bytes are mapped
  MappedRegion(std::string path, int file, const std::byte* memory, const struct stat& status);
  MappedRegion(const MappedRegion&) = delete;
  MappedRegion& operator=(const MappedRegion&) = delete;
  /// Remembers a file that has changed.
  ~MappedRegion();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool holds(const void* address) const;
  /// Returns whether the file was cut short or written over since it was mapped. A file that grew is
  /// as it was.
  [[nodiscard]] bool has_changed() const;

 private:
  std::string path_;
  int file_;
  const std::byte* memory_;
  std::size_t size_;
  struct timespec written_;
};

/// Throws Error{io} naming a file that was cut short or written over while it was mapped: one that is
/// mapped now, or, once, the last one that was let go of.
void check_mapped_files();

/// What ends the program when a page of a mapped file is no longer there. Called in a signal handler.
using LostPage = void (*)(const char* path) noexcept;

/// From now on SIGBUS in a mapped file calls `lost`; elsewhere it ends the program as ever.
void on_lost_page(LostPage lost);

}  // namespace credence::detail
