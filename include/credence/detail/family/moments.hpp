#pragma once
// Count, mean and spread of numbers, kept so that nothing cancels.
#include <cmath>
#include <credence/base/members.hpp>
#include <credence/detail/family/contradiction.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/family/exact_statistics.hpp>
#include <limits>
#include <string>

namespace credence {

namespace detail {
/// Returns weight * step^2, also where the square alone is beyond the range of double.
[[nodiscard]] inline double weighted_square(double step, double weight) {
  const double square = step * step;
  return std::isfinite(square) ? square * weight : step * weight * step;
}
}  // namespace detail

/// Total weight, mean, and weighted sum of squared distances from the mean. Sums of raw squares are
/// never formed: at a mean of 1e9 they would hold no digit of the spread.
///
///     Moments moments;
///     for (double x : {1.0, 2.0, 4.0}) moments.observe(x);
///     moments.sum_of_squares / moments.n;    // the variance
struct Moments {
  using value_type = double;

  double n = 0;
  double mean = 0;
  double sum_of_squares = 0;

  /// source  [west1979], the weighted form of [welford1962]
  void observe(double x, double weight = 1) {
    if (weight == 0) return;
    const double before = n;
    n += weight;
    const double step = x - mean;
    mean += step * (weight / n);
    // The distance of a far heavier number from the mean that it makes is mostly rounding.
    if (before < 1e-2 * weight) [[unlikely]]
      sum_of_squares += weight * (before / n) * step * step;
    else
      sum_of_squares += weight * step * (x - mean);
  }

  /// Computed from the full statistics, never down a chain.
  /// throws  Error{domain} when more is forgotten than was seen; then nothing is forgotten
  void forget(double x, double weight = 1) {
    if (weight == 0) return;
    const double left = detail::taken_back(n, weight, "count");
    if (left == 0) {
      *this = {};
      return;
    }
    const double step = x - mean;
    const double less = n * (weight / left) * step * step;
    sum_of_squares = squares_left(less, 2 * std::abs(mean * step) * n * (weight / left));
    mean -= step * (weight / left);
    n = left;
  }

  /// source  [chan1983]; the heavier side leads, so that the order of the two makes no difference
  void merge(const Moments& other) {
    if (other.n == 0) return;
    if (n == 0) {
      *this = other;
      return;
    }
    const bool other_leads = other.n > n || (other.n == n && other.mean < mean);
    const Moments& first = other_leads ? other : *this;
    const Moments& second = other_leads ? *this : other;
    const double total = n + other.n;
    const double step = second.mean - first.mean;
    const double joint = first.mean + step * (second.n / total);
    sum_of_squares = (sum_of_squares + other.sum_of_squares) +
                     detail::weighted_square(step, first.n * (second.n / total));
    mean = joint;
    n = total;
  }
  /// Multiplies the weight of all that was seen by a factor in (0, 1].
  void discount(double factor) {
    n = detail::discounted(n, factor);
    mean = n == 0 ? 0 : mean;
    sum_of_squares = n == 0 ? 0 : detail::discounted(sum_of_squares, factor);
  }

  [[nodiscard]] double count() const { return n; }
  /// Returns why no data could have left these numbers; empty where some could
  /// (detail/family/contradiction.hpp).
  [[nodiscard]] std::string contradiction() const {
    return detail::sums_of_nothing({"count", n},
                                   {{"mean", mean}, {"sum_of_squares", sum_of_squares}});
  }
  /// Over n, not n - 1; 0 without data.
  [[nodiscard]] double variance() const { return n > 0 ? sum_of_squares / n : 0; }

  static constexpr auto members =
      Members{Member{"count", &Moments::n, Domain::nonnegative},
              Member{"mean", &Moments::mean, Domain::real},
              Member{"sum_of_squares", &Moments::sum_of_squares, Domain::nonnegative}};
  friend bool operator==(const Moments&, const Moments&) = default;

 private:
  /// What is left of the squares. A mean is known only to its last bit, which distances from it
  /// inherit: `per_bit` is what one unit of relative error in the mean does to the result.
  [[nodiscard]] double squares_left(double less, double per_bit) const {
    const double left = sum_of_squares - less;
    return left > most_rounding * sum_of_squares ? left : small_squares(less, per_bit);
  }
  /// The same where all that is left may be rounding.
  [[nodiscard]] double small_squares(double less, double per_bit) const;

  /// Squares that are left are none where they are a smaller part than this, however many rows there
  /// were.
  static constexpr double most_rounding = 1e-6;
};

namespace detail {
/// Sums of weights, of weighted numbers and of their weighted squares, from `at` on.
inline void add_moments(std::vector<ExactSum>& sums, std::size_t at, double x, double weight) {
  sums[at].add(weight);
  sums[at + 1].add_product(weight, x);
  sums[at + 2].add_product(weight, x, x);
}

/// Returns the moments that three sums stand for; without weight there is nothing to divide by.
[[nodiscard]] inline Moments rounded_moments(const std::vector<ExactSum>& sums, std::size_t at) {
  if (sums[at].sign() == 0) return {};
  return {.n = sums[at].value(),
          .mean = exact_ratio(sums[at + 1], sums[at]),
          .sum_of_squares = exact_centred_squares(sums[at], sums[at + 1], sums[at + 2])};
}
}  // namespace detail

template <>
struct SumsOf<Moments> {
  static constexpr std::size_t fixed = 3, each = 0;
  static void add(std::vector<ExactSum>& sums, double x, double weight) {
    detail::add_moments(sums, 0, x, weight);
  }
  [[nodiscard]] static Moments rounded(const std::vector<ExactSum>& sums) {
    return detail::rounded_moments(sums, 0);
  }
};

namespace detail {
/// Returns whether numbers differ so much that the squares of their distances keep their digits.
[[nodiscard]] inline bool has_spread(const Moments& seen) {
  return seen.n > 0 && 0.5 * (seen.sum_of_squares / seen.n) >= std::numeric_limits<double>::min();
}
/// Returns what is to be said beside "all are equal" of numbers without spread around 0: what double
/// can tell apart elsewhere has a square.
[[nodiscard]] std::string or_too_close(const Moments& seen);
/// Returns "column is constant", with the same.
[[nodiscard]] std::string constant_or_too_close(const Moments& seen);
}  // namespace detail

}  // namespace credence
