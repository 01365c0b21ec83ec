#pragma once
// Cutting rows into folds.
#include <credence/data/table.hpp>
#include <cstdint>

namespace credence {

/// For each row its fold, 0 to folds - 1; -1 for a row without a class. Every class is spread over
/// the folds as evenly as can be, and so are the rows as a whole; the same seed gives the same
/// folds, and rows without a class change nothing.
/// in      labels: position of the class of each row, -1 for none
/// throws  Error{domain} when folds < 2 or more than there are rows with a class
[[nodiscard]] std::vector<Index> stratified_folds(std::span<const Index> labels, Index classes,
                                                  Index folds, std::uint64_t seed);

/// Returns the folds that a column of the table gives: each distinct value is one, in sorted order.
/// throws  Error{schema} when the column is not there, with the place of a missing value, or when
///         it holds fewer than two values
[[nodiscard]] std::vector<Index> folds_of_column(const Table& table, std::string_view column);

}  // namespace credence
