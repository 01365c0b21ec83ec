#pragma once
// One cell's posterior, read by an estimator.
#include <credence/base/error.hpp>
#include <credence/family/family.hpp>
#include <credence/learn/label_column.hpp>
#include <credence/predict/estimator.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace credence {

/// An estimate that does not exist.
struct UndefinedCell {
  std::string feature;  ///< the label's name, where the class probabilities are undefined
  std::string klass;    ///< empty where all classes are concerned
  std::string why;

  friend bool operator==(const UndefinedCell&, const UndefinedCell&) = default;
};

/// Error{undefined} that names every cell concerned, and what can be done.
[[nodiscard]] Error undefined_error(Estimator estimator, const std::vector<UndefinedCell>& cells);

namespace detail {
/// Throws Error{undefined}: no density has this parameter, which is infinite, or 0 where it must
/// not be.
[[noreturn]] void no_density(std::string_view parameter, double value);
/// Throws Error{undefined}: no density has this parameter, a matrix that rounding leaves singular.
[[noreturn]] void no_matrix(std::string_view parameter);
}  // namespace detail

/// Whether scikit-learn has a counterpart of the family.
template <class F>
concept KnownToScikitLearn = requires(const typename F::Prior& posterior,
                                      const typename F::Statistics& seen) {
  { F::like_scikit_learn(posterior, seen, 0.0) } -> std::same_as<typename F::Likelihood>;
};

/// Whether an estimator cannot do without the prior of a cell: maximum likelihood can, unless the
/// prior holds a constant that is known.
template <ConjugateFamily F>
[[nodiscard]] constexpr bool asks_prior(Estimator estimator) {
  constexpr bool constants =
      requires(const typename F::Prior& prior, const typename F::Statistics& seen) {
    F::maximum_likelihood(prior, seen);
  };
  return constants || estimator != Estimator::maximum_likelihood;
}

/// The density of a family under an estimator that picks one likelihood.
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

/// Log probability of each class before its features are seen, in nats; -inf for a class that has
/// none.
/// throws  Error{undefined} where the estimator gives none (no rows, a prior density without a
///         mode)
[[nodiscard]] std::vector<double> log_class_probabilities(const LabelColumn& label,
                                                          Estimator estimator);

}  // namespace credence
