#pragma once
// Ranked features as text for people, and as JSON and CSV for scripts.
#include <credence/study/ranked_features.hpp>

namespace credence {

/// A line for each of the best features with a bar as long as what it is ranked by, at most 50 or those
/// that were chosen; then the curve over their number, where there is one.
[[nodiscard]] std::string to_text(const RankedFeatures& ranked);

/// One object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `by`, `criterion` (of a
/// conditional ranking), `estimator`, `unit`, `mass`, `kept` and `notes`, and `results`, best first:
/// `feature`, `family`, `mutual_information`, `bounds` (a list of two), `log_bayes_factor`, `inclusion`,
/// `score` (of a conditional ranking), null where a number does not exist, beside `undefined`, the
/// reason. With a curve also `curve`: `features`, `added`, `accuracy`, `log_loss`, `standard_error`,
/// `undefined`; and `chosen_by`, `chosen_on`, `ranked_anew`, `folds` and `seed`.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const RankedFeatures& ranked);

/// A header and a line for each feature: rank, feature, family, mutual_information, lower, upper,
/// log_bayes_factor, inclusion, score, kept (0 or 1); empty cells where a number does not exist.
[[nodiscard]] std::string to_csv(const RankedFeatures& ranked);

}  // namespace credence
