#pragma once
// The rows of a separated text, as columns.
#include <credence/data/table.hpp>

#include <memory>
#include <string>
#include <vector>

#include "data/csv/csv_blocks.hpp"

namespace credence {

/// Returns the records of the blocks as a table, whose columns keep the text alive. It may have no
/// rows.
/// in      names: one for each field of a record
/// throws  Error as read_csv
/// cost    one pass over the blocks; one more where a column that began with numbers holds a text
[[nodiscard]] Table read_rows(const std::shared_ptr<const CsvText>& text,
                              const std::vector<std::string>& names,
                              const std::vector<CsvBlock>& blocks);

}  // namespace credence
