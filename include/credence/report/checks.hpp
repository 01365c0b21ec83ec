#pragma once
// Results of studies that check a model, as text, JSON, CSV and pages: report/text.hpp, which includes
// this, says what these have in common. A new study is declared here or there.
#include <string>

namespace credence {

struct DependenceCheck;             // study/dependence.hpp
struct Drift;                       // study/drift.hpp
struct Page;                        // report/page.hpp
struct PredictiveCheck;             // study/predictive_check.hpp
struct PriorSensitivity;            // study/prior_sensitivity.hpp
struct SimulationBasedCalibration;  // study/simulation_based.hpp

// JSON throws Error{schema} for a name that is not UTF-8, which it cannot hold.

/// Returns the share of rows whose label changes at each factor, and the rows that change first.
[[nodiscard]] std::string to_text(const PriorSensitivity& sensitivity);

/// Returns one object with `schema_version`, `label`, `classes`, `estimator`, `octaves`,
/// `resolution`, `points` (`factor`, `flipped`, `accuracy`; null where they do not exist),
/// `results` (`row`, `label`, `probability`, `weaker` and `stronger`: null, or `kept`, `factor` and
/// `label`) and `notes`.
[[nodiscard]] std::string to_json(const PriorSensitivity& sensitivity);

/// Returns a header and a line for each row: row, label, probability, weaker_factor, weaker_label,
/// stronger_factor, stronger_label; empty cells where a label does not change.
[[nodiscard]] std::string to_csv(const PriorSensitivity& sensitivity, int digits = 0);

/// Returns the figure, and the notes.
[[nodiscard]] Page page_of(const PriorSensitivity& sensitivity);

/// Returns a sentence for each extreme quantity, the 20 furthest out at most; then a line for each
/// quantity, with a star where it is extreme; then what was not checked and the notes.
[[nodiscard]] std::string to_text(const PredictiveCheck& check);

/// Returns one object with `schema_version`, `simulated_from` ("prior" or "posterior"),
/// `simulations`, `seed`, `mass`, `threshold`, `rows`, `skipped_rows`, `label`, `classes`,
/// `quantities`, `extreme` and `expected_extreme` (how many there are), and `results`: `feature`,
/// `family`, `class`, `rows` and `quantities`, of which each has `quantity`, `level` or `share`
/// where it has one, `observed`, `median`, `lower`, `upper`, `p_value`, `extreme` and,
/// where that is true, `sentence`; then `not_checked` (`feature`, `class`: null for all, `why`) and
/// `notes`. Infinite numbers are "inf" and "-inf".
[[nodiscard]] std::string to_json(const PredictiveCheck& check);

/// Returns a header and a line for each quantity: feature, family, class, rows, quantity, level,
/// share, observed, median, lower, upper, p_value, extreme (0 or 1).
[[nodiscard]] std::string to_csv(const PredictiveCheck& check, int digits = 0);

/// Returns flagged test statistics in words, a figure for each feature, and a table of all of them.
[[nodiscard]] Page page_of(const PredictiveCheck& check);

/// Returns the pairs of columns that depend on each other, a sentence each, the 30 pairs with the
/// largest log Bayes factor, the pairs that were not compared, and the notes.
[[nodiscard]] std::string to_text(const DependenceCheck& check);

/// Returns one object with `schema_version`, `mass`, `threshold`, `prior_of_none`, `prior_probability`,
/// `draws`, `seed`, `rows`, `skipped_rows`, `label`, `classes`, `features`, `results` (`first`,
/// `second`, `class`, `test`: "table", "normals" or "levels", `rows`, `mutual_information`,
/// `interval`, `log_bayes_factor`, `probability`; the largest log Bayes factor first), `not_tested`
/// (`first`, `second`, `why`), `conclusions` (sentences) and `notes`.
[[nodiscard]] std::string to_json(const DependenceCheck& check);

/// Returns a header and a line for each pair and class: first, second, class, test, rows,
/// mutual_information, lower, upper, log_bayes_factor, probability.
[[nodiscard]] std::string to_csv(const DependenceCheck& check, int digits = 0);

/// Returns the sentences and the figure.
[[nodiscard]] Page page_of(const DependenceCheck& check);

/// Returns a sentence for each flagged parameter, the 30 with the smallest p-values, and the notes.
[[nodiscard]] std::string to_text(const SimulationBasedCalibration& found);

/// Returns one object with `schema_version`, `simulations`, `draws`, `bins`, `rows`, `tokens`,
/// `exposure`, `seed`, `mass`, `false_alarm`, `threshold` (of p-values), `ecdf_band`, `subject`,
/// `results` (`feature`, `family`, `class`, `parameter`, `entry`: "" where there is none, `chi_square`,
/// `p_value`, `mean_rank`, `largest_difference`, `flagged`, `counts` by bin, `ecdf_difference` by
/// rank), `conclusions` (sentences) and `notes`.
[[nodiscard]] std::string to_json(const SimulationBasedCalibration& found);

/// Returns a header and a line for each parameter: feature, family, class, parameter, entry,
/// chi_square, p_value, mean_rank, largest_difference, flagged (0 or 1).
[[nodiscard]] std::string to_csv(const SimulationBasedCalibration& found, int digits = 0);

/// Returns sentences, the ECDF differences, and the rank histograms of the 12 smallest p-values.
[[nodiscard]] Page page_of(const SimulationBasedCalibration& found);

/// Returns sentences on what changed, a line for the class probabilities and for each column and class,
/// the surest first, then what was not compared.
[[nodiscard]] std::string to_text(const Drift& drift);

/// Returns one object with `prior_change`, `prior_probability` (of each comparison of a column and
/// class), `threshold`, `mass`, `label`, `classes`, `drift` ("none", "labels", "columns", "both"),
/// `new_classes`, `labels` (the class probabilities, as a result), `columns` (`feature`, `family`,
/// `probability`), `results`, `conclusions` and `notes`. A result has `feature`, `class` (empty
/// where all classes are one comparison), `missing` (true, where shares of missing cells are
/// compared), `rows_before`, `rows_after`, `log_bayes_factor` and `probability` (null beside
/// `undefined`, the reason) and `moves`: `class`, `parameter`, `level`, `before`, `after`,
/// `before_interval`, `after_interval` and `size`.
[[nodiscard]] std::string to_json(const Drift& drift);

/// Returns a header and a line for the class probabilities and for each column and class, with what
/// moved most.
[[nodiscard]] std::string to_csv(const Drift& drift, int digits = 0);

/// Returns what changed, with its figures.
[[nodiscard]] Page page_of(const Drift& drift);

}  // namespace credence
