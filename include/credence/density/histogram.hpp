#pragma once
// Numbers in bins: a density constant within each, and the prior of the bins' probabilities.
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/base/sorted.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/density/holds_known.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// A number that lies in one of several bins, each with a probability, and is spread evenly in it.
/// Bin k ends with edges[k + 1], which belongs to it. The outer bins are open: a number beyond the
/// first or last edge has the density of the bin next to it.
///
///     const Histogram age{.probabilities = {0.25, 0.75}, .edges = {0, 18, 90}};
///     cdf(age, 9);    // 0.125
struct Histogram {
  using value_type = double;

  std::vector<double> probabilities;
  std::vector<double> edges;  ///< one more than there are bins

  static constexpr auto members =
      Members{Member{"probabilities", &Histogram::probabilities, Domain::simplex},
              Member{"edges", &Histogram::edges, Domain::ascending}};
  friend bool operator==(const Histogram&, const Histogram&) = default;
};

namespace detail {
/// Throws Error{shape} unless there is one edge more than there are bins.
inline void check_edges(std::size_t bins, std::size_t edges, std::string_view what) {
  if (!(bins > 0 && edges == bins + 1)) [[unlikely]]
    no_edges(bins, edges, what);
}

/// Returns the bin of a number.
/// in  edges: at least two
[[nodiscard]] inline std::size_t bin_of(const std::vector<double>& edges, double x) {
  return first_not_below(std::span(edges).subspan(1, edges.size() - 2), x);
}
[[nodiscard]] inline double width_of(const std::vector<double>& edges, std::size_t bin) {
  return edges[bin + 1] - edges[bin];
}
}  // namespace detail

/// Throws Error{domain} for probabilities that do not sum to 1 and edges that do not ascend,
/// Error{shape} unless there is one edge more than there are bins.
inline void check(const Histogram& d) {
  check_members(d, "Histogram");
  detail::check_edges(d.probabilities.size(), d.edges.size(), "Histogram");
}

/// Returns the log density in nats; -inf where there are no bins.
/// throws  Error{shape} as check, Error{domain} where the bin of x has no probability or no width
[[nodiscard]] inline double log_density(const Histogram& d, double x) {
  if (!std::isfinite(x) || d.probabilities.empty()) return -detail::infinity;
  detail::check_edges(d.probabilities.size(), d.edges.size(), "Histogram");
  const std::size_t bin = detail::bin_of(d.edges, x);
  const double width = detail::width_of(d.edges, bin);
  const double log = std::log(d.probabilities[bin]);
  const double log_width = std::log(width);
  if (!(log <= 0 && std::abs(log_width) < detail::infinity)) [[unlikely]] {
    detail::check_domain(d.probabilities[bin], Domain::simplex, "probabilities", "Histogram");
    detail::check_domain(width, Domain::positive, "width of a bin", "Histogram");
  }
  return log - log_width;
}

