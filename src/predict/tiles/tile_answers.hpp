#pragma once
// What follows from the log joints of a tile: labels and probabilities.
#include <credence/detail/predict/score_tile.hpp>
#include <span>

namespace credence {

/// The most probable class of each row; the lowest of equals; -1 where every class is at -inf. NaN is
/// no log joint: a row that has one gets probabilities of NaN below, and some class here.
/// out     label: one a row
void most_probable(const ScoreTile& tile, std::span<Code> label);

/// Log joints become ln p(class | row), at most 0, in place. Differences to the largest come first:
/// a sum in the thousands would leave probabilities that miss 1 by its rounding.
/// in      fallback: one a class, for rows whose every class is at -inf
void to_log_probabilities(const ScoreTile& tile, std::span<const double> fallback);

/// Copies a tile to rows x classes, row-major.
void copy_by_rows(const ScoreTile& tile, double* rows_by_classes);

}  // namespace credence
