#pragma once
// Data beside data that a model simulates: what was computed of both, and how far they are apart.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/feature_pictures.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Where the parameters of simulated data come from.
enum class SimulatedFrom {
  prior,      ///< what was believed before the data
  posterior,  ///< what is believed after those that the posterior has learned
};

[[nodiscard]] std::string_view to_string(SimulatedFrom from);

/// What is computed of the data of one feature in one class.
enum class Quantity {
  count,             ///< weight of the rows with a level, or of the tokens that are a word
  mean,              ///< of numbers
  deviation,         ///< the root of the mean squared distance from the mean
  minimum,           ///< of numbers
  maximum,           ///< of numbers
  quantile,          ///< the least number that as large a share of the weight does not exceed
  zeros,             ///< share of the weight at 0
  documents,         ///< weight of the documents that hold a word
  different_words,   ///< mean number of different words of a document
  mean_cosine,       ///< of directions
  mean_sine,         ///< of directions
  resultant_length,  ///< of directions: that of the mean of unit vectors; 1 where all are equal
  turn_quantile,     ///< quantile of the turns from the mean direction, which lie in [-pi, pi)
};

/// Returns the word of a quantity in JSON and CSV: "mean", "share_of_zeros", ...
[[nodiscard]] std::string_view to_string(Quantity quantity);

/// A quantity, and which of its kind.
struct QuantityName {
  Quantity quantity = Quantity::mean;
  std::string level = {};  ///< of `count` and `documents`
  double share = 0;        ///< of quantiles

  friend bool operator==(const QuantityName&, const QuantityName&) = default;
};

/// In words: "count of Oslo", "5 % quantile", "proportion of zeros".
[[nodiscard]] std::string to_string(const QuantityName& name);

/// A quantity of the data, and of all simulated data.
struct CheckedQuantity {
  QuantityName name = {};
  double observed = 0;
  double median = 0;        ///< of the simulated ones
  Interval simulated = {};  ///< equal-tailed, of the simulated ones
  /// Two-sided: how often a simulated quantity is at least as far out as the observed one. With n
  /// simulations, r of them on its side of the observed one or equal to it, 2 (r + 1) / (n + 1), at
  /// most 1.
  double p_value = 1;

  friend bool operator==(const CheckedQuantity&, const CheckedQuantity&) = default;
};

/// What was computed of one feature in one class; a column of a tied block is a feature of its own.
struct CheckedCell {
  std::string feature = {};
  std::string family = {};
  std::string klass = {};
  Index rows = 0;  ///< with a value, which are simulated
  std::vector<CheckedQuantity> quantities;

  friend bool operator==(const CheckedCell&, const CheckedCell&) = default;
};

/// How the data of one feature lie among the simulated ones. Lists of lists are classes x bins
/// (levels, words); a height is the weight of the rows (of the tokens, for words) that are there.
struct CheckPicture {
  std::string feature = {};
  std::string family = {};
  PictureKind kind = PictureKind::numbers;
  SimulatedFrom from = SimulatedFrom::posterior;
  double mass = 0.9;                 ///< that the bands hold
  std::vector<std::string> classes;  ///< those with rows
  std::vector<double> edges;         ///< of numbers: ends of the bins, ascending
  std::vector<std::string> levels;   ///< else
  Index levels_in_all = 0;           ///< more than `levels` where they were too many
  std::vector<std::vector<double>> observed;
  std::vector<std::vector<double>> median;
  std::vector<std::vector<double>> lower;
  std::vector<std::vector<double>> upper;

  friend bool operator==(const CheckPicture&, const CheckPicture&) = default;
};

/// A feature, or a feature in one class, that could not be checked.
struct NotChecked {
  std::string feature = {};
  std::string klass = {};  ///< empty: in no class
  std::string why = {};

  friend bool operator==(const NotChecked&, const NotChecked&) = default;
};

/// How to check.
struct CheckOptions {
  SimulatedFrom from = SimulatedFrom::posterior;
  Index simulations = 1000;
  std::uint64_t seed = 1;
  double mass = 0.9;        ///< that the simulated intervals hold; in (0, 1)
  double threshold = 0.01;  ///< a quantity with a p-value below it is extreme; in (0, 1)
  std::vector<std::string> features = {};  ///< those to check; empty: all
  Index most_levels = 16;                  ///< told apart; words: the most frequent alone

  friend bool operator==(const CheckOptions&, const CheckOptions&) = default;
};

/// A model checked against data, feature by feature and class by class.
struct PredictiveCheck {
  CheckOptions options = {};
  Index rows = 0;          ///< with a class
  Index skipped_rows = 0;  ///< without
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<CheckedCell> cells;
  std::vector<CheckPicture> pictures;  ///< one for each feature
  std::vector<NotChecked> not_checked;
  std::vector<std::string> notes;

  /// Returns whether the p-value is below the threshold.
  [[nodiscard]] bool is_extreme(const CheckedQuantity& checked) const {
    return checked.p_value < options.threshold;
  }
  friend bool operator==(const PredictiveCheck&, const PredictiveCheck&) = default;
};

/// How many quantities there are, how many of them are extreme, and how many of as many are expected
/// to be where the p-values are uniform, as they are under the prior that data come from.
struct ExtremeCounts {
  Index quantities = 0;
  Index extreme = 0;
  double expected = 0;

  friend bool operator==(const ExtremeCounts&, const ExtremeCounts&) = default;
};
[[nodiscard]] ExtremeCounts extreme_counts(const PredictiveCheck& check);

/// What is said of a quantity: where the data stand among the simulated ones.
[[nodiscard]] std::string sentence_on(const CheckedCell& cell, const CheckedQuantity& checked,
                                      const CheckOptions& options);

/// An extreme quantity with its cell.
struct ExtremeQuantity {
  const CheckedCell* cell = nullptr;
  const CheckedQuantity* quantity = nullptr;
};
/// Returns the extreme quantities, the smallest p-value first; they point into the check.
[[nodiscard]] std::vector<ExtremeQuantity> extreme_quantities(const PredictiveCheck& check);
/// Nothing can point into a check that dies at the end of the expression: give it a name.
std::vector<ExtremeQuantity> extreme_quantities(const PredictiveCheck&& check) = delete;

/// Checks a model against the labelled rows of a table. As many times as asked, every parameter is drawn
/// from what the posterior believes (or from the prior), and from the likelihood at these parameters as
/// many rows of each class as there are, with the missing cells, weights, exposures and lengths of
/// documents that the data have. Quantities of the data are set against those of the simulated ones.
///
///     const auto posterior = observe(model, table);
///     const PredictiveCheck check = predictive_check(posterior, table, {.simulations = 500});
///     extreme_counts(check);      // how many quantities are extreme, and how many chance makes so
///
/// in      table: the rows that the posterior has learned, or others;  weight: the column of row
///         weights, empty for 1 each
/// out     features in the order of the blocks; what cannot be checked is told with the reason, an
///         improper prior among it
/// throws  Error{domain} for options that make no sense; as bind; Error{schema} when the table has no
///         label column, a class that the posterior lacks, or no row with a label, and for an
///         unknown feature; Error{undefined} for a model with a structure
/// cost    simulations x rows x features draws, and of numbers a partial sort of each column; memory:
///         one feature at a time. The same bits for any number of threads; a feature's numbers do not
///         depend on the other features
/// source  [box1980], [rubin1984], [gelman1996]; docs/explanation/predictive_checks.md
[[nodiscard]] PredictiveCheck predictive_check(const Posterior<Model>& posterior,
                                               const Table& table, const CheckOptions& options = {},
                                               std::string_view weight = {});

}  // namespace credence
