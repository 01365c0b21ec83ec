// Reading and atomic saving of files over POSIX calls: only they say whether bytes reached the
// disk.
#include <credence/base/file.hpp>

#include <credence/base/error.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

#include "base/changed_file.hpp"
#include "base/descriptor.hpp"
#include "base/save_pieces.hpp"

namespace credence {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".credence-";
constexpr std::string_view temporary_suffix = ".tmp";

std::string said(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw Error{ErrorCode::io,
              fmt::format("file '{}' cannot be written: {}; check the folder, its "
                          "permissions and the space left",
                          path, said(error)),
              {.file = path}};
}

[[noreturn]] void fail_because_it_exists(const std::string& path) {
  throw Error{ErrorCode::io,
              fmt::format("file '{}' exists; use Overwrite::allow to overwrite it", path),
              {.file = path}};
}

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  return std::nullopt;
}

// A kernel may take fewer bytes than it was given; 0 taken would repeat for ever and is an error.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t taken =
        uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (taken == 0) errno = EIO;
    if (taken <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
  return true;
}

// File systems that cannot sync at all say EINVAL or ENOTSUP; nothing more can be done there.
bool synced(int descriptor) {
  const int result = uninterrupted([&] { return ::fsync(descriptor); });
  return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

// Some file systems report a failed write only when a descriptor is closed. Closing a copy asks
// them and keeps the lock.
bool closes(int descriptor) {
  Descriptor copy{::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)};
  return copy && copy.close();
}

// Writes all pieces to a descriptor; `fail` says why one could not be.
template <class Fail>
void write_pieces(int descriptor, const Pieces& pieces, Fail fail) {
  pieces([&](std::string_view bytes) {
    if (!write_all(descriptor, bytes)) fail(errno);
  });
}

[[noreturn]] void fail_to_print(int error) {
  throw Error{
      ErrorCode::io,
      fmt::format("standard output cannot be written: {}; check where it goes", said(error))};
}

void write_standard_output(const Pieces& pieces) {
  if (std::fflush(stdout) != 0) fail_to_print(errno);
  write_pieces(STDOUT_FILENO, pieces, fail_to_print);
}

void write_through(const std::string& path, const Pieces& pieces) {
  const auto fail = [&](int error) { fail_to_write(path, error); };
  Descriptor file = opened(path.c_str(), O_WRONLY);
  if (!file) fail(errno);
  write_pieces(file.number(), pieces, fail);
  if (!file.close()) fail(errno);
}

// The path that a chain of symbolic links ends in; its last part need not exist.
fs::path link_target(const std::string& path) {
  fs::path target = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    constexpr int longest_chain = 40;
    if (links == longest_chain) fail_to_write(path, ELOOP);
    const fs::path next = fs::read_symlink(target, error);
    if (error) fail_to_write(path, error.value());
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target;
}

fs::path folder_of(const fs::path& target) {
  const fs::path folder = target.parent_path();
  return folder.empty() ? fs::path{"."} : folder;
}

bool is_temporary_name(std::string_view name) {
  return name.size() == temporary_prefix.size() + 16 + temporary_suffix.size() &&
         name.starts_with(temporary_prefix) && name.ends_with(temporary_suffix);
}

bool try_lock(const Descriptor& file) { return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0; }

/// A file that vanishes with its owner unless it is kept. It holds a lock for as long as it lives,
/// by which sweep() tells it from one that a crash left behind.
class Temporary {
 public:
  Temporary(fs::path path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  Temporary(Temporary&& other) noexcept
      : path_(std::exchange(other.path_, {})), file_(std::move(other.file_)) {}
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] Descriptor& file() { return file_; }
  void keep() { path_.clear(); }

 private:
  fs::path path_;
  Descriptor file_;
};

