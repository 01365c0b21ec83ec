#pragma once
// Pictures of the cells of a posterior.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/cell_picture.hpp>

namespace credence {

/// Prior, likelihood and posterior of the parameter of one cell: the probability of a level or bin, a
/// rate, a variance whose mean is known, a direction, or the mean of numbers (the likelihood then is its
/// largest over all variances, unless that is known).
/// throws  Error{schema} for a feature, class or level that there is not; Error{undefined} where an
///         automatic prior has no numbers, or the cell shares parameters with others
[[nodiscard]] CellPicture cell_picture(const Posterior<Model>& posterior,
                                       const std::string& feature, const std::string& klass,
                                       const CellOptions& options = {});

}  // namespace credence
