#pragma once
// How estimators perform with few training rows: many random splits at many sizes, or rows
// drawn from a known data-generating model, beside the best that any classifier can do.
#include <atomic>
#include <credence/base/index.hpp>
#include <credence/learn/model.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/result.hpp>
#include <credence/study/simulation.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace credence {

/// How one estimator did on one split of the rows.
struct CurveRun {
  Index repeat = 0;     ///< from 1
  double accuracy = 0;  ///< share of the test rows whose label is right, by weight, 0 to 1
  /// Mean of -ln p(true class) by weight, nats; may be +inf. None of a rule without probabilities
  std::optional<double> log_loss;
  std::optional<double> training_accuracy = {};  ///< of the training rows, where that is asked for
  std::optional<double> training_log_loss = {};  ///< likewise
  /// Share of the test rows whose true class was impossible. None of a rule without probabilities
  std::optional<double> ruled_out = {};

  friend bool operator==(const CurveRun&, const CurveRun&) = default;
};

/// What the error of one estimator at one size is made of: averages over test rows, each counted as
/// often as it was tested, times its weight. The training sets are those of the repeats that tested a
/// row; the main label of a row is the one predicted after most of them, of equals the first class. On
/// data the label of a row is its right one, and noise is part of the bias; of simulated rows the right
/// label is the most probable one, and errors are expected ones over labels.
/// source  [domingos2000] for the error; docs/explanation/learning_curves.md
struct ErrorParts {
  Index rows = 0;                ///< that were tested at least once
  Index tests = 0;               ///< of them, over all repeats
  double error = 0;              ///< noise + bias + variance_unbiased - variance_biased
  std::optional<double> noise;   ///< of simulated rows: what labels at random add to the error
  double bias = 0;               ///< share of rows whose main label is wrong
  double variance_unbiased = 0;  ///< other rows: share of training sets that get them wrong
  double variance_biased = 0;    ///< rows with bias: share of training sets that get them right
  double brier = 0;              ///< brier_noise + brier_bias + brier_variance
  std::optional<double> brier_noise;  ///< of simulated rows: sum of p (1 - p) of the classes
  double brier_bias = 0;      ///< squared distance of the mean probabilities from the right ones
  double brier_variance = 0;  ///< mean squared distance of the probabilities from their mean

  friend bool operator==(const ErrorParts&, const ErrorParts&) = default;
};

/// One estimator at one size, over all repeats. What is averaged are the repeats in which the
/// estimate exists; where there is none, the numbers are empty.
struct CurvePoint {
  std::string estimator = {};
  double test_size = 0;     ///< as it was asked for; of a training size: the share of test rows
  Index test_rows = 0;      ///< scored in each repeat
  Index training_rows = 0;  ///< learned from in each repeat
  Index repeats = 0;
  Index undefined_repeats = 0;  ///< repeats in which an estimate does not exist
  std::string why_undefined{};  ///< in the first of these: column, class and reason; else empty
  std::optional<double> mean_accuracy;
  std::optional<double> median_accuracy;
  std::optional<double> lower_accuracy;  ///< the quantile 0.05 over repeats
  std::optional<double> upper_accuracy;  ///< the quantile 0.95 over repeats
  std::optional<double> sd_accuracy;     ///< over n - 1; empty for fewer than two repeats
  std::optional<double> mean_log_loss;   ///< nats; +inf where a true class was impossible once
  std::optional<double> median_log_loss;
  /// sqrt(p (1 - p) / test_rows), p the mean accuracy: the spread of the accuracy of one and the
  /// same classifier over fresh test rows of that number. Unequal weights lift it
  /// (docs/explanation/learning_curves.md).
  std::optional<double> test_noise;
  /// The part of sd_accuracy that comes from which rows are tested: test_noise, but less where the
  /// test rows are a large part of all rows there are (docs/explanation/learning_curves.md).
  std::optional<double> split_noise;
  /// The rest of it, which comes from which rows are learned: sqrt(sd^2 - split_noise^2), or 0.
  std::optional<double> training_noise;
  std::vector<CurveRun> runs;  ///< repeats in which the estimate exists, in order
  FeatureWeighting feature_weights = FeatureWeighting::none;  ///< of the classifiers
  /// Where they are asked for and an estimate exists; none of a rule without probabilities.
  std::optional<ErrorParts> parts;
  /// Of the training rows themselves, where that is asked for and an estimate exists: beside
  /// mean_accuracy and mean_log_loss they show overfitting.
  std::optional<double> mean_training_accuracy = {};
  std::optional<double> mean_training_log_loss = {};  ///< none of a rule without probabilities
  std::optional<double> mean_ruled_out = {};  ///< likewise; where it is 0 all log losses are finite

  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// The best that any classifier can do, for a known data-generating model.
struct BestPossible {
  double accuracy = 0;        ///< 1 - Bayes error
  double standard_error = 0;  ///< of the accuracy; 0 where it is exact
  double log_loss = 0;        ///< conditional entropy of the class, nats

