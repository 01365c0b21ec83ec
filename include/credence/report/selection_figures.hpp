#pragma once
// Rankings of features, and how many of them are enough, as figures.
#include <credence/report/page.hpp>
#include <credence/study/ranked_features.hpp>

namespace credence {

/// "information": how much each feature tells of the class, in the order of the ranking.
[[nodiscard]] Figure ranking_figure(const RankedFeatures& ranked);

/// "trade-off": the log loss over the number of features, with a standard error to each side and the
/// number that was chosen.
/// in   curve: with its points
[[nodiscard]] Figure trade_off_figure(const SelectionCurve& curve);

/// The ranking, the trade-off where there is one, and what to know.
[[nodiscard]] Page page_of(const RankedFeatures& ranked);

}  // namespace credence
