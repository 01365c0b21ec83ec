#pragma once
// Whole lines or records of a file, some at a time.
#include <credence/detail/data/limits.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "data/bytes/byte_source.hpp"
#include "data/bytes/lines_before.hpp"

namespace credence {

[[nodiscard]] std::uint64_t line_feeds(std::string_view text);

/// What parts of a file end with.
struct ChunkEnd {
  /// The byte behind the last one that is whole for sure; 0 where there is none. Not asked before
  /// there is a quote: then a line feed ends one.
  std::function<std::size_t(std::string_view)> of;
  std::string name = {};           ///< "line", in messages
  std::string remedy = {};         ///< where one does not end
  std::optional<char> quote = {};  ///< in which a record may hold line feeds
};
[[nodiscard]] ChunkEnd line_end();

/// Hands out parts of a file that end with a line or a record.
class LineChunks {
 public:
  LineChunks(const std::string& path, const ReadLimits& limits, std::uint64_t chunk_bytes,
             ChunkEnd end = line_end(), const std::optional<ByteRange>& range = std::nullopt);

  [[nodiscard]] const ByteSource& source() const { return source_; }
  /// Returns whether all was handed out.
  [[nodiscard]] bool done() const { return at_end_ && bytes_.empty(); }
  /// Returns whether nothing of the file is left to be read.
  [[nodiscard]] bool at_end() const { return at_end_; }
  /// Returns whether nothing was in the file, as far as it was read.
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// Returns the next part, of about as many bytes as were asked for.
  /// throws  Error as ByteSource; Error{limit} for a line or record that is too long, Error{parse}
  ///         for a record that goes on behind the end of a part of a file and is not to be read on
  [[nodiscard]] std::string take();
  /// Returns the number of the line at which the part begins that was taken last; of a part of a
  /// file without the lines before it.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// Returns the lines before a part of a file; null where there are none.
  [[nodiscard]] const std::shared_ptr<const LinesBefore>& before() const { return before_; }
  /// That part is done, and so many line feeds were in it.
  void pass(std::uint64_t line_feeds) { line_ += line_feeds; }
  /// Instead takes it back, so that the next one is that and as much again.
  void give_back(std::string_view part);

 private:
  [[nodiscard]] std::size_t last_end() const;
  [[nodiscard]] std::size_t end_of_part();
  [[nodiscard]] bool goes_on(std::size_t end);
  void check_cut(std::size_t end) const;
  void check_length(std::size_t end, std::uint64_t more) const;

  ReadLimits limits_;
  std::uint64_t chunk_bytes_;
  ByteSource source_;
  std::optional<std::uint64_t> cut_;
  bool reads_on_ = false;
  std::shared_ptr<const LinesBefore> before_;
  ChunkEnd end_;
  std::string bytes_;    // read, but not handed out
  std::uint64_t least_;  // bytes of the next part
  std::uint64_t line_ = 1;
  bool at_end_ = false;
  bool is_empty_ = true;
};

}  // namespace credence
