#pragma once
// Densities of numbers above 0, on the scale of their logarithm, in which information is integrated.
#include <credence/density/gamma.hpp>
#include <credence/detail/density/detail.hpp>

#include <tuple>
#include <vector>

#include "select/pieces.hpp"

namespace credence::detail {

/// A compound Gamma, or a Gamma: of infinite shape. Its logarithm falls like an exponential below
/// `log_scale`, at the rate of the known shape.
struct Positive {
  double known_shape = 1;
  double shape = infinity;
  double log_scale = 0;
  double log_norm = 0;
};

[[nodiscard]] Positive law_of(const Gamma& d);
[[nodiscard]] Positive law_of(const CompoundGamma& d);

[[nodiscard]] inline auto key_of(const Positive& d) {
  return std::tuple(d.log_scale, d.known_shape, d.shape);
}

/// Returns the log density of a logarithm, nats.
[[nodiscard]] double log_value(const Positive& d, double logarithm);

/// The integral of a term over all logarithms.
class PositiveSum {
 public:
  /// in  classes: in an order that their names have no part in
  explicit PositiveSum(std::vector<Weighted<Positive>> classes);
  [[nodiscard]] double operator()(Term term) const;

 private:
  std::vector<Weighted<Positive>> classes_;
  std::vector<double> borders_;
};

}  // namespace credence::detail
