#pragma once
// Some rows of a table, with what its documents need.
#include <credence/detail/data/table_stream.hpp>

#include <span>

namespace credence {

/// Returns the rows at the given positions as Table::select does, and copies of the documents that
/// the table only views.
[[nodiscard]] ReadTable selected_rows(const Table& table, std::span<const Index> rows);

}  // namespace credence
