#pragma once
// The linear terms of one feature, for densities whose log odds are linear in the values.
#include <credence/density/bernoulli.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/exponential.hpp>
#include <credence/density/geometric.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/normal.hpp>
#include <credence/density/poisson.hpp>
#include <credence/detail/learn/feature_facts.hpp>
#include <credence/family/family_facts.hpp>
#include <credence/predict/linear_form.hpp>
#include <string>
#include <type_traits>

namespace credence::detail {

/// Throws Error{undefined}: the feature has no linear form.
[[noreturn]] void no_linear_form(const std::string& feature, const std::string& why);

void add_terms(LinearForm& form, const FeatureFacts& feature, const Bernoulli& negative,
               const Bernoulli& positive);
void add_terms(LinearForm& form, const FeatureFacts& feature, const Categorical& negative,
               const Categorical& positive);
/// Of counts that have an exposure of 1 each.
void add_terms(LinearForm& form, const FeatureFacts& feature, const Poisson& negative,
               const Poisson& positive);
void add_terms(LinearForm& form, const FeatureFacts& feature, const Exponential& negative,
               const Exponential& positive);
void add_terms(LinearForm& form, const FeatureFacts& feature, const Geometric& negative,
               const Geometric& positive);
/// throws  Error{undefined} where the two differ in their variance
void add_terms(LinearForm& form, const FeatureFacts& feature, const Normal& negative,
               const Normal& positive);
void add_terms(LinearForm& form, const FeatureFacts& feature, const Multinomial& negative,
               const Multinomial& positive);
/// throws  Error{undefined} where the two differ in a variance
void add_terms(LinearForm& form, const FeatureFacts& feature, const IndependentNormals& negative,
               const IndependentNormals& positive);

/// throws  Error{undefined}: under a full covariance a number that is missing changes the weights
///         of the others
[[noreturn]] void add_terms(LinearForm& form, const FeatureFacts& feature,
                            const MultivariateNormal& negative, const MultivariateNormal& positive);

/// The terms of one feature, whose densities under the two classes are given.
template <ConjugateFamily F, class D>
void add_linear_feature(LinearForm& form, const FeatureFacts& feature, const D& negative,
                        const D& positive) {
  if constexpr (requires { add_terms(form, feature, negative, positive); })
    add_terms(form, feature, negative, positive);
  else if constexpr (std::is_same_v<D, typename F::Likelihood>)
    no_linear_form(feature.name,
                   "family '" + std::string(word_of<F>()) + "' is not linear in its values");
  else
    no_linear_form(feature.name,
                   "the predictive of family '" + std::string(word_of<F>()) +
                       "' is no exponential of a linear function; choose a plug-in estimator");
}

}  // namespace credence::detail
