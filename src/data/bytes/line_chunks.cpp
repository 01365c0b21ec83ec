// Whole lines or records of a file, some at a time.
#include "data/bytes/line_chunks.hpp"

#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <utility>

#include "data/bytes/beyond_limit.hpp"

namespace credence {

namespace {

[[nodiscard]] std::size_t behind_last_line(std::string_view bytes) {
  return bytes.rfind('\n') + 1;  // npos + 1 is 0
}

// Twice as much as long as that is little.
[[nodiscard]] std::size_t more_than(std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 26;
  return size + std::min(size, most);
}

}  // namespace

std::uint64_t line_feeds(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

ChunkEnd line_end() { return {.of = behind_last_line, .name = "line"}; }

LineChunks::LineChunks(const std::string& path, const ReadLimits& limits, std::uint64_t chunk_bytes,
                       ChunkEnd end, const std::optional<ByteRange>& range)
    : limits_(limits),
      chunk_bytes_(std::max<std::uint64_t>(chunk_bytes, 1)),
      source_(path, limits, range),
      end_(std::move(end)),
      least_(chunk_bytes_) {
  source_.look_for(end_.quote);
  if (!range) return;
  cut_ = range->cut;
  reads_on_ = range->reads_on;
  if (range->from > 0) before_ = std::make_shared<const LinesBefore>(path, range->from);
}

// The next part begins behind the line feed that ends this one. Where that stands in quotes, rows
// would be read wrongly there: the part that sees it says so.
void LineChunks::check_cut(std::size_t end) const {
  if (end == bytes_.size()) return;
  throw Error(ErrorCode::parse,
              "row spans the cut at byte " + std::to_string(*cut_) + " of '" + source_.name() +
                  "': choose another N (where none helps, a closing quote is missing)",
              {.file = source_.name()});
}

// A line or a record that does not end is refused before all of the file is in memory.
void LineChunks::check_length(std::size_t end, std::uint64_t more) const {
  if (bytes_.size() - end + more <= std::max(limits_.line, chunk_bytes_)) return;
  throw beyond_limit(
      "a " + end_.name + " longer than " + detail::counted(limits_.line, "byte", "bytes"),
      {.file = source_.name(),
       .line = line_ + line_feeds(std::string_view(bytes_).substr(0, end)) +
               (before_ ? before_->count() : 0),
       .column = 1},
      "line", end_.remedy);
}

// Whether more is to be read although a part of the file is at its end, because its last row is not.
bool LineChunks::goes_on(std::size_t end) {
  if (end == bytes_.size() || !reads_on_ || !end_.quote) return false;
  const std::uint64_t more =
      source_.take_in_record(*end_.quote, std::max(limits_.line, chunk_bytes_) + 1);
  check_length(end, more);
  at_end_ = more == 0;
  return more > 0;
}

std::size_t LineChunks::last_end() const {
  return end_.quote && !source_.has_quote() ? behind_last_line(bytes_) : end_.of(bytes_);
}

// Reads at least so many bytes, and then to an end of a part.
std::size_t LineChunks::end_of_part() {
  for (std::size_t wanted = least_;; wanted = more_than(bytes_.size())) {
    at_end_ = at_end_ || !source_.fill(bytes_, wanted) ||
              source_.has_nul();  // which the reader of lines refuses
    is_empty_ = is_empty_ && bytes_.empty();
    if (!at_end_) {
      const std::size_t end = last_end();
      check_length(end, 0);
      if (end > 0) return end;
      continue;
    }
    if (!cut_ || source_.has_nul()) return bytes_.size();
    const std::size_t end = last_end();
    if (!goes_on(end)) {
      if (!reads_on_) check_cut(end);
      return bytes_.size();
    }
    if (end > 0) return end;  // so that only the rest is looked at again
  }
}

std::string LineChunks::take() {
  const std::size_t end = end_of_part();
  std::string rest = bytes_.substr(end);
  bytes_.resize(end);
  least_ = chunk_bytes_;
  return std::exchange(bytes_, std::move(rest));
}

void LineChunks::give_back(std::string_view part) {
  bytes_.insert(0, part);
  least_ = more_than(bytes_.size());
}

std::uint64_t LinesBefore::count() const {
  std::call_once(once_, [&] {
    for_bytes_of(path_, 0, from_, [&](std::string_view bytes) {
      lines_ += line_feeds(bytes);
      return true;
    });
  });
  return lines_;
}

}  // namespace credence
