#pragma once
// Whole lines of a file, some at a time.
#include <credence/data/limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "data/byte_source.hpp"

namespace credence {

/// Hands out parts of a file that end with a line.
class LineChunks {
 public:
  LineChunks(const std::string& path, const ReadLimits& limits, std::uint64_t chunk_bytes);

  [[nodiscard]] const ByteSource& source() const { return source_; }
  /// Whether all was handed out.
  [[nodiscard]] bool done() const { return at_end_ && bytes_.empty(); }
  /// Whether nothing of the file is left to be read.
  [[nodiscard]] bool at_end() const { return at_end_; }
  /// The number of the line at which the next part begins.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// The next part, of about as many bytes as were asked for.
  /// throws  Error as ByteSource; Error{limit} for a line that is too long
  [[nodiscard]] std::string take();
  /// Takes a part back, so that the next one is that and as much again.
  void give_back(std::string_view part);

 private:
  [[nodiscard]] std::size_t end_of_lines();

  ReadLimits limits_;
  std::uint64_t chunk_bytes_;
  ByteSource source_;
  std::string bytes_;       // read, but not handed out
  std::uint64_t least_;     // bytes of the next part
  std::uint64_t line_ = 1;  // at which they begin
  bool at_end_ = false;
};

}  // namespace credence
