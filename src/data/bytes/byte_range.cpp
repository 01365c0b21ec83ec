// Bytes of parts of files by POSIX calls, and the ends of lines in them.
#include "data/bytes/byte_range.hpp"

#include <unistd.h>
#include <algorithm>
#include <cerrno>

#include "base/changed_file.hpp"
#include "base/descriptor.hpp"

namespace credence {
namespace {

// The end of a line is near as a rule: a little at first, then more and more.
constexpr std::uint64_t least_at_a_time = std::uint64_t{1} << 12;
constexpr std::uint64_t most_at_a_time = std::uint64_t{1} << 18;

}  // namespace

void for_bytes_of(const std::string& path, std::uint64_t from, std::uint64_t to,
                  const std::function<bool(std::string_view)>& use) {
  const Descriptor file = opened(path.c_str(), O_RDONLY);
  if (!file) fail_to_read(path, errno);
  std::string bytes;
  for (std::uint64_t step = least_at_a_time; from < to; step = std::min(2 * step, most_at_a_time)) {
    const std::uint64_t wanted = std::min(step, to - from);
    bytes.resize(wanted);
    const ssize_t got = uninterrupted(
        [&] { return ::pread(file.number(), bytes.data(), wanted, static_cast<off_t>(from)); });
    if (got < 0) fail_to_read(path, errno);
    if (got == 0) throw changed_while_read(path);
    if (!use({bytes.data(), static_cast<std::size_t>(got)})) return;
    from += static_cast<std::uint64_t>(got);
  }
}

std::uint64_t row_at_or_after(const std::string& path, std::uint64_t cut, std::uint64_t head_end,
                              std::uint64_t size) {
  if (cut <= head_end) return head_end;
  if (cut >= size) return size;
  std::uint64_t begin = cut - 1;
  bool is_found = false;
  for_bytes_of(path, begin, size, [&](std::string_view bytes) {
    const std::size_t end = bytes.find('\n');
    is_found = end != std::string_view::npos;
    begin += is_found ? end + 1 : bytes.size();
    return !is_found;
  });
  return begin;
}

}  // namespace credence
