#pragma once
// Rows of numbers whose variances, shared or with covariances, are uncertain.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/base/place.hpp>
#include <numbers>
#include <vector>

namespace credence {

/// Numbers that are Student's t. With one entry in `degrees` for all of them they share one unknown
/// variance: a multivariate t, in which a surprise in one number makes surprises in the others
/// more probable. With an entry for each they are independent. NaN stands for a missing number,
/// which is left out.
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

/// Returns whether the numbers share one variance, so that they are not independent.
[[nodiscard]] inline bool is_joint(const JointStudentT& d) {
  return d.degrees.size() < d.locations.size();
}

/// Returns the density of one of the numbers alone. Throws Error{shape} for an unknown one, and as
/// check.
[[nodiscard]] StudentT marginal(const JointStudentT& d, Index j);

/// Throws Error{domain} naming the list that holds a number outside its domain, Error{shape} for
/// lists of lengths that do not fit.
void check(const JointStudentT& d);

namespace detail {

/// ln(Gamma(half + n/2) / Gamma(half)) - n/2 ln(half), which tends to 0 for large `half`: there the
/// steps of 1/2 are added up one by one, each of which keeps its digits.
[[nodiscard]] double log_half_steps(double half, Index n);

/// ln(1 + sum of squared distances in units of the scales / degrees), finite for finite x.
[[nodiscard]] double log1p_squares(const JointStudentT& d, const std::vector<double>& x);

[[nodiscard]] double log_joint_density(const JointStudentT& d, const std::vector<double>& x);

/// The log density of a distribution that has been checked.
[[nodiscard]] double log_density_of_checked(const JointStudentT& d, const std::vector<double>& x);

}  // namespace detail

/// Returns the log density in nats; 0 where every number is missing; -inf for another number of
/// numbers.
/// source  docs/reference/families/tied_normal.md
[[nodiscard]] double log_density(const JointStudentT& d, const std::vector<double>& x);

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
[[nodiscard]] std::vector<double> draw(const JointStudentT& d, Random& random);

/// Numbers with a multivariate Student t distribution: each alone is Student's t, and a surprise in
/// one makes surprises in the others more probable. NaN stands for a missing number, and the others
/// then have the density that they have alone.
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

/// Returns whether the numbers depend on each other, as more than one always do.
[[nodiscard]] inline bool is_joint(const MultivariateStudentT& d) { return d.locations.size() > 1; }

/// Returns the density of one of the numbers alone. Throws Error{shape} for an unknown one, and as
/// check.
[[nodiscard]] inline StudentT marginal(const MultivariateStudentT& d, Index j) {
  detail::check_triangle(d.squared_scales, d.locations.size(), "'squared_scales'");
  return {.degrees = d.degrees,
          .location = d.locations[detail::place_of("number", j, d.locations.size())],
          .scale = std::sqrt(d.squared_scales[triangle_place(j, j)])};
}
/// Returns the density of some of the numbers.
[[nodiscard]] MultivariateStudentT marginal(const MultivariateStudentT& d,
                                            std::span<const Index> members);

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
    const int halvings = this->halvings(x);
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = halvings == 0 ? x[j] - locations_[j] : std::ldexp(half_distance(x, j), 1 - halvings);
    root_.whiten(x);
    const double ratio = sum_of_squares(x) / degrees_;
    const double whole = std::ldexp(ratio, 2 * halvings);
    const double log1p_whole = std::isfinite(whole)
                                   ? std::log1p(whole)
                                   : std::log(ratio) + 2 * std::numbers::ln2 * halvings;
    return log_norm_ - 0.5 * powers_ * log1p_whole;
  }

 private:
  // So many scales away squares are still far from the end of the range.
  static constexpr double farthest_plain = 1e100;

  // Half, so that no double is too small for it.
  [[nodiscard]] double half_distance(std::span<const double> x, std::size_t j) const {
    return 0.5 * x[j] - 0.5 * locations_[j];
  }
  // How often distances are halved, so that none is many scales: 0 where none is too many.
  [[nodiscard]] int halvings(std::span<const double> x) const {
    int most = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      if (!(std::abs(x[j] - locations_[j]) < farthest_plain * scales_[j]))
        most = std::max(most, std::ilogb(half_distance(x, j)) - std::ilogb(scales_[j]));
    return most;
  }

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

/// Returns the log density in nats; 0 where every number is missing; -inf for another number of
/// numbers; finite for all other finite x.
/// cost    the cube of the number of numbers
/// source  docs/reference/families/joint_normal.md
[[nodiscard]] inline double log_density(const MultivariateStudentT& d,
                                        const std::vector<double>& x) {
  detail::check_domain(d.degrees, Domain::positive, "degrees", "MultivariateStudentT");
  detail::check_domain(d.locations, Domain::real, "locations", "MultivariateStudentT");
  detail::check_triangle(d.squared_scales, d.locations.size(), "'squared_scales'");
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
/// throws  as check
[[nodiscard]] std::vector<double> draw(const MultivariateStudentT& d, Random& random);

}  // namespace credence