/// Mean and variance of what lies between the outer edges.
[[nodiscard]] inline double mean(const Histogram& d) {
  detail::check_edges(d.probabilities.size(), d.edges.size(), "Histogram");
  double sum = 0;
  for (std::size_t k = 0; k < d.probabilities.size(); ++k)
    sum += d.probabilities[k] * (d.edges[k] + 0.5 * detail::width_of(d.edges, k));
  return sum;
}
[[nodiscard]] inline double variance(const Histogram& d) {
  // Far from 0 the mean is rounded, and so would the middles of bins be; distances from it are not.
  const double near = mean(d);
  const auto distance = [&](std::size_t k) {
    return (d.edges[k] - near) + 0.5 * detail::width_of(d.edges, k);
  };
  double middle = 0;
  for (std::size_t k = 0; k < d.probabilities.size(); ++k)
    middle += d.probabilities[k] * distance(k);
  double sum = 0;
  for (std::size_t k = 0; k < d.probabilities.size(); ++k) {
    const double width = detail::width_of(d.edges, k);
    const double step = distance(k) - middle;
    sum += d.probabilities[k] * (step * step + width * width / 12);
  }
  return sum;
}
[[nodiscard]] inline double cdf(const Histogram& d, double x) {
  detail::check_cdf(d, x);
  if (!(x > d.edges.front())) return 0;
  if (!(x < d.edges.back())) return 1;
  double below = 0;
  for (std::size_t k = 0; k < d.probabilities.size(); ++k) {
    if (x <= d.edges[k + 1])
      return below + d.probabilities[k] * ((x - d.edges[k]) / detail::width_of(d.edges, k));
    below += d.probabilities[k];
  }
  return 1;
}
/// in  p in [0, 1]
[[nodiscard]] inline double quantile(const Histogram& d, double p) {
  detail::check_quantile(d, p);
  double below = 0;
  for (std::size_t k = 0; k < d.probabilities.size(); ++k) {
    const double probability = d.probabilities[k];
    if (p <= below + probability && probability > 0)
      return d.edges[k] + detail::width_of(d.edges, k) * ((p - below) / probability);
    below += probability;
  }
  return d.edges.back();
}
[[nodiscard]] inline Interval support(const Histogram& d) {
  detail::check_edges(d.probabilities.size(), d.edges.size(), "Histogram");
  return {.lower = d.edges.front(), .upper = d.edges.back()};
}
[[nodiscard]] inline double draw(const Histogram& d, Random& random) {
  check(d);
  const std::size_t bin = random.index(d.probabilities);
  return d.edges[bin + 1] - random.uniform() * detail::width_of(d.edges, bin);
}

/// A prior or posterior distribution of the probabilities of bins: Dirichlet with a weight for
/// each. Their edges are no part of the belief, but travel with it.
///
///     const HistogramPrior prior{.weights = {1, 1}, .edges = {0, 18, 90}};
///     mean(prior);    // a half each
struct HistogramPrior {
  using value_type = std::vector<double>;
  static constexpr bool holds_known = true;  ///< detail/density/holds_known.hpp

  /// Bins that each hold as many of the data, with a weight of 1 each.
  struct Known {
    double bins = 10;

    static constexpr auto members = Members{Member{"bins", &Known::bins, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  std::vector<double> weights;
  std::vector<double> edges;  ///< one more than there are weights

  /// Returns the distribution of the probabilities alone.
  [[nodiscard]] Dirichlet distribution() const { return {.weights = weights}; }

  static constexpr auto members =
      Members{Member{"weights", &HistogramPrior::weights, Domain::positive},
              Member{"edges", &HistogramPrior::edges, Domain::ascending}};
  friend bool operator==(const HistogramPrior&, const HistogramPrior&) = default;
};

/// Throws Error{domain} for weights that sum to more than 1e300.
inline void check_together(const HistogramPrior& d, std::string_view what) {
  detail::check_pseudo_counts(detail::sum_of(d.weights), what);
}
/// Throws Error{domain} for a number of bins that is not whole or above a million.
inline void check_together(const HistogramPrior::Known& known, std::string_view what) {
  if (known.bins >= 1 && known.bins <= 1e6 && std::floor(known.bins) == known.bins) return;
  throw Error(ErrorCode::domain, std::string(what) + " holds " + detail::text(known.bins) +
                                     " as 'bins'; make it a whole number from 1 to 1000000");
}
/// Throws Error{domain} for a weight that is not positive or edges that do not ascend, and as
/// check_together; Error{shape} unless there is one edge more than there are weights.
inline void check(const HistogramPrior& d) {
  check_members(d, "HistogramPrior");
  detail::check_edges(d.weights.size(), d.edges.size(), "HistogramPrior");
}

/// Returns the equal-tailed interval of each probability on its own, each holding `mass` in (0, 1).
[[nodiscard]] inline std::vector<Interval> credible_interval(const HistogramPrior& d, double mass) {
  check(d);
  return credible_interval(d.distribution(), mass);
}

}  // namespace credence
