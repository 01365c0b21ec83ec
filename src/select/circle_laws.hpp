#pragma once
// Densities of directions, as sums over the circle see them.
#include <credence/density/von_mises.hpp>

#include <tuple>
#include <vector>

#include "select/pieces.hpp"

namespace credence::detail {

/// A compound von Mises, or a von Mises: of infinite strength.
struct Turn {
  double direction = 0;
  double strength = infinity;
  double concentration = 1;
};

[[nodiscard]] inline Turn law_of(const VonMises& d) {
  return {.direction = d.direction, .strength = infinity, .concentration = d.concentration};
}
[[nodiscard]] inline Turn law_of(const CompoundVonMises& d) {
  return {.direction = d.direction, .strength = d.strength, .concentration = d.concentration};
}
[[nodiscard]] inline auto key_of(const Turn& d) {
  return std::tuple(d.concentration, d.strength, d.direction);
}

/// Returns the log density, nats.
[[nodiscard]] double log_value(const Turn& d, double direction);

/// The integral of a term over the circle: equal steps gain digits with every one of them, because
/// the densities are smooth and repeat.
class CircleSum {
 public:
  /// in  classes: in an order that their names have no part in
  explicit CircleSum(std::vector<Weighted<Turn>> classes) : classes_(std::move(classes)) {}
  /// cost  the square root of the largest concentration
  [[nodiscard]] double operator()(Term term) const;

 private:
  std::vector<Weighted<Turn>> classes_;
};

}  // namespace credence::detail
