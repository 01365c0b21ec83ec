#pragma once
// Learning curves as plots of characters, below the tables of numbers.
#include <credence/study/learning_curve.hpp>

#include <string>
#include <vector>

namespace credence::report {

/// Returns the accuracy and the log loss of all estimators over the training rows, and what the scales
/// leave out; empty where there is nothing to draw.
/// in      estimators: the points of each, from few training rows to many
[[nodiscard]] std::string curve_text_plots(const LearningCurve& curve,
                                           const std::vector<std::vector<CurvePoint>>& estimators);

}  // namespace credence::report
