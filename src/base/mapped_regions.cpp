// Mapped files in a fixed list that a signal handler can read without a lock.
#include <credence/detail/base/mapped_regions.hpp>

#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <utility>

#include "base/changed_file.hpp"

namespace credence::detail {
namespace {

// One that finds no place is not watched, so that many mapped files do not use up the open files.
constexpr std::size_t most_regions = 64;
std::array<std::atomic<const MappedRegion*>, most_regions> regions{};
static_assert(std::atomic<const MappedRegion*>::is_always_lock_free, "a handler must not wait");

std::mutex changed_mutex;
std::string changed_path;  // of a file that changed and is no longer mapped

std::atomic<LostPage> told{nullptr};

extern "C" void on_bus_error(int signal, siginfo_t* info, void*) {
  const int error = errno;
  for (const auto& place : regions)
    if (const MappedRegion* region = place.load();
        region != nullptr && region->holds(info->si_addr))
      told.load()(region->path().c_str());
  std::signal(signal, SIG_DFL);  // the access is tried again, and ends the program
  errno = error;
}

}  // namespace

MappedRegion::MappedRegion(std::string path, int file, const std::byte* memory,
                           const struct stat& status)
    : path_(std::move(path)),
      file_(file),
      memory_(memory),
      size_(static_cast<std::size_t>(status.st_size)),
      written_(status.st_mtim) {
  for (auto& place : regions) {
    const MappedRegion* none = nullptr;
    if (place.compare_exchange_strong(none, this)) return;
  }
  ::close(std::exchange(file_, -1));
}

MappedRegion::~MappedRegion() {
  for (auto& place : regions) {
    const MappedRegion* own = this;
    if (place.compare_exchange_strong(own, nullptr)) break;
  }
  if (has_changed()) {
    const std::lock_guard lock(changed_mutex);
    changed_path = std::move(path_);
  }
  if (file_ >= 0) ::close(file_);
}

bool MappedRegion::holds(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  return at >= memory_ && at < memory_ + size_;
}

bool MappedRegion::has_changed() const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return false;
  const auto size = static_cast<std::size_t>(status.st_size);
  const bool is_rewritten =
      status.st_mtim.tv_sec != written_.tv_sec || status.st_mtim.tv_nsec != written_.tv_nsec;
  return size < size_ || (size == size_ && is_rewritten);
}

void check_mapped_files() {
  std::string path;
  {
    const std::lock_guard lock(changed_mutex);
    path = std::exchange(changed_path, {});
  }
  if (!path.empty()) throw changed_while_read(path);
  for (const auto& place : regions)
    if (const MappedRegion* region = place.load(); region != nullptr && region->has_changed())
      throw changed_while_read(region->path());
}

void on_lost_page(LostPage lost) {
  told = lost;
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace credence::detail
