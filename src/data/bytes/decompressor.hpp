#pragma once
// Bytes of gzip or zstd to the bytes they were made of, a piece at a time.
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace credence {

/// What compressed bytes are; their first bytes say it.
enum class Compression { none, gzip, zstd };

/// How a compression is known.
struct CompressionFacts {
  Compression compression = Compression::none;
  std::string_view name = {};    ///< "gzip"
  std::string_view suffix = {};  ///< of file names
  std::string_view mark = {};    ///< the first bytes
};
[[nodiscard]] std::span<const CompressionFacts> compressions();

/// How many bytes say it.
constexpr std::size_t compression_mark_size = 4;
[[nodiscard]] Compression compression_of(std::string_view first_bytes);

/// Decompresses one file: members of gzip, or frames of zstd, one after the other.
class Decompressor {
 public:
  /// in  compression: not none;  name: of the file in messages
  Decompressor(Compression compression, std::string name);
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;
  ~Decompressor();

  /// Turns the beginning of `in` into at most `size` bytes at `out`, and removes it from `in`.
  /// out     how many bytes; 0 says that more of the file is needed
  /// throws  Error{parse} for bytes that are damaged, or are no such file behind the end of one;
  ///         Error{limit} for a window beyond what the library allows
  [[nodiscard]] std::size_t read(std::string_view& in, char* out, std::size_t size);
  /// To be called at the end of the file. Throws Error{parse} where it was cut short.
  void finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace credence
