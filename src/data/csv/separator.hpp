#pragma once
// What separates the fields of a text, from its first two records.
#include <credence/data/csv.hpp>

#include <string_view>

namespace credence {

struct FoundSeparator {
  char separator = ',';
  bool is_certain = false;  ///< both records were there, so that a longer text has the same
};

/// Of , ; tab and | the one by which the first two records that are neither blank nor comments have the
/// same number of fields, and most of them; where there is none such, the one that the first record
/// holds most often. Of equal ones the comma is the last.
/// cost    one pass over the two records
[[nodiscard]] FoundSeparator find_separator(std::string_view text, const CsvOptions& options);

}  // namespace credence
