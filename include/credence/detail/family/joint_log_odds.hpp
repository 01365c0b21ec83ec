#pragma once
// How uncertain the log odds of a row of columns with a full covariance is.
#include <credence/data/tying.hpp>
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <vector>

namespace credence::detail {

/// The numbers of a row that are there, as distances from the means in units of the root of the
/// scales. The inverse of the matrix is Wishart with `degrees` degrees of freedom.
struct JointDistance {
  std::vector<double> z;
  double log_determinant = 0;  // of the scales
  double mean_weight = 1;
  double shape = 1;
  double degrees = 1;

  JointDistance(const NormalInverseWishart& belief, const Present& there);

  [[nodiscard]] double columns() const { return static_cast<double>(z.size()); }
  /// Half the inner product: the scale matrix of the Wishart is twice the scales.
  [[nodiscard]] double times(const JointDistance& other) const;
  /// What the errors of the means add to the variance, the matrix averaged.
  [[nodiscard]] double noise() const {
    return columns() / (2 * mean_weight * mean_weight) + degrees * times(*this) / mean_weight;
  }
  /// Returns the expectation of the square of the distance from the means, their errors included.
  [[nodiscard]] double expected_square() const {
    return columns() / mean_weight + degrees * times(*this);
  }
};

/// Of the log density under one class.
/// source  docs/reference/families/joint_normal.md
[[nodiscard]] TermMoments moments_of_joint(const JointDistance& at);

/// Of the log density under one class less that under another which shares its matrix.
[[nodiscard]] TermMoments moments_of_shared(const JointDistance& at, const JointDistance& other);

/// Of the log odds of two classes; numbers that are missing are left out.
[[nodiscard]] TermMoments joint_log_odds(Tying tying, const NormalInverseWishart& d,
                                         const NormalInverseWishart& against,
                                         const std::vector<double>& x);

}  // namespace credence::detail
