#pragma once
// What is believed of the probabilities of bins.
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/density/histogram.hpp>
#include <tuple>
#include <vector>

namespace credence {

/// A belief about the probabilities of bins: Dirichlet with a weight for each. Their edges are no
/// part of the belief, but travel with it.
///
///     const HistogramPrior prior{.weights = {1, 1}, .edges = {0, 18, 90}};
///     mean(prior);    // a half each
struct HistogramPrior {
  using value_type = std::vector<double>;

  /// Bins that each hold as many of the data, with a weight of 1 each.
  struct Known {
    double bins = 10;

    static constexpr auto members = std::tuple{Member{"bins", &Known::bins, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  std::vector<double> weights;
  std::vector<double> edges;  ///< one more than there are weights

  static constexpr auto members =
      std::tuple{Member{"weights", &HistogramPrior::weights, Domain::positive},
                 Member{"edges", &HistogramPrior::edges, Domain::ascending}};
  friend bool operator==(const HistogramPrior&, const HistogramPrior&) = default;
};

/// Throws Error{domain} for a weight that is not positive or edges that do not ascend,
/// Error{shape} unless there is one edge more than there are weights.
inline void check(const HistogramPrior& d) {
  check_members(d, "HistogramPrior");
  detail::check_edges(d.weights.size(), d.edges.size(), "HistogramPrior");
}

namespace detail {
[[nodiscard]] inline Dirichlet of_bins(const HistogramPrior& d) { return {.weights = d.weights}; }
}  // namespace detail

/// Nats, with respect to all probabilities but the last.
[[nodiscard]] inline double log_density(const HistogramPrior& d,
                                        const std::vector<double>& probabilities) {
  return log_density(detail::of_bins(d), probabilities);
}
[[nodiscard]] inline std::vector<double> mean(const HistogramPrior& d) {
  return mean(detail::of_bins(d));
}
[[nodiscard]] inline std::vector<double> variance(const HistogramPrior& d) {
  return variance(detail::of_bins(d));
}
[[nodiscard]] inline std::vector<double> draw(const HistogramPrior& d, Random& random) {
  return draw(detail::of_bins(d), random);
}
/// Equal-tailed interval of each probability on its own, each holding `mass` in (0, 1).
[[nodiscard]] inline std::vector<Interval> credible_interval(const HistogramPrior& d, double mass) {
  return credible_interval(detail::of_bins(d), mass);
}

}  // namespace credence