  friend bool operator==(const BestPossible&, const BestPossible&) = default;
};

/// How the splits of a repeat are related.
enum class CurveSplits {
  nested,       ///< one order of the rows a repeat: each training set holds the smaller ones
  independent,  ///< an order of its own for every size
  given         ///< by the caller, each for one size
};

/// Returns the word of it: "nested", "independent" or "given".
[[nodiscard]] std::string_view to_string(CurveSplits splits);

/// Estimators over sizes of the training set.
struct LearningCurve {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  Index repeats = 0;  ///< asked for
  std::uint64_t seed = 1;
  CurveSplits splits = CurveSplits::nested;
  bool stratified = false;
  bool by_training_rows = false;     ///< the sizes asked for were those of the training set
  bool complete = true;              ///< false: some repeats were not begun
  std::vector<CurvePoint> points;    ///< by estimator, the baseline last, then by sizes as asked
  std::optional<BestPossible> best;  ///< of simulated rows
  std::string structure = {};        ///< of the model, as "tan"; empty for naive Bayes
  StudySeconds seconds = {};

  friend bool operator==(const LearningCurve&, const LearningCurve&) = default;
};

/// A split of the rows that the caller has made; rows that are in neither part are left aside.
struct GivenSplit {
  std::string name = {};            ///< in messages
  std::vector<Index> learned = {};  ///< rows of the table
  std::vector<Index> tested = {};   ///< others

  friend bool operator==(const GivenSplit&, const GivenSplit&) = default;
};

/// Returns the splits that a table holds: a column for each, in whose rows stands "train", "test" or
/// nothing.
/// throws  Error{parse} with the place of another word; Error{domain} for a table without columns
[[nodiscard]] std::vector<GivenSplit> splits_of(const Table& table);

/// Returns whether the parts of errors were asked for and found.
[[nodiscard]] bool is_decomposed(const LearningCurve& curve);

/// Returns whether scores of the training rows were asked for and found.
[[nodiscard]] bool is_scored_on_training(const LearningCurve& curve);

/// Options of a learning curve. Without sizes of either kind, training sizes are
/// `default_training_sizes`.
struct CurveOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  /// Proportions of test rows, between 0 and 1, or their numbers; the others are training rows.
  std::vector<double> test_sizes = {};
  /// Numbers of training rows, in the place of test sizes; the others are test rows.
  std::vector<Index> training_sizes = {};
  Index repeats = 100;
  std::uint64_t seed = 1;
  CurveSplits splits = CurveSplits::nested;
  std::string weight = {};  ///< column of row weights, no feature; empty: 1 each. Sizes count rows
  /// In the place of random splits, sizes and repeats; splits with as many training and test rows are
  /// one size. Rows without a label are dropped from them.
  std::vector<GivenSplit> given = {};
  bool stratified = false;  ///< each training set holds every class by its share of the rows
  std::optional<LogisticOptions> twin = {};  ///< logistic regression after the estimators
  /// Adds points of the rule of complement naive Bayes, called "complement".
  std::optional<ComplementWeights> complement = {};
  /// Columns whose family the evidence chooses, anew in every training part (study/suggest.hpp); the
  /// family that the model gives them is ignored.
  std::vector<std::string> by_evidence = {};
  bool lazy_rules = false;  ///< lazy Bayesian rules (study/lazy_rules.hpp) in place of the model
  /// Adds points for each estimator with feature weights, found anew from the training rows of every
  /// split and size.
  FeatureWeightOptions feature_weights = {.kind = FeatureWeighting::none};
  bool decompose = false;    ///< finds the parts of each error
  bool on_training = false;  ///< also scores each training set on itself

