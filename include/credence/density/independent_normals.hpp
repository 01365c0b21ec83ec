#pragma once
// Several numbers at once, each with a bell curve of its own.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/normal.hpp>
#include <tuple>
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
      std::tuple{Member{"means", &IndependentNormals::means, Domain::real},
                 Member{"variances", &IndependentNormals::variances, Domain::positive}};
  friend bool operator==(const IndependentNormals&, const IndependentNormals&) = default;
};

/// Whether the numbers depend on each other: never.
[[nodiscard]] inline bool is_joint(const IndependentNormals&) { return false; }

/// The density of one of the numbers alone.
[[nodiscard]] inline Normal marginal(const IndependentNormals& d, Index j) {
  const auto at = static_cast<std::size_t>(j);
  return {.mean = d.means[at], .variance = d.variances[at]};
}

namespace detail {
/// Throws Error{shape} naming the two lists.
inline void check_lengths(std::size_t length, std::size_t expected, const std::string& what) {
  if (length != expected)
    throw Error(ErrorCode::shape, what + " have lengths " + std::to_string(length) + " and " +
                                      std::to_string(expected) +
                                      "; give one entry for each column");
}
}  // namespace detail

/// Throws Error{domain} naming the list that holds a number outside its domain, Error{shape} for
/// lists of different lengths.
inline void check(const IndependentNormals& d) {
  check_members(d, "IndependentNormals");
  detail::check_lengths(d.variances.size(), d.means.size(), "'variances' and 'means'");
}

/// Nats; 0 where every number is missing; -inf for another number of numbers.
[[nodiscard]] inline double log_density(const IndependentNormals& d, const std::vector<double>& x) {
  if (x.size() != d.means.size()) return -detail::infinity;
  CompensatedSum sum;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isnan(x[j])) sum.add(log_density(marginal(d, static_cast<Index>(j)), x[j]));
  return sum.value();
}

[[nodiscard]] inline std::vector<double> mean(const IndependentNormals& d) { return d.means; }
[[nodiscard]] inline std::vector<double> variance(const IndependentNormals& d) {
  return d.variances;
}
[[nodiscard]] inline std::vector<double> draw(const IndependentNormals& d, Random& random) {
  std::vector<double> numbers;
  for (std::size_t j = 0; j < d.means.size(); ++j)
    numbers.push_back(draw(marginal(d, static_cast<Index>(j)), random));
  return numbers;
}

}  // namespace credence
