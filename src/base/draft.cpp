// Results that wait for their end: in memory, then in a file that nothing names.
#include <credence/detail/base/draft.hpp>

#include <credence/base/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <system_error>

#include "base/descriptor.hpp"
#include "base/save_pieces.hpp"

namespace credence::detail {
namespace {

constexpr std::size_t most_held = std::size_t{1} << 22;
constexpr std::size_t at_a_time = std::size_t{1} << 18;

std::string temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

// A file in a folder that no name leads to; -1 with errno.
int nameless_file(const std::string& folder) {
#ifdef O_TMPFILE
  // With the mode of new files, because it may become one.
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
#endif
  std::string path = folder + "/.credence-XXXXXX";
  const int named = ::mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(path.c_str());
  return named;
}

}  // namespace

Draft::~Draft() { close(); }

void Draft::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  clear();
}

std::string Draft::folder_of(const std::string& path) { return folder_of_saved(path); }

void Draft::fail(const char* what) const {
  throw Error(ErrorCode::io,
              fmt::format("a temporary file in '{}', for what waits until the work is complete, "
                          "cannot be {}: {}; free some space there, or name another folder by "
                          "TMPDIR, or by -o where a result goes there",
                          folder_, what, std::generic_category().message(errno)),
              {.file = folder_});
}

void Draft::write(std::string_view bytes) {
  held_.append(bytes);
  if (held_.size() >= most_held) spill();
}

void Draft::spill() {
  if (file_ < 0) {
    if (folder_.empty()) folder_ = temporary_folder();
    file_ = nameless_file(folder_);
    if (file_ < 0) fail("made");
  }
  for (std::string_view left = held_; !left.empty();) {
    const ssize_t taken = uninterrupted(
        [&] { return ::pwrite(file_, left.data(), left.size(), static_cast<off_t>(spilled_)); });
    if (taken == 0) errno = EIO;
    if (taken <= 0) fail("written");
    left.remove_prefix(static_cast<std::size_t>(taken));
    spilled_ += static_cast<std::uint64_t>(taken);
  }
  held_.clear();
}

void Draft::read(const std::function<void(std::string_view)>& take) const {
  std::string bytes;
  for (std::uint64_t at = 0; at < spilled_; at += bytes.size()) {
    bytes.resize(std::min<std::uint64_t>(at_a_time, spilled_ - at));
    read(at, bytes);
    take(bytes);
  }
  take(held_);
}

void Draft::read(std::uint64_t place, std::span<char> bytes) const {
  while (!bytes.empty() && place < spilled_) {
    const auto wanted = std::min<std::uint64_t>(bytes.size(), spilled_ - place);
    const ssize_t got = uninterrupted(
        [&] { return ::pread(file_, bytes.data(), wanted, static_cast<off_t>(place)); });
    if (got == 0) errno = EIO;
    if (got <= 0) fail("read");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    place += static_cast<std::uint64_t>(got);
  }
  if (!bytes.empty()) held_.copy(bytes.data(), bytes.size(), place - spilled_);
}

void Draft::save(const std::string& path, Overwrite overwrite) {
  const bool is_on_disk = spilled_ > 0;
  if (is_on_disk) {
    spill();
    // What was forgotten may have been longer.
    if (::ftruncate(file_, static_cast<off_t>(spilled_)) != 0) fail("written");
  }
  save_pieces(
      path, [this](const auto& take) { read(take); }, overwrite, is_on_disk ? file_ : -1);
  close();
}

}  // namespace credence::detail
