#pragma once
// How much labels owe to the strength of priors: as text for people, JSON and CSV for scripts, and a
// figure.
#include <credence/report/page.hpp>
#include <credence/study/prior_sensitivity.hpp>

namespace credence {

/// The share of rows whose label changes at each factor, and the rows that change first.
[[nodiscard]] std::string to_text(const PriorSensitivity& sensitivity);

/// One object with `schema_version`, `label`, `classes`, `estimator`, `octaves`, `resolution`,
/// `points` (`factor`, `flipped`, `accuracy`; null where they do not exist), `results` (`row`,
/// `label`, `probability`, `weaker` and `stronger`: null, or `kept`, `factor` and `label`) and `notes`.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const PriorSensitivity& sensitivity);

/// A header and a line for each row: row, label, probability, weaker_factor, weaker_label,
/// stronger_factor, stronger_label; empty cells where a label does not change.
[[nodiscard]] std::string to_csv(const PriorSensitivity& sensitivity);

/// "sensitivity": the share of rows whose label changes, over the factor on the strength of priors.
[[nodiscard]] Figure sensitivity_figure(const PriorSensitivity& sensitivity);

/// The figure, and what to know.
[[nodiscard]] Page page_of(const PriorSensitivity& sensitivity);

}  // namespace credence
