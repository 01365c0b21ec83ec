#pragma once
// How much of a file is taken in before it is refused.
#include <cstdint>
#include <optional>

namespace credence {

/// What a reader takes in. Beyond a limit it ends with Error{limit}, which says the limit and the
/// place. The defaults let a million columns pass and stop what is most likely a mistake.
///
///     const Table table = read_csv("words.csv", {.limits = {.field = 1 << 30, .line = 1 << 30}});
struct ReadLimits {
  std::uint64_t field = std::uint64_t{1} << 26;         ///< bytes of one field
  std::uint64_t line = std::uint64_t{1} << 27;          ///< bytes of one record
  std::uint64_t columns = std::uint64_t{1} << 22;       ///< columns of a table
  std::uint64_t levels = std::uint64_t{1} << 20;        ///< levels of a column, classes of a label
  std::uint64_t decompressed = std::uint64_t{1} << 36;  ///< bytes that a compressed file becomes
  /// Bytes of the cells of a table. None: the memory of the machine.
  std::optional<std::uint64_t> memory = {};

  friend bool operator==(const ReadLimits&, const ReadLimits&) = default;
};

}  // namespace credence
