#pragma once
// Records of separated text that hold nothing but short numbers, many at a time.
#include <credence/base/index.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Where the numbers of a column go.
struct PlainColumn {
  double* numbers = nullptr;
  bool has_other_spelling = false;  ///< a number is not plainly whole, as Decimal has it
};

/// Reads records whose fields are short decimal numbers or empty. The ends of fields are found 64
/// bytes at a time, so that no number waits for the end of the one before.
///
///     PlainNumbers plain{.text = bytes, .separator = ',', .columns = columns, ...};
///     at = plain.read(at, end, row);  // the record at `at` is not of the kind, or lies too near the end
struct PlainNumbers {
  std::string_view text = {};
  char separator = ',';
  bool has_empty = true;  ///< whether fields may be empty
  double empty = 0;       ///< what an empty field is
  std::uint64_t longest_record = 0;
  std::span<PlainColumn> columns = {};
  std::uint64_t* records = nullptr;  ///< where the beginning of each record is kept

  /// Returns whether the instruction set in use can do it.
  [[nodiscard]] static bool available();

  /// Reads records into the rows from `row` on, until one is not of the kind: in its row anything
  /// may stand.
  /// in      at: of a record;  end: no record at or behind it is read
  /// out     the beginning of the record that was not read
  [[nodiscard]] const char* read(const char* at, const char* end, Index& row);
};

}  // namespace credence::detail
