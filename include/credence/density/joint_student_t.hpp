#pragma once
// Several numbers at once whose spreads are uncertain: each alone, or all of them together.
#include <algorithm>
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/independent_normals.hpp>
#include <credence/density/student_t.hpp>
#include <tuple>
#include <vector>

namespace credence {

/// Numbers that are Student's t. With one entry in `degrees` for all of them they share one unknown
/// variance: a multivariate t, in which a surprise in one number makes surprises in the others
/// likelier. With an entry for each they are independent. NaN stands for a missing number, which is
/// left out.
///
///     const JointStudentT next{.degrees = {5}, .locations = {171, 64}, .scales = {7, 9}};
///     log_density(next, {178, 70});
struct JointStudentT {
  using value_type = std::vector<double>;

  std::vector<double> degrees = {};
  std::vector<double> locations = {};
  std::vector<double> scales = {};  ///< plain ones, not squared

  static constexpr auto members =
      std::tuple{Member{"degrees", &JointStudentT::degrees, Domain::positive},
                 Member{"locations", &JointStudentT::locations, Domain::real},
                 Member{"scales", &JointStudentT::scales, Domain::positive}};
  friend bool operator==(const JointStudentT&, const JointStudentT&) = default;
};

/// Whether the numbers share one variance, so that they are not independent.
[[nodiscard]] inline bool is_joint(const JointStudentT& d) {
  return d.degrees.size() < d.locations.size();
}

/// The density of one of the numbers alone.
[[nodiscard]] inline StudentT marginal(const JointStudentT& d, Index j) {
  const auto at = static_cast<std::size_t>(j);
  return {.degrees = is_joint(d) ? d.degrees.front() : d.degrees[at],
          .location = d.locations[at],
          .scale = d.scales[at]};
}

/// Throws Error{domain} naming the list that holds a number outside its domain, Error{shape} for
/// lists of lengths that do not fit.
inline void check(const JointStudentT& d) {
  check_members(d, "JointStudentT");
  detail::check_lengths(d.scales.size(), d.locations.size(), "'scales' and 'locations'");
  if (d.degrees.size() != 1)
    detail::check_lengths(d.degrees.size(), d.locations.size(), "'degrees' and 'locations'");
}

namespace detail {

/// ln(Gamma(half + n/2) / Gamma(half)) - n/2 ln(half), which tends to 0 for large `half`: there the
/// steps of 1/2 are added up one by one, each of which keeps its digits.
[[nodiscard]] inline double log_half_steps(double half, Index n) {
  const auto count = static_cast<double>(n);
  if (half < 30) return log_gamma_ratio(half, 0.5 * count) - 0.5 * count * std::log(half);
  CompensatedSum sum;
  for (Index i = 0; i < n; ++i) {
    const double added = 0.5 * static_cast<double>(i);
    sum.add(log_half_step(half + added) + 0.5 * std::log1p(added / half));
  }
  return sum.value();
}

/// ln(1 + sum of squared distances in units of the scales / degrees), finite for finite x.
[[nodiscard]] inline double log1p_squares(const JointStudentT& d, const std::vector<double>& x) {
  CompensatedSum sum;
  double farthest = 0;  // of numbers whose square is too large for a double
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (std::isnan(x[j])) continue;
    const double z = (x[j] - d.locations[j]) / d.scales[j];
    sum.add(z * z / d.degrees.front());
    farthest = std::max(farthest, log1p_squared(marginal(d, static_cast<Index>(j)), x[j]));
  }
  // Beyond the range of double the largest term is all that a logarithm can tell.
  return std::isfinite(sum.value()) ? std::log1p(sum.value()) : farthest;
}

[[nodiscard]] inline double log_joint_density(const JointStudentT& d,
                                              const std::vector<double>& x) {
  Index count = 0;
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (std::isnan(x[j])) continue;
    if (!std::isfinite(x[j])) return -infinity;
    ++count;
    sum.add(-0.5 * log_two_pi - std::log(d.scales[j]));
  }
  if (count == 0) return 0;
  const double degrees = d.degrees.front();
  sum.add(log_half_steps(0.5 * degrees, count));
  sum.add(-0.5 * (degrees + static_cast<double>(count)) * log1p_squares(d, x));
  return sum.value();
}

}  // namespace detail

/// Nats; 0 where every number is missing; -inf for another number of numbers.
/// source  docs/reference/families/tied_normal.md
[[nodiscard]] inline double log_density(const JointStudentT& d, const std::vector<double>& x) {
  if (x.size() != d.locations.size()) return -detail::infinity;
  if (is_joint(d)) return detail::log_joint_density(d, x);
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isnan(x[j])) sum.add(log_density(marginal(d, static_cast<Index>(j)), x[j]));
  return sum.value();
}

/// throws  Error{undefined} for at most 1 degree of freedom
[[nodiscard]] inline std::vector<double> mean(const JointStudentT& d) {
  std::vector<double> means = {};
  for (Index j = 0; j < std::ssize(d.locations); ++j) means.push_back(mean(marginal(d, j)));
  return means;
}
/// Of each number; +inf for at most 2 degrees of freedom.
/// throws  Error{undefined} for at most 1
[[nodiscard]] inline std::vector<double> variance(const JointStudentT& d) {
  std::vector<double> variances = {};
  for (Index j = 0; j < std::ssize(d.locations); ++j) variances.push_back(variance(marginal(d, j)));
  return variances;
}
[[nodiscard]] inline std::vector<double> draw(const JointStudentT& d, Random& random) {
  std::vector<double> numbers;
  if (!is_joint(d)) {
    for (Index j = 0; j < std::ssize(d.locations); ++j)
      numbers.push_back(draw(marginal(d, j), random));
    return numbers;
  }
  const double half = 0.5 * d.degrees.front();
  const double deviation = std::exp(-0.5 * (random.log_gamma_variate(half) - std::log(half)));
  for (std::size_t j = 0; j < d.locations.size(); ++j)
    numbers.push_back(d.locations[j] + d.scales[j] * deviation * random.normal());
  return numbers;
}

}  // namespace credence
