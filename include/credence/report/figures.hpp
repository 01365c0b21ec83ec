#pragma once
// What studies found as figures.
#include <credence/predict/explain.hpp>
#include <credence/report/figure.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/study/cell_picture.hpp>
#include <credence/study/decision_surface.hpp>
#include <credence/study/feature_picture.hpp>
#include <credence/study/result.hpp>
#include <span>

namespace credence {

struct Relevance;  // select/relevance.hpp, which is slow to compile

/// "accuracy" and "log_loss": a point with its interval for each estimator and set of rows. Of the
/// accuracy the interval holds 90 % of a Beta posterior, of the log loss it is a standard error to
/// each side. An estimator that is undefined is said to be so.
[[nodiscard]] Figure accuracy_figure(std::span<const Result> results);
[[nodiscard]] Figure log_loss_figure(std::span<const Result> results);

/// "calibration of ESTIMATOR": shares against probabilities, with an interval for each bin and the
/// rows of the bins below.
/// in   result: with its calibration
[[nodiscard]] Figure calibration_figure(const Result& result);

/// "confusion of ESTIMATOR": true classes in rows, predicted ones in columns; of more than 12 classes
/// the ones with the most rows.
/// in   result: with its confusion
[[nodiscard]] Figure confusion_figure(const Result& result);

/// "density of FEATURE": the data of each class beside the density that was learned; of more classes
/// than can be told apart those with the most rows.
[[nodiscard]] Figure feature_figure(const FeaturePicture& picture);

/// "surface of A and B": which class wins where, and rows of the data.
[[nodiscard]] Figure surface_figure(const DecisionSurface& surface);

/// "cell of FEATURE in CLASS": prior, likelihood and posterior of one parameter.
[[nodiscard]] Figure cell_figure(const CellPicture& picture);

/// "explanation": from the prior log odds to those of the row, line by line, the largest first; many
/// small lines are drawn as one.
[[nodiscard]] Figure explanation_figure(const Explanation& explanation);

/// "information": how much each feature tells of the class, with what is believed of it.
/// in   unit: what the numbers are counted in
[[nodiscard]] Figure information_figure(std::span<const FeatureInformation> information,
                                        LogUnit unit = LogUnit::nats);

/// "evidence": how strongly the data say that each feature depends on the class, the best first.
[[nodiscard]] Figure evidence_figure(std::span<const Relevance> relevances);

/// All figures of a result; calibration and confusion are those of rows that were not learned, where
/// there are any.
[[nodiscard]] std::vector<Figure> figures_of(const Comparison& comparison);
[[nodiscard]] std::vector<Figure> figures_of(const Evaluation& evaluation);

}  // namespace credence
