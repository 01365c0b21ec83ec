#pragma once
// Priors found from data of blocks of normal columns, whose cells may share variances.
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/detail/family/tied_block.hpp>
#include <credence/family/empirical_prior.hpp>

namespace credence::detail {

/// Returns the prior of largest evidence, the same for every class: a mean and its weight for each
/// column, and shapes and scales as the tying has them; of columns that share a variance in units of
/// their spreads, scales in these units. Where classes share a variance its shape is held at its limit.
/// throws  Error{undefined} naming the column for one with fewer than two classes whose values differ
///         (where classes share a variance: with data); for a block likewise where columns share one
/// cost    steps x (classes x columns^2 + columns^3) where columns share a variance, else classes x
///         columns
[[nodiscard]] EmpiricalPrior<TiedNormalInverseGamma> empirical_block(
    Tying tying, std::span<const ColumnMoments> cells, Index columns, std::string_view family);

/// The most columns with a full covariance whose prior is searched.
inline constexpr Index most_joint_columns = 40;

/// Returns the prior of largest evidence of columns with a full covariance, the same for every class.
/// Classes of too few rows for a covariance matrix are left out, because with one of them the evidence
/// may have no bound. Where classes share the matrix, the shape is held at its limit.
/// throws  Error{undefined} for fewer than two classes with such a matrix, where they share one for a
///         shared matrix that is singular or fewer than two classes with data, and for a tying of
///         columns; Error{limit} for more than `most_joint_columns`
/// cost    steps x classes x columns^6 / 16
[[nodiscard]] EmpiricalPrior<NormalInverseWishart> empirical_joint(
    Tying tying, std::span<const JointMoments> cells, Index columns, std::string_view family);

}  // namespace credence::detail
