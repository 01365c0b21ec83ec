#pragma once
// Mutual information of each feature and the class, with its uncertainty; and what counts of classes
// and levels say of the mutual information behind them.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// What is asked of a word of a document.
enum class WordForm {
  token,     ///< what one token of a document tells by being this word
  presence,  ///< what a document tells by holding the word at least once
};

/// "token" or "presence".
[[nodiscard]] std::string_view to_string(WordForm form);

/// Which number of the information ranks features.
enum class InformationMeasure {
  plug_in,         ///< the value between the densities of the estimator
  posterior_mean,  ///< favours columns of many levels: their prior alone has a large mean
  above_prior,     ///< the posterior mean less the prior mean
};

/// How to find the information of features.
struct InformationOptions {
  /// Whose densities are compared. The predictive's exist wherever the prior is proper.
  Estimator estimator = Estimator::predictive;
  InformationMeasure measure = InformationMeasure::plug_in;  ///< what ranks the features
  double mass = 0.9;       ///< of the credible intervals, below 1; 0: no beliefs, densities alone
  double epsilon = 0.01;   ///< nats: what `probability_above` compares with; at least 0
  Index draws = 4000;      ///< of the parameters of columns; 0: closed forms only
  std::uint64_t seed = 1;  ///< of the draws
  WordForm words = WordForm::token;
  double document_length =
      100;  ///< in tokens, for WordForm::presence; at least 1, may be a fraction

  friend bool operator==(const InformationOptions&, const InformationOptions&) = default;
};

/// How much one feature says about the class, in nats, and the distribution of that number.
struct FeatureInformation {
  std::string feature = {};
  std::string part = {};  ///< a word of a block of counts, a column of a tied block; else empty
  std::string family = {};
  /// The plug-in value: between the densities of the estimator, in [0, H(label)]. The mean of what
  /// is believed is another number, and the interval belongs to that one.
  double mutual_information = 0;
  /// What the posterior of the parameters says of the true one: an interval, its mean and standard
  /// deviation, and the probability that it is above epsilon. None where it was not asked for, or
  /// cannot be had.
  std::optional<Interval> interval;
  std::optional<double> mean;
  std::optional<double> standard_deviation;
  std::optional<double> probability_above;
  /// The same under the prior of the parameters alone, with what is known of the class
  /// probabilities.
  std::optional<Interval> prior_interval;
  std::optional<double> prior_mean;
  /// From the counts alone, of discrete columns: maximum likelihood less its bias, and how probable
  /// counts as uneven would be if the feature told nothing.
  std::optional<double> bias_corrected;
  std::optional<double> p_value;
  std::string undefined = {};  ///< why there are no such numbers; empty where they exist

  friend bool operator==(const FeatureInformation&, const FeatureInformation&) = default;
};

namespace detail {
/// Throws Error{domain} naming the option that is out of range.
void check_options(const InformationOptions& options);
}  // namespace detail

/// Returns the number that ranks a feature by a measure, nats; none where it does not exist.
[[nodiscard]] std::optional<double> value_of(const FeatureInformation& one,
                                             InformationMeasure measure);

/// Returns whether the data say hardly more of the information than the prior does: the interval is
/// more than half as wide as the one of the prior alone, and its mean lies inside that one.
[[nodiscard]] bool is_nearly_prior(const FeatureInformation& one);

/// Returns the features, the one that tells most of the class first by the measure of the options.
/// No row is read: densities, beliefs and counts follow from the statistics.
///
///     for (const FeatureInformation& one : rank_by_mutual_information(posterior))
///       std::cout << one.feature << ' ' << one.mutual_information << '\n';
///
/// out     one entry for each feature, of a block of counts for each word, of a tied block for each
///         column; one whose densities do not exist says why, and comes last. The same bits for any
///         number of threads
/// throws  Error{domain} for an option that is out of range
/// cost    as mutual_information, for each feature; of columns twice more for each draw, once under
///         the posterior and once under the prior
/// source  docs/explanation/mutual_information.md
[[nodiscard]] std::vector<FeatureInformation> rank_by_mutual_information(
    const Posterior<Model>& posterior, const InformationOptions& options = {});

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
/// throws  Error{domain} for a weight that is negative or not finite
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

/// Tests whether classes and levels are independent, from counts alone.
/// in      counts: classes x levels, at least 0; classes and levels without any are not counted
/// out     information 0 and p-value 1 where there is nothing to compare
/// throws  Error{domain} for a count that is negative or not finite
/// source  [miller1955]; docs/explanation/mutual_information.md
[[nodiscard]] IndependenceTest independence_test(std::span<const std::vector<double>> counts);

namespace detail {
/// Returns whether the moments of a table belong to classes of these weights: its rows have their
/// proportions, each within 0.01 and a twentieth of its own, and the spread of class probabilities,
/// which takes a part of 1 / (sum of weights + 1) from the mean, takes the same within 0.01. Missing
/// cells and the pseudo-counts of many levels move both; a table of pseudo-counts alone is far lighter.
[[nodiscard]] bool is_table_of(std::span<const std::vector<double>> table,
                               std::span<const double> weights);

/// Returns the moments where the probabilities of classes have one Dirichlet density and the levels of
/// each class another: the mean nearly, the variance to second order.
/// in  class_weights: of that of the classes;  cells: those of the levels, all above 0
[[nodiscard]] InformationMoments moments_apart(std::span<const double> class_weights,
                                               std::span<const std::vector<double>> cells);

/// The beliefs about an information of these moments, taken for a Gamma density; left out where no
/// such density has these moments.
/// in  most: what the information cannot exceed
void add_beliefs(FeatureInformation& one, const InformationMoments& moments, double most,
                 const InformationOptions& options);
/// The beliefs about an information of which these are draws.
void add_beliefs(FeatureInformation& one, std::vector<double> draws,
                 const InformationOptions& options);
}  // namespace detail

}  // namespace credence
