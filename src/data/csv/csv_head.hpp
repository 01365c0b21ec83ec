#pragma once
// What stands before the rows of a separated text: the names of its columns.
#include <cstdint>
#include <string>
#include <vector>

#include "data/csv/csv_text.hpp"

namespace credence {

/// The names of the columns, and where the rows begin.
struct CsvHead {
  std::vector<std::string> names = {};  ///< none where the text has no record
  std::uint64_t end = 0;
  std::vector<std::string> by_place = {};  ///< those of the names that the header lacks
};

/// A column that the header leaves without a name, as many programs leave the one of row numbers, is
/// called c and its place, from 1 on.
/// throws  Error{parse} for a header without any name, for names that stand twice, and for a fault in
///         the first record
[[nodiscard]] CsvHead read_head(const CsvText& text);

/// Returns the error of a file without rows.
[[nodiscard]] Error nothing_read(const std::string& name, bool is_empty, bool has_header);

}  // namespace credence
