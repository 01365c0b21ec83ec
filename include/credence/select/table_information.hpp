#pragma once
// What counts of classes and levels say of the mutual information behind them.
#include <credence/select/mutual_information.hpp>
#include <span>
#include <vector>

namespace credence {

/// Mean and variance of a mutual information, in nats and their square.
struct InformationMoments {
  double mean = 0;
  double variance = 0;

  friend bool operator==(const InformationMoments&, const InformationMoments&) = default;
};

/// Returns the moments of the mutual information of a table whose probabilities have a Dirichlet
/// density with these weights.
/// in      weights: classes x levels, all > 0: counts and what the prior adds to them
/// out     the exact mean; the variance up to terms of 1 / (sum of weights)^3
/// cost    classes x levels digamma functions
/// source  [hutter2005]; docs/explanation/mutual_information.md
[[nodiscard]] InformationMoments information_moments(std::span<const std::vector<double>> weights);

/// What counts alone say of a table's independence.
struct IndependenceTest {
  double mutual_information = 0;  ///< of the frequencies, nats
  double bias_corrected = 0;      ///< the same less (rows - 1) (columns - 1) / (2 count)
  double p_value =
      1;  ///< that the frequencies of independent ones tell so much; chi-square, nearly

  friend bool operator==(const IndependenceTest&, const IndependenceTest&) = default;
};

/// in      counts: classes x levels, at least 0; classes and levels without any are not counted
/// out     information 0 and p-value 1 where there is nothing to compare
/// source  [miller1955]; docs/explanation/mutual_information.md
[[nodiscard]] IndependenceTest independence_test(std::span<const std::vector<double>> counts);

namespace detail {
/// Returns whether the rows of a table have the proportions of these weights, each within a hundredth.
/// Otherwise its moments belong to other class probabilities: missing cells and the pseudo-counts of
/// many levels move the proportions of a table.
[[nodiscard]] bool has_proportions(std::span<const std::vector<double>> table,
                                   std::span<const double> weights);

/// The beliefs about an information of these moments, taken for a Gamma density; left out where the
/// moments are those of none.
/// in  most: what the information cannot exceed
void add_beliefs(FeatureInformation& one, const InformationMoments& moments, double most,
                 const InformationOptions& options);
/// The beliefs about an information of which these are draws.
void add_beliefs(FeatureInformation& one, std::vector<double> draws,
                 const InformationOptions& options);
}  // namespace detail

}  // namespace credence
