#pragma once
// Whether a class prior is one.
#include <credence/data/schema.hpp>
#include <credence/density/dirichlet.hpp>

namespace credence::detail {

/// Throws Error{domain} for pseudo-counts of classes that are not positive and finite, or whose sum
/// would be too large.
inline void check_pseudo_counts(const ClassPrior& prior) {
  if (prior.kind != ClassPrior::Kind::learned) return;
  if (prior.weights.empty())
    check_members(Dirichlet::Symmetric{prior.each}, "the class prior");
  else
    check_members(Dirichlet{prior.weights}, "the class prior");
}

}  // namespace credence::detail