  friend bool operator==(const CurveOptions&, const CurveOptions&) = default;
};

/// Returns the numbers of training rows of a curve that is asked for without sizes, rising: of 1, 2
/// and 5 times the powers of ten those from two rows a class on, and at last four fifths of the rows.
/// in      rows: with a label
/// throws  Error{domain} for fewer than two rows
[[nodiscard]] std::vector<Index> default_training_sizes(Index rows, Index classes);

/// How far a study is; another thread may look, and stop it.
struct CurveProgress {
  std::atomic<Index> repeats_done{0};
  std::atomic<bool> stop{false};
};

/// Trains on some of the rows at random and tests on others, at every size, repeatedly. In a repeat
/// all estimators read the same statistics and label the same rows. Nested splits follow one random
/// order of the rows: the training set of a size is its beginning, the test set its end, so that
/// each row is learned once a repeat. What is inferred from data (levels, automatic priors) comes
/// from the training rows alone, the classes from all rows.
///
///     learning_curve(model, seeds, {.test_sizes = {0.2, 0.5, 0.9}}).points;
///
/// in      progress: null, or where to report finished repeats and to look whether to stop
/// throws  as bind and observe; Error{domain} for sizes, repeats or given splits that make no sense;
///         Error{schema} for Estimator::scikit_learn where a family has no counterpart there;
///         Error{limit} for parts of errors that would take more than 4 GB; as ComplementClassifier
///         where that rule is asked for, and Error{undefined} for it beside lazy rules
/// cost    repeats x (training rows once; for each size estimators x test rows x features x classes,
///         and as much for training rows that are scored). The same bits for any number of threads
[[nodiscard]] LearningCurve learning_curve(const Model& model, const Table& table,
                                           const CurveOptions& options = {},
                                           CurveProgress* progress = nullptr);

/// Options of a learning curve of simulated rows.
struct SimulatedCurveOptions {
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  std::vector<Index> training_sizes = {};
  Index test_rows = 1000;  ///< drawn anew in each repeat, the same for all sizes
  Index repeats = 100;
  SimulationOptions rows = {};  ///< seed, length of documents, exposure
  /// Finds the parts of each error: the test rows are then the same in all repeats.
  bool decompose = false;
  Index best_draws = 100'000;  ///< rows for the Bayes error, where it has no closed form
  std::optional<LogisticOptions> twin = {};          ///< logistic regression after the estimators
  std::optional<ComplementWeights> complement = {};  ///< the rule of that name, too
  bool on_training = false;                          ///< also scores each training set on itself

  friend bool operator==(const SimulatedCurveOptions&, const SimulatedCurveOptions&) = default;
};

/// Draws rows from a truth, trains on some and tests on others, repeatedly. In a repeat the
/// training set of a size is the beginning of one sample, the test set rows of their own. What is
/// learned is the truth's schema with its priors, from nothing but the rows: the truth itself says
/// only what is the best possible.
/// in      truth: as simulate (study/simulation.hpp);  progress: as learning_curve
/// out     a curve with `best`; `rows` are those drawn in a repeat
/// throws  as simulate and learning_curve
/// cost    repeats x (rows drawn and learned once; as learning_curve for the test rows), and the
///         Bayes error. The same bits for any number of threads
[[nodiscard]] LearningCurve simulated_curve(const Estimates& truth,
                                            const SimulatedCurveOptions& options,
                                            CurveProgress* progress = nullptr);

}  // namespace credence
