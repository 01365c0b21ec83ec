// Files, pipes and standard input over POSIX calls.
#include "data/bytes/byte_source.hpp"

#include <credence/base/parallel.hpp>
#include <credence/detail/base/counted.hpp>

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/changed_file.hpp"
#include "data/bytes/beyond_limit.hpp"
#include "data/bytes/line_chunks.hpp"

namespace credence {

namespace {

constexpr std::size_t at_a_time = std::size_t{1} << 20;
constexpr std::size_t most_reserved = std::size_t{1} << 26;

}  // namespace

ByteSource::ByteSource(const std::string& path, const ReadLimits& limits,
                       const std::optional<ByteRange>& range)
    : file_(path == "-" ? Descriptor{STDIN_FILENO} : opened(path.c_str(), O_RDONLY)),
      path_(path),
      range_(range),
      name_(path == "-" ? "standard input" : path),
      most_(limits.decompressed) {
  if (!file_) fail_to_read(name_, errno);
  stamp_ = stamp_of(file_.number());
  if (!range_ || range_->from == 0) return;
  knows_compression_ = true;
  if (::lseek(file_.number(), static_cast<off_t>(range_->from), SEEK_SET) < 0)
    fail_to_read(name_, errno);
}

ByteSource::~ByteSource() {
  if (path_ == "-") static_cast<void>(file_.released());
}

std::uint64_t ByteSource::take_in_record(char quote, std::uint64_t most) {
  std::uint64_t more = 0;
  bool in_quotes = true;
  bool is_found = false;
  for_bytes_of(path_, range_->to, stamp_.size, [&](std::string_view bytes) {
    for (const char byte : bytes) {
      ++more;
      if (byte == quote) in_quotes = !in_quotes;
      is_found = !in_quotes && byte == '\n';
      if (is_found || more == most) break;
    }
    return !is_found && more < most;
  });
  if (is_found || range_->to + more == stamp_.size) range_->to += more;
  return more;
}

// Zero at the end of the file, or of the part.
std::size_t ByteSource::read_raw(char* to, std::size_t wanted) {
  if (range_) wanted = std::min<std::uint64_t>(wanted, size() - position_);
  const ssize_t got = uninterrupted([&] { return ::read(file_.number(), to, wanted); });
  if (got < 0) fail_to_read(name_, errno);
  if (got == 0 && has_changed(file_.number(), stamp_)) throw changed_while_read(name_);
  position_ += static_cast<std::uint64_t>(got);
  if (range_ && range_->hash != nullptr) range_->hash->add({to, static_cast<std::size_t>(got)});
  return static_cast<std::size_t>(got);
}

// A pipe may hand over its first bytes one by one.
void ByteSource::find_compression() {
  knows_compression_ = true;
  while (raw_.size() < compression_mark_size) {
    std::array<char, compression_mark_size> some;
    const std::size_t got = read_raw(some.data(), compression_mark_size - raw_.size());
    if (got == 0) break;
    raw_.append(some.data(), got);
  }
  raw_left_ = raw_;
  const Compression compression = compression_of(raw_);
  if (compression != Compression::none) decompressor_.emplace(compression, name_);
}

std::size_t ByteSource::read(char* to, std::size_t wanted) {
  if (!knows_compression_) find_compression();
  if (decompressor_) return read_decompressed(to, wanted);
  if (raw_left_.empty()) return read_raw(to, wanted);
  const std::size_t got = std::min(wanted, raw_left_.size());
  std::memcpy(to, raw_left_.data(), got);
  raw_left_.remove_prefix(got);
  return got;
}

bool ByteSource::read_compressed() {
  raw_.resize(at_a_time);
  raw_.resize(read_raw(raw_.data(), raw_.size()));
  raw_left_ = raw_;
  return !raw_.empty();
}

std::size_t ByteSource::read_decompressed(char* to, std::size_t wanted) {
  std::size_t got = 0;
  while (got == 0) {
    if (raw_left_.empty() && !read_compressed()) break;
    got = decompressor_->read(raw_left_, to, wanted);
  }
  // What was held back for want of room comes although no more of the file does.
  if (got == 0) got = decompressor_->read(raw_left_, to, wanted);
  if (got == 0) decompressor_->finish();
  decompressed_ += got;
  if (decompressed_ > most_)
    throw beyond_limit(
        "more than " + detail::counted(most_, "byte", "bytes") + " out of compressed ones",
        {.file = name_}, "decompressed", "is it the right file?");
  return got;
}

// Of a regular file that is not compressed: what is there of it, or of the part that is read. A file
// that grew goes on behind that.
std::uint64_t ByteSource::bytes_at_hand() const {
  if (stamp_.size == 0 || !knows_compression_ || decompressor_ || !raw_left_.empty()) return 0;
  const off_t at = ::lseek(file_.number(), 0, SEEK_CUR);
  if (at < 0 || static_cast<std::uint64_t>(at) >= stamp_.size) return 0;
  const std::uint64_t left = stamp_.size - static_cast<std::uint64_t>(at);
  return range_ ? std::min(left, size() - position_) : left;
}

// Several threads may.
void ByteSource::look_at(std::string_view bytes) {
  const auto has = [&](char byte) { return bytes.find(byte) != std::string_view::npos; };
  if (!has_nul_ && has('\0')) has_nul_ = true;
  if (quote_ && !has_quote_ && has(*quote_)) has_quote_ = true;
}

// Many bytes come by blocks on several threads, each to its place.
void ByteSource::read_side_by_side(std::string& bytes, std::size_t wanted) {
  constexpr std::size_t block = std::size_t{1} << 19;
  const std::size_t before = bytes.size();
  const off_t begin = ::lseek(file_.number(), 0, SEEK_CUR);
  bytes.resize(before + wanted);
  for_each_chunk(static_cast<Index>((wanted + block - 1) / block), [&](Index chunk) {
    const std::size_t first = static_cast<std::size_t>(chunk) * block;
    const std::size_t end = std::min(wanted, first + block);
    for (std::size_t at = first; at < end;) {
      const ssize_t got = uninterrupted([&] {
        return ::pread(file_.number(), bytes.data() + before + at, end - at,
                       begin + static_cast<off_t>(at));
      });
      if (got < 0) fail_to_read(name_, errno);
      if (got == 0) throw changed_while_read(name_);
      at += static_cast<std::size_t>(got);
    }
    look_at(std::string_view(bytes).substr(before + first, end - first));
  });
  if (::lseek(file_.number(), static_cast<off_t>(wanted), SEEK_CUR) < 0) fail_to_read(name_, errno);
  position_ += wanted;
  if (range_ && range_->hash != nullptr) range_->hash->add({bytes.data() + before, wanted});
}

bool ByteSource::fill(std::string& bytes, std::size_t size) {
  bytes.reserve(std::min(size, bytes.size() + most_reserved));
  while (bytes.size() < size) {
    const std::size_t before = bytes.size();
    const std::uint64_t at_hand = std::min<std::uint64_t>(bytes_at_hand(), size - before);
    if (at_hand > at_a_time && threads_in_use() > 1) {
      read_side_by_side(bytes, at_hand);
      continue;
    }
    // By way of the cache: a string that becomes longer is cleared first, from memory to memory.
    constexpr std::size_t in_cache = std::size_t{1} << 17;
    passing_.resize(in_cache);
    const std::size_t got = read(passing_.data(), std::min(in_cache, size - before));
    look_at(std::string_view(passing_).substr(0, got));
    bytes.append(passing_, 0, got);
    if (got == 0) return false;
  }
  return true;
}

std::string read_text(ByteSource& source, const ReadLimits& limits) {
  std::string text;
  std::size_t line = 0;  // where the last one begins
  std::uint64_t lines = 1;
  for (std::size_t seen = 0; source.fill(text, seen + at_a_time); seen = text.size()) {
    const std::string_view more = std::string_view(text).substr(seen);
    if (source.has_nul()) break;
    if (const std::size_t end = more.rfind('\n'); end != std::string_view::npos) {
      line = seen + end + 1;
      lines += line_feeds(more);
    }
    if (text.size() - line > limits.line)
      throw beyond_limit("a row longer than " + detail::counted(limits.line, "byte", "bytes"),
                         {.file = source.name(), .line = lines, .column = 1}, "line",
                         "is a closing quote missing?");
    if (!limits.memory) check_memory(text.size(), limits, source.name());
  }
  return text;
}

bool is_compressed_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const Descriptor file = opened(path.c_str(), O_RDONLY);
  if (!file) return false;
  std::array<char, compression_mark_size> mark{};
  const ssize_t got =
      uninterrupted([&] { return ::read(file.number(), mark.data(), mark.size()); });
  return got > 0 &&
         compression_of({mark.data(), static_cast<std::size_t>(got)}) != Compression::none;
}

}  // namespace credence
