#pragma once
// The distribution of the means and variances of several columns together.
#include <credence/base/interval.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/detail/base/place.hpp>
#include <vector>

namespace credence {

/// A mean and a variance for each column: the point at which a TiedNormalInverseGamma is a density.
struct MeansVariances {
  std::vector<double> means = {};
  std::vector<double> variances = {};

  static constexpr auto members =
      Members{Member{"means", &MeansVariances::means, Domain::real},
              Member{"variances", &MeansVariances::variances, Domain::positive}};
  friend bool operator==(const MeansVariances&, const MeansVariances&) = default;
};

/// A prior or posterior distribution of the means and variances of some columns. With an entry of
/// `shapes` for each column the variances are independent. With one entry for all there is one
/// unknown spread: each variance is that spread times the column's entry of `scales`, which says
/// how the units of the columns compare.
///
///     const TiedNormalInverseGamma prior{
///         .means = {170, 65}, .mean_weights = {1, 1}, .shapes = {2}, .scales = {50, 80}};
///     mean(prior).variances;    // 50 and 80, always at this ratio
struct TiedNormalInverseGamma {
  using value_type = MeansVariances;
  /// The same numbers for every column.
  using PerColumn = NormalInverseGamma;

  std::vector<double> means = {};
  std::vector<double> mean_weights = {};
  std::vector<double> shapes = {};
  std::vector<double> scales = {};

  static constexpr auto members =
      Members{Member{"means", &TiedNormalInverseGamma::means, Domain::real},
              Member{"mean_weights", &TiedNormalInverseGamma::mean_weights, Domain::positive},
              Member{"shapes", &TiedNormalInverseGamma::shapes, Domain::positive},
              Member{"scales", &TiedNormalInverseGamma::scales, Domain::positive}};
  friend bool operator==(const TiedNormalInverseGamma&, const TiedNormalInverseGamma&) = default;
};

/// Returns whether one spread serves all columns.
[[nodiscard]] inline bool is_shared(const TiedNormalInverseGamma& d) {
  return d.shapes.size() < d.means.size();
}

/// Returns the distribution of one column alone. Throws Error{shape} for an unknown column.
[[nodiscard]] inline NormalInverseGamma marginal(const TiedNormalInverseGamma& d, Index j) {
  const std::size_t at = detail::place_of("column", j, d.means.size());
  return {.mean = d.means[at],
          .mean_weight = d.mean_weights[at],
          .shape = is_shared(d) ? d.shapes.front() : d.shapes[at],
          .scale = d.scales[at]};
}

/// Throws Error{domain} naming the list that holds a number outside its domain, Error{shape} for
/// lists of lengths that do not fit.
void check(const TiedNormalInverseGamma& d);

namespace detail {

/// How far the ratio of two variances that share a spread may be off by rounding.
inline constexpr double shared_rounding = 1e-12;

/// Returns whether the variances stand in the ratio of the scales.
[[nodiscard]] bool share_a_spread(const TiedNormalInverseGamma& d,
                                  const std::vector<double>& variances);

/// What the density of a mean given its variance adds.
[[nodiscard]] inline double log_density_of_mean(const NormalInverseGamma& d, double mean,
                                                double variance) {
  const double spread = variance / d.mean_weight;
  if (!(spread > 0) || !std::isfinite(spread)) return -infinity;  // beyond the range of double
  return log_density(Normal{.mean = d.mean, .variance = spread}, mean);
}

/// Calls `value(column)` for each column and lists what it returns.
template <class Value>
[[nodiscard]] std::vector<double> for_columns(const TiedNormalInverseGamma& d, Value&& value) {
  std::vector<double> list;
  for (Index j = 0; j < std::ssize(d.means); ++j) list.push_back(value(marginal(d, j)));
  return list;
}

}  // namespace detail

/// Returns the log density in nats, with respect to the means and the variances; where all share a
/// spread, to the means and the variance of the first column, from which the others follow: -inf
/// where they do not.
[[nodiscard]] double log_density(const TiedNormalInverseGamma& d, const MeansVariances& at);

/// throws  Error{undefined} for a shape of at most 1, where the mean of a variance is infinite
[[nodiscard]] inline MeansVariances mean(const TiedNormalInverseGamma& d) {
  return {.means = d.means,
          .variances = detail::for_columns(
              d, [](const NormalInverseGamma& column) { return mean(column).variance; })};
}

/// Of each mean and of each variance; the latter +inf for a shape of at most 2.
/// throws  Error{undefined} for a shape of at most 1
[[nodiscard]] MeansVariances variance(const TiedNormalInverseGamma& d);

/// Returns the point of highest density. Always exists.
/// in   means_elsewhere: how many further means depend on the same variances, each with a density
///      of its own: those of the other classes where classes share variances. The mode is then that
///      of all of them together
[[nodiscard]] MeansVariances mode(const TiedNormalInverseGamma& d, double means_elsewhere = 0);

namespace detail {

/// Draws the spreads, one for each entry of the shapes: their logarithms.
[[nodiscard]] inline std::vector<double> draw_log_spreads(const TiedNormalInverseGamma& d,
                                                          Random& random) {
  std::vector<double> drawn;
  for (const double shape : d.shapes) drawn.push_back(-random.log_gamma_variate(shape));
  return drawn;
}

/// Draws the means, the spreads being known.
[[nodiscard]] MeansVariances draw_given(const TiedNormalInverseGamma& d,
                                        const std::vector<double>& log_spreads, Random& random);

}  // namespace detail

[[nodiscard]] inline MeansVariances draw(const TiedNormalInverseGamma& d, Random& random) {
  check(d);
  return detail::draw_given(d, detail::draw_log_spreads(d, random), random);
}

/// Returns the equal-tailed intervals of the means, then of the variances, each on its own holding
/// `mass` in (0, 1).
[[nodiscard]] std::vector<Interval> credible_interval(const TiedNormalInverseGamma& d, double mass);

}  // namespace credence
