// Bytes of files by POSIX calls, and the heads of separated texts.
#include "data/file_part.hpp"

#include <credence/base/error.hpp>

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <functional>

#include "base/changed_file.hpp"
#include "base/descriptor.hpp"
#include "data/beyond_limit.hpp"
#include "data/byte_source.hpp"
#include "data/csv_head.hpp"
#include "data/csv_text.hpp"
#include "data/line_chunks.hpp"
#include "data/lines_before.hpp"

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

std::uint64_t LinesBefore::count() const {
  std::call_once(once_, [&] {
    for_bytes_of(path_, 0, from_, [&](std::string_view bytes) {
      lines_ += line_feeds(bytes);
      return true;
    });
  });
  return lines_;
}

TextHead read_text_head(const std::string& path, const CsvOptions& options) {
  ByteSource source(path, options.limits);
  std::string bytes;
  for (std::size_t size = std::size_t{1} << 16;; size *= 2) {
    const bool at_end = !source.fill(bytes, size) || source.has_nul();  // which no text has
    const std::size_t end = at_end ? bytes.size() : end_of_records(bytes, options);
    if (!at_end && end == 0 && bytes.size() > options.limits.line)
      throw beyond_limit("a row longer than " + std::to_string(options.limits.line) + " bytes",
                         {.file = source.name(), .line = 1, .column = 1}, "line",
                         "is a closing quote missing?");
    if (end == 0 && !at_end) continue;
    CsvText text(bytes.substr(0, end), source.name(), options);
    const bool is_settled = text.settle_separator();
    CsvHead head = read_head(text);
    if (!at_end && (!is_settled || head.names.empty())) continue;
    if (head.names.empty()) throw nothing_read(source.name(), bytes.empty(), false);
    return {.names = std::move(head.names),
            .end = head.end,
            .separator = text.options().separator,
            .by_place = std::move(head.by_place)};
  }
}

void check_same_columns(const std::vector<std::string>& first, const std::string& first_file,
                        const std::vector<std::string>& other, const std::string& other_file) {
  if (first == other) return;
  const std::string remedy = "; give files of the same columns, in the same order";
  for (std::size_t i = 0; i < std::min(first.size(), other.size()); ++i)
    if (first[i] != other[i])
      throw Error(ErrorCode::schema,
                  "column " + std::to_string(i + 1) + " is '" + first[i] + "' in '" + first_file +
                      "' and '" + other[i] + "' in '" + other_file + "'" + remedy,
                  {.file = other_file});
  const bool is_longer = first.size() > other.size();
  throw Error(ErrorCode::schema,
              "column '" + (is_longer ? first[other.size()] : other[first.size()]) + "' is in '" +
                  (is_longer ? first_file : other_file) + "' and not in '" +
                  (is_longer ? other_file : first_file) + "'" + remedy,
              {.file = other_file});
}

}  // namespace credence
