#pragma once
// Results of studies as figures and as pages of them. A program that calls one of these includes
// the header of its study. The pages of whole studies are declared beside their texts, in
// report/text.hpp.
#include <credence/predict/explain.hpp>
#include <credence/report/page.hpp>
#include <credence/report/text.hpp>
#include <span>
#include <string_view>

namespace credence {

struct CellPicture;         // study/feature_pictures.hpp
struct CheckPicture;        // study/predictive_check.hpp
struct Conclusions;         // study/data_report.hpp
struct DataReport;          // study/data_report.hpp
struct DecisionSurface;     // study/decision_surface.hpp
struct FeatureInformation;  // select/mutual_information.hpp
struct FeaturePicture;      // study/feature_pictures.hpp
struct FeatureWeights;      // learn/model_posterior.hpp
struct FoundStructure;      // learn/found_structure.hpp
struct Misfit;              // study/data_report.hpp
struct ParameterRanks;      // study/simulation_based.hpp
struct Relevance;           // select/relevance.hpp
struct Result;              // study/result.hpp
struct SelectionCurve;      // study/selection_curve.hpp

/// "accuracy" and "log_loss": a point with its interval for each estimator and set of rows. Of the
/// accuracy the interval holds 90 % of a Beta posterior, of the log loss it is a standard error to
/// each side. An undefined estimator is reported as undefined.
[[nodiscard]] Figure accuracy_figure(std::span<const Result> results);
[[nodiscard]] Figure log_loss_figure(std::span<const Result> results);

/// "calibration": proportions against predicted probabilities, a series for each result, with an
/// interval for each bin and the rows of the bins below. Results that coincide are one series.
/// in   results: on the same rows, one of them with its calibration;  label: its name stands before
///      classes in legends, titles and axes, as in "Survived = 1"; likewise below
[[nodiscard]] Figure calibration_figure(std::span<const Result> results,
                                        std::string_view label = {});

/// "confusion": true classes in rows, predicted ones in columns, of the result of least log loss; of
/// more than 12 classes the ones with the most rows. The numbers are of all results.
/// in   results: on the same rows, with their confusion
[[nodiscard]] Figure confusion_figure(std::span<const Result> results, std::string_view label = {});

/// "density of FEATURE": the data of each class beside the fitted density; of more classes than can
/// be told apart those with the most rows.
[[nodiscard]] Figure feature_figure(const FeaturePicture& picture, std::string_view label = {});

/// "surface of A and B": the decision boundary between the classes, and rows of the data.
[[nodiscard]] Figure surface_figure(const DecisionSurface& surface, std::string_view label = {});

/// "cell of FEATURE in CLASS": prior, likelihood and posterior of one parameter.
[[nodiscard]] Figure cell_figure(const CellPicture& picture, std::string_view label = {});

/// "explanation": from the prior log odds to those of the row, line by line, the largest first; many
/// small lines are drawn as one.
[[nodiscard]] Figure explanation_figure(const Explanation& explanation);

/// "information": how much each feature says about the class, with its posterior interval.
/// in   unit: what the numbers are counted in
[[nodiscard]] Figure information_figure(std::span<const FeatureInformation> information,
                                        LogUnit unit = LogUnit::nats);

/// "evidence": how strongly the data say that each feature depends on the class, the best first.
[[nodiscard]] Figure evidence_figure(std::span<const Relevance> relevances);

/// "feature_weights": the weight of each feature, the largest first.
[[nodiscard]] Figure feature_weights_figure(const FeatureWeights& weights);

/// "structure of NAME": the features as boxes below their parents, or the weights of the models of an
/// average; none for naive Bayes and look-up.
[[nodiscard]] std::vector<Figure> figures_of(const FoundStructure& found);

/// Returns all figures of a result, of a comparison also its structures; calibration and confusion
/// are those of rows that were not learned, where there are any.
[[nodiscard]] std::vector<Figure> figures_of(const Comparison& comparison);
[[nodiscard]] std::vector<Figure> figures_of(const Evaluation& evaluation);
[[nodiscard]] std::vector<Figure> figures_of(std::span<const Result> results,
                                             const std::string& label);

/// "accuracy" and "log_loss": the mean of each estimator over the sizes of the study. Of the accuracy a
/// band holds 90 % of the repeats. Where the best possible is known it is a line. Sizes of the
/// training set lie on a logarithmic axis, test sizes on a plain one.
[[nodiscard]] Figure accuracy_curve_figure(const LearningCurve& curve);
[[nodiscard]] Figure log_loss_curve_figure(const LearningCurve& curve);
/// "training_accuracy" and "training_log_loss": both measures on test rows and, in thin lines, on the
/// training rows; none for a curve without the latter.
[[nodiscard]] std::vector<Figure> training_score_figures(const LearningCurve& curve);
/// "bias", "variance", "brier_bias" and "brier_variance": the parts of each estimator's error and Brier
/// score over the sizes; none for a curve without them.
[[nodiscard]] std::vector<Figure> error_part_figures(const LearningCurve& curve);

/// "information": how much each feature says about the class, in the order of the ranking.
[[nodiscard]] Figure ranking_figure(const RankedFeatures& ranked);

/// "trade-off": the log loss over the number of features, with a standard error to each side and the
/// number that was chosen.
/// in   curve: with its points
[[nodiscard]] Figure trade_off_figure(const SelectionCurve& curve);

/// "difference": the posterior of the mean difference, the region of practical equivalence, and the
/// difference of each fold below.
/// in  comparison: with its test
[[nodiscard]] Figure difference_figure(const PairedComparison& comparison);

/// "check of FEATURE": the data of each class over the bands that simulated data make; of more classes
/// than can be told apart those that come first.
[[nodiscard]] Figure check_figure(const CheckPicture& picture, std::string_view label = {});

/// "dependence": a cell for each pair of columns, shaded by the probability that they depend on each
/// other within a class; of more than 24 columns those with the strongest pairs.
[[nodiscard]] Figure dependence_figure(const DependenceCheck& check);

/// "drift": a cell for each column and class, shaded by the probability of a change; of more than 24
/// columns those that changed most.
[[nodiscard]] Figure drift_figure(const Drift& drift);
/// The same and "moved": the parameter that moved most of each change, before and after.
[[nodiscard]] std::vector<Figure> figures_of(const Drift& drift);

/// "ecdf_difference": how far the cumulative ranks of each parameter are from uniform ones, with a band
/// that holds all of a parameter's; the parameters with the smallest p-values are named.
[[nodiscard]] Figure ecdf_difference_figure(const SimulationBasedCalibration& found);

/// "ranks of PARAMETER": how many simulations have each rank, with a band for a bin of uniform ranks.
[[nodiscard]] Figure rank_figure(const SimulationBasedCalibration& found,
                                 const ParameterRanks& parameter);

/// "sensitivity": the share of rows whose label changes, over the factor on the prior sample size.
[[nodiscard]] Figure sensitivity_figure(const PriorSensitivity& sensitivity);

/// Beliefs: prior, likelihood and posterior of cells.
/// in   label: of the posterior; stands beside each family, and in figures as above
[[nodiscard]] Page page_of(const std::vector<CellPicture>& cells, const std::string& label);

/// Returns the conclusions, what the data are, how estimators do, which features matter, their
/// fitted distributions, and the decision boundary.
[[nodiscard]] Page page_of(const DataReport& report);

/// Returns one object with `schema_version`, `conclusions` and the `figures` of the page. The
/// conclusions are `rows`, `label`, `classes`, `class_rows`, `on`, `baseline` and `best` (results
/// as in a comparison; null where there is none), `advised_weights` (`kind`, `estimator`,
/// `log_loss_before`, `log_loss_after`; likewise), `misfits` (`feature`, `family`, `extreme`,
/// `quantities`, `p_value`, `better`, `log_bayes_factor`), `uninformative` (`feature`,
/// `log_bayes_factor`), `dependent` (sentences on pairs of features), `unusual_rows` (`row`, `class`,
/// `feature`, `value`, `below_median`) and `unusual_in_all`.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const DataReport& report);

/// Returns the conclusions of a report, a sentence each, to be set apart from the rest of the page.
/// in      families: of the features, on which it depends what may help
[[nodiscard]] Section section_of(const Conclusions& conclusions,
                                 std::span<const std::string> families = {});

/// Returns the pairs that depend on each other, and their figure.
[[nodiscard]] Section section_of(const DependenceCheck& check);

/// Returns a line for each feature that does not fit, a figure for each feature, and below them,
/// folded, what is extreme and how many quantities there are.
/// in  misfits: those of the check, with better families where they are known
[[nodiscard]] Section section_of(const PredictiveCheck& check, const std::vector<Misfit>& misfits);
}  // namespace credence
