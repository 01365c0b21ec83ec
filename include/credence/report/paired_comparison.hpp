#pragma once
// Two classifiers on the same folds: as text for people, JSON and CSV for scripts, and figures.
#include <credence/report/page.hpp>
#include <credence/study/paired_comparison.hpp>

namespace credence {

/// Both classifiers, what is believed of their difference, who wins the rows that only one has right,
/// and the calibration of both, bin by bin.
[[nodiscard]] std::string to_text(const PairedComparison& comparison);

/// One object with `schema_version`, `rows`, `skipped_rows`, `label`, `classes`, `folds`, `repeats`,
/// `seed` (not with a fold column), `measure`, `first` and `second` (`classifier`, `features`,
/// `families` and a result as in a comparison), `test` (`differences`, `mean`, `deviation`,
/// `correlation`, `degrees`, `scale`, `rope`, `first`, `equivalent`, `second`, `mass`, `interval`),
/// `discordant` (`both`, `first_only`, `second_only`, `neither`, `share`, `mass`, `interval`,
/// `first_better`, `second_better`), `differences` (`repeat`, `fold`, `rows`, `first`, `second`,
/// `difference`) and `notes`. `test` and `discordant` are null where they do not exist.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const PairedComparison& comparison);

/// A header and a line for each fold: repeat, fold, rows, first, second, difference. A number that
/// does not exist is an empty cell, infinities are inf and -inf.
[[nodiscard]] std::string to_csv(const PairedComparison& comparison);

/// "difference": the posterior of the mean difference, the region of practical equivalence, and the
/// difference of each fold below.
/// in  comparison: with its test
[[nodiscard]] Figure difference_figure(const PairedComparison& comparison);

/// The difference, accuracy, log loss and calibration of both, and what to know.
[[nodiscard]] Page page_of(const PairedComparison& comparison);

}  // namespace credence
