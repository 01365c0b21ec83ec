#pragma once
// Automatic priors turned into the numbers they stand for.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// The same posterior with every automatic prior replaced by the numbers it stands for now, so that
/// more data no longer moves it. Laws that compare a posterior before and after data hold for
/// these. A prior of weights that was found takes no further levels.
/// throws  Error{undefined} naming the column where an automatic prior has no meaning for these
///         data
[[nodiscard]] Posterior<Model> freeze(Posterior<Model> posterior);

}  // namespace credence
