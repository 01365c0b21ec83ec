#pragma once
// The lines in front of a part of a file, counted once somebody asks.
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace credence {

class LinesBefore {
 public:
  /// A part that begins at that byte of a file.
  LinesBefore(std::string path, std::uint64_t from) : path_(std::move(path)), from_(from) {}

  /// Returns how many line feeds stand in front of the part.
  /// throws  Error{io}
  /// cost    one pass over that much of the file, the first time
  [[nodiscard]] std::uint64_t count() const;

 private:
  std::string path_;
  std::uint64_t from_;
  mutable std::once_flag once_;
  mutable std::uint64_t lines_ = 0;
};

}  // namespace credence
