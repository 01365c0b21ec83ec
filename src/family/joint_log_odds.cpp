// Moments of the log odds of two covariance models.
#include <credence/detail/family/joint_log_odds.hpp>

#include <algorithm>

namespace credence::detail {

JointDistance::JointDistance(const NormalInverseWishart& belief, const Present& there)
    : z(there.numbers) {
  const NormalInverseWishart d = marginal(belief, there.places);
  for (std::size_t j = 0; j < z.size(); ++j) z[j] -= d.means[j];
  if (const auto root = Cholesky::of(d.scales)) {
    root->whiten(z);
    log_determinant = root->log_determinant();
  }
  mean_weight = d.mean_weight;
  shape = d.shape;
  degrees = 2 * shape + columns() - 1;
}

double JointDistance::times(const JointDistance& other) const {
  double sum = 0;
  for (std::size_t j = 0; j < z.size(); ++j) sum += z[j] * other.z[j];
  return 0.5 * sum;
}

TermMoments moments_of_joint(const JointDistance& at) {
  double expected = -at.log_determinant - at.columns() * std::log(2 * std::numbers::pi);
  // The sum of psi' at each of the shapes, of which the last is half the degrees, less 2 / degrees.
  double spread = 0;
  for (std::size_t i = 0; i < at.z.size(); ++i) {
    const double shape = at.shape + 0.5 * static_cast<double>(i);
    expected += digamma(shape);
    spread += trigamma_excess(shape);
    if (i + 1 < at.z.size()) spread += 1 / shape;
  }
  const double surprise = at.times(at) - 1 / at.degrees;
  return {.mean = 0.5 * (expected - at.expected_square()),
          .variance = 0.25 * spread + 0.5 * at.degrees * surprise * surprise + at.noise()};
}

TermMoments moments_of_shared(const JointDistance& at, const JointDistance& other) {
  const double own = at.times(at);
  const double others = other.times(other);
  const double both = at.times(other);
  const double apart = std::max(0.0, own * others - both * both);
  return {.mean = 0.5 * (other.expected_square() - at.expected_square()),
          .variance = 0.5 * at.degrees * ((own - others) * (own - others) + 2 * apart) +
                      at.noise() + other.noise()};
}

TermMoments joint_log_odds(Tying tying, const NormalInverseWishart& d,
                           const NormalInverseWishart& against, const std::vector<double>& x) {
  const Present there(x);
  if (there.places.empty()) return {};
  const JointDistance at(d, there);
  const JointDistance other(against, there);
  if (ties_classes(tying)) return moments_of_shared(at, other);
  return difference(moments_of_joint(at), moments_of_joint(other));
}

}  // namespace credence::detail
