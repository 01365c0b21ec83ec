#pragma once
// From data to a ranking of features, and to a posterior of the best of them.
#include <credence/learn/model_posterior.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/ranked_features.hpp>
#include <credence/study/selection_curve.hpp>

namespace credence {

/// How the number of features is found.
enum class ChooseBy {
  nothing,           ///< it is given
  leave_one_out,     ///< from the curve of one ranking, each row scored without itself
  cross_validation,  ///< from the curve of a ranking of each fold's own
};

struct FeatureSelectionOptions {
  RankBy by = RankBy::mutual_information;
  InformationOptions information = {};  ///< its estimator is that of the curve, too
  RelevanceOptions relevance = {};
  ConditionalOptions conditional = {};  ///< its `most` is taken from `most` here
  ChooseBy choose = ChooseBy::nothing;
  Index most = -1;  ///< how many features to take, or to try where a curve chooses; -1: all
  SelectionRule rule = SelectionRule::one_standard_error;
  Index folds = 10;
  std::uint64_t seed = 1;        ///< of the random assignment of rows to folds
  std::string fold_column = {};  ///< takes the folds from this column instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
};

/// A ranking and the posterior of the features that were chosen.
struct FeatureSelection {
  RankedFeatures ranked = {};
  Posterior<Model> posterior = {};
};

/// Ranks the features of a model by what they say of the class and keeps the best: as many as asked
/// for, or as a curve over their number speaks for. Curves in cross-validation rank anew in every
/// fold; what is kept is ranked by all rows. Constant columns that no family is given for stand at
/// the end, with an information of 0, and are not kept.
///
///     const auto few = select_features(model, patients, {.most = 10});
///     Classifier{few.posterior, Estimator::predictive};
///
/// throws  as bind and observe; Error{schema} when no row has a label; Error{domain} for options that
///         are out of range; Error{undefined} where a curve has no point to choose
/// cost    one pass over the data and one ranking, a conditional one a pass over codes for each
///         feature that is chosen; for a curve as selection_in_folds or selection_leaving_one_out
[[nodiscard]] FeatureSelection select_features(const Model& model, const Table& table,
                                               const FeatureSelectionOptions& options = {});

}  // namespace credence