// Removes temporaries of this user that no live save holds. Whatever cannot be looked at stays.
// (std::filesystem's iterator ends the program where it finds no memory.)
void sweep(const fs::path& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
    if (!is_temporary_name(entry->d_name)) continue;
    const fs::path path = folder / entry->d_name;
    const Descriptor file = opened(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    struct stat status {};
    if (!file || ::fstat(file.number(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || !try_lock(file)) continue;
    ::unlink(path.c_str());
  }
}

// A sweep may have opened the file between its creation and its lock, and removed it.
bool still_there(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.number(), &status) == 0 && status.st_nlink > 0;
}

fs::path temporary_path(const fs::path& folder, std::random_device& device) {
  return folder /
         fmt::format("{}{:08x}{:08x}{}", temporary_prefix, device(), device(), temporary_suffix);
}

Temporary made_temporary(const std::string& path, const fs::path& folder, mode_t mode) {
  std::random_device device;
  for (int attempt = 0; attempt < 100; ++attempt) {
    // Its owner comes first, because making one may find no memory.
    Temporary temporary{temporary_path(folder, device), Descriptor{-1}};
    Descriptor file =
        opened(temporary.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (!file) temporary.keep();
    if (!file && errno == EEXIST) continue;
    if (!file) fail_to_write(path, errno);
    temporary.file() = std::move(file);
    const bool locked = try_lock(temporary.file()) || errno != EWOULDBLOCK;
    if (locked && still_there(temporary.file())) return temporary;
  }
  fail_to_write(path, EEXIST);
}

// Only a privileged user may give files away, so a refusal to change the owner is no fault.
bool dressed_like(const Descriptor& file, const struct stat& old) {
  if (::fchown(file.number(), old.st_uid, old.st_gid) != 0 && errno != EPERM) return false;
  return ::fchmod(file.number(), old.st_mode & 0777) == 0;
}

// Without `overwrite` a file that appeared since we looked must stay; file systems that cannot
// promise this say EINVAL.
bool moved(const fs::path& from, const fs::path& to, Overwrite overwrite) {
#ifdef RENAME_NOREPLACE
  if (overwrite == Overwrite::refuse) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
      return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
  }
#endif
  return std::rename(from.c_str(), to.c_str()) == 0;
}

// A folder that may not be read cannot be synced; the file itself has been.
void sync_folder(const std::string& path, const fs::path& folder) {
  const Descriptor descriptor = opened(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (!descriptor || synced(descriptor.number())) return;
  throw Error{ErrorCode::io,
              fmt::format("file '{}' is saved but its folder cannot be synced: {}; check the disk",
                          path, said(errno)),
              {.file = path}};
}

// Bytes to save, and a file without a name that holds them, or -1.
struct Content {
  const Pieces& pieces;
  int nameless = -1;
};

// Gives a file its name in a folder; none where the system cannot, as for one of another disk.
std::optional<Temporary> named_temporary(int nameless, const fs::path& folder,
                                         const std::optional<struct stat>& old) {
  Descriptor file{::fcntl(nameless, F_DUPFD_CLOEXEC, 0)};
  // The mode of the old file first: nobody else may read what may be private.
  if (!file || (old && !dressed_like(file, *old)) || (!try_lock(file) && errno == EWOULDBLOCK))
    return std::nullopt;
  const std::string from = fmt::format("/proc/self/fd/{}", nameless);
  std::random_device device;
  for (int attempt = 0; attempt < 100; ++attempt) {
    Temporary temporary{temporary_path(folder, device), Descriptor{-1}};
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, temporary.path().c_str(), AT_SYMLINK_FOLLOW) ==
        0) {
      temporary.file() = std::move(file);
      return temporary;
    }
    temporary.keep();  // what another made
    if (errno != EEXIST) break;
  }
  return std::nullopt;
}

// A file beside the target that has all bytes.
Temporary written_temporary(const std::string& path, const fs::path& folder, const Content& content,
                            const std::optional<struct stat>& old) {
  if (content.nameless >= 0)
    if (auto named = named_temporary(content.nameless, folder, old)) return std::move(*named);
  // Until it has the mode of the old file, nobody else may read what may be private.
  Temporary temporary = made_temporary(path, folder, old ? 0600 : 0666);
  write_pieces(temporary.file().number(), content.pieces,
               [&](int error) { fail_to_write(path, error); });
  if (old && !dressed_like(temporary.file(), *old)) fail_to_write(path, errno);
  return temporary;
}

