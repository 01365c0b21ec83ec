#pragma once
// How many features of a ranking to take: one curve for all numbers of features, from one set of
// statistics.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/selection.hpp>
#include <functional>

namespace credence {

struct SelectionOptions {
  Estimator estimator = Estimator::predictive;  ///< not scikit_learn
  SelectionRule rule = SelectionRule::one_standard_error;
  Index folds = 10;
  std::uint64_t seed = 1;        ///< of the random assignment of rows to folds
  std::string fold_column = {};  ///< takes the folds from this column instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  Index most = -1;               ///< the largest number of features to try; -1: all
};

/// Ranks features from what rows have taught: gives names as `keep` takes them, the best first.
/// in   posterior: has learned the rows;  rows: positions in the table that was bound
using RankFeatures = std::function<std::vector<std::string>(
    const Posterior<Model>& posterior, const BoundTable& bound, std::span<const Index> rows)>;

/// How the first K features of a ranking do in cross-validation, for every K. The ranking is made
/// anew in every fold, from the rows of the others, so that no row is judged by features that it
/// helped to choose. Where there are more than 200 features, some numbers are passed over.
/// in      rank: called with what the other folds have taught and their rows in the table
/// throws  as compare; Error{domain} for the estimator scikit_learn
/// cost    one pass over the data, a ranking and three merges for each fold, then one scoring of each
///         feature of each row; of words and tied columns one for each number of features
[[nodiscard]] SelectionCurve selection_in_folds(const Model& model, const Table& table,
                                                const RankFeatures& rank,
                                                const SelectionOptions& options = {});

/// How the first K features of a given ranking do when each row is scored by what was learned from
/// all others, for every K. The ranking is not made anew: where it was found from the same rows, the
/// curve is for comparing numbers of features and flatters all of them
/// (docs/explanation/feature_selection.md).
/// in      posterior: has learned the rows of the table;  names: as `keep` takes them, the best first
/// throws  as evaluate_learned; Error{domain} for the estimator scikit_learn
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
