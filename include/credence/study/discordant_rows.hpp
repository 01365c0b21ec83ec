#pragma once
// Rows that only one of two classifiers labels right: all that tells which of them is right more often.
#include <credence/base/interval.hpp>
#include <span>
#include <vector>

namespace credence {

/// The weight of rows by who labels them right, and what is believed of the share that the first
/// classifier wins of those that one alone has right.
struct DiscordantRows {
  double both = 0;
  double first_only = 0;
  double second_only = 0;
  double neither = 0;
  double mass = 0.9;
  double share = 0.5;          ///< posterior mean of the share that the first wins
  Interval interval = {0, 1};  ///< of that share, equal-tailed, holds `mass`
  double first_better = 0.5;   ///< probability that the share is above 1/2
  double second_better = 0.5;  ///< below 1/2

  friend bool operator==(const DiscordantRows&, const DiscordantRows&) = default;
};

/// Compares two classifiers row by row. Rows that both or neither have right say nothing of which is
/// right more often; of the others the first wins a share whose posterior is
/// Beta(1 + first_only, 1 + second_only) under a uniform prior, as if rows were independent.
///
///     discordant_rows(first_is_right, second_is_right).first_better;
///
/// in      first, second: whether each has a row right, in the same order;  weights: one a row, or
///         empty for 1 each;  mass: in (0, 1)
/// throws  Error{shape} for lists of different lengths; Error{domain} for a mass or a weight that is
///         none
/// source  docs/reference/families/beta_bernoulli.md; docs/explanation/comparison.md
[[nodiscard]] DiscordantRows discordant_rows(const std::vector<bool>& first,
                                             const std::vector<bool>& second,
                                             std::span<const double> weights = {},
                                             double mass = 0.9);

}  // namespace credence
