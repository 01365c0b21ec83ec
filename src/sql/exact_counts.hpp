#pragma once
// Counts of a database as exact sums: whole numbers, which no database rounds.
#include <credence/learn/posterior_file.hpp>

namespace credence::sql {

/// Returns whether the statistics of a family are counts alone.
[[nodiscard]] bool is_whole(const FamilyFacts& facts);

/// Adds the exact sums of what was counted to a record.
/// throws  Error{domain} naming the feature or the class whose count is not whole, or too large for a
///         double to be whole beside it
void add_exact_sums(const Model& model, PosteriorRecord& record);

}  // namespace credence::sql