void replace(const std::string& path, const fs::path& target, const Content& content,
             const std::optional<struct stat>& old, Overwrite overwrite) {
  const fs::path folder = folder_of(target);
  sweep(folder);
  Temporary temporary = written_temporary(path, folder, content, old);
  const int descriptor = temporary.file().number();
  if (!synced(descriptor) || !closes(descriptor)) fail_to_write(path, errno);
  if (!moved(temporary.path(), target, overwrite)) {
    if (errno == EEXIST) fail_because_it_exists(path);
    fail_to_write(path, errno);
  }
  temporary.keep();
  sync_folder(path, folder);
}

enum class Until { end, nul };

// Whether a text holds a NUL byte from `first` on, behind which it is then cut off.
bool is_cut_at_nul(std::string& bytes, std::size_t first) {
  if (static_cast<unsigned char>(bytes.front()) > 127) return false;
  const std::size_t nul = bytes.find('\0', first);
  if (nul == std::string::npos) return false;
  bytes.resize(nul + 1);
  return true;
}

// A device of zeros, or a file of a length that nobody wrote, begins with so many NUL bytes, and may have
// no end that memory holds.
constexpr std::size_t nothing = 1 << 16;

bool is_nothing(std::string_view bytes) {
  return bytes.size() >= nothing &&
         bytes.substr(0, nothing).find_first_not_of('\0') == std::string_view::npos;
}

Error begins_with_nothing(const std::string& path) {
  return Error(
      ErrorCode::parse,
      fmt::format("'{}' begins with {} NUL bytes, as no file of data does; check that it is "
                  "the right file",
                  path, nothing),
      {.file = path});
}

std::string read_all(int descriptor, const std::string& path, Until until) {
  std::string bytes;
  const FileStamp stamp = stamp_of(descriptor);
  std::array<char, 1 << 16> chunk;
  while (true) {
    const ssize_t got =
        uninterrupted([&] { return ::read(descriptor, chunk.data(), chunk.size()); });
    if (got < 0) fail_to_read(path, errno);
    if (got == 0 && has_changed(descriptor, stamp)) throw changed_while_read(path);
    if (got == 0) return bytes;
    const std::size_t before = bytes.size();
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
    if (until == Until::nul && is_cut_at_nul(bytes, before)) return bytes;
    if (before < nothing && is_nothing(bytes)) throw begins_with_nothing(path);
    if (before == 0) bytes.reserve(stamp.size);
  }
}

std::string read_path(const std::string& path, Until until) {
  if (path == "-") return read_all(STDIN_FILENO, "standard input", until);
  const Descriptor file = opened(path.c_str(), O_RDONLY);
  if (!file) fail_to_read(path, errno);
  return read_all(file.number(), path, until);
}

}  // namespace

void fail_to_read(const std::string& path, int error) {
  throw Error{
      ErrorCode::io,
      fmt::format("file '{}' cannot be read: {}; {}", path, said(error),
                  error == EISDIR ? "name a file in it" : "check the path and its permissions"),
      {.file = path}};
}

std::string read_file(const std::string& path) { return read_path(path, Until::end); }

std::string read_until_nul(const std::string& path) { return read_path(path, Until::nul); }

std::string folder_of_saved(const std::string& path) {
  return folder_of(link_target(path)).string();
}

void save_pieces(const std::string& path, const Pieces& pieces, Overwrite overwrite, int nameless) {
  if (path == "-" || path == "/dev/stdout") return write_standard_output(pieces);
  const std::optional<struct stat> old = status_of(path);
  if (!old && errno != ENOENT) fail_to_write(path, errno);
  if (old && S_ISDIR(old->st_mode)) fail_to_write(path, EISDIR);
  if (old && !S_ISREG(old->st_mode)) return write_through(path, pieces);
  if (old && overwrite == Overwrite::refuse) fail_because_it_exists(path);
  replace(path, link_target(path), {.pieces = pieces, .nameless = nameless}, old, overwrite);
}

void save_file(const std::string& path, std::string_view bytes, Overwrite overwrite) {
  save_pieces(
      path, [&](const auto& take) { take(bytes); }, overwrite);
}

}  // namespace credence
