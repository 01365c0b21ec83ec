#pragma once
// The distribution of the probabilities of several levels.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/density/detail.hpp>
#include <string_view>
#include <vector>

namespace credence {

/// A prior or posterior distribution of probabilities that sum to 1, worth `weights[k]` sightings
/// of level k.
///
///     const Dirichlet prior{.weights = {1, 1, 1}};
///     mean(prior);    // a third each
struct Dirichlet {
  using value_type = std::vector<double>;

  /// The same weight for every level, however many there will be.
  struct Symmetric {
    double each = 1;

    static constexpr auto members = Members{Member{"each", &Symmetric::each, Domain::positive}};
    friend bool operator==(const Symmetric&, const Symmetric&) = default;
  };

  std::vector<double> weights;

  static constexpr auto members = Members{Member{"weights", &Dirichlet::weights, Domain::positive}};
  friend bool operator==(const Dirichlet&, const Dirichlet&) = default;
};

namespace detail {
[[nodiscard]] inline double sum_of(const std::vector<double>& weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  return sum;
}
/// Of one level. However many there are, the sum is in range.
inline constexpr double largest_each = 1e290;
}  // namespace detail

/// Throws Error{domain} for weights that sum to more than 1e300.
inline void check_together(const Dirichlet& d, std::string_view what) {
  detail::check_pseudo_counts(detail::sum_of(d.weights), what);
}
/// Throws Error{domain} for a weight above 1e290.
inline void check_together(const Dirichlet::Symmetric& d, std::string_view what) {
  detail::check_pseudo_counts(d.each * (detail::largest_count / detail::largest_each), what);
}
/// Throws Error{domain} naming the weight that is not positive and finite, and as check_together.
inline void check(const Dirichlet& d) { check_members(d, "Dirichlet"); }

/// Returns the density that gives each of `levels` levels the same weight; levels >= 0.
[[nodiscard]] inline Dirichlet expand(Dirichlet::Symmetric symmetric, Index levels) {
  return {.weights = std::vector<double>(static_cast<std::size_t>(levels), symmetric.each)};
}

namespace detail {
/// Returns ln of the multivariate beta function, as a chain of two-level ones that keep their
/// digits.
[[nodiscard]] inline double log_beta(const std::vector<double>& weights) {
  CompensatedSum result;
  CompensatedSum before;
  for (const double weight : weights) {
    if (before.value() > 0) result.add(credence::log_beta(before.value(), weight));
    before.add(weight);
  }
  return result.value();
}

/// Returns whether these are as many probabilities as asked that sum to 1, up to rounding.
[[nodiscard]] inline bool on_simplex(const std::vector<double>& probabilities, std::size_t levels) {
  if (probabilities.size() != levels) return false;
  for (const double p : probabilities)
    if (!(p >= 0 && p <= 1)) return false;
  return std::abs(compensated_sum(probabilities) - 1) <= 1e-9;
}
}  // namespace detail

/// Returns the log density in nats, with respect to all probabilities but the last; -inf off the
/// simplex; +inf where the density diverges on a face. At a corner where it would be both, -inf.
[[nodiscard]] inline double log_density(const Dirichlet& d,
                                        const std::vector<double>& probabilities) {
  check(d);
  if (!detail::on_simplex(probabilities, d.weights.size())) return -detail::infinity;
  CompensatedSum sum;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] == 0 && d.weights[k] > 1) return -detail::infinity;
    sum.add(x_log_y(d.weights[k] - 1, probabilities[k]));
  }
  sum.add(-detail::log_beta(d.weights));
  return sum.value();
}

/// Returns the mean of each probability; each within 2 ulp.
[[nodiscard]] inline std::vector<double> mean(const Dirichlet& d) {
  const double total = compensated_sum(d.weights);
  std::vector<double> result = d.weights;
  for (double& value : result) value /= total;
  return result;
}

/// Returns the variance of each probability.
[[nodiscard]] inline std::vector<double> variance(const Dirichlet& d) {
  CompensatedSum total;
  for (const double weight : d.weights) total.add(weight);
  std::vector<double> result = mean(d);
  for (std::size_t k = 0; k < result.size(); ++k) {
    CompensatedSum others = total;  // beside a large weight 1 - mean would lose their digits
    others.add(-d.weights[k]);
    const double rest = result[k] <= 0.5 ? 1 - result[k] : others.value() / total.value();
    result[k] *= rest / (total.value() + 1);
  }
  return result;
}

[[nodiscard]] inline std::vector<double> draw(const Dirichlet& d, Random& random) {
  check(d);
  return random.dirichlet(d.weights);
}

namespace detail {
[[nodiscard]] inline Error no_mode(const std::string& why) {
  return Error(ErrorCode::undefined,
               "a Dirichlet density " + why +
                   "; raise a weight above 1 and none below it, or use another estimate");
}

/// Returns the mode over two levels: where one weight is at most 1 it sits at an end.
[[nodiscard]] inline std::vector<double> mode_of_two(double first, double second) {
  if (first < 1 && second < 1) throw no_mode("with two weights below 1 is unbounded at both ends");
  return first < second ? std::vector<double>{0, 1} : std::vector<double>{1, 0};
}
}  // namespace detail

/// Returns the probabilities of highest density: (weight - 1) over their sum. Levels of weight 1
/// get 0.
/// throws  Error{undefined} when the density is flat (all weights 1) or unbounded on a face (a
///         weight below 1; with two levels, both)
/// source  docs/reference/families/dirichlet_categorical.md
[[nodiscard]] inline std::vector<double> mode(const Dirichlet& d) {
  const std::vector<double>& alpha = d.weights;
  if (alpha.empty()) throw detail::no_mode("without levels has no mode");
  if (alpha.size() == 1) return {1};
  double least = alpha.front();
  double most = alpha.front();
  for (const double weight : alpha) {
    least = std::min(least, weight);
    most = std::max(most, weight);
  }
  if (least == 1 && most == 1) throw detail::no_mode("whose weights are all 1 is flat");
  if (least < 1 && alpha.size() == 2) return detail::mode_of_two(alpha[0], alpha[1]);
  if (least < 1)
    throw detail::no_mode("with a weight of " + detail::text(least) + ", below 1, is unbounded");
  std::vector<double> result = alpha;
  for (double& value : result) value -= 1;
  const double total = compensated_sum(result);
  for (double& value : result) value /= total;
  return result;
}

/// Returns the equal-tailed interval of each probability on its own, each holding `mass` in (0, 1).
/// cost  two quantiles of a Beta density for each different weight
[[nodiscard]] std::vector<Interval> credible_interval(const Dirichlet& d, double mass);

}  // namespace credence
