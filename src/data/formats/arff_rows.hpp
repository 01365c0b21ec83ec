#pragma once
// The rows of an ARFF file as columns.
#include <credence/data/table.hpp>

#include <memory>

#include "data/formats/arff_head.hpp"

namespace credence {

/// Reads the rows from a byte on.
/// throws  Error{parse}, Error{limit} as read_arff
[[nodiscard]] Table read_arff_rows(const std::shared_ptr<const CsvText>& text, const ArffHead& head,
                                   std::uint64_t begin);

/// Returns whether a column is one of an ARFF file.
[[nodiscard]] bool is_of_arff(const FileColumn& column);

/// Returns an error for a file whose rows or header do not come.
[[nodiscard]] Error no_arff_rows(const std::string& name, bool has_head);

}  // namespace credence
