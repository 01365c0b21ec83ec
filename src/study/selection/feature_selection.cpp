// Rankings put together, and the features that are kept.
#include <credence/study/feature_selection.hpp>

#include <credence/data/infer.hpp>
#include <credence/data/number.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>

#include "study/folds/bound_study.hpp"
#include "study/selection/coded_ranking.hpp"
#include "study/selection/growing_scores.hpp"
#include "study/selection/selection_folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "learn/structure/naive_part.hpp"
#include "select/ranked_parts.hpp"

namespace credence {
namespace {

// As `keep` takes it.
std::string name_of(const FeatureInformation& one) {
  return one.part.empty() ? one.feature : part_name(one.feature, one.part);
}

void add(RankedFeature& feature, const FeatureInformation& one) {
  feature.family = one.family;
  if (one.undefined.empty()) {
    feature.mutual_information = one.mutual_information;
    feature.posterior_mean = one.mean;
    feature.bounds = one.interval;
    feature.prior_mean = one.prior_mean;
    feature.prior_bounds = one.prior_interval;
  } else {
    feature.undefined = one.undefined;
  }
}

void add(RankedFeature& feature, const Relevance& one) {
  feature.family = one.family;
  if (one.undefined.empty()) {
    feature.log_bayes_factor = one.log_bayes_factor;
    feature.inclusion = one.probability;
  } else if (feature.undefined.empty()) {
    feature.undefined = one.undefined;
  }
}

// What the information of features is asked for to rank them.
InformationOptions information_asked(const FeatureSelectionOptions& options) {
  InformationOptions asked = options.information;
  if (options.by == RankBy::posterior_mean) asked.measure = InformationMeasure::posterior_mean;
  if (options.by == RankBy::above_prior) asked.measure = InformationMeasure::above_prior;
  return asked;
}

bool by_information(RankBy by) { return by != RankBy::evidence && by != RankBy::conditional; }

// Names in the order of the first list that has them.
std::vector<std::string> in_order(RankBy by, std::span<const FeatureInformation> information,
                                  std::span<const Relevance> relevance,
                                  std::span<const ConditionalRank> conditional) {
  std::vector<std::string> names;
  if (by_information(by))
    for (const FeatureInformation& one : information) names.push_back(name_of(one));
  else if (by == RankBy::evidence)
    for (const Relevance& one : relevance) names.push_back(one.feature);
  else
    for (const ConditionalRank& one : conditional) names.push_back(one.name);
  return names;
}

// The columns without a family that hold one value throughout: each tells exactly nothing. Weights and
// folds are no features, whatever they hold.
std::vector<RankedFeature> constant_columns(const Schema& schema, const Table& table,
                                            const FeatureSelectionOptions& options) {
  std::vector<RankedFeature> constant;
  for (const ColumnSchema& column : schema.columns)
    if (const Column* cells = table.find(column.name);
        column.family == "none" && column.name != options.weight &&
        column.name != options.fold_column && cells != nullptr && is_constant(*cells))
      constant.push_back({.name = column.name,
                          .family = column.family,
                          .mutual_information = 0.0,
                          .posterior_mean = 0.0,
                          .bounds = Interval{.lower = 0, .upper = 0}});
  return constant;
}

// Joins what is known of each feature, in the order of what they are ranked by.
std::vector<RankedFeature> joined(const FeatureSelectionOptions& options,
                                  std::span<const FeatureInformation> information,
                                  std::span<const Relevance> relevance,
                                  std::span<const ConditionalRank> conditional) {
  std::unordered_map<std::string, RankedFeature> known;
  for (const FeatureInformation& one : information) add(known[name_of(one)], one);
  for (const Relevance& one : relevance) add(known[one.feature], one);
  for (const ConditionalRank& one : conditional) known[one.name].score = one.score;
  std::vector<RankedFeature> features;
  for (const std::string& name : in_order(options.by, information, relevance, conditional)) {
    features.push_back(std::move(known[name]));
    features.back().name = name;
  }
  return features;
}

SelectionOptions curve_options(const FeatureSelectionOptions& options) {
  return {.estimator = options.information.estimator,
          .rule = options.rule,
          .folds = options.folds,
          .seed = options.seed,
          .fold_column = options.fold_column,
          .fold_values = options.fold_values,
          .weight = options.weight,
          .most = options.most,
          .by_evidence = options.by_evidence};
}

// Throws Error{domain} for a number of features below 0, and other options that nothing has.
void check(const FeatureSelectionOptions& options) {
  detail::check_options(information_asked(options));
  detail::check(options.conditional);
  (void)probability_given(0, options.relevance.prior_probability);
  if (options.choose != ChooseBy::nothing) detail::check(curve_options(options));
  if (options.most < -1)
    throw Error(ErrorCode::domain, "the number of features to take is " +
                                       to_text(static_cast<double>(options.most)) +
                                       "; give at least 0");
}

// The number of features that a curve chose.
// throws  Error{undefined} where none has a finite log loss
Index chosen(const SelectionCurve& curve) {
  if (curve.chosen) return *curve.chosen;
  throw Error(ErrorCode::undefined,
              "no number of features has a finite log loss, so that none can be chosen; choose "
              "another estimator, such as 'predictive', or say how many to take");
}

// "the data made it 12 % narrower", which holds in any unit.
std::string narrowing(const Interval& before, const Interval& after) {
  const double kept = (after.upper - after.lower) / (before.upper - before.lower);
  const double percent = std::round(100 * (1 - kept));
  return percent >= 1 ? fmt::format("the data made it {:.0f} % narrower", percent)
                      : "the data made it no narrower";
}

// The features whose interval the data have hardly changed.
void note_nearly_prior(std::span<const FeatureInformation> information,
                       std::vector<std::string>& notes) {
  constexpr Index most = 5;
  Index found = 0;
  for (const FeatureInformation& one : information) {
    if (!is_nearly_prior(one) || ++found > most) continue;
    notes.push_back(fmt::format("the interval of '{}' is nearly all prior: {}", name_of(one),
                                narrowing(*one.prior_interval, *one.interval)));
  }
  if (found > most)
    notes.push_back(fmt::format("so are the intervals of {} more features", found - most));
}

// The words whose Bayes factor denies a dependence that their counts show beyond doubt: one far more
// frequent than the prior expects is improbable in each class, and in all together only once.
void note_frequent_words(std::span<const FeatureInformation> information,
                         std::span<const Relevance> relevance, std::vector<std::string>& notes) {
  constexpr double beyond_doubt = 1e-6;
  std::unordered_map<std::string_view, double> factors;
  for (const Relevance& one : relevance)
    if (one.undefined.empty()) factors.emplace(one.feature, one.log_bayes_factor);
  std::vector<std::string> denied;
  for (const FeatureInformation& one : information) {
    if (one.part.empty() || one.p_value.value_or(1) >= beyond_doubt) continue;
    const auto factor = factors.find(name_of(one));
    if (factor != factors.end() && factor->second < 0) denied.push_back(name_of(one));
  }
  if (denied.empty()) return;
  notes.push_back(fmt::format(
      "the Bayes factor of {} speaks against a dependence that counts show (p-value below 1e-6): "
      "the prior expects all words equally often; `each` below 1 holds less to that",
      denied.size() == 1 ? "'" + denied[0] + "'"
                         : fmt::format("'{}' and {} more words", denied[0], denied.size() - 1)));
}

// What a reader should know of the information of features.
std::vector<std::string> notes_on(std::span<const FeatureInformation> information,
                                  const InformationOptions& options) {
  std::vector<std::string> notes;
  const bool none = std::any_of(information.begin(), information.end(),
                                [](const auto& one) { return one.undefined.empty() && !one.mean; });
  if (none && options.draws == 0)
    notes.emplace_back(
        "without draws the information of numbers and counts has no posterior mean and no "
        "interval");
  note_nearly_prior(information, notes);
  return notes;
}

// What a reader should know of a curve.
std::vector<std::string> notes_on(const RankedFeatures& ranked) {
  std::vector<std::string> notes;
  if (ranked.curve && !ranked.curve->ranked_anew)
    notes.emplace_back(
        "the ranking has seen every row that the curve is judged by, so that the curve compares "
        "numbers of features and flatters all of them; cross_validation ranks anew in every fold");
  if (ranked.curve && ranked.kept == 0)
    notes.emplace_back("no feature is worth taking: the frequencies of the classes do as well");
  return notes;
}

std::vector<ConditionalRank> conditional_ranks(const Posterior<Model>& posterior,
                                               const BoundTable& bound, std::span<const Index> rows,
                                               const FeatureSelectionOptions& options) {
  ConditionalOptions asked = options.conditional;
  asked.most = options.most;
  const auto truth =
      detail::positions_that_count(bound.label, posterior.label.classes, bound.weights);
  return rank_conditionally(posterior.model.schema(), bound, truth, posterior.label.size(), rows,
                            asked);
}

// The features by one measure alone, best first.
std::vector<detail::PartPlace> ranked_places(const Posterior<Model>& posterior,
                                             const BoundTable& bound, std::span<const Index> rows,
                                             const FeatureSelectionOptions& options) {
  if (options.by == RankBy::mutual_information) {
    // The densities are enough to rank by: beliefs would take their time in every fold.
    InformationOptions asked = information_asked(options);
    asked.mass = 0;
    return detail::ranked_parts(posterior, asked);
  }
  std::vector<std::string> names;
  if (by_information(options.by)) {
    for (const auto& one : rank_by_mutual_information(posterior, information_asked(options)))
      names.push_back(name_of(one));
  } else if (options.by == RankBy::evidence) {
    for (const auto& one : rank_parts_by_evidence(posterior, options.relevance))
      names.push_back(one.feature);
  } else {
    for (const auto& one : conditional_ranks(posterior, bound, rows, options))
      names.push_back(one.name);
  }
  return detail::places_of_names(posterior, names);
}

// The ranking of a posterior, with all that is known of each feature.
RankedFeatures ranked_features(const Posterior<Model>& posterior, const BoundTable& bound,
                               std::span<const Index> rows,
                               const FeatureSelectionOptions& options) {
  RankedFeatures ranked{.rows = std::ssize(rows),
                        .skipped_rows = detail::rows_without_label(bound.label),
                        .label = posterior.label.name,
                        .classes = posterior.label.classes,
                        .by = options.by,
                        .estimator = options.information.estimator,
                        .mass = options.information.mass,
                        .inclusion_prior = options.relevance.prior_probability};
  std::vector<ConditionalRank> conditional;
  if (options.by == RankBy::conditional) {
    ranked.criterion = options.conditional.criterion;
    conditional = conditional_ranks(posterior, bound, rows, options);
  }
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    const auto information = rank_by_mutual_information(ready, information_asked(options));
    const auto relevance = rank_parts_by_evidence(ready, options.relevance);
    ranked.notes = notes_on(information, options.information);
    note_frequent_words(information, relevance, ranked.notes);
    ranked.features = joined(options, information, relevance, conditional);
  });
  return ranked;
}

