#pragma once
// Numbers around those that were seen: a normal density at each of them.
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/density/detail.hpp>
#include <span>
#include <vector>

namespace credence {

/// A number spread normally, with `bandwidth` as standard deviation, around one of several values
/// that is chosen by its weight.
///
///     const Kernel age{.bandwidth = 2, .values = {20, 40}, .weights = {3, 1}};
///     mean(age);    // 25
///
/// Estimates also set `boxes` and `total`, which make densities at many values fast; leave them out
/// where the others are given. They are no members of `members`.
struct Kernel {
  using value_type = double;

  /// Values near each other: the sum of their densities is a series of Hermite polynomials.
  struct Box {
    double centre = 0;
    std::vector<double> moments = {};  ///< weighted sums of (value - centre)^k / k!, in bandwidths

    friend bool operator==(const Box&, const Box&) = default;
  };

  double bandwidth = 1;
  std::vector<double> values = {};
  std::vector<double> weights = {};  ///< one for each value
  std::vector<Box> boxes = {};       ///< ascending, or empty
  double total = 0;                  ///< of the weights; 0: to be added up

  static constexpr auto members = Members{Member{"bandwidth", &Kernel::bandwidth, Domain::positive},
                                          Member{"values", &Kernel::values, Domain::ascending},
                                          Member{"weights", &Kernel::weights, Domain::nonnegative}};
  friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// Throws Error{domain} for a number outside its domain, Error{shape} unless there is a value, and one
/// weight for each.
void check(const Kernel& d);

/// Returns the log density in nats; -inf without values.
/// throws  Error{domain} for a bandwidth that is not positive and finite, and as check where
///         weights make no density; Error{shape} as check
/// cost    number of values within some ten bandwidths, or of boxes
[[nodiscard]] double log_density(const Kernel& d, double x);

/// throws  as check
[[nodiscard]] double mean(const Kernel& d);
[[nodiscard]] double variance(const Kernel& d);
[[nodiscard]] double cdf(const Kernel& d, double x);
/// in      p in [0, 1]
/// throws  as check
[[nodiscard]] double quantile(const Kernel& d, double p);
[[nodiscard]] Interval support(const Kernel& d);
[[nodiscard]] double draw(const Kernel& d, Random& random);

/// What stands in the place of a prior where there is none: the bandwidth, or 0 for that of the rule,
/// and the values that were seen. As a distribution it is certain of its bandwidth.
///
///     const KernelPoints points{.bandwidth = 2};
struct KernelPoints {
  using value_type = double;

  double bandwidth = 0;              ///< 0: by the rule (detail::rule_of_thumb)
  std::vector<double> values = {};   ///< ascending
  std::vector<double> weights = {};  ///< one for each value

  static constexpr auto members =
      Members{Member{"bandwidth", &KernelPoints::bandwidth, Domain::nonnegative},
              Member{"values", &KernelPoints::values, Domain::ascending},
              Member{"weights", &KernelPoints::weights, Domain::nonnegative}};
  friend bool operator==(const KernelPoints&, const KernelPoints&) = default;
};

/// Throws Error{domain} for a number outside its domain, Error{shape} unless there is one weight for
/// each value.
void check(const KernelPoints& d);
/// Returns infinity at the bandwidth in use, else -infinity.
[[nodiscard]] double log_density(const KernelPoints& d, double bandwidth);
/// Returns the bandwidth in use.
/// throws  Error{undefined} where the rule gives none
[[nodiscard]] double mean(const KernelPoints& d);
[[nodiscard]] inline double variance(const KernelPoints&) { return 0; }
[[nodiscard]] double draw(const KernelPoints& d, Random& random);
/// Throws Error{undefined}: without a prior nothing is known of how uncertain a bandwidth is.
[[nodiscard]] Interval credible_interval(const KernelPoints& d, double mass);
/// Returns the same: there is no prior to make stronger.
[[nodiscard]] inline KernelPoints strengthened(KernelPoints points, double) { return points; }

namespace detail {

/// Values with weights, of which one may have been taken out in part.
struct KernelSample {
  std::span<const double> values;
  std::span<const double> weights;
  std::span<const double> below;                     ///< the weight before each value
  double n = 0;                                      ///< that is left
  std::size_t taken = static_cast<std::size_t>(-1);  ///< the place of that value
  double by = 0;
  std::span<const Kernel::Box> boxes = {};  ///< of all values, or none
  double unit = 0;                          ///< the bandwidth of the boxes

  [[nodiscard]] double weight(std::size_t i) const { return weights[i] - (i == taken ? by : 0); }
  [[nodiscard]] double start(std::size_t i) const {
    return below[i] - (taken < i && taken < values.size() ? by : 0);
  }
};

/// Returns the weight before each value.
[[nodiscard]] std::vector<double> weights_below(std::span<const double> weights);

/// Returns 0.9 min(sd, IQR / 1.34) n^(-1/5), and with sd alone where the quartiles are equal; 0 where
/// all values are. A weight counts as so many equal values, one below 1 as a part of a value.
/// in      sd: standard deviation, of divisor n - 1
/// source  [silverman1986] eq. 3.31; bw.nrd0 of R
[[nodiscard]] double rule_of_thumb(const KernelSample& sample, double sd);

/// Returns ln of the sum of the weighted densities at x, not divided by the weight of all; -inf
/// where none is left.
[[nodiscard]] double log_kernel_sum(const KernelSample& sample, double bandwidth, double x);

/// Returns the boxes of many values; none for few.
[[nodiscard]] std::vector<Kernel::Box> boxes_of(std::span<const double> values,
                                                std::span<const double> weights, double bandwidth);

}  // namespace detail

}  // namespace credence
