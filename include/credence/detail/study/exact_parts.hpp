#pragma once
// What an exact Bayes error is found from.
#include <credence/density/bernoulli.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/log_normal.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/normal.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// A feature with finitely many values: levels x classes, the probability of each.
struct FiniteFeature {
  std::vector<double> probabilities = {};
};
/// A column of normal numbers: mean and variance of each class.
struct NormalFeature {
  std::vector<double> means;
  std::vector<double> variances;
};
/// What an exact Bayes error is found from.
struct ExactParts {
  std::vector<double> class_probabilities;
  std::vector<FiniteFeature> finite;
  std::vector<NormalFeature> normal;
  bool known = true;  ///< whether all features are among these
};

/// Adds the densities of a feature, one for each class; nothing is said of those that are of
/// another kind.
void add_exact(ExactParts& parts, std::span<const Bernoulli> densities);
void add_exact(ExactParts& parts, std::span<const Categorical> densities);
void add_exact(ExactParts& parts, std::span<const Normal> densities);
void add_exact(ExactParts& parts, std::span<const LogNormal> densities);
void add_exact(ExactParts& parts, std::span<const IndependentNormals> densities);
template <class D>
void add_exact(ExactParts& parts, std::span<const D>) {
  parts.known = false;
}

}  // namespace credence::detail
