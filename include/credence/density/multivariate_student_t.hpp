#pragma once
// Rows of numbers whose variances, shared or with covariances, are uncertain.
#include <algorithm>
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/student_t.hpp>
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
      Members{Member{"degrees", &JointStudentT::degrees, Domain::positive},
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

/// Numbers with a multivariate Student t distribution: each alone is Student's t, and a surprise in
/// one makes surprises in the others likelier. NaN stands for a missing number, and the others then
/// have the density that they have alone.
///
///     const MultivariateStudentT next{
///         .degrees = 5, .locations = {171, 64}, .squared_scales = {49, 42, 81}};
///     log_density(next, {178, 70});
struct MultivariateStudentT {
  using value_type = std::vector<double>;

  double degrees = 1;
  std::vector<double> locations = {};
  std::vector<double> squared_scales = {};  ///< lower triangle, row by row (base/triangle.hpp)

  static constexpr auto members = Members{
      Member{"degrees", &MultivariateStudentT::degrees, Domain::positive},
      Member{"locations", &MultivariateStudentT::locations, Domain::real},
      Member{"squared_scales", &MultivariateStudentT::squared_scales, Domain::positive_definite}};
  friend bool operator==(const MultivariateStudentT&, const MultivariateStudentT&) = default;
};

/// Whether the numbers depend on each other, as more than one always do.
[[nodiscard]] inline bool is_joint(const MultivariateStudentT& d) { return d.locations.size() > 1; }

/// The density of one of the numbers alone.
[[nodiscard]] inline StudentT marginal(const MultivariateStudentT& d, Index j) {
  return {.degrees = d.degrees,
          .location = d.locations[static_cast<std::size_t>(j)],
          .scale = std::sqrt(d.squared_scales[triangle_place(j, j)])};
}
/// The density of some of the numbers.
[[nodiscard]] inline MultivariateStudentT marginal(const MultivariateStudentT& d,
                                                   std::span<const Index> members) {
  MultivariateStudentT part{.degrees = d.degrees,
                            .squared_scales = part_of_triangle(d.squared_scales, members)};
  for (const Index j : members) part.locations.push_back(d.locations[static_cast<std::size_t>(j)]);
  return part;
}

/// Throws Error{domain} for numbers outside their domain and scales that are not positive definite,
/// Error{shape} for lists of lengths that do not fit.
inline void check(const MultivariateStudentT& d) {
  check_members(d, "MultivariateStudentT");
  detail::check_triangle(d.squared_scales, d.locations.size(), "'squared_scales'");
}

namespace detail {

template <>
class Ready<MultivariateStudentT> {
 public:
  /// Nothing where the scales are not positive definite.
  [[nodiscard]] static std::optional<Ready> of(const MultivariateStudentT& d) {
    auto root = Cholesky::of(d.squared_scales);
    if (!root) return std::nullopt;
    return Ready(d, std::move(*root));
  }
  /// in  x: no number is missing; left as it may be
  [[nodiscard]] double log_density(std::span<double> x) const {
    // Beyond the range of double the largest of the terms is all that a logarithm can tell.
    double farthest = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const StudentT alone{.degrees = degrees_, .location = locations_[j], .scale = scales_[j]};
      const double distance = x[j] - locations_[j];
      if (!(std::abs(distance) < farthest_plain * scales_[j]))
        farthest = std::max(farthest, log1p_squared(alone, x[j]));
      x[j] = distance;
    }
    if (farthest > 0) return log_norm_ - 0.5 * powers_ * farthest;
    root_.whiten(x);
    return log_norm_ - 0.5 * powers_ * std::log1p(sum_of_squares(x) / degrees_);
  }

 private:
  // So many scales away squares are still far from the end of the range.
  static constexpr double farthest_plain = 1e100;

  Ready(const MultivariateStudentT& d, Cholesky root)
      : degrees_(d.degrees), locations_(d.locations), root_(std::move(root)) {
    for (const double square : diagonal_of(d.squared_scales)) scales_.push_back(std::sqrt(square));
    const Index count = root_.order();
    powers_ = degrees_ + static_cast<double>(count);
    log_norm_ = log_half_steps(0.5 * degrees_, count) -
                0.5 * (static_cast<double>(count) * log_two_pi + root_.log_determinant());
  }

  double degrees_ = 1;
  std::vector<double> locations_;
  std::vector<double> scales_;
  Cholesky root_;
  double powers_ = 0;
  double log_norm_ = 0;
};

}  // namespace detail

/// Nats; 0 where every number is missing; -inf for another number of numbers, and where the scales
/// are not positive definite; finite for all other finite x.
/// cost    the cube of the number of numbers
/// source  docs/reference/families/joint_normal.md
[[nodiscard]] inline double log_density(const MultivariateStudentT& d,
                                        const std::vector<double>& x) {
  return detail::log_density_of_present(d, d.locations.size(), x);
}

/// throws  Error{undefined} for at most 1 degree of freedom
[[nodiscard]] inline std::vector<double> mean(const MultivariateStudentT& d) {
  std::vector<double> means;
  for (Index j = 0; j < std::ssize(d.locations); ++j) means.push_back(mean(marginal(d, j)));
  return means;
}
/// Of each number; +inf for at most 2 degrees of freedom.
/// throws  Error{undefined} for at most 1
[[nodiscard]] inline std::vector<double> variance(const MultivariateStudentT& d) {
  std::vector<double> variances;
  for (Index j = 0; j < std::ssize(d.locations); ++j) variances.push_back(variance(marginal(d, j)));
  return variances;
}
/// The locations alone where the scales are not positive definite.
[[nodiscard]] inline std::vector<double> draw(const MultivariateStudentT& d, Random& random) {
  const double half = 0.5 * d.degrees;
  const double deviation = std::exp(-0.5 * (random.log_gamma_variate(half) - std::log(half)));
  const MultivariateNormal centred{.means = std::vector<double>(d.locations.size()),
                                   .covariance = d.squared_scales};
  std::vector<double> numbers = draw(centred, random);
  for (std::size_t j = 0; j < numbers.size(); ++j)
    numbers[j] = d.locations[j] + deviation * numbers[j];
  return numbers;
}

}  // namespace credence
