// Files as read-only memory, over POSIX calls.
#include <credence/detail/base/mapped_file.hpp>

#include <credence/base/error.hpp>
#include <credence/base/file.hpp>
#include <credence/detail/base/mapped_regions.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace credence::detail {
namespace {

struct Mapping {
  void* memory = MAP_FAILED;
  std::size_t size = 0;
};

// Fails where the path is no regular file, is empty, or stands on a file system without mappings.
// The kind is asked for first: opening and closing a pipe would lose what is in it.
Mapping mapping_of(std::string path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return {};
  Mapping mapping;
  // Files that the system makes up as they are read say that they are empty.
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    mapping.size = static_cast<std::size_t>(status.st_size);
    mapping.memory = ::mmap(nullptr, mapping.size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  if (mapping.memory == MAP_FAILED)
    ::close(file);
  else
    watch_mapping(std::move(path), file, static_cast<const std::byte*>(mapping.memory),
                  mapping.size);
  return mapping;
}

// Memory of the same kind for bytes that were read, so that there is one way to give it back.
Mapping copy_of(const std::string& bytes, const std::string& path) {
  if (bytes.empty()) return {};
  Mapping mapping{.size = bytes.size()};
  mapping.memory =
      ::mmap(nullptr, mapping.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping.memory == MAP_FAILED)
    throw Error(ErrorCode::io,
                "file '" + path + "' cannot be held in memory: " +
                    std::generic_category().message(errno) + "; close other programs or split it",
                {.file = path});
  std::memcpy(mapping.memory, bytes.data(), bytes.size());
  return mapping;
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  Mapping mapping = mapping_of(path);
  if (mapping.memory == MAP_FAILED) mapping = copy_of(read_file(path), path);
  if (mapping.memory == MAP_FAILED) return;
  memory_ = static_cast<const std::byte*>(mapping.memory);
  size_ = mapping.size;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (memory_ == nullptr) return;
  unwatch_mapping(memory_);
  ::munmap(const_cast<std::byte*>(memory_), size_);
}

std::string_view MappedFile::text() const {
  return size_ == 0 ? std::string_view()
                    : std::string_view(reinterpret_cast<const char*>(memory_), size_);
}

}  // namespace credence::detail
