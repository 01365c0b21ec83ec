#pragma once
// How many features of a ranking to take: one curve for all numbers of features, from one set of
// statistics.
#include <credence/detail/base/callable.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/result.hpp>

namespace credence {

/// The classifier of the first features of a ranking.
struct SelectionPoint {
  Index features = 0;      ///< how many
  std::string added = {};  ///< the last of them; empty where every fold has a ranking of its own
  std::optional<Metrics> metrics;        ///< none where an estimate is undefined
  std::optional<double> standard_error;  ///< of the log loss, over rows
  std::vector<UndefinedInFold> undefined;

  friend bool operator==(const SelectionPoint&, const SelectionPoint&) = default;
};

/// How many features to take.
enum class SelectionRule {
  one_standard_error,  ///< the fewest whose log loss is within a standard error of the smallest
  best,                ///< those of the smallest log loss; the fewest of equals
};

/// "one_standard_error" or "best".
[[nodiscard]] std::string_view to_string(SelectionRule rule);

/// What the number of features costs and brings.
struct SelectionCurve {
  std::string on = {};       ///< "cross_validation" or "leave_one_out"
  bool ranked_anew = false;  ///< the ranking never saw the rows that it is judged by
  std::string estimator = {};
  Index folds = 0;  ///< 0 for leave-one-out
  std::optional<std::uint64_t> seed =
      {};  ///< none where a column gave the folds, or there are none
  std::string group_column = {};  ///< whose groups the folds do not divide; empty: none
  SelectionRule rule = SelectionRule::one_standard_error;
  std::vector<SelectionPoint> points;  ///< from no feature on, ascending
  std::optional<Metrics> baseline;     ///< of the class frequencies alone, on the same rows
  std::optional<Index> chosen;         ///< how many features the rule takes; none without metrics

  friend bool operator==(const SelectionCurve&, const SelectionCurve&) = default;
};

/// Returns the numbers of features to try: every one up to 200, then in steps of a twentieth, and
/// all.
[[nodiscard]] std::vector<Index> selection_sizes(Index features);

/// Returns how many features a rule takes.
/// out   none where no point has a finite log loss
[[nodiscard]] std::optional<Index> chosen_by(SelectionRule rule,
                                             std::span<const SelectionPoint> points);

/// Options of a curve over the number of features.
struct SelectionOptions {
  Estimator estimator = Estimator::predictive;  ///< not scikit_learn
  SelectionRule rule = SelectionRule::one_standard_error;
  Index folds = 10;
  std::uint64_t seed = 1;        ///< of the random assignment of rows to folds
  std::string fold_column = {};  ///< takes the folds from this column instead, one for each value
  FoldValues fold_values = FoldValues::folds;  ///< groups: `folds` folds of whole groups instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  Index most = -1;               ///< the largest number of features to try; -1: all
  /// Columns whose family the evidence chooses, anew in every training part (study/suggest.hpp); the
  /// family that the model gives them is ignored.
  std::vector<std::string> by_evidence = {};

  friend bool operator==(const SelectionOptions&, const SelectionOptions&) = default;
};

/// Ranks features from what rows have taught: gives names as `keep` takes them, the best first.
/// in   posterior: has learned the rows;  rows: positions in the table that was bound
using RankFeatures = detail::Callable<std::vector<std::string>(
    const Posterior<Model>& posterior, const BoundTable& bound, std::span<const Index> rows)>;

/// Returns how the first K features of a ranking do in cross-validation, for every K. The ranking
/// is made anew in every fold, from the rows of the others, so that no row is judged by features
/// that it helped to choose. Where there are more than 200 features, some numbers are skipped.
/// in      rank: called with what the other folds have taught and their rows in the table
/// throws  as compare; Error{domain} for the estimator scikit_learn; Error{undefined} for a model
///         with a structure
/// cost    one pass over the data, a ranking and three merges for each fold, then one scoring of each
///         feature of each row; of words and tied columns one for each number of features
[[nodiscard]] SelectionCurve selection_in_folds(const Model& model, const Table& table,
                                                const RankFeatures& rank,
                                                const SelectionOptions& options = {});

/// Returns how the first K features of a given ranking do when each row is scored by what was
/// learned from all others, for every K. The ranking is not made anew: where it was found from the
/// same rows, the curve is for comparing numbers of features and flatters all of them
/// (docs/explanation/feature_selection.md).
/// in      posterior: has learned the rows of the table;  names: as `keep` takes them, the best first
/// throws  as evaluate_learned; Error{domain} for the estimator scikit_learn; Error{undefined} for
///         a model with a structure
/// cost    one leave-one-out scoring of each feature; of words and tied columns one for each number
///         of features
[[nodiscard]] SelectionCurve selection_leaving_one_out(const Posterior<Model>& posterior,
                                                       const Table& table,
                                                       std::span<const std::string> names,
                                                       const SelectionOptions& options = {});

namespace detail {
/// Throws Error{domain} for options that no curve has.
void check(const SelectionOptions& options);
}  // namespace detail

}  // namespace credence
