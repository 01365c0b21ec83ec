#pragma once
// Studies as JSON, for scripts.
#include <credence/predict/explain.hpp>
#include <credence/study/description.hpp>
#include <credence/study/result.hpp>
#include <credence/study/suggestion.hpp>

namespace credence {

/// One object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `features`,
/// `families`, `folds`, `seed` (not with a fold column), `results` and `notes`. A result has
/// `estimator`, `on`, `accuracy`, `log_loss`, `brier`, `confidence`, `impossible_rows`,
/// `accuracy_interval` (`mass`, `lower`, `upper`), `log_loss_error`, `calibration` (`class`: null for
/// the label's probability; `error`, `bins`), `unseen_cells` and `undefined`: a list of `feature`, `class` (null for all), `why` and, in
/// cross-validation, `fold`.
/// Two blanks of indentation, a new line at the end. Numbers are the shortest text that reads back
/// exactly; an infinite log loss is the string "inf"; the metrics of an estimator with undefined
/// cells are null. Readers must ignore keys and values of `on` that they do not know: more may come.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const Comparison& comparison);

/// The same for an evaluation, without features and folds; its results also have `confusion`
/// (`classes` and `matrix`, true x predicted) and, by class, `recall` and `precision` (null for
/// 0/0).
[[nodiscard]] std::string to_json(const Evaluation& evaluation);

/// One object with `log_evidence` (null, beside `log_evidence_undefined`, where there is none),
/// `label` and `features`, each with its `cells` and its `relevance`; an `interval` holds
/// `mass`, and `lower` and `upper` with the names of a plug-in estimate; {"undefined": why} in the place
/// of numbers that do not exist.
[[nodiscard]] std::string to_json(const Description& description);

/// One object with `rows`, `skipped_rows`, `label`, `classes`, `notes` and `results`: `feature`,
/// `families` (best first: `family`, `log_evidence`, `log_bayes_factor` against the best; null
/// beside `undefined`, the reason, where there is no evidence) and `chosen`, which is "none" beside
/// `why_none`; else also `measure`, `depends_on_class`, `pooled_log_evidence`, `log_bayes_factor`
/// against it, and `probability`.
[[nodiscard]] std::string to_json(const Suggestions& suggestions);

/// One object with `row` (counted from 1), `class`, `against`, `estimator`, `unit`, `log_odds`, `mass`
/// and `interval` (absent without one) and `lines`: `feature`, `value` (null where there is none),
/// `contribution`, `kind`, and where they apply `count`, `note` and `interval`. Infinite numbers are the
/// strings "inf" and "-inf".
[[nodiscard]] std::string to_json(const Explanation& explanation);

}  // namespace credence
