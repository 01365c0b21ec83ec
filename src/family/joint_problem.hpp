#pragma once
// The evidence of cells with full covariances by the numbers of their prior.
#include <credence/density/normal_inverse_wishart.hpp>
#include <credence/detail/family/joint_moments.hpp>

#include <vector>

#include "base/climb.hpp"

namespace credence::detail {

/// Cells that share a covariance matrix.
using JointGroup = std::vector<JointMoments>;

/// The evidence as a function of the means, the logarithms of their weight and of the shape, and a
/// lower triangle with logarithms on its diagonal: the scales are the shape times its product with its
/// transpose. As the shape grows all covariance matrices become that product.
class JointProblem {
 public:
  /// in  groups: outlive this object
  JointProblem(const std::vector<JointGroup>& groups, std::size_t columns);

  [[nodiscard]] std::size_t weight() const { return columns_; }
  [[nodiscard]] std::size_t shape() const { return columns_ + 1; }
  [[nodiscard]] std::size_t places() const { return columns_ + 2 + columns_ * (columns_ + 1) / 2; }
  [[nodiscard]] double highest() const { return highest_; }
  [[nodiscard]] double rounding() const {
    return 1e-13 * (1 + weight_ * static_cast<double>(columns_));
  }
  void clip(std::vector<double>& at) const;

  [[nodiscard]] NormalInverseWishart prior_at(const std::vector<double>& at) const;
  /// Returns -inf where the scales are not positive definite, to rounding.
  [[nodiscard]] double value(const std::vector<double>& at) const;
  /// cost  groups x columns^4
  [[nodiscard]] Slope slope(const std::vector<double>& at) const;

 private:
  const std::vector<JointGroup>& groups_;
  std::size_t columns_;
  double weight_ = 0;
  double highest_ = 0;
};

}  // namespace credence::detail
