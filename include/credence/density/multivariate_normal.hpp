#pragma once
// Rows of normal numbers: independent of each other, or with a full covariance matrix.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/sum.hpp>
#include <credence/base/triangle.hpp>
#include <credence/density/normal.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/detail/density/detail.hpp>
#include <optional>
#include <vector>

namespace credence {

/// Numbers that are independent of each other, each normal. A datum is one number for each; NaN
/// stands for a missing one, whose term is left out.
///
///     const IndependentNormals sizes{.means = {171, 64}, .variances = {49, 81}};
///     log_density(sizes, {178, 70});
struct IndependentNormals {
  using value_type = std::vector<double>;

  std::vector<double> means = {};
  std::vector<double> variances = {};

  static constexpr auto members =
      Members{Member{"means", &IndependentNormals::means, Domain::real},
              Member{"variances", &IndependentNormals::variances, Domain::positive}};
  friend bool operator==(const IndependentNormals&, const IndependentNormals&) = default;
};

/// Returns whether the numbers depend on each other: never.
[[nodiscard]] inline bool is_joint(const IndependentNormals&) { return false; }

namespace detail {
/// Throws Error{shape} naming the two lists.
void check_lengths(std::size_t length, std::size_t expected, std::string_view what);
/// Throws Error{shape} unless the triangle is that of as many rows as the other list has numbers.
void check_triangle(const std::vector<double>& triangle, std::size_t order, std::string_view what);
}  // namespace detail

/// Returns the density of one of the numbers alone. Throws Error{shape} for an unknown one, and as
/// check.
[[nodiscard]] inline Normal marginal(const IndependentNormals& d, Index j) {
  const std::size_t at = detail::place_of("number", j, d.means.size());
  detail::check_lengths(d.variances.size(), d.means.size(), "'variances' and 'means'");
  return {.mean = d.means[at], .variance = d.variances[at]};
}

/// Throws Error{domain} naming the list that holds a number outside its domain, Error{shape} for
/// lists of different lengths.
inline void check(const IndependentNormals& d) {
  check_members(d, "IndependentNormals");
  detail::check_lengths(d.variances.size(), d.means.size(), "'variances' and 'means'");
}

/// Returns the log density in nats; 0 where every number is missing; -inf for another number of
/// numbers.
[[nodiscard]] double log_density(const IndependentNormals& d, const std::vector<double>& x);

[[nodiscard]] inline std::vector<double> mean(const IndependentNormals& d) { return d.means; }
[[nodiscard]] inline std::vector<double> variance(const IndependentNormals& d) {
  return d.variances;
}
[[nodiscard]] std::vector<double> draw(const IndependentNormals& d, Random& random);

/// Numbers with a multivariate normal distribution. A datum is one number for each; NaN stands for a
/// missing one, and the others then have the density that they have alone.
///
///     const MultivariateNormal sizes{.means = {171, 64}, .covariance = {49, 42, 81}};
///     log_density(sizes, {178, 70});
struct MultivariateNormal {
  using value_type = std::vector<double>;

  std::vector<double> means = {};
  std::vector<double> covariance = {};  ///< lower triangle, row by row (base/triangle.hpp)

  static constexpr auto members =
      Members{Member{"means", &MultivariateNormal::means, Domain::real},
              Member{"covariance", &MultivariateNormal::covariance, Domain::positive_definite}};
  friend bool operator==(const MultivariateNormal&, const MultivariateNormal&) = default;
};

/// Returns whether the numbers depend on each other, as more than one may.
[[nodiscard]] inline bool is_joint(const MultivariateNormal& d) { return d.means.size() > 1; }

/// Returns the density of one of the numbers alone. Throws Error{shape} for an unknown one, and as
/// check.
[[nodiscard]] inline Normal marginal(const MultivariateNormal& d, Index j) {
  detail::check_triangle(d.covariance, d.means.size(), "'covariance'");
  return {.mean = d.means[detail::place_of("number", j, d.means.size())],
          .variance = d.covariance[triangle_place(j, j)]};
}
/// Returns the density of some of the numbers.
[[nodiscard]] inline MultivariateNormal marginal(const MultivariateNormal& d,
                                                 std::span<const Index> members) {
  detail::check_triangle(d.covariance, d.means.size(), "'covariance'");
  MultivariateNormal part{.covariance = part_of_triangle(d.covariance, members)};
  for (const Index j : members) part.means.push_back(d.means[static_cast<std::size_t>(j)]);
  return part;
}

namespace detail {

/// The numbers of a datum that are there.
struct Present {
  std::vector<Index> places;
  std::vector<double> numbers;
  bool finite = true;

