// Rows that only one of two classifiers labels right: all that tells which of them is right more often.
#include <credence/study/compare_paired.hpp>

#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/base/counted.hpp>

#include <array>
#include <string>

#include "study/metrics/check_scored.hpp"

namespace credence {
namespace {

void check_shapes(std::size_t first, std::size_t second, std::size_t weights) {
  if (first == second && (weights == 0 || weights == first)) return;
  throw Error(ErrorCode::shape, "two classifiers were compared on " + std::to_string(first) +
                                    " and " + detail::counted(second, "row", "rows") + " with " +
                                    detail::counted(weights, "weight", "weights") +
                                    "; give one of each for every row, or no weights");
}

}  // namespace

DiscordantRows discordant_rows(const std::vector<bool>& first, const std::vector<bool>& second,
                               std::span<const double> weights, double mass) {
  check_shapes(first.size(), second.size(), weights.size());
  detail::check_mass(mass);
  std::array<CompensatedSum, 4> sums;
  for (std::size_t row = 0; row < first.size(); ++row)
    sums[(first[row] ? 2U : 0U) + (second[row] ? 1U : 0U)].add(
        weights.empty() ? 1.0 : detail::checked_weight(weights[row]));
  DiscordantRows rows{.both = sums[3].value(),
                      .first_only = sums[2].value(),
                      .second_only = sums[1].value(),
                      .neither = sums[0].value(),
                      .mass = mass};
  const Beta won{.ones = 1 + rows.first_only, .zeros = 1 + rows.second_only};
  rows.share = mean(won);
  rows.interval = credible_interval(won, mass);
  // Each as a lower tail, so that a small probability keeps its digits.
  rows.second_better = cdf(won, 0.5);
  rows.first_better = cdf(Beta{.ones = won.zeros, .zeros = won.ones}, 0.5);
  return rows;
}

}  // namespace credence
