#pragma once
// Results of studies as text for people (aligned tables, lines ending in a new line, no colours),
// as JSON and CSV for scripts (fields and `digits` as in report/figure.hpp), and as pages of
// figures. A program that calls one includes the header of its study; for pages report/page.hpp.
#include <credence/report/checks.hpp>
#include <string>

namespace credence {

struct BayesError;                  // study/simulation.hpp
struct Comparison;                  // study/compare.hpp
struct Description;                 // study/describe.hpp
struct Evaluation;                  // study/evaluate.hpp
struct Explanation;                 // predict/explain.hpp
struct LearningCurve;               // study/learning_curve.hpp
struct LinearForms;                 // predict/linear_form.hpp
struct Page;                        // report/page.hpp
struct PairedComparison;            // study/compare_paired.hpp
struct RankedFeatures;              // study/feature_selection.hpp
struct Suggestions;                 // study/suggest.hpp

/// Returns a line per estimator and set of rows, training above cross-validation and leave-one-out,
/// then the notes. Metrics that do not exist are "-". Long lists are cut and say so.
[[nodiscard]] std::string to_text(const Comparison& comparison);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`,
/// `features`, `families`, `folds`, `seed`, `group_column` (if any), `results`, `structures` (if
/// compared), `fitted_parameters`, `log_evidence`, `log_coefficient` (where numbers include it) and
/// `notes`. A result has `structure` and `feature_weights` (if any), `estimator`, `on`, `accuracy`,
/// `log_loss`, `skill`, `brier`, `confidence`, `impossible_rows`, `ruled_out`, `accuracy_interval`
/// (`mass`, `lower`, `upper`), `log_loss_error`, `confidence_error`, `skill_error`,
/// `balanced_accuracy`, `macro_f1`, `calibration` (`class`: null for the label's probability;
/// `mass`, `error`, `error_interval`, `bins`), `unseen_cells` and `undefined`: a list of `feature`,
/// `class` (null for all), `why` and, in cross-validation, `fold`.
/// Two blanks of indentation, a new line at the end. Numbers are the shortest text that reads back
/// exactly; an infinite log loss is the string "inf"; the metrics of an estimator with undefined
/// cells are null. Readers must ignore keys and values of `on` that they do not know: more may come.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const Comparison& comparison);

/// Returns a header and a line for each result: `estimator`, `on`, `accuracy`, `log_loss`, `skill`,
/// `brier`, `confidence`, `impossible_rows`, `ruled_out`, `unseen_cells`, `undefined_cells` (how
/// many), the ends of the 90 % interval `lower_accuracy` and `upper_accuracy`, `log_loss_error`,
/// `confidence_error`, `skill_error`, `balanced_accuracy`, `macro_f1`, `calibration_error`, its ends
/// `lower_calibration_error` and `upper_calibration_error`. If any, `structure` is first and
/// `feature_weights` last. A number that does not exist is an empty field, infinities are inf.
[[nodiscard]] std::string to_csv(const Comparison& comparison, int digits = 0);

/// Metrics, accuracy and log loss with intervals, calibration, confusion, notes.
[[nodiscard]] Page page_of(const Comparison& comparison);

/// Returns a line per estimator, then balanced accuracy, F1 and the area under the ROC curve, then
/// the confusion matrix of each with recall, precision, F1 and area by class.
[[nodiscard]] std::string to_text(const Evaluation& evaluation);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `results`
/// and `notes`. Results are those of a comparison with `confusion` (`classes` and `matrix`, true x
/// predicted; of more than 200 classes `cells`: true and predicted position and weight of each pair
/// with rows), `roc_auc`, with losses `mean_cost` and `mean_cost_error`, and, by class, `recall`,
/// `precision`, `f1` and `roc_auc_by_class` (null for 0/0). Throws as that of a comparison.
[[nodiscard]] std::string to_json(const Evaluation& evaluation);

/// As of a comparison, with `roc_auc` and, with losses, `mean_cost` and `mean_cost_error` behind.
[[nodiscard]] std::string to_csv(const Evaluation& evaluation, int digits = 0);

/// As of a comparison.
[[nodiscard]] Page page_of(const Evaluation& evaluation);

/// Returns the arcs of a structure, or the models of an average; then a part per feature: prior,
/// statistics, posterior, credible intervals of the parameters and the four estimates of every class;
/// numbers to six digits, intervals to four.
[[nodiscard]] std::string to_text(const Description& description);

/// Returns one object with `schema_version`, `log_evidence` (null, beside `log_evidence_undefined`,
/// where undefined), `fitted_parameters`, `feature_weights` and `discount` (if any), `label` and
/// `features`, each with its `cells` and its `relevance`; an `interval` holds `mass`, and `lower`
/// and `upper` with the names of a plug-in estimate; {"undefined": why} for numbers that do not
/// exist. With a structure also `structure`: its name, `features` (`feature`, `parents`, `gain`,
/// `information`) or `average` and `models` (`parents`, `log_evidence`, `weight`, `levels` with
/// their `rows`) or `distinct_rows`, `notes`, `context_cells`, and `contexts`: `parents`, `levels`,
/// `rows` and `features` with their `cells`. Throws as that of a comparison.
[[nodiscard]] std::string to_json(const Description& description);

/// Returns a line for the bias and one for each value, with its weight for each class but the first and,
/// of a logistic regression, centre and spread; or the features that have no linear form, and why.
[[nodiscard]] std::string to_text(const LinearForms& linear);

/// Returns one object with `schema_version`, `label`, `classes`, `estimator`, `against` (the first
/// class), `bias` by class and `terms`: `feature`, `value`, `kind` ("number"; "level": 1 in its rows, 0
/// in others), `weights` by class, and of a logistic regression `centre`, `spread` and beside `terms`
/// `fit`, a LogisticFit; `not_linear` (`feature`, `why`) makes both null. Throws likewise.
[[nodiscard]] std::string to_json(const LinearForms& linear);

/// Returns a header and a line for the bias and each value: feature, value, kind ("bias", "number",
/// "level"), `centre` and `spread` as above, and weight:CLASS for each class but the first.
/// out     where features have no linear form, a line for each instead: feature, not_linear (why)
[[nodiscard]] std::string to_csv(const LinearForms& linear, int digits = 0);

/// Returns a line per column and family, the best first; then a line per column with what its
/// dependence on the class is worth; then why families or evidences are missing.
[[nodiscard]] std::string to_text(const Suggestions& suggestions);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `notes`
/// and `results`: `feature`, `families` (best first: `family`, `log_evidence`, `log_bayes_factor`
/// against the best; null beside `undefined`, the reason, if there is none) and `chosen`, "none"
/// beside `why_none`; else also `measure`, `depends_on_class`, `pooled_log_evidence`,
/// `log_bayes_factor` against it, and `probability`. Throws as that of a comparison.
[[nodiscard]] std::string to_json(const Suggestions& suggestions);

/// Returns a line for the prior, one for each contribution, the largest first, and their sum below;
/// then the models of an average by their shares. Numbers have at most six significant digits.
[[nodiscard]] std::string to_text(const Explanation& explanation);

/// Returns one object with `schema_version`, `row` (counted from 1), `class`, `against`,
/// `estimator`, `unit`, `log_odds`, `mass` and `interval` (absent without one) and `lines`:
/// `feature`, `value` (null where there is none), `contribution`, `kind`, and where they apply
/// `given` (parents and their levels), `count`, `weight`, `note` and `interval`. The lines stand in
/// the order in which they add up to `log_odds` to the last bit. With a structure also `structure`
/// and, of an average, `models`: `parents`, `share`, `log_odds`. Infinite numbers are "inf" and
/// "-inf". Throws as that of a comparison.
[[nodiscard]] std::string to_json(const Explanation& explanation);

/// Returns one row's waterfall, with its lines as a table.
[[nodiscard]] Page page_of(const Explanation& explanation);

/// Returns a line for each of the best features with a bar as long as what it is ranked by, at most
/// 50 or those that were chosen; then the curve over their number, where there is one.
[[nodiscard]] std::string to_text(const RankedFeatures& ranked);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `by`,
/// `criterion` (of a conditional ranking), `estimator`, `unit`, `mass`, `inclusion_prior`, `kept`
/// and `notes`, and `results`, best first: `feature`, `family`, `posterior_mean`, `bounds`,
/// `prior_mean`, `prior_bounds` (lists of two), `plug_in`, `log_bayes_factor`, `inclusion`, `score`
/// (of a conditional ranking), null where a number does not exist, beside `undefined`, the reason.
/// With a curve also `curve`: `features`, `added`, `accuracy`, `log_loss`, `standard_error`,
/// `undefined`; `baseline` (`accuracy`, `log_loss`), `chosen_by`, `chosen_on`, `ranked_anew`,
/// `folds`, `seed` and `group_column` (if any). Throws likewise.
[[nodiscard]] std::string to_json(const RankedFeatures& ranked);

/// Returns a header and a line for each feature: rank, feature, family, posterior_mean, lower,
/// upper, prior_mean, prior_lower, prior_upper, plug_in, log_bayes_factor, inclusion, score, kept
/// (0 or 1); empty cells where a number does not exist.
[[nodiscard]] std::string to_csv(const RankedFeatures& ranked, int digits = 0);

/// Returns the ranking, the trade-off where there is one, and the notes.
[[nodiscard]] Page page_of(const RankedFeatures& ranked);

/// Both classifiers, the distribution of their difference, who wins the rows that only one has
/// right, and the calibration of both, bin by bin.
[[nodiscard]] std::string to_text(const PairedComparison& comparison);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `folds`,
/// `repeats`, `seed`, `group_column` (if any), `measure`, `first` and `second` (`classifier`,
/// `features`, `families` and a result as in a comparison), `baseline`, `test` (`differences`,
/// `mean`, `deviation`, `correlation`, `degrees`, `scale`, `rope`, `first`, `equivalent`, `second`,
/// `mass`, `interval`), `discordant` (`both`, `first_only`, `second_only`, `neither`, `share`,
/// `mass`, `interval`, `first_better`, `second_better`), `differences` (`repeat`, `fold`, `rows`,
/// `first`, `second`, `difference`) and `notes`. `test`, `discordant` may be null. Throws likewise.
[[nodiscard]] std::string to_json(const PairedComparison& comparison);

/// Returns a header and a line for each fold: repeat, fold, rows, first, second, difference.
[[nodiscard]] std::string to_csv(const PairedComparison& comparison, int digits = 0);

/// Returns the difference, accuracy, log loss and calibration of both, and the notes.
[[nodiscard]] Page page_of(const PairedComparison& comparison);

/// Whether single repeats are written beside what they come to.
enum class CurveRuns { leave_out, write };

/// Returns a table of some of the sizes for each estimator, and pictures of the mean accuracy and
/// the mean log loss over the training rows.
[[nodiscard]] std::string to_text(const LearningCurve& curve);

/// Returns one object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `repeats`,
/// `seed`, `splits` ("nested", "independent" or "given"), `stratified`, `complete` (false where it
/// was stopped), `best` (of simulated rows: `accuracy`, `standard_error`, `log_loss`), `structure`
/// (if any) and `results`, by estimator, in the order of sizes: `estimator`, `feature_weights` (if
/// any), `test_size`, `test_rows`, `training_rows`, `repeats`, `undefined_repeats`, and, null where
/// no repeat has an estimate, `mean_accuracy`, `median_accuracy`, `lower_accuracy`,
/// `upper_accuracy`, `sd_accuracy`, `mean_log_loss`, `median_log_loss`, `mean_ruled_out`,
/// `test_noise`, `split_noise`, `training_noise`; if asked for, `decomposition` is ErrorParts, and
/// training rows have `mean_training_accuracy` and `mean_training_log_loss`. With runs also lists,
/// `runs`: `repeat`, `accuracy`, `log_loss`, `ruled_out`, those of training rows. Infinite numbers
/// are "inf". Throws likewise.
[[nodiscard]] std::string to_json(const LearningCurve& curve,
                                  CurveRuns runs = CurveRuns::leave_out);

/// Returns a line of names and one for each result above; without a number a field is empty. With
/// runs one for each repeat that has an estimate: columns up to `training_rows`, then `repeat`,
/// `accuracy`, `log_loss`, `ruled_out`. `structure`, if any, is first, others asked for are last.
[[nodiscard]] std::string to_csv(const LearningCurve& curve, CurveRuns runs = CurveRuns::leave_out,
                                 int digits = 0);

/// Returns both figures, and those of training rows and of the parts of errors if asked for.
[[nodiscard]] Page page_of(const LearningCurve& curve);

/// Returns a line for the error and one for the log loss, with their standard errors, or "exact".
[[nodiscard]] std::string to_text(const BayesError& best);

/// Returns one object with `schema_version`, `error`, `log_loss`, `error_standard_error`,
/// `log_loss_standard_error`, `exact` and `draws` (0 where it is exact).
[[nodiscard]] std::string to_json(const BayesError& best);

}  // namespace credence
