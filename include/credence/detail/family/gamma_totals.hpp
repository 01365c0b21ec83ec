#pragma once
// Numbers above 0: how many, their total and that of their logarithms.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/family/exact_statistics.hpp>
#include <limits>
#include <string>

namespace credence {

/// Weighted number of positive numbers, their total, and the total of their logarithms.
struct GammaTotals {
  using value_type = double;

  double n = 0;
  double total = 0;
  double log_total = 0;

  void observe(double x, double weight = 1) {
    n += weight;
    total += weight * x;
    log_total += weight * std::log(x);
  }
  /// Error{domain} when more is forgotten than was seen; then nothing is forgotten.
  void forget(double x, double weight = 1) {
    const double count_left = detail::taken_back(n, weight, "count");
    const double total_left = detail::total_left(total, weight * x, "total");
    const bool left = count_left > 0;
    n = count_left;
    total = left ? total_left : 0;
    log_total = left ? log_total - weight * std::log(x) : 0;
  }
  void merge(const GammaTotals& other) {
    n += other.n;
    total += other.total;
    log_total += other.log_total;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    n = detail::discounted(n, factor);
    total = n == 0 ? 0 : detail::discounted(total, factor);
    log_total = n == 0 ? 0 : log_total * factor;
  }
  [[nodiscard]] double count() const { return n; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp). The mean of logarithms is not above the logarithm of the
  /// mean.
  [[nodiscard]] std::string contradiction() const {
    if (n == 0)
      return detail::sums_of_nothing({"count", n}, {{"total", total}, {"log_total", log_total}});
    // Products of small weights and numbers may have been rounded to 0.
    const double mean = (total + std::numeric_limits<double>::min()) / n;
    const double room = detail::summed * (n + std::abs(log_total));
    if (log_total <= n * std::log(mean) + room) return {};
    return "'log_total' is " + detail::text(log_total) + ", which numbers of 'total' " +
           detail::text(total) + " cannot reach";
  }

  static constexpr auto members =
      Members{Member{"count", &GammaTotals::n, Domain::nonnegative},
              Member{"total", &GammaTotals::total, Domain::nonnegative},
              Member{"log_total", &GammaTotals::log_total, Domain::real}};
  friend bool operator==(const GammaTotals&, const GammaTotals&) = default;
};

/// Logarithms are rounded for each datum, their sum is not.
template <>
struct SumsOf<GammaTotals> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    sums[0].add(weight);
    sums[1].add_product(weight, x);
    sums[2].add_product(weight, std::log(x));
  }
  [[nodiscard]] static GammaTotals rounded(const std::vector<ExactSum>& sums) {
    return {.n = sums[0].value(), .total = sums[1].value(), .log_total = sums[2].value()};
  }
};

}  // namespace credence
