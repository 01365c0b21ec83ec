#pragma once
// Two classifiers on the same folds: which is better, by how much, and how sure that is.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/result.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace credence {

/// Options of the comparison of two classifiers.
struct CorrelatedTOptions {
  /// Of the differences of any two folds: the share of the rows that a fold tests on, 0.1 for ten
  /// folds. In [0, 1).
  double correlation = 0.1;
  double rope = 0.01;  ///< differences of at most this size count as none; >= 0
  double mass = 0.9;   ///< that the interval holds, in (0, 1)

  friend bool operator==(const CorrelatedTOptions&, const CorrelatedTOptions&) = default;
};

/// Differences in numbers: how many, their mean, and their standard deviation over n - 1.
struct Differences {
  Index count = 0;
  double mean = 0;
  double deviation = 0;

  friend bool operator==(const Differences&, const Differences&) = default;
};

/// The posterior of the mean difference of two classifiers: Student's t around the mean of the
/// differences seen, or, where they are all equal, that number and no other.
struct DifferencePosterior {
  Differences seen = {};
  double correlation = 0;
  double degrees = 0;  ///< of freedom: differences - 1
  double scale = 0;    ///< plain, not squared; 0: all of the mass is at the mean
  double rope = 0;
  double first = 0;       ///< probability that the mean difference is above rope
  double equivalent = 1;  ///< that it is within [-rope, rope]
  double second = 0;      ///< that it is below -rope
  double mass = 0.9;
  Interval interval = {};  ///< equal-tailed, holds `mass`

  friend bool operator==(const DifferencePosterior&, const DifferencePosterior&) = default;
};

/// Summary of differences, first minus second.
/// throws  Error{domain} for a difference that is not finite, and for fewer than two
[[nodiscard]] Differences differences_of(std::span<const double> differences);

/// Returns the Bayesian correlated t-test: the distribution of the mean difference of two
/// classifiers after differences on the folds of (repeated) cross-validation, under the improper
/// prior that is flat in the mean and the logarithm of the variance. Folds share training rows, so
/// their differences are correlated: the squared scale is (1/n + correlation / (1 - correlation))
/// times their variance.
///
///     correlated_t_test({.count = 100, .mean = -0.0194, .deviation = 0.01583}, {}).second;
///
/// throws  Error{domain} naming the option or number outside its range
/// source  [corani2015]; [benavoli2017]; [nadeau2003] for the correlation
[[nodiscard]] DifferencePosterior correlated_t_test(const Differences& differences,
                                                    const CorrelatedTOptions& options = {});

/// Returns ln of the posterior density of the mean difference; of a point mass +inf at it, else
/// -inf.
[[nodiscard]] double log_density(const DifferencePosterior& posterior, double difference);

/// The weight of rows by who labels them right, and the distribution of the share that the first
/// classifier wins of those that one alone has right.
struct DiscordantRows {
  double both = 0;
  double first_only = 0;
  double second_only = 0;
  double neither = 0;
  double mass = 0.9;
  double share = 0.5;          ///< posterior mean of the share that the first wins
  Interval interval = {0, 1};  ///< of that share, equal-tailed, holds `mass`
  double first_better = 0.5;   ///< probability that the share is above 1/2
  double second_better = 0.5;  ///< below 1/2

  friend bool operator==(const DiscordantRows&, const DiscordantRows&) = default;
};

/// Compares two classifiers row by row. Rows that both or neither have right say nothing of which is
/// right more often; of the others the first wins a share whose posterior is
/// Beta(1 + first_only, 1 + second_only) under a uniform prior, as if rows were independent.
///
///     discordant_rows(first_is_right, second_is_right).first_better;
///
/// in      first, second: whether each has a row right, in the same order;  weights: one a row, or
///         empty for 1 each;  mass: in (0, 1)
/// throws  Error{shape} for lists of different lengths; Error{domain} for a mass outside (0, 1) or
///         a weight that is negative or not finite
/// source  docs/reference/families/beta_bernoulli.md; docs/explanation/comparison.md
[[nodiscard]] DiscordantRows discordant_rows(const std::vector<bool>& first,
                                             const std::vector<bool>& second,
                                             std::span<const double> weights = {},
                                             double mass = 0.9);

