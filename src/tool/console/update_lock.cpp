// A lock on the file that the name leads to: saving replaces it by another, which is then locked anew.
#include "console/update_lock.hpp"

#include <credence/base/error.hpp>
#include <credence/detail/base/same_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace credence::tool {
namespace {

std::optional<struct stat> status_of(int file) {
  struct stat status {};
  if (::fstat(file, &status) == 0) return status;
  return std::nullopt;
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  return std::nullopt;
}

bool is_same(const std::optional<struct stat>& a, const std::optional<struct stat>& b) {
  return a && b && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

}  // namespace

UpdateLock::UpdateLock(std::string path, Console& console) : path_(std::move(path)) {
  while (open()) {
    wait(console);
    const auto held = status_of(file_);
    if (is_same(held, status_of(path_))) {
      written_ = held->st_mtim;
      return;
    }
    ::close(std::exchange(file_, -1));
  }
}

UpdateLock::~UpdateLock() {
  if (file_ >= 0) ::close(file_);
}

bool UpdateLock::open() {
  do file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  while (file_ < 0 && errno == EINTR);
  return file_ >= 0;
}

// Some file systems have no locks: there check_unchanged is all there is.
void UpdateLock::wait(Console& console) const {
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  console.note(fmt::format("waits for another update of '{}' to end", path_));
  while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

void UpdateLock::check_unchanged() const {
  if (file_ < 0) return;
  const auto now = status_of(path_);
  const bool is_same_file = is_same(status_of(file_), now);
  if (is_same_file && now->st_mtim.tv_sec == written_.tv_sec &&
      now->st_mtim.tv_nsec == written_.tv_nsec)
    return;
  throw Error(ErrorCode::io,
              fmt::format("file '{}' changed since it was read, and nothing is written; run the "
                          "update again",
                          path_),
              {.file = path_});
}

bool replaces(const std::string& read, const std::optional<std::string>& out) {
  std::error_code none;
  return out && detail::is_same_file(read, *out) && std::filesystem::is_regular_file(read, none);
}

std::unique_ptr<UpdateLock> lock_if_replaced(const std::string& read,
                                             const std::optional<std::string>& out,
                                             Console& console) {
  return replaces(read, out) ? std::make_unique<UpdateLock>(read, console) : nullptr;
}

}  // namespace credence::tool
