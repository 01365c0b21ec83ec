#pragma once
// A curve over the number of features, of a table that is bound.
#include <credence/detail/select/ranked_family.hpp>
#include <credence/study/selection_curve.hpp>

#include <functional>
#include <vector>

#include "study/folds/bound_study.hpp"

namespace credence::detail {

/// As RankFeatures, but gives places in the posterior, not names.
using RankPlaces = std::function<std::vector<PartPlace>(
    const Posterior<Model>& posterior, const BoundTable& bound, std::span<const Index> rows)>;

/// As credence::selection_in_folds, without binding the table again.
/// in      study: of naive Bayes, with the options' columns of weights and folds;  table: that it bound
[[nodiscard]] SelectionCurve selection_in_folds(const Study& study, const Table& table,
                                                const RankPlaces& rank,
                                                const SelectionOptions& options);

}  // namespace credence::detail
