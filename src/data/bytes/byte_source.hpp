#pragma once
// The bytes of a file from its beginning to its end, decompressed where they are compressed.
#include <credence/detail/data/limits.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "base/changed_file.hpp"
#include "base/descriptor.hpp"
#include "data/bytes/byte_range.hpp"
#include "data/bytes/decompressor.hpp"

namespace credence {

/// Reads a file, a pipe or standard input.
class ByteSource {
 public:
  /// "-" is standard input, which stays open.
  /// in      range: a part of a regular file, which is not decompressed unless it begins the file
  /// throws  Error{io} when the file cannot be opened
  ByteSource(const std::string& path, const ReadLimits& limits,
             const std::optional<ByteRange>& range = std::nullopt);
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  /// What messages call it.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Appends until `bytes` has that size; false at the end of the file.
  /// throws  Error{io}, Error{parse} for damaged compressed data, Error{limit} where they become
  ///         longer than the limit
  [[nodiscard]] bool fill(std::string& bytes, std::size_t size);
  /// Returns whether fill has met a NUL byte, which no text holds.
  [[nodiscard]] bool has_nul() const { return has_nul_; }
  /// Lets fill look for quotes, too, while what it reads is in the cache.
  void look_for(std::optional<char> quote) { quote_ = quote; }
  [[nodiscard]] bool has_quote() const { return has_quote_; }
  /// Bytes of the file that were read, as they are there. May be asked from another thread.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// Returns the size of a regular file, or of the part that is read; 0 for what has none.
  [[nodiscard]] std::uint64_t size() const {
    return range_ ? range_->to - range_->from : stamp_.size;
  }
  /// Of a part of a file that ends in quotes: lets it end with the record instead, behind the first line
  /// feed that has an odd number of quotes before it, or with the file. Returns how many bytes that are,
  /// at most so many: then nothing changes.
  /// throws  Error{io}
  [[nodiscard]] std::uint64_t take_in_record(char quote, std::uint64_t most);

 private:
  [[nodiscard]] std::size_t read_raw(char* to, std::size_t wanted);
  [[nodiscard]] std::uint64_t bytes_at_hand() const;
  void read_side_by_side(std::string& bytes, std::size_t wanted);
  void look_at(std::string_view bytes);
  [[nodiscard]] bool read_compressed();
  [[nodiscard]] std::size_t read(char* to, std::size_t wanted);
  [[nodiscard]] std::size_t read_decompressed(char* to, std::size_t wanted);
  void find_compression();

  Descriptor file_;
  std::string path_;
  std::optional<ByteRange> range_;
  std::string name_;
  std::uint64_t most_;  // bytes out of compressed ones
  FileStamp stamp_;
  std::atomic<std::uint64_t> position_ = 0;
  std::atomic<bool> has_nul_ = false;
  std::atomic<bool> has_quote_ = false;
  std::optional<char> quote_ = {};
  std::string passing_;        // on its way to who asked for it
  std::string raw_;            // read, but not looked at
  std::string_view raw_left_;  // of it
  bool knows_compression_ = false;
  std::optional<Decompressor> decompressor_;
  std::uint64_t decompressed_ = 0;
};

/// Returns the text of a source: all of it, or as much as holds a NUL byte, which texts have none of.
/// What is read is looked at before more is.
/// throws  as ByteSource; Error{limit} for a line that does not end, and for more text than the machine
///         has memory
[[nodiscard]] std::string read_text(ByteSource& source, const ReadLimits& limits);

/// Returns whether the first bytes of a regular file are those of compressed ones.
[[nodiscard]] bool is_compressed_file(const std::string& path);

}  // namespace credence