// The curve that the options ask for.
// in  names: of the features to try, ranked by all rows
SelectionCurve selection_curve(const detail::Study& study, const Posterior<Model>& posterior,
                               const Table& table, std::span<const std::string> names,
                               const FeatureSelectionOptions& options) {
  const SelectionOptions asked = curve_options(options);
  if (options.choose == ChooseBy::leave_one_out)
    return selection_leaving_one_out(posterior, table, names, asked);
  const auto rank = [&](const Posterior<Model>& training, const BoundTable& bound,
                        std::span<const Index> rows) {
    return ranked_places(training, bound, rows, options);
  };
  return detail::selection_in_folds(study, table, rank, asked);
}

// The ranking of a posterior, and what is kept of it.
FeatureSelection selected(const detail::Study& study, const Posterior<Model>& posterior,
                          const Table& table, const BoundTable& bound, std::span<const Index> rows,
                          const FeatureSelectionOptions& options) {
  FeatureSelection selection{.ranked = ranked_features(posterior, bound, rows, options),
                             .posterior = {}};
  RankedFeatures& ranked = selection.ranked;
  const auto count = std::ssize(ranked.features);
  ranked.kept = options.most < 0 ? count : std::min(count, options.most);
  if (options.choose != ChooseBy::nothing) {
    ranked.curve = selection_curve(study, posterior, table, kept_names(ranked), options);
    ranked.kept = std::min(ranked.kept, chosen(*ranked.curve));
  }
  for (std::string& note : notes_on(ranked)) ranked.notes.push_back(std::move(note));
  selection.posterior = keep(posterior, kept_names(ranked));
  return selection;
}

}  // namespace

FeatureSelection select_features(const Model& model, const Table& table,
                                 const FeatureSelectionOptions& options) {
  check(options);
  detail::check_naive(model, "rankings of features are");
  const detail::Study study = detail::bind_study(model, table,
                                                 {.fold_column = options.fold_column,
                                                  .weight = options.weight,
                                                  .by_evidence = options.by_evidence});
  const detail::LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  Posterior<Model> learned = study.start;
  observe(learned, study.bound);
  FeatureSelection selection;
  const auto all_learned = [&] { return rows.rows; };
  with_chosen_model(study, learned, all_learned,
                    [&](const auto& posterior, const BoundTable& bound) {
                      selection = selected(study, posterior, table, bound, rows.rows, options);
                    });
  const auto constant = constant_columns(model.schema(), table, options);
  std::vector<RankedFeature>& features = selection.ranked.features;
  features.insert(features.end(), constant.begin(), constant.end());
  return selection;
}

}  // namespace credence