/// What a difference is counted in; of each the better value makes the difference positive for its
/// classifier.
enum class PairedMeasure { accuracy, log_loss, brier };

/// Returns the measure's word: "accuracy", "log_loss", "brier".
[[nodiscard]] std::string_view to_string(PairedMeasure measure);
/// Returns how much better metrics are by the measure: the accuracy, or minus the loss.
[[nodiscard]] double goodness(const Metrics& metrics, PairedMeasure measure);

/// One of the two classifiers, and how it did on the rows of the first repeat's folds.
struct PairedSide {
  std::string classifier = {};  ///< an estimator, or "logistic_regression"
  std::vector<std::string> features;
  std::vector<std::string> families;  ///< one per feature
  Result result = {};                 ///< on "cross_validation", pooled over rows

  friend bool operator==(const PairedSide&, const PairedSide&) = default;
};

/// Both classifiers on one fold, by the measure, unchanged in sign: a loss is a loss.
struct PairedFold {
  Index repeat = 0;  ///< from 1
  Index fold = 0;    ///< from 1
  Index rows = 0;    ///< tested
  double first = 0;
  double second = 0;
  double difference = 0;  ///< how much better the first is; NaN where both losses are infinite

  friend bool operator==(const PairedFold&, const PairedFold&) = default;
};

/// Two classifiers on the same folds, repeatedly.
struct PairedComparison {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  Index folds = 0;
  Index repeats = 1;
  std::optional<std::uint64_t> seed;  ///< none where a column gave the folds
  std::string group_column = {};      ///< whose groups the folds do not divide; empty: none
  PairedMeasure measure = PairedMeasure::accuracy;
  PairedSide first = {};
  PairedSide second = {};
  Result baseline = {};  ///< the class frequencies alone, on the rows of the first repeat's folds
  std::vector<PairedFold> differences;  ///< by repeat and fold; empty where one is undefined
  /// None where a classifier is undefined in a fold, or a difference is not finite.
  std::optional<DifferencePosterior> test;
  /// Of the first repeat; none where a classifier is undefined in a fold.
  std::optional<DiscordantRows> discordant;
  std::vector<std::string> notes;

  friend bool operator==(const PairedComparison&, const PairedComparison&) = default;
};

/// A model with a way to make a classifier of it.
struct Contender {
  Model model = {};
  Estimator estimator = Estimator::predictive;
  std::optional<LogisticOptions> twin = {};   ///< logistic regression in the place of the estimator
  std::vector<std::string> by_evidence = {};  ///< as that of CompareOptions

  friend bool operator==(const Contender&, const Contender&) = default;
};

/// Options of a paired comparison.
struct PairedOptions {
  Index folds = 10;
  Index repeats = 10;            ///< the folds are drawn anew so many times
  std::uint64_t seed = 1;        ///< the first repeat has the folds of `compare`
  std::string fold_column = {};  ///< takes the folds from this column instead; one repeat
  FoldValues fold_values = FoldValues::folds;  ///< groups: `folds` folds of whole groups instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  PairedMeasure measure = PairedMeasure::accuracy;
  double rope = 0.01;  ///< differences of at most this size count as none, in the measure's unit
  double mass = 0.9;   ///< that intervals hold

  friend bool operator==(const PairedOptions&, const PairedOptions&) = default;
};

/// Compares two classifiers on the same folds of stratified cross-validation, drawn anew `repeats`
/// times (once with a column of folds or groups: whole groups leave little to draw anew): the
/// Bayesian correlated t-test on the differences of all folds, and the rows of the first repeat
/// that only one of them has right. The two may differ in estimator, families, priors and features;
/// label, rows and weights are the same.
///
///     compare_paired(Contender{.model = model}, Contender{.model = model, .twin = LogisticOptions{}},
///                    table, {}).test->first;
///
/// throws  as compare and logistic_twin; Error{domain} for options outside their range; Error{schema}
///         where the two models have different labels or lists of classes
/// cost    repeats x folds x what each contender costs; an estimator reads the rows once a repeat
[[nodiscard]] PairedComparison compare_paired(const Contender& first, const Contender& second,
                                              const Table& table,
                                              const PairedOptions& options = {});

}  // namespace credence
