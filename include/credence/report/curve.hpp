#pragma once
// Learning curves as JSON and CSV for scripts, and as text with a small picture.
#include <credence/study/curve.hpp>
#include <string>

namespace credence {

/// Whether single repeats are written beside what they come to.
enum class CurveRuns { leave_out, write };

/// One object with `rows`, `skipped_rows`, `label`, `classes`, `repeats`, `seed`, `splits` ("nested"
/// or "independent"), `stratified`, `complete` (false where the study was stopped), `best` (of
/// simulated rows: `accuracy`, `standard_error`, `log_loss`) and `results`, by estimator, in the
/// order of sizes asked for: `estimator`, `test_size`, `test_rows`, `training_rows`, `repeats`,
/// `undefined_repeats`, and, null where no repeat has an estimate, `mean_accuracy`,
/// `median_accuracy`, `lower_accuracy`, `upper_accuracy`, `sd_accuracy`, `mean_log_loss`,
/// `median_log_loss`, `test_noise`, `split_noise` and `training_noise`. With runs also `runs`: lists
/// `repeat`, `accuracy` and `log_loss`. Infinite numbers are the string "inf".
[[nodiscard]] std::string to_json(const LearningCurve& curve,
                                  CurveRuns runs = CurveRuns::leave_out);

/// A line for each of the results above under a line of their names; fields without a number are
/// empty. With runs instead a line for each repeat that has an estimate: `estimator`, `test_size`,
/// `test_rows`, `training_rows`, `repeat`, `accuracy`, `log_loss`.
[[nodiscard]] std::string to_csv(const LearningCurve& curve, CurveRuns runs = CurveRuns::leave_out);

/// For each estimator a table of some of the sizes, and a picture of the mean accuracy at all of
/// them.
[[nodiscard]] std::string to_text(const LearningCurve& curve);

}  // namespace credence
