#pragma once
// Learning curves as figures.
#include <credence/report/page.hpp>
#include <credence/study/curve.hpp>

namespace credence {

/// "accuracy" and "log_loss": the mean of each estimator over the sizes of the study. Of the accuracy a
/// band holds 90 % of the repeats. Where the best possible is known it is a line. Sizes of the
/// training set lie on a logarithmic axis, test sizes on a plain one.
[[nodiscard]] Figure accuracy_curve_figure(const LearningCurve& curve);
[[nodiscard]] Figure log_loss_curve_figure(const LearningCurve& curve);

/// Both figures, and a table of the points.
[[nodiscard]] Page page_of(const LearningCurve& curve);

}  // namespace credence
