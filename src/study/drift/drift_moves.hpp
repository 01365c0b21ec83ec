#pragma once
// What moved between two sides, and what to know of the comparison.
#include <credence/density/dirichlet.hpp>
#include <credence/study/drift.hpp>

namespace credence::detail {

/// Returns why there is nothing to compare; empty where both sides have data.
/// in  column: empty for the labels themselves
[[nodiscard]] std::string why_empty(const Change& change, const std::string& column);

/// What two data sets say for a difference between them: ln m(A) + ln m(B) - ln m(A and B).
struct EvidenceOfChange {
  double log_bayes_factor = 0;  ///< nats; 0 where it is undefined
  std::string undefined = {};   ///< why rounding may have made it up; empty where it cannot
};
/// Returns it, from the log evidence of each data set and of both.
[[nodiscard]] EvidenceOfChange evidence_of_change(double before, double after, double both);

/// Returns what moved of the class probabilities under this prior.
[[nodiscard]] std::vector<Move> moves_of_labels(const Dirichlet& prior, const LabelColumn& before,
                                                const LabelColumn& after,
                                                const DriftOptions& options);

/// Adds what moved to the changes of one feature, or why that is not known.
/// in  before, after: blocks of it alone, of the same prior
void add_moves(const AnyBlock& before, const AnyBlock& after, const ColumnSchema& column,
               std::span<const std::string> classes, const DriftOptions& options,
               std::vector<Change>& changes);

/// The weight of the rows of a class, and of those whose cell of a feature is not missing.
struct Presence {
  double rows = 0;
  double present = 0;
};

/// Returns how the share of missing cells changed, under a uniform prior; nothing where no cell is
/// missing on either side, or a side has no rows.
[[nodiscard]] std::optional<Change> change_of_missing(const Presence& before, const Presence& after,
                                                      const DriftOptions& options);

/// Returns what moved: "mean", "probability of 'yes'", "share of '18 to 40 of 18 to 90'".
[[nodiscard]] std::string what_moved(const Move& move);

/// Adds the notes.
void add_notes(bool has_structure, Drift& drift);

}  // namespace credence::detail
