#pragma once
// What a part of the data was when it was read.
#include <cstdint>
#include <string>

namespace credence {

/// Bytes of a file that were read, as a record keeps them.
struct ReadPiece {
  std::string file{};         ///< its name, without the folder
  std::uint64_t size = 0;     ///< of the whole file
  std::int64_t modified = 0;  ///< nanoseconds since 1970
  std::uint64_t from = 0;     ///< the first byte that was read
  std::uint64_t to = 0;       ///< the byte behind the last one
  std::string content{};      ///< "xxh3:" and the hash of these bytes in hexadecimal digits

  friend bool operator==(const ReadPiece&, const ReadPiece&) = default;
};

/// A piece by its place alone.
struct ReadPlace {
  std::string file{};      ///< without the folder
  std::uint64_t from = 0;  ///< the first byte
  std::uint64_t to = 0;    ///< the byte behind the last one

  friend bool operator==(const ReadPlace&, const ReadPlace&) = default;
};

}  // namespace credence
