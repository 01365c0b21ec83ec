#pragma once
// From data to a ranking of features, and to a posterior of the best of them.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/explain.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/selection_curve.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

struct BoundTable;  // learn/bound_table.hpp
struct Schema;      // data/schema.hpp

/// What a feature is worth beside those that were chosen before it.
enum class Criterion {
  jmi,   ///< mean of I(feature and chosen; class) over the chosen: joint mutual information
  mrmr,  ///< I(feature; class) less the mean of I(feature; chosen)
  cmim,  ///< the smallest I(feature; class | chosen)
};

/// "jmi", "mrmr" or "cmim".
[[nodiscard]] std::string_view to_string(Criterion criterion);

/// A feature in the order in which it was chosen.
struct ConditionalRank {
  std::string name = {};  ///< as `keep` takes it
  double score = 0;       ///< by the criterion when it was chosen; nats
  double alone = 0;       ///< I(feature; class) of its table, nats

  friend bool operator==(const ConditionalRank&, const ConditionalRank&) = default;
};

/// Options of a ranking by what each feature adds to those before it.
struct ConditionalOptions {
  Criterion criterion = Criterion::jmi;
  Index bins = 5;   ///< of about equal weight, that numbers are cut into; at least 2
  Index most = -1;  ///< how many features to choose; -1: all

  friend bool operator==(const ConditionalOptions&, const ConditionalOptions&) = default;
};

/// Features by what each adds to those before it: chosen one by one, the first by its mutual
/// information with the class, each next by the criterion; of equal ones the earlier name. Tables of
/// pairs are counted from rows, which statistics of single features cannot give. Levels are taken as
/// they are, numbers in bins of about equal weight, words of a text as whether they occur.
/// Missing cells leave their row out of the tables of their column.
/// in      bound: made with this schema;  truth: for each row of the table its class;  rows:
///         positions in the table, all with a class
/// throws  Error{domain} for fewer than 2 bins
/// cost    for each feature that is chosen one pass over the codes of all others
/// source  [brown2012]
[[nodiscard]] std::vector<ConditionalRank> rank_conditionally(
    const Schema& schema, const BoundTable& bound, std::span<const Index> truth, Index classes,
    std::span<const Index> rows, const ConditionalOptions& options = {});

/// What features are ranked by.
enum class RankBy {
  mutual_information,  ///< how much one alone says about the class, between the estimator's densities
  posterior_mean,      ///< the posterior mean of that; favours columns of many levels
  above_prior,         ///< the posterior mean less the prior mean
  evidence,            ///< how surely one depends on the class: the log Bayes factor
  conditional,         ///< how much one adds to those before it
};

/// "mutual_information", "posterior_mean", "above_prior", "evidence" or "conditional".
[[nodiscard]] std::string_view to_string(RankBy by);

/// One feature, or one word of a text or column of a block, and what it says of the class.
struct RankedFeature {
  std::string name = {};  ///< as `keep` takes it
  std::string family = {};
  std::optional<double> mutual_information;  ///< between the densities of the estimator
  /// Posterior mean of the mutual information and its credible interval; then the same under the
  /// prior alone. None without draws, where no closed form exists.
  std::optional<double> posterior_mean;
  std::optional<Interval> bounds;
  std::optional<double> prior_mean;
  std::optional<Interval> prior_bounds;
  std::optional<double> log_bayes_factor;
  std::optional<double> inclusion;  ///< probability that it depends on the class
  std::optional<double> score;      ///< by the criterion, of a conditional ranking
  std::string undefined = {};       ///< why a number does not exist; empty where all do

  friend bool operator==(const RankedFeature&, const RankedFeature&) = default;
};

/// Features, best first, and those that were chosen.
struct RankedFeatures {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  RankBy by = RankBy::mutual_information;
  std::optional<Criterion> criterion;  ///< of a conditional ranking
  Estimator estimator = Estimator::predictive;
  double mass = 0.9;             ///< of the bounds
  double inclusion_prior = 0.5;  ///< that a feature depends on the class, before the data
  LogUnit unit = LogUnit::nats;
  std::vector<RankedFeature> features;
  Index kept = 0;  ///< how many of them, from the best on, were chosen
  std::optional<SelectionCurve> curve;
  std::vector<std::string> notes;

  friend bool operator==(const RankedFeatures&, const RankedFeatures&) = default;
};

/// Returns the names of the chosen features, as `keep` takes them.
[[nodiscard]] std::vector<std::string> kept_names(const RankedFeatures& ranked);

/// Returns the same with information, Bayes factors and scores counted in another unit; log losses
/// stay in nats.
[[nodiscard]] RankedFeatures in_unit(RankedFeatures ranked, LogUnit unit);

/// How the number of features is found.
enum class ChooseBy {
  nothing,           ///< it is given
  leave_one_out,     ///< from the curve of one ranking, each row scored without itself
  cross_validation,  ///< from the curve of a ranking of each fold's own
};

/// Options of a selection of features.
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
  std::string fold_column = {};  ///< takes the folds from this column instead, one for each value
  FoldValues fold_values = FoldValues::folds;  ///< groups: `folds` folds of whole groups instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  /// Columns whose family the evidence chooses: by all rows for the ranking and what is kept, anew
  /// in every training part of a curve in folds (study/suggest.hpp).
  std::vector<std::string> by_evidence = {};

  friend bool operator==(const FeatureSelectionOptions&, const FeatureSelectionOptions&) = default;
};

/// A ranking and the posterior of the features that were chosen.
struct FeatureSelection {
  RankedFeatures ranked = {};
  Posterior<Model> posterior = {};

  friend bool operator==(const FeatureSelection&, const FeatureSelection&) = default;
};

/// Ranks the features of a model by what they say about the class and keeps the best: as many as asked
/// for, or as many as the curve over their number favours. Curves in cross-validation rank anew in every
/// fold; what is kept is ranked by all rows. Constant columns that no family is given for stand at
/// the end, with an information of 0, and are not kept.
///
///     const auto few = select_features(model, patients, {.most = 10});
///     Classifier{few.posterior, Estimator::predictive};
///
/// throws  as bind and observe; Error{schema} when no row has a label; Error{domain} for options that
///         are out of range; Error{undefined} where a curve has no point to choose, and for a model
///         with a structure
/// cost    one pass over the data and one ranking, a conditional one a pass over codes for each
///         feature that is chosen; for a curve as selection_in_folds or selection_leaving_one_out
[[nodiscard]] FeatureSelection select_features(const Model& model, const Table& table,
                                               const FeatureSelectionOptions& options = {});

}  // namespace credence
