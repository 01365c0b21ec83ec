#pragma once
// Records of separated text whose fields are short numbers and plain texts, many at a time.
#include <credence/base/index.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "data/numbers/text_interner.hpp"

namespace credence::detail {

/// Where the cells of a column go: numbers, or codes of texts; both null: nowhere.
struct PlainColumn {
  double* numbers = nullptr;
  Code* codes = nullptr;
  TextInterner* texts = nullptr;
  bool has_other_spelling = false;  ///< a number is not plainly whole, as Decimal has it
  bool by_four = false;             ///< its field is read with those of the next three columns
  Index misses = 0;  ///< rows whose four fields from here on were not all short numbers
};

/// Reads records whose fields are short decimal numbers, empty, or texts without a quote inside. The
/// ends of fields are found 64 bytes at a time, so that no field waits for the end of the one before.
///
///     PlainNumbers plain{.text = bytes, .separator = ',', .columns = columns, ...};
///     at = plain.read(at, end, row);  // the record at `at` is not of the kind, or lies too near the end
struct PlainNumbers {
  std::string_view text = {};
  char separator = ',';
  std::optional<char> quote = {};
  bool trims = false;       ///< blanks around a field are no part of it
  bool has_empty = true;    ///< whether numbers may be missing because nothing is written
  double empty = 0;         ///< what such a number is
  bool has_others = false;  ///< some columns hold no numbers
  std::uint64_t longest_record = 0;
  std::span<PlainColumn> columns = {};
  std::uint64_t* records = nullptr;  ///< where the beginning of each record is kept
  /// Puts a field of a column of numbers that is no short number, and has no quote, into a row; false:
  /// the record is not of the kind. It may turn the column to one whose cells go nowhere.
  std::function<bool(PlainColumn&, Index row, std::string_view field)> put_odd = {};

  /// Returns whether the instruction set in use can do it.
  [[nodiscard]] static bool available();

  /// Reads records into the rows from `row` on, until one is not of the kind: in its row anything
  /// may stand.
  /// in      at: of a record;  end: no record at or behind it is read
  /// out     the beginning of the record that was not read
  [[nodiscard]] const char* read(const char* at, const char* end, Index& row);
};

}  // namespace credence::detail
