// Multivariate normal distributions.
#include <credence/density/multivariate_normal.hpp>
#include <credence/detail/base/counted.hpp>

namespace credence {

namespace detail {

void check_lengths(std::size_t length, std::size_t expected, std::string_view what) {
  if (length != expected)
    throw Error(ErrorCode::shape, std::string(what) + " have lengths " + std::to_string(length) +
                                      " and " + std::to_string(expected) +
                                      "; give one entry for each column");
}

}  // namespace detail

double log_density(const IndependentNormals& d, const std::vector<double>& x) {
  detail::check_lengths(d.variances.size(), d.means.size(), "'variances' and 'means'");
  if (x.size() != d.means.size()) return -detail::infinity;
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isnan(x[j]))
      sum.add(log_density(Normal{.mean = d.means[j], .variance = d.variances[j]}, x[j]));
  return sum.value();
}

std::vector<double> draw(const IndependentNormals& d, Random& random) {
  std::vector<double> numbers;
  for (std::size_t j = 0; j < d.means.size(); ++j)
    numbers.push_back(draw(marginal(d, static_cast<Index>(j)), random));
  return numbers;
}

namespace detail {

void check_triangle(const std::vector<double>& triangle, std::size_t order, std::string_view what) {
  const auto entries = static_cast<std::size_t>(triangle_length(static_cast<Index>(order)));
  if (triangle.size() != entries)
    throw Error(ErrorCode::shape, std::string(what) + " holds " +
                                      counted(triangle.size(), "entry", "entries") + " for " +
                                      counted(order, "column", "columns") +
                                      "; give the lower triangle row by row, " +
                                      counted(entries, "entry", "entries"));
}

}  // namespace detail

std::vector<double> draw(const MultivariateNormal& d, Random& random) {
  check(d);
  std::vector<double> numbers(d.means.size());
  const auto root = Cholesky::of(d.covariance);
  if (!root) return d.means;  // never: check looks for it
  for (double& number : numbers) number = random.normal();
  root->colour(numbers);
  for (std::size_t j = 0; j < numbers.size(); ++j) numbers[j] += d.means[j];
  return numbers;
}

}  // namespace credence
