#pragma once
// Parts of files: their bytes, and where lines begin in them.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/content_hash.hpp"

namespace credence {

/// A part of a file that is read.
struct ByteRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::optional<std::uint64_t> cut = {};  ///< of a part that ends with a line: where it was to end
  bool reads_on = false;                  ///< a row that goes on behind the cut is read to its end
  ContentHash* hash = nullptr;            ///< takes all that is read
};

/// Calls `use` with the bytes of a part of a file, some at a time, until it says false.
/// throws  Error{io}
void for_bytes_of(const std::string& path, std::uint64_t from, std::uint64_t to,
                  const std::function<bool(std::string_view)>& use);

/// Returns where the first row begins whose first byte lies at or behind a cut: behind the first line
/// feed at or after the byte before the cut, and not in the head, which ends at `head_end`.
[[nodiscard]] std::uint64_t row_at_or_after(const std::string& path, std::uint64_t cut,
                                            std::uint64_t head_end, std::uint64_t size);

}  // namespace credence
