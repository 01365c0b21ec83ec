// Means with a shared variance.
#include <credence/density/tied_normal_inverse_gamma.hpp>

#include <cmath>

#include "density/marginal_intervals.hpp"

namespace credence {

void check(const TiedNormalInverseGamma& d) {
  check_members(d, "TiedNormalInverseGamma");
  detail::check_lengths(d.mean_weights.size(), d.means.size(), "'mean_weights' and 'means'");
  detail::check_lengths(d.scales.size(), d.means.size(), "'scales' and 'means'");
  if (d.shapes.size() != 1)
    detail::check_lengths(d.shapes.size(), d.means.size(), "'shapes' and 'means'");
}

namespace detail {

bool share_a_spread(const TiedNormalInverseGamma& d, const std::vector<double>& variances) {
  const double spread = variances.front() / d.scales.front();
  for (std::size_t j = 1; j < variances.size(); ++j)
    if (!(std::abs(variances[j] / d.scales[j] - spread) <= shared_rounding * spread)) return false;
  return true;
}

}  // namespace detail

double log_density(const TiedNormalInverseGamma& d, const MeansVariances& at) {
  check(d);
  if (at.means.size() != d.means.size() || at.variances.size() != d.means.size())
    return -detail::infinity;
  for (std::size_t j = 0; j < at.means.size(); ++j)
    if (!std::isfinite(at.means[j]) || !(at.variances[j] > 0) || !std::isfinite(at.variances[j]))
      return -detail::infinity;
  const bool shared = is_shared(d);
  if (shared && !detail::share_a_spread(d, at.variances)) return -detail::infinity;
  CompensatedSum sum;
  for (std::size_t j = 0; j < at.means.size(); ++j) {
    const NormalInverseGamma column = marginal(d, static_cast<Index>(j));
    const MeanVariance point{.mean = at.means[j], .variance = at.variances[j]};
    sum.add(shared && j > 0 ? detail::log_density_of_mean(column, point.mean, point.variance)
                            : log_density(column, point));
  }
  return sum.value();
}

MeansVariances variance(const TiedNormalInverseGamma& d) {
  return {.means = detail::for_columns(
              d, [](const NormalInverseGamma& column) { return variance(column).mean; }),
          .variances = detail::for_columns(
              d, [](const NormalInverseGamma& column) { return variance(column).variance; })};
}

MeansVariances mode(const TiedNormalInverseGamma& d, double means_elsewhere) {
  const double means = means_elsewhere + (is_shared(d) ? static_cast<double>(d.means.size()) : 1.0);
  return {.means = d.means,
          .variances = detail::for_columns(d, [&](const NormalInverseGamma& column) {
            return column.scale / (column.shape + 1 + 0.5 * means);
          })};
}

namespace detail {

MeansVariances draw_given(const TiedNormalInverseGamma& d, const std::vector<double>& log_spreads,
                          Random& random) {
  MeansVariances drawn;
  for (std::size_t j = 0; j < d.means.size(); ++j) {
    const double log_spread = log_spreads[is_shared(d) ? 0 : j];
    drawn.variances.push_back(std::exp(std::log(d.scales[j]) + log_spread));
    drawn.means.push_back(d.means[j] +
                          std::sqrt(drawn.variances.back() / d.mean_weights[j]) * random.normal());
  }
  return drawn;
}

}  // namespace detail

std::vector<Interval> credible_interval(const TiedNormalInverseGamma& d, double mass) {
  check(d);
  return detail::marginal_intervals(d, mass);
}

}  // namespace credence
