#pragma once
// Results of studies as plain data, and which of them counts.
#include <credence/detail/predict/estimate.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/metrics.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// An estimate that does not exist, and in which fold (from 1; 0 outside cross-validation).
struct UndefinedInFold {
  UndefinedCell cell = {};
  Index fold = 0;

  friend bool operator==(const UndefinedInFold&, const UndefinedInFold&) = default;
};

/// What each value of a fold column is.
enum class FoldValues {
  folds,   ///< a fold
  groups,  ///< a group of rows that no fold divides (study/compare.hpp: stratified_group_folds)
};

/// How long the parts of a study took, in seconds.
struct StudySeconds {
  double observe = 0;
  double estimate = 0;
  double score = 0;

  /// How long it took is no part of what was found: any two are equal.
  friend bool operator==(const StudySeconds&, const StudySeconds&) { return true; }
};

/// Stands in the place of an estimator's name for the class frequencies alone: the posterior mean of
/// the class probabilities under a Dirichlet prior of 1 for each class, learned from the labels of
/// the training rows and nothing else. Its log loss is always finite.
inline constexpr const char* baseline_name = "baseline";

/// What decisions cost: of each row the action of least expected loss is taken, and its loss under the
/// true class counts (predict/decide.hpp).
struct MeanCost {
  double mean = 0;   ///< over rows, by weight; in the unit of the losses
  double error = 0;  ///< standard error of the mean

  friend bool operator==(const MeanCost&, const MeanCost&) = default;
};

/// How one estimator did on one set of rows. A study lists the baseline as a result of its own, on
/// the same sets of rows, after all others.
struct Result {
  /// or "scikit_learn", "logistic_regression", "complement", "baseline"
  std::string estimator = {};
  std::string on = {};  ///< "training", "cross_validation", "leave_one_out", "test"; more may
                        ///< come
  /// None where an estimate is undefined, and of a rule that gives labels without probabilities.
  std::optional<Metrics> metrics;
  std::optional<Confusion> confusion;      ///< none where an estimate is undefined
  std::optional<Calibration> calibration;  ///< none where there are no metrics
  /// 1 - log_loss / the baseline's log_loss on the same rows: 1 is perfect, 0 the baseline, below 0
  /// worse than it. None where either is not finite, or the baseline's is 0.
  std::optional<double> skill;
  /// Standard error of the skill, from the losses of both row by row; none without a skill.
  std::optional<double> skill_error;
  std::optional<RocAreas> areas;  ///< of evaluations
  std::optional<MeanCost> cost;   ///< where losses are given
  Index unseen_cells = 0;         ///< cells (words) of categories that were not learned
  std::string structure = {};  ///< of the model, as "tan" or "kdb:2"; empty for naive Bayes alone
  std::vector<UndefinedInFold> undefined;
  /// Of the classifier; found anew from the rows that each part learned from.
  FeatureWeighting feature_weights = FeatureWeighting::none;

  friend bool operator==(const Result&, const Result&) = default;
};

/// The parameters that a plug-in estimator fitted, judged by the data that it fitted them to.
struct FittedParameters {
  std::string estimator = {};
  std::optional<double> log_likelihood;  ///< of labels and features together, nats
  std::optional<double> conditional =
      {};                      ///< of the labels given the features; where rows were read
  double parameters = 0;       ///< that are free, the class probabilities among them
  double rows = 0;             ///< weight of the labelled rows
  std::string undefined = {};  ///< why there is no log likelihood; else empty

  friend bool operator==(const FittedParameters&, const FittedParameters&) = default;
};

/// 2 parameters - 2 log likelihood, of maximum likelihood alone, which it is derived from; none for
/// other estimators.
/// source  [akaike1974]; docs/explanation/evidence.md
[[nodiscard]] std::optional<double> aic(const FittedParameters& fit);
/// parameters ln(rows) - 2 log likelihood, of maximum likelihood alone; none for other estimators.
/// -BIC / 2 approximates the log evidence to a constant that stays bounded as rows grow.
/// source  [schwarz1978]; docs/explanation/evidence.md
[[nodiscard]] std::optional<double> bic(const FittedParameters& fit);

/// Returns one entry for each plug-in estimator of the list, in its order, from statistics alone. Rows
/// that lack a number of a block with a full covariance are not among those. Feature weights are
/// left aside, as in the log evidence.
/// cost  features x classes x levels for each
[[nodiscard]] std::vector<FittedParameters> fitted_parameters(
    const Posterior<Model>& posterior, std::span<const Estimator> estimators);

/// Returns whether a result is that of a rule that gives labels without probabilities: it has a
/// confusion matrix and no metrics.
[[nodiscard]] bool has_labels_alone(const Result& result);
/// Returns the share of the rows whose label is right, of a rule as well; none where an estimate is
/// undefined.
[[nodiscard]] std::optional<double> accuracy_of(const Result& result);
/// Returns where that share lies, as accuracy_interval does.
/// in   mass: in (0, 1)
[[nodiscard]] std::optional<Interval> accuracy_interval(const Result& result, double mass = 0.9);

/// Returns what people call a classifier: "predictive", or "predictive (weights each)" where it has
/// feature weights.
[[nodiscard]] std::string classifier_name(std::string_view estimator, FeatureWeighting weights);
[[nodiscard]] std::string classifier_name(const Result& result);

/// Returns the rows that results are judged by: "test", "cross_validation" or "leave_one_out", the
/// first of them that has metrics; else those of the first result.
[[nodiscard]] std::string judged_on(std::span<const Result> results);

/// Returns the result of an estimator on a set of rows, of the classifier with these weights; null
/// where there is none. It points into the list, as the best result does.
[[nodiscard]] const Result* find_result(std::span<const Result> results, std::string_view estimator,
                                        std::string_view on,
                                        FeatureWeighting weights = FeatureWeighting::none);

/// Returns the result of least log loss on a set of rows, the baseline aside; of equal ones the
/// posterior predictive, of infinite ones the most accurate. Null where no estimate is defined.
[[nodiscard]] const Result* best_result(std::span<const Result> results, std::string_view on);

/// Nothing can point into a list that dies at the end of the expression: give the study a name.
const Result* find_result(const std::vector<Result>&& results, std::string_view estimator,
                          std::string_view on,
                          FeatureWeighting weights = FeatureWeighting::none) = delete;
const Result* best_result(const std::vector<Result>&& results, std::string_view on) = delete;

/// Returns whether the mean probability of the labels is above (below) the accuracy by more than a
/// hundredth and more than two standard errors.
[[nodiscard]] bool is_over_confident(const Metrics& metrics);
[[nodiscard]] bool is_under_confident(const Metrics& metrics);

}  // namespace credence