  explicit Present(const std::vector<double>& x) {
    for (Index j = 0; j < std::ssize(x); ++j) {
      const double number = x[static_cast<std::size_t>(j)];
      if (std::isnan(number)) continue;
      finite = finite && std::isfinite(number);
      places.push_back(j);
      numbers.push_back(number);
    }
  }
};

/// A density made ready for many rows: its matrix is taken apart once.
template <class D>
class Ready;

/// Returns the log density of a datum under a density of several numbers; -inf where rounding leaves
/// the matrix of those that are there not positive definite.
/// throws  as check, where the whole matrix is not
template <class D>
[[nodiscard]] double log_density_of_present(const D& d, std::size_t numbers,
                                            const std::vector<double>& x) {
  if (x.size() != numbers) return -infinity;
  Present there(x);
  if (!there.finite) return -infinity;
  if (there.places.empty()) return 0;
  const bool complete = there.places.size() == x.size();
  const auto ready = complete ? Ready<D>::of(d) : Ready<D>::of(marginal(d, there.places));
  if (ready) return ready->log_density(there.numbers);
  check(d);
  return -infinity;
}

/// Returns the sum of the squares of z; of numbers so large that it is no number, +inf.
[[nodiscard]] inline double sum_of_squares(std::span<const double> z) {
  double sum = 0;
  for (const double each : z) sum += each * each;
  return std::isnan(sum) ? infinity : sum;
}

template <>
class Ready<MultivariateNormal> {
 public:
  /// Nothing where the covariance is not positive definite.
  [[nodiscard]] static std::optional<Ready> of(const MultivariateNormal& d) {
    auto root = Cholesky::of(d.covariance);
    if (!root) return std::nullopt;
    return Ready(d.means, std::move(*root));
  }
  /// in  x: no number is missing; left as it may be
  [[nodiscard]] double log_density(std::span<double> x) const {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] -= means_[j];
    root_.whiten(x);
    return log_norm_ - 0.5 * sum_of_squares(x);
  }

 private:
  Ready(std::vector<double> means, Cholesky root)
      : means_(std::move(means)), root_(std::move(root)) {
    log_norm_ = -0.5 * (static_cast<double>(means_.size()) * log_two_pi + root_.log_determinant());
  }

  std::vector<double> means_;
  Cholesky root_;
  double log_norm_ = 0;
};

}  // namespace detail

/// Throws Error{domain} for a mean that is not finite or a covariance that is not positive definite,
/// Error{shape} for lists of lengths that do not fit.
inline void check(const MultivariateNormal& d) {
  check_members(d, "MultivariateNormal");
  detail::check_triangle(d.covariance, d.means.size(), "'covariance'");
}

/// Returns the log density in nats; 0 where every number is missing; -inf for another number of
/// numbers.
/// cost    the cube of the number of numbers
/// source  docs/reference/families/joint_normal.md
[[nodiscard]] inline double log_density(const MultivariateNormal& d, const std::vector<double>& x) {
  detail::check_domain(d.means, Domain::real, "means", "MultivariateNormal");
  detail::check_triangle(d.covariance, d.means.size(), "'covariance'");
  return detail::log_density_of_present(d, d.means.size(), x);
}

[[nodiscard]] inline std::vector<double> mean(const MultivariateNormal& d) { return d.means; }
/// Of each number.
[[nodiscard]] inline std::vector<double> variance(const MultivariateNormal& d) {
  return diagonal_of(d.covariance);
}
/// throws  as check
[[nodiscard]] std::vector<double> draw(const MultivariateNormal& d, Random& random);

}  // namespace credence
