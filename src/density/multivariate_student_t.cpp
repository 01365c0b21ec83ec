// Multivariate Student t distributions.
#include <credence/density/multivariate_student_t.hpp>

#include <algorithm>

#include <credence/detail/base/place.hpp>

namespace credence {

// Throws Error{shape} unless the lists fit.
static void check_lists(const JointStudentT& d) {
  detail::check_lengths(d.scales.size(), d.locations.size(), "'scales' and 'locations'");
  if (d.degrees.size() != 1)
    detail::check_lengths(d.degrees.size(), d.locations.size(), "'degrees' and 'locations'");
}

// in  d: its lists fit
static StudentT column_of(const JointStudentT& d, std::size_t j) {
  return {.degrees = is_joint(d) ? d.degrees.front() : d.degrees[j],
          .location = d.locations[j],
          .scale = d.scales[j]};
}

StudentT marginal(const JointStudentT& d, Index j) {
  const std::size_t at = detail::place_of("number", j, d.locations.size());
  check_lists(d);
  return column_of(d, at);
}

void check(const JointStudentT& d) {
  check_members(d, "JointStudentT");
  check_lists(d);
}

namespace detail {

double log_half_steps(double half, Index n) {
  const auto count = static_cast<double>(n);
  if (half < 30) return log_gamma_ratio(half, 0.5 * count) - 0.5 * count * std::log(half);
  CompensatedSum sum;
  for (Index i = 0; i < n; ++i) {
    const double added = 0.5 * static_cast<double>(i);
    sum.add(log_half_step(half + added) + 0.5 * std::log1p(added / half));
  }
  return sum.value();
}

double log1p_squares(const JointStudentT& d, const std::vector<double>& x) {
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (std::isnan(x[j])) continue;
    const double z = (x[j] - d.locations[j]) / d.scales[j];
    sum.add(z * z / d.degrees.front());
  }
  if (std::isfinite(sum.value())) return std::log1p(sum.value());
  // Beyond the range of double the largest term is all that a logarithm can tell.
  double farthest = 0;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isnan(x[j])) farthest = std::max(farthest, log1p_squared(column_of(d, j), x[j]));
  return farthest;
}

double log_joint_density(const JointStudentT& d, const std::vector<double>& x) {
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

double log_density_of_checked(const JointStudentT& d, const std::vector<double>& x) {
  if (x.size() != d.locations.size()) return -infinity;
  if (is_joint(d)) return log_joint_density(d, x);
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isnan(x[j])) sum.add(log_density_of_checked(column_of(d, j), x[j]));
  return sum.value();
}

}  // namespace detail

double log_density(const JointStudentT& d, const std::vector<double>& x) {
  check(d);
  return detail::log_density_of_checked(d, x);
}

std::vector<double> draw(const JointStudentT& d, Random& random) {
  check(d);
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

MultivariateStudentT marginal(const MultivariateStudentT& d, std::span<const Index> members) {
  MultivariateStudentT part{.degrees = d.degrees,
                            .squared_scales = part_of_triangle(d.squared_scales, members)};
  for (const Index j : members) part.locations.push_back(d.locations[static_cast<std::size_t>(j)]);
  return part;
}

std::vector<double> draw(const MultivariateStudentT& d, Random& random) {
  check(d);
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
