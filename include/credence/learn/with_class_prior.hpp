#pragma once
// The same features in a population whose classes are otherwise frequent.
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// The posterior with another class prior; what was learned of the features stays. Every log joint
/// moves by the difference of the log class probabilities, exactly. Numbers (`uniform`, `given`)
/// replace what was learned of the classes; `learned` and `frequencies` use the rows that were seen.
///
///     Classifier{with_class_prior(posterior, {.kind = ClassPrior::Kind::uniform}), estimator};
///
/// throws  Error{schema} when the prior names a class that there is not, or lacks one; Error{shape}
///         when it has another number of weights
[[nodiscard]] Posterior<Model> with_class_prior(Posterior<Model> posterior, ClassPrior prior);

}  // namespace credence
