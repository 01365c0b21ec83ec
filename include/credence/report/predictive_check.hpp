#pragma once
// Predictive checks as text for people, as JSON and CSV for scripts, and as figures.
#include <credence/report/page.hpp>
#include <credence/study/predictive_check.hpp>

namespace credence {

/// A sentence for each extreme quantity, the 20 furthest out at most; then a line for each quantity, with
/// a star where it is extreme; then what was not checked and what to know.
[[nodiscard]] std::string to_text(const PredictiveCheck& check);

/// One object with `schema_version`, `simulated_from` ("prior" or "posterior"), `simulations`, `seed`,
/// `mass`, `threshold`, `rows`, `skipped_rows`, `label`, `classes`, `quantities`, `extreme` and
/// `expected_extreme` (how many there are), and `results`: `feature`, `family`, `class`, `rows` and
/// `quantities`, of which each has `quantity`, `level` or `share` where it has one, `observed`, `median`,
/// `lower`, `upper`, `tail_probability`, `extreme` and, where that is true, `sentence`; then `not_checked`
/// (`feature`, `class`: null for all, `why`) and `notes`. Infinite numbers are "inf" and "-inf".
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const PredictiveCheck& check);

/// A header and a line for each quantity: feature, family, class, rows, quantity, level, share, observed,
/// median, lower, upper, tail_probability, extreme (0 or 1).
[[nodiscard]] std::string to_csv(const PredictiveCheck& check);

/// "check of FEATURE": the data of each class over the bands that simulated data make; of more classes
/// than can be told apart those that come first.
[[nodiscard]] Figure check_figure(const CheckPicture& picture);

/// What is extreme in words, how many quantities there are, and a figure for each feature.
[[nodiscard]] Section section_of(const PredictiveCheck& check);
/// The same as a page, with a table of all quantities.
[[nodiscard]] Page page_of(const PredictiveCheck& check);

}  // namespace credence
