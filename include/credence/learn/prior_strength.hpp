#pragma once
// The same beliefs held more or less strongly: priors whose pseudo-counts are multiplied.
#include <credence/learn/freeze.hpp>

namespace credence {

/// A frozen posterior as if all its priors, that of the classes included, had been worth `factor`
/// times as many observations. Class probabilities that are given, uniform or frequencies stay.
///
///     const auto frozen = freeze(posterior);
///     Classifier{with_prior_strength(frozen, 4), estimator};
///
/// in      frozen: what `freeze` returned, so that every prior is numbers
/// throws  Error{domain} for a factor that is not positive and finite, or where a number of a prior
///         leaves its range; Error{undefined} for a prior that is a word
/// cost    a copy of the statistics
[[nodiscard]] Posterior<Model> with_prior_strength(Posterior<Model> frozen, double factor);

}  // namespace credence
