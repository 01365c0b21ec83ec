#pragma once
// One cell's posterior, read by an estimator.
#include <concepts>
#include <credence/family/family.hpp>
#include <credence/predict/estimator.hpp>

namespace credence {

/// Whether scikit-learn has a counterpart of the family.
template <class F>
concept KnownToScikitLearn = requires(const typename F::Prior& posterior,
                                      const typename F::Statistics& seen) {
  { F::like_scikit_learn(posterior, seen, 0.0) } -> std::same_as<typename F::Likelihood>;
};

/// Returns whether an estimator cannot do without the prior of a cell: maximum likelihood can,
/// unless the prior holds a fixed hyperparameter.
template <ConjugateFamily F>
[[nodiscard]] constexpr bool asks_prior(Estimator estimator) {
  constexpr bool constants =
      requires(const typename F::Prior& prior, const typename F::Statistics& seen) {
    F::maximum_likelihood(prior, seen);
  };
  return constants || estimator != Estimator::maximum_likelihood;
}

/// Returns the density of a family under an estimator that picks one likelihood.
/// in      estimator: any but predictive;  variance_floor: what scikit-learn adds to a variance
/// throws  Error{undefined} saying why there is none
template <ConjugateFamily F>
[[nodiscard]] typename F::Likelihood plug_in(Estimator estimator, const typename F::Prior& prior,
                                             const typename F::Statistics& seen,
                                             double variance_floor) {
  if (estimator == Estimator::maximum_likelihood) return likeliest<F>(prior, seen);
  if (estimator == Estimator::maximum_a_posteriori)
    return F::maximum_a_posteriori(posterior(prior, seen));
  if constexpr (KnownToScikitLearn<F>) {
    if (estimator == Estimator::scikit_learn)
      return F::like_scikit_learn(posterior(prior, seen), seen, variance_floor);
  }
  return F::posterior_mean(posterior(prior, seen));
}

}  // namespace credence
