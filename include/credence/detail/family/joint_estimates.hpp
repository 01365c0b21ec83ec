#pragma once
// The arithmetic of several normal columns with a covariance matrix, of one class or of all.
#include <credence/data/tying.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/joint_moments.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <credence/family/prior_rule.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// A column that depends on the others leaves less than this share of its variance to itself.
inline constexpr double least_own_share = 1e-12;

/// Throws Error{shape} unless the prior has as many columns as the data.
void check_columns_of(const NormalInverseWishart& prior, const JointMoments& seen);

/// What the data add to the scales: half their scatter, and half that of the distance of the means.
/// Without data, zeros.
[[nodiscard]] std::vector<double> added_scales(const NormalInverseWishart& prior,
                                               const JointMoments& seen);

/// What the data of some classes add to the scales that they share, and how many they are.
struct JointSpread {
  double count = 0;
  std::vector<double> scales;
};

[[nodiscard]] JointSpread joint_spread_of(std::span<const NormalInverseWishart> priors,
                                          std::span<const JointMoments> cells);

/// Returns the belief after data: the means move by what was seen of them, the matrix by all that
/// was seen of it, which may be more.
[[nodiscard]] NormalInverseWishart moved(NormalInverseWishart belief, const JointMoments& seen,
                                         const JointSpread& spread);

/// Returns the part of a log evidence that belongs to the matrix and to all that share it; that of
/// the means is apart.
[[nodiscard]] double log_evidence_of_spread(const NormalInverseWishart& prior,
                                            const JointSpread& spread);

[[nodiscard]] inline double log_evidence_of_means(const NormalInverseWishart& prior,
                                                  const JointMoments& seen) {
  return -0.5 * static_cast<double>(prior.means.size()) *
         log1p_ratio(seen.complete, prior.mean_weight);
}

/// Returns the multivariate t of the next numbers.
[[nodiscard]] MultivariateStudentT next_joint_numbers(const NormalInverseWishart& belief);

/// Means and covariances (over n) of the data.
/// throws  Error{undefined} without data, or where the columns are linearly dependent
[[nodiscard]] MeansCovariance most_likely_joint(const JointMoments& seen, std::string_view family);

/// Centred on the columns, each with the spread that it would have alone, worth one observation; none
/// varies with another.
[[nodiscard]] NormalInverseWishart automatic_joint(Automatic word, const JointMoments& pooled,
                                                   std::string_view family, Index columns = 0);

/// Throws Error{undefined} for a tying that a full covariance matrix does not have.
void check_joint_tying(Tying tying);

[[nodiscard]] NormalInverseWishart joint_prior(const PriorRule<NormalInverseWishart>& rule,
                                               Tying tying, const JointMoments& pooled,
                                               Index columns, std::string_view family);

}  // namespace credence::detail
