#pragma once
// The tables of a WordScores as its kernels see them.
#include <credence/detail/data/panel.hpp>
#include <credence/detail/data/word_rows.hpp>
#include <credence/detail/predict/score_tile.hpp>

namespace credence::detail {

/// Tables words x classes, word-major, with `words` + 1 rows of which the last is impossible.
struct WordTable {
  const double* logs = nullptr;
  const double* weights = nullptr;  ///< null: the densities are plain multinomial ones
  const double* totals = nullptr;
  const double* lengths = nullptr;  ///< 0 to most_length tokens x classes; null: not made
  Index classes = 0;
  Index words = 0;
  Index stride = 0;  ///< a multiple of 8
  bool impossible = false;
  bool moderate = true;
  bool many = true;
};

/// The longest document whose length has a place in a table, in tokens.
inline constexpr Index most_length = 1023;
/// From here on the terms of Stirling's series that the kernels take err by less than 2e-17.
inline constexpr double stirling_start = 8;
/// Products of eight numbers up to the largest of these do not overflow, nor does the smallest
/// vanish.
inline constexpr double largest_factor = 1e30;
inline constexpr double smallest_factor = 1e-290;

}  // namespace credence::detail
