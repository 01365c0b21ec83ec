#pragma once
// Directions as vectors of length 1, added up.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/family/exact_statistics.hpp>

namespace credence {

/// Weighted number of directions, and the sum of their unit vectors.
struct DirectionTotals {
  using value_type = double;

  double n = 0;
  double cosines = 0;
  double sines = 0;

  void observe(double x, double weight = 1) {
    n += weight;
    cosines += weight * std::cos(x);
    sines += weight * std::sin(x);
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    n = detail::taken_back(n, weight, "count");
    cosines = n == 0 ? 0 : cosines - weight * std::cos(x);
    sines = n == 0 ? 0 : sines - weight * std::sin(x);
  }
  void merge(const DirectionTotals& other) {
    n += other.n;
    cosines += other.cosines;
    sines += other.sines;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    n = detail::discounted(n, factor);
    cosines = n == 0 ? 0 : cosines * factor;
    sines = n == 0 ? 0 : sines * factor;
  }
  [[nodiscard]] double count() const { return n; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    return detail::above({"length of the sum", length()}, {"count", n});
  }
  /// Returns the length of the sum.
  [[nodiscard]] double length() const { return std::hypot(cosines, sines); }

  static constexpr auto members =
      Members{Member{"count", &DirectionTotals::n, Domain::nonnegative},
              Member{"cosines", &DirectionTotals::cosines, Domain::real},
              Member{"sines", &DirectionTotals::sines, Domain::real}};
  friend bool operator==(const DirectionTotals&, const DirectionTotals&) = default;
};

/// Cosines and sines are rounded for each datum, their sums are not.
template <>
struct SumsOf<DirectionTotals> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, std::cos(x));
    sums[2].add_product(weight, std::sin(x));
  }
  [[nodiscard]] static DirectionTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .cosines = sums[1].value(), .sines = sums[2].value()};
  }
};

}  // namespace credence
