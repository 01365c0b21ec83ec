#pragma once
// A result that is not finished: it may become longer than memory, and nobody sees it before its end.
#include <credence/base/file.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace credence::detail {

/// Bytes that wait until they are complete: the first ones in memory, more of them in a file without
/// a name, which is gone with the process. Saved in its folder, this file gets its name where the
/// system can give it one, so that the bytes are on disk once.
///
///     Draft draft(Draft::folder_of("results/all.csv"));
///     draft.write("...");
///     draft.save("results/all.csv", Overwrite::refuse);
class Draft {
 public:
  /// in      folder: of the file that many bytes go to; empty: the folder for temporary files, which
  ///         TMPDIR names
  explicit Draft(std::string folder = {}) : folder_(std::move(folder)) {}
  /// Returns the folder in which a saved file appears: of a symbolic link that of its target.
  /// throws  Error{io} for a chain of links without an end
  [[nodiscard]] static std::string folder_of(const std::string& path);
  Draft(Draft&& other) noexcept
      : folder_(std::move(other.folder_)),
        held_(std::move(other.held_)),
        file_(std::exchange(other.file_, -1)),
        spilled_(std::exchange(other.spilled_, 0)) {}
  /// A copy has all bytes once more, in a file of its own where they are many.
  /// throws  as write and read
  Draft(const Draft& other) : Draft(other.folder_) {
    other.read([this](std::string_view bytes) { write(bytes); });
  }
  Draft& operator=(Draft other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(held_, other.held_);
    std::swap(file_, other.file_);
    std::swap(spilled_, other.spilled_);
    return *this;
  }
  ~Draft();

  /// Adds bytes.
  /// throws  Error{io} with the folder and the system's reason
  void write(std::string_view bytes);
  /// Forgets all bytes.
  void clear() {
    held_.clear();
    spilled_ = 0;
  }
  /// Hands over all bytes from the first on, some at a time.
  /// throws  Error{io}, and what `take` throws
  void read(const std::function<void(std::string_view)>& take) const;
  /// Fills a span with the bytes from a place on, all of which were written.
  /// throws  Error{io}
  void read(std::uint64_t place, std::span<char> bytes) const;
  /// Returns how many bytes were written.
  [[nodiscard]] std::uint64_t size() const { return spilled_ + held_.size(); }
  /// Saves all bytes as save_file does. The draft is empty then.
  /// throws  as save_file, write and read
  void save(const std::string& path, Overwrite overwrite);

 private:
  void close();
  void spill();
  [[noreturn]] void fail(const char* what) const;

  std::string folder_;
  std::string held_;           // behind those of the file
  int file_ = -1;              // none yet
  std::uint64_t spilled_ = 0;  // bytes of the file
};

}  // namespace credence::detail
