// Mapped files in a fixed list that a signal handler can read without a lock.
#include <credence/detail/base/mapped_regions.hpp>

#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "base/changed_file.hpp"

namespace credence::detail {
namespace {

struct Region {
  std::string path;
  int file;  // stays open, and is the mapped one even where another takes its name
  const std::byte* memory;
  FileStamp stamp;

  Region(std::string name, int opened, const std::byte* first, std::size_t bytes)
      : path(std::move(name)), file(opened), memory(first), stamp(stamp_of(opened)) {
    stamp.size = bytes;
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region() { ::close(file); }

  [[nodiscard]] bool holds(const void* address) const {
    const auto* at = static_cast<const std::byte*>(address);
    return at >= memory && at < memory + stamp.size;
  }
  [[nodiscard]] bool has_changed() const { return credence::has_changed(file, stamp); }
};

// One that finds no place is not watched, so that many mapped files do not use up the open files.
constexpr std::size_t most_regions = 64;
std::array<std::atomic<Region*>, most_regions> regions{};
static_assert(std::atomic<Region*>::is_always_lock_free, "a handler must not wait");

std::mutex changed_mutex;
std::string changed_path;  // of a file that changed and is no longer mapped

std::atomic<LostPage> told{nullptr};

extern "C" void on_bus_error(int signal, siginfo_t* info, void*) {
  const int error = errno;
  for (const auto& place : regions)
    if (const Region* region = place.load(); region != nullptr && region->holds(info->si_addr))
      told.load()(region->path.c_str());
  std::signal(signal, SIG_DFL);  // the access is tried again, and ends the program
  errno = error;
}

}  // namespace

void watch_mapping(std::string path, int file, const std::byte* memory, std::size_t size) noexcept {
  std::unique_ptr<Region> region(new (std::nothrow) Region(std::move(path), file, memory, size));
  if (region == nullptr) {
    ::close(file);
    return;
  }
  for (auto& place : regions) {
    Region* none = nullptr;
    if (!place.compare_exchange_strong(none, region.get())) continue;
    static_cast<void>(region.release());
    return;
  }
}

void unwatch_mapping(const std::byte* memory) noexcept {
  for (auto& place : regions) {
    Region* own = place.load();
    if (own == nullptr || own->memory != memory) continue;
    place.store(nullptr);
    const std::unique_ptr<Region> region(own);
    if (!region->has_changed()) return;
    const std::lock_guard lock(changed_mutex);
    changed_path = std::move(region->path);
    return;
  }
}

void check_mapped_files() {
  std::string path;
  {
    const std::lock_guard lock(changed_mutex);
    path = std::exchange(changed_path, {});
  }
  if (!path.empty()) throw changed_while_read(path);
  for (const auto& place : regions)
    if (const Region* region = place.load(); region != nullptr && region->has_changed())
      throw changed_while_read(region->path);
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
