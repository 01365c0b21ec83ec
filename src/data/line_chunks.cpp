// Whole lines of a file, some at a time.
#include "data/line_chunks.hpp"

#include <credence/base/error.hpp>

#include <algorithm>
#include <utility>

#include "data/beyond_limit.hpp"

namespace credence {

namespace {

[[nodiscard]] std::uint64_t line_feeds(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

LineChunks::LineChunks(const std::string& path, const ReadLimits& limits, std::uint64_t chunk_bytes)
    : limits_(limits),
      chunk_bytes_(std::max<std::uint64_t>(chunk_bytes, 1)),
      source_(path, limits),
      least_(chunk_bytes_) {}

// Reads at least so many bytes, and then to the end of a line.
std::size_t LineChunks::end_of_lines() {
  for (std::size_t wanted = least_;; wanted = 2 * bytes_.size()) {
    at_end_ = at_end_ || !source_.fill(bytes_, wanted);
    if (at_end_) return bytes_.size();
    const std::size_t end = bytes_.rfind('\n') + 1;  // npos + 1 is 0
    if (bytes_.size() - end > std::max(limits_.line, chunk_bytes_))
      throw beyond_limit("a line longer than " + std::to_string(limits_.line) + " bytes",
                         {.file = source_.name(),
                          .line = line_ + line_feeds(std::string_view(bytes_).substr(0, end)),
                          .column = 1},
                         "line");
    if (end > 0) return end;
  }
}

std::string LineChunks::take() {
  const std::size_t end = end_of_lines();
  std::string rest = bytes_.substr(end);
  bytes_.resize(end);
  std::string part = std::exchange(bytes_, std::move(rest));
  line_ += line_feeds(part);
  least_ = chunk_bytes_;
  return part;
}

void LineChunks::give_back(std::string_view part) {
  line_ -= line_feeds(part);
  bytes_.insert(0, part);
  least_ = 2 * bytes_.size();
}

}  // namespace credence
