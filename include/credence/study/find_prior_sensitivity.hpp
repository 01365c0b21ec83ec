#pragma once
// Finds how far priors must be strengthened or weakened until labels change.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/study/prior_sensitivity.hpp>

namespace credence {

struct SensitivityOptions {
  Estimator estimator = Estimator::predictive;
  Index octaves = 20;  ///< how far to look on each side: up to factors of 2^octaves; 1 to 60
  Index halvings = 6;  ///< of the octave in which a label flips, to find the place; 0 to 20
};

/// Multiplies the strength of all priors of a posterior (learn/posterior_priors.hpp) by factors from
/// 2^-octaves to 2^octaves, an octave apart, and labels rows under each; where a label changes for
/// the first time on the way from 1, the octave is halved again and again. A label that changes and
/// changes back within one octave is not seen.
///
///     prior_sensitivity(posterior, patients).points[18].flipped;    // at a quarter of the strength
///
/// throws  as freeze and bind; Error{undefined} where the estimator has no answer for the priors as
///         they are; Error{domain} for options outside their range and for a prior so large that a
///         multiple is no number
/// cost    (2 octaves + 1) x (estimates, rows x features x classes), and at most 2^halvings estimates
///         in each octave in which rows flip
[[nodiscard]] PriorSensitivity prior_sensitivity(const Posterior<Model>& posterior,
                                                 const Table& table,
                                                 const SensitivityOptions& options = {});

}  // namespace credence
