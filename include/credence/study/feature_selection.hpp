#pragma once
// From data to a ranking of features, and to a posterior of the best of them.
#include <credence/data/infer.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/part_relevance.hpp>
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
template <class M>
struct FeatureSelection {
  RankedFeatures ranked;
  Posterior<M> posterior;
};

namespace detail {

/// Joins what is known of each feature, in the order of what they are ranked by.
[[nodiscard]] std::vector<RankedFeature> joined(const FeatureSelectionOptions& options,
                                                std::span<const FeatureInformation> information,
                                                std::span<const Relevance> relevance,
                                                std::span<const ConditionalRank> conditional);

/// The columns without a family that hold one value throughout: each tells exactly nothing.
[[nodiscard]] std::vector<RankedFeature> constant_columns(const Schema& schema, const Table& table);

/// As `keep` takes it.
[[nodiscard]] std::string name_of(const FeatureInformation& one);

[[nodiscard]] SelectionOptions curve_options(const FeatureSelectionOptions& options);

/// Throws Error{domain} for a number of features below 0, and other options that nothing has.
void check(const FeatureSelectionOptions& options);

/// What a reader should know of a ranking and its curve.
[[nodiscard]] std::vector<std::string> notes_on(const RankedFeatures& ranked);

template <class List>
[[nodiscard]] std::vector<ConditionalRank> conditional_ranks(
    const Posterior<BasicModel<List>>& posterior, const BoundTable<List>& bound,
    std::span<const Index> rows, const FeatureSelectionOptions& options) {
  ConditionalOptions asked = options.conditional;
  asked.most = options.most;
  const auto truth = positions_that_count(bound.label, posterior.label.classes, bound.weights);
  return rank_conditionally(posterior.model.schema(), bound, truth, posterior.label.size(), rows,
                            asked);
}

/// The names of the features by one measure alone, best first.
template <class List>
[[nodiscard]] std::vector<std::string> ranked_names(const Posterior<BasicModel<List>>& posterior,
                                                    const BoundTable<List>& bound,
                                                    std::span<const Index> rows,
                                                    const FeatureSelectionOptions& options) {
  std::vector<std::string> names;
  if (options.by == RankBy::mutual_information) {
    InformationOptions asked = options.information;
    asked.draws = 0;
    for (const auto& one : rank_by_mutual_information(posterior, asked))
      names.push_back(name_of(one));
  } else if (options.by == RankBy::evidence) {
    for (const auto& one : rank_parts_by_evidence(posterior, options.relevance))
      names.push_back(one.feature);
  } else {
    for (const auto& one : conditional_ranks(posterior, bound, rows, options))
      names.push_back(one.name);
  }
  return names;
}

/// The ranking of a posterior, with all that is known of each feature.
template <class List>
[[nodiscard]] RankedFeatures ranked_features(const Posterior<BasicModel<List>>& posterior,
                                             const BoundTable<List>& bound,
                                             std::span<const Index> rows,
                                             const FeatureSelectionOptions& options) {
  RankedFeatures ranked{.rows = std::ssize(rows),
                        .skipped_rows = rows_without_label(bound.label),
                        .label = posterior.label.name,
                        .classes = posterior.label.classes,
                        .by = options.by,
                        .estimator = options.information.estimator,
                        .mass = options.information.mass};
  std::vector<ConditionalRank> conditional;
  if (options.by == RankBy::conditional) {
    ranked.criterion = options.conditional.criterion;
    conditional = conditional_ranks(posterior, bound, rows, options);
  }
  with_found_priors(posterior, [&](const auto& ready) {
    ranked.features = joined(options, rank_by_mutual_information(ready, options.information),
                             rank_parts_by_evidence(ready, options.relevance), conditional);
  });
  return ranked;
}

/// The curve that the options ask for.
/// in   names: of the features to try, ranked by all rows
template <class List>
[[nodiscard]] SelectionCurve selection_curve(const Posterior<BasicModel<List>>& posterior,
                                             const Table& table, std::span<const std::string> names,
                                             const FeatureSelectionOptions& options) {
  const SelectionOptions asked = curve_options(options);
  if (options.choose == ChooseBy::leave_one_out)
    return selection_leaving_one_out(posterior, table, names, asked);
  const auto rank = [&](const auto& training, const auto& bound, std::span<const Index> rows) {
    return ranked_names(training, bound, rows, options);
  };
  return selection_in_folds(posterior.model, table, rank, asked);
}

/// The number of features that a curve chose.
/// throws  Error{undefined} where none has a finite log loss
[[nodiscard]] Index chosen(const SelectionCurve& curve);

}  // namespace detail

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
template <class List>
[[nodiscard]] FeatureSelection<BasicModel<List>> select_features(
    const BasicModel<List>& model, const Table& table,
    const FeatureSelectionOptions& options = {}) {
  detail::check(options);
  const detail::Study<List> study = detail::bind_study(
      model, table, {.fold_column = options.fold_column, .weight = options.weight});
  const detail::LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  Posterior<BasicModel<List>> posterior = empty_posterior(study.start.model);
  observe(posterior, study.bound);
  FeatureSelection<BasicModel<List>> selection{
      .ranked = detail::ranked_features(posterior, study.bound, rows.rows, options),
      .posterior = {}};
  RankedFeatures& ranked = selection.ranked;
  const auto count = std::ssize(ranked.features);
  ranked.kept = options.most < 0 ? count : std::min(count, options.most);
  if (options.choose != ChooseBy::nothing) {
    ranked.curve = detail::selection_curve(posterior, table, kept_names(ranked), options);
    ranked.kept = std::min(ranked.kept, detail::chosen(*ranked.curve));
  }
  ranked.notes = detail::notes_on(ranked);
  selection.posterior = keep(posterior, kept_names(ranked));
  const auto constant = detail::constant_columns(model.schema(), table);
  ranked.features.insert(ranked.features.end(), constant.begin(), constant.end());
  return selection;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template FeatureSelection<Model> select_features(const Model&, const Table&,
                                                        const FeatureSelectionOptions&);

}  // namespace credence
