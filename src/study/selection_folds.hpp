#pragma once
// A curve over the number of features, of a table that is bound.
#include <credence/study/selection_curve.hpp>

#include "study/bound_study.hpp"

namespace credence::detail {

/// As credence::selection_in_folds, without binding the table again.
/// in      study: of naive Bayes, with the options' columns of weights and folds;  table: that it bound
[[nodiscard]] SelectionCurve selection_in_folds(const Study& study, const Table& table,
                                                const RankFeatures& rank,
                                                const SelectionOptions& options);

}  // namespace credence::detail
