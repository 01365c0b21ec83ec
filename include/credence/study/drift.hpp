#pragma once
// Have the data changed? Two posteriors of one model, compared class by class by their evidence.
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// How two posteriors are compared, and from when on something is said to have changed.
struct DriftOptions {
  /// That something changed, before the data, in (0, 1): the class probabilities, and apart from them
  /// anything of the columns within the classes. Each of many comparisons of columns then has the
  /// prior probability that makes this so were they independent of each other.
  double prior_change = 0.5;
  double threshold =
      0.95;           ///< the probability above which something is said to have changed; in (0, 1)
  double mass = 0.9;  ///< of the credible intervals, between 0 and 1

  friend bool operator==(const DriftOptions&, const DriftOptions&) = default;
};

/// One parameter before and after.
struct Move {
  std::string klass = {};
  std::string parameter = {};  ///< "mean", "probabilities"
  std::string level = {};      ///< of a list: a level, word, bin or column; empty without one
  double before = 0;           ///< posterior mean under the prior that both share
  double after = 0;            ///< the same of the later data
  std::optional<Interval> before_interval;  ///< credible intervals, where they exist
  std::optional<Interval> after_interval;   ///< of the later data
  /// The difference in half widths of its own interval, about: the root of the sum of the squares of
  /// both half widths. Beyond 1 and -1 that interval leaves 0 out. None without intervals.
  std::optional<double> size;

  friend bool operator==(const Move&, const Move&) = default;
};

/// What the data say of one comparison: one distribution for both sides, or one for each.
struct Change {
  std::string feature = {};  ///< the column or block; of class probabilities the name of the label
  std::string klass = {};    ///< empty where all classes are compared at once
  bool missing = false;      ///< the share of missing cells is compared, not what the cells hold
  double rows_before = 0;    ///< weight of the data on either side
  double rows_after = 0;
  double log_bayes_factor = 0;  ///< of changed against the same, nats
  double probability = 0;       ///< of changed, given the data and how much is compared
  std::vector<Move> moves;      ///< what moved, the largest first; at most `Drift::most_moves`
  std::string no_moves = {};    ///< why there are none, though it was compared; else empty
  std::string undefined = {};   ///< why nothing was compared; empty where it was

  friend bool operator==(const Change&, const Change&) = default;
};

/// One column over all classes.
struct ColumnChange {
  std::string feature = {};
  std::string family = {};
  std::optional<double> probability =
      {};  ///< that it changed in some class; none where none was compared

  friend bool operator==(const ColumnChange&, const ColumnChange&) = default;
};

/// What changed.
enum class DriftKind {
  none,     ///< nothing that is probable enough
  labels,   ///< the class probabilities alone: label shift
  columns,  ///< columns within a class alone
  both,     ///< both
};

/// "none", "labels", "columns" or "both".
[[nodiscard]] std::string_view to_string(DriftKind kind);

/// What changed between the data of two posteriors.
struct Drift {
  static constexpr Index most_moves = 20;

  DriftOptions options = {};
  std::string label = {};
  std::vector<std::string> classes;
  Change labels = {};                    ///< the class probabilities
  std::vector<Change> changes;           ///< within classes, the largest log Bayes factor first
  std::vector<ColumnChange> columns;     ///< in the order of the schema
  double prior_probability = 0;          ///< of each of `changes` that was compared
  std::vector<std::string> new_classes;  ///< of which rows were seen after, and none before
  std::vector<std::string> notes;

  /// Whether something is said to have changed: its probability is above the threshold.
  [[nodiscard]] bool changed(const Change& change) const {
    return change.undefined.empty() && change.probability > options.threshold;
  }
  [[nodiscard]] DriftKind kind() const;
  friend bool operator==(const Drift&, const Drift&) = default;
};

/// Compares the data of two posteriors of one model: the class probabilities, and each column within
/// each class; where cells are missing on either side, their share too, under a uniform prior. The
/// log Bayes factor of changed against the same is log m(A) + log m(B) - log m(A and
/// B), under one prior: automatic and empirical-Bayes ones in the numbers that they stand for in both
/// together. No row is read. Levels and classes join first; a structure is left out, columns are
/// compared given the class alone. Blocks whose classes share variances are one comparison.
///
///     const Drift drift = compare_in_time(last_year, this_year);
///     drift.kind();    // DriftKind::labels
///
/// throws  as merge; Error{undefined} for a posterior that was discounted; Error{domain} for an option
///         out of range
/// cost    features x classes x levels
/// source  docs/explanation/drift.md
[[nodiscard]] Drift compare_in_time(const Posterior<Model>& before, const Posterior<Model>& after,
                                    const DriftOptions& options = {});

/// Returns a sentence on the class probabilities, one on each column and class that changed, the
/// surest first, `most` of them and how many more there are; and what follows.
[[nodiscard]] std::vector<std::string> sentences_on(const Drift& drift, Index most);

}  // namespace credence
