// All estimators of one model on the same rows.
#include <credence/study/compare.hpp>

#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_priors.hpp>

#include "base/names.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/naive_part.hpp"
#include "study/compare/classifier_results.hpp"
#include "study/compare/complement_results.hpp"
#include "study/compare/fitted_parameters.hpp"
#include "study/compare/joined_comparisons.hpp"
#include "study/compare/lazy_results.hpp"
#include "study/compare/notes.hpp"
#include "study/folds/bound_study.hpp"
#include "study/folds/learned_folds.hpp"
#include "study/folds/tallies.hpp"
#include "study/folds/weighted_scores.hpp"
#include "study/left_out/weight_search.hpp"
#include "study/metrics/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace credence {
namespace {

using detail::BaselineResults;
using detail::ClassifierResults;
using detail::LabelledRows;
using detail::SharedResults;
using detail::Study;
using detail::Tally;

bool any(const FeatureWeightOptions& options) { return options.kind != FeatureWeighting::none; }

// The estimators asked for, and scikit-learn's where it is.
std::vector<Estimator> estimators_of(const CompareOptions& options) {
  std::vector<Estimator> estimators = options.estimators;
  if (options.like_scikit_learn) estimators.push_back(Estimator::scikit_learn);
  return estimators;
}

// Scores an estimator with the weights that learned rows give; after the first estimate that does not
// exist only the reasons.
void score_weighted(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
                    std::span<const Index> learned, const LabelledRows& asked, Index fold,
                    const FeatureWeightOptions& options, Tally& tally) {
  const Posterior<Model> weighted =
      detail::weighted_posterior(posterior, estimator, bound, learned, fold, options, tally);
  if (tally.undefined.empty()) detail::score(weighted, estimator, bound, asked, fold, tally);
}

// What was learned of all folds, and what each estimator says of every fold after the others.
struct Validated {
  Posterior<Model> all;
  std::vector<Tally> tallies;
  std::vector<Tally> weighted;  // with feature weights, where they are asked for
  detail::LabelTally complement = {};
  Tally baseline = {};
  std::set<std::string> changing = {};  // columns of which folds chose another family than all rows
  double seen_before = 0;               // weight of the rows that look-up met in training
};

// Adds the columns whose family two schemas of one study do not agree on.
void add_changing(const Schema& all, const Schema& fold, std::set<std::string>& changing) {
  for (const ColumnSchema& column : all.columns)
    if (fold.find(column.name)->family != column.family) changing.insert(column.name);
}

// What is to be known of families that evidence chose.
std::string note_on_families(const std::set<std::string>& changing) {
  const std::string note =
      "families are chosen by evidence, anew in every training part of cross-validation; the other "
      "results have those of all rows";
  return changing.empty() ? note : note + "; folds differ on " + detail::quoted_list(changing);
}

// The weight of the rows of a fold whose whole row was looked up among those of the training part.
double weight_seen(const Posterior<Model>& training, const BoundTable& bound,
                   const LabelledRows& rows) {
  if (training.model.schema().structure.kind != StructureKind::lookup) return 0;
  const LabelColumn& known = training.contexts[0].children.label;
  std::set<std::string> levels;
  for (std::size_t k = 0; k < known.classes.size(); ++k)
    if (known.counts.counts[k] > 0) levels.insert(detail::context_of(known.classes[k]).level);
  const BoundContext& asked = bound.contexts[0];
  double seen = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const Code level = asked.level_of()[static_cast<std::size_t>(rows.rows[i])];
    if (levels.contains(asked.levels()[static_cast<std::size_t>(level)])) seen += rows.weights[i];
  }
  return seen;
}

Validated validate(const Study& study, std::span<const LabelledRows> folds,
                   std::span<const Estimator> estimators, const CompareOptions& options,
                   const SharedResults& shared, StudySeconds& seconds) {
  using Part = SharedResults::Part;
  const FeatureWeightOptions& weights = options.feature_weights;
  Validated found{.all = {},
                  .tallies = std::vector<Tally>(estimators.size()),
                  .weighted = std::vector<Tally>(any(weights) ? estimators.size() : 0)};
  const auto visit = [&](Index fold, const Posterior<Model>& training) {
    const LabelledRows& rows = folds[static_cast<std::size_t>(fold)];
    detail::score_baseline(training.label, rows, found.baseline);
    const auto learned_rows = [&] {
      return detail::all_but(folds, static_cast<std::size_t>(fold)).rows;
    };
    const auto without = [&](const Error& error) {
      for (std::size_t e = 0; e < estimators.size(); ++e)
        if (shared.is_own(e, Part::validation))
          found.tallies[e].undefined.push_back(
              {.cell = {training.label.name, {}, error.what()}, .fold = fold + 1});
    };
    with_chosen_model(
        study, training, learned_rows,
        [&](const auto& chosen, const BoundTable& bound) {
          if (!study.open.empty())
            add_changing(study.start.model.schema(), chosen.model.schema(), found.changing);
          found.seen_before += weight_seen(chosen, bound, rows);
          with_found_priors(chosen, [&](const Posterior<Model>& ready) {
            for (std::size_t e = 0; e < estimators.size(); ++e)
              if (shared.is_own(e, Part::validation))
                detail::score(ready, estimators[e], bound, rows, fold + 1, found.tallies[e]);
            if (options.complement && shared.is_own(estimators.size(), Part::learned))
              detail::score_complement(ready, *options.complement, bound, rows, fold + 1,
                                       found.complement);
            if (!any(weights)) return;
            const auto learned = detail::all_but(folds, static_cast<std::size_t>(fold)).rows;
            for (std::size_t e = 0; e < estimators.size(); ++e)
              if (shared.is_own(e, Part::weighted_validation))
                score_weighted(ready, estimators[e], bound, learned, rows, fold + 1, weights,
                               found.weighted[e]);
          });
        },
        without);
  };
  found.all = detail::for_each_training_part(study, folds, seconds, visit);
  return found;
}

BaselineResults baseline_results(const LabelColumn& learned, const LabelledRows& rows,
                                 Tally validation) {
  detail::LearnedTallies tallies = detail::score_baseline_learned(learned, rows);
  return {detail::baseline_result("training", std::move(tallies.training)),
          detail::baseline_result("cross_validation", std::move(validation)),
          detail::baseline_result("leave_one_out", std::move(tallies.left_out))};
}

// All classifiers, estimator by estimator, each followed by the one with feature weights; then the
// rule of complement naive Bayes.
void add_classifiers(const Posterior<Model>& all, const BoundTable& bound, const LabelledRows& rows,
                     std::span<const Estimator> estimators, const CompareOptions& options,
                     Validated validated, ClassifierResults& results) {
  const FeatureWeightOptions& weights = options.feature_weights;
  auto learned = results.score_own(all, estimators, bound, rows);
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    results.add(estimators[e], e, FeatureWeighting::none, std::move(learned[e]),
                std::move(validated.tallies[e]));
    if (!any(weights)) continue;
    const bool is_own = results.is_own(e, SharedResults::Part::weighted);
    results.add(estimators[e], e, weights.kind,
                is_own ? detail::score_learned_weighted(all, estimators[e], bound, rows, weights)
                       : detail::LearnedTallies{},
                std::move(validated.weighted[e]));
  }
  if (options.complement)
    results.add_complement(all, bound, rows, *options.complement, estimators.size(),
                           std::move(validated.complement));
}

// Weights of the posterior predictive, where its log loss is above the baseline's and they are cheap to
// find: about as dear as a few folds of the comparison.
FeatureWeights advised_weights(const Posterior<Model>& all, const BoundTable& bound,
                               const LabelledRows& rows, const Comparison& comparison) {
  constexpr Index cheap = Index{1} << 21;  // terms
  if (!all.contexts.empty()) return {};    // whose advice is another structure
  const Result* own =
      find_result(comparison.results, to_string(Estimator::predictive), "cross_validation");
  const Result* baseline = find_result(comparison.results, baseline_name, "cross_validation");
  const Index terms =
      std::ssize(rows.rows) * std::ssize(comparison.features) * std::ssize(comparison.classes);
  const bool helps = own != nullptr && own->metrics && baseline->metrics &&
                     own->metrics->log_loss > baseline->metrics->log_loss;
  if (!helps || terms > cheap) return {};
  return detail::find_weights(all, Estimator::predictive, bound, rows.rows, {}).weights;
}

// The structure that was found, or the one asked for with the reason why it cannot be.
FoundStructure found_or_asked(const Posterior<Model>& all) {
  FoundStructure found{.asked = all.model.schema().structure};
  std::string why = detail::why_undefined([&] { found = found_structure(all); });
  if (!why.empty()) found.notes.push_back(std::move(why));
  return found;
}

// The structure with its evidence, and the fits of its estimators; with the coefficient where
// it is asked for.
void add_structure(const Posterior<Model>& all, const BoundTable& bound, const LabelledRows& rows,
                   double seen_before, const CompareOptions& options, Comparison& comparison) {
  const Structure& structure = all.model.schema().structure;
  ComparedStructure compared{.structure = name_of(structure),
                             .found = found_or_asked(all),
                             .log_evidence = detail::evidence_if_defined(all),
                             .seconds = comparison.seconds};
  const double weight = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
  if (structure.kind == StructureKind::lookup) compared.rows_seen_before = seen_before / weight;
  std::optional<double> coefficient;
  if (options.with_coefficient) {
    coefficient = detail::summed_coefficient(all, bound, rows);
    if (compared.log_evidence) *compared.log_evidence += *coefficient;
  }
  comparison.structures.push_back(std::move(compared));
  detail::add_fits(all, estimators_of(options), coefficient, comparison);
}

std::vector<LabelledRows> folds_of(const Study& study, const Table& table,
                                   const CompareOptions& options) {
  return detail::rows_by_fold(
      study.truth, study.bound.weights,
      detail::folds_of_study(table, study.truth, study.start.label.size(), options));
}

// The comparison before its results.
Comparison outline(const Study& study, std::span<const LabelledRows> folds,
                   const CompareOptions& options) {
  Comparison comparison = detail::outline(study);
  comparison.folds = std::ssize(folds);
  detail::note_folds(options, comparison);
  return comparison;
}

// Of a structure that cannot be found in all rows.
void add_no_structure(const Model& model, const Error& error, const Table& table,
                      const LabelledRows& rows, Comparison& comparison) {
  const Structure& asked = model.schema().structure;
  comparison.structures.push_back(
      {.found = {.asked = asked, .notes = {error.what()}}, .seconds = comparison.seconds});
  detail::name_structure(name_of(asked), comparison);
  comparison.notes = notes_on(comparison, Coincidences{}, table.rows(), rows.truth);
}

// What is to be known of the classifiers of all rows.
void add_notes(const Model& model, const Posterior<Model>& all, const BoundTable& bound,
               const Table& table, const LabelledRows& rows, const CompareOptions& options,
               Comparison& comparison) {
  if (!any(options.feature_weights))
    comparison.advised_weights = advised_weights(all, bound, rows, comparison);
  detail::name_structure(name_of(model.schema().structure), comparison);
  // Priors of contexts are others: where estimators coincide is known of naive Bayes alone.
  const Coincidences same = all.contexts.empty() ? coincidences(all) : Coincidences{};
  comparison.notes = notes_on(comparison, same, table.rows(), rows.truth);
  for (std::string& note : notes_on_priors(all)) comparison.notes.push_back(std::move(note));
}

// The comparison of one structure.
Comparison compare_one(const Model& model, const Table& table, const CompareOptions& options,
                       const ComparisonShare& share) {
  StudySeconds seconds;
  SharedResults shared(share);
  const Study study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(model, table, options);
  }();
  const std::vector<LabelledRows> folds = folds_of(study, table, options);
  const std::vector<Estimator> estimators = estimators_of(options);
  Validated validated = validate(study, folds, estimators, options, shared, seconds);

  Comparison comparison = outline(study, folds, options);
  const LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  const BaselineResults baseline =
      baseline_results(validated.all.label, rows, std::move(validated.baseline));
  const std::set<std::string> changing = validated.changing;
  const double seen_before = validated.seen_before;
  const Posterior<Model> learned = std::move(validated.all);
  const auto all_learned = [&] { return rows.rows; };
  ClassifierResults results(baseline, shared, comparison, seconds);
  const auto visit = [&](const auto& all, const BoundTable& bound) {
    add_classifiers(all, bound, rows, estimators, options, std::move(validated), results);
    results.add_others(study, folds, rows, estimators.size() + 1);
    if (share.part > 0) return;
    add_structure(all, bound, rows, seen_before, options, comparison);
    add_notes(model, all, bound, table, rows, options, comparison);
  };
  const auto without = [&](const Error& error) {
    for (std::size_t e = 0; e < estimators.size(); ++e)
      results.add_undefined(estimators[e], e, error, std::move(validated.tallies[e]));
    results.add_others(study, folds, rows, estimators.size() + 1);
    if (share.part == 0) add_no_structure(model, error, table, rows, comparison);
  };
  with_chosen_model(study, learned, all_learned, visit, without);
  if (!study.open.empty()) comparison.notes.push_back(note_on_families(changing));
  return comparison;
}

// What is to be known of lazy rules.
std::string note_on_lazy_rules(const Comparison& comparison) {
  return fmt::format(
      "lbr keeps the training rows and looks at them again for every row; "
      "its leave-one-out is not computed: each of the {} rows would find a rule among all others",
      comparison.rows);
}

// The comparison of lazy rules.
Comparison compare_lazily(const Model& model, const Table& table, const CompareOptions& options) {
  StudySeconds seconds;
  const ComparisonShare alone;
  SharedResults shared(alone);
  const Study study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(model, table, options);
  }();
  const std::vector<LabelledRows> folds = folds_of(study, table, options);
  const LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  Comparison comparison = outline(study, folds, options);
  Tally validation;
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    detail::score_baseline(detail::label_of_rows(study.start.label, detail::all_but(folds, fold)),
                           folds[fold], validation);
  const BaselineResults baseline =
      baseline_results(detail::label_of_rows(study.start.label, rows), rows, std::move(validation));
  const std::vector<Estimator> estimators = estimators_of(options);
  detail::LazyTallies tallies = detail::score_lazily(study, folds, rows, estimators);
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    for (auto* tally : {&tallies.training[e], &tallies.validation[e]})
      detail::add(seconds, tally->seconds);
    const std::string_view name = to_string(estimators[e]);
    comparison.results.push_back(
        detail::result_of(name, "training", std::move(tallies.training[e]), baseline[0]));
    comparison.results.push_back(
        detail::result_of(name, "cross_validation", std::move(tallies.validation[e]), baseline[1]));
  }
  ClassifierResults(baseline, shared, comparison, seconds).add_others(study, folds, rows, 0);
  comparison.structures.push_back({.structure = detail::lazy_name, .seconds = seconds});
  detail::name_structure(detail::lazy_name, comparison);
  comparison.notes = notes_on(comparison, Coincidences{}, table.rows(), rows.truth);
  comparison.notes.push_back(note_on_lazy_rules(comparison));
  return comparison;
}

}  // namespace

Comparison compare(const Model& model, const Table& table, const CompareOptions& options) {
  return compare(model, table, options, ComparisonShare{});
}

Comparison compare(const Model& model, const Table& table, const CompareOptions& options,
                   const ComparisonShare& share) {
  std::vector<Structure> structures = options.structures;
  if (structures.empty() && !options.lazy_rules) structures.push_back(model.schema().structure);
  std::vector<Comparison> parts;
  CompareOptions asked = options;
  const auto is_naive = [](const Structure& one) { return one.kind == StructureKind::naive; };
  if (options.complement && std::none_of(structures.begin(), structures.end(), is_naive))
    throw detail::only_for_naive(
        with_structure(model, structures.empty() ? Structure{} : structures.front()),
        "the rule of complement naive Bayes is");
  const auto add = [&](const Structure& structure, auto&& compare_part) {
    asked.like_scikit_learn = options.like_scikit_learn && is_naive(structure);
    asked.complement = is_naive(structure) ? options.complement : std::nullopt;
    parts.push_back(compare_part(with_structure(model, structure)));
    asked.twin.reset();
  };
  for (const Structure& structure : structures)
    add(structure, [&](const Model& one) { return compare_one(one, table, asked, share); });
  if (share.part > 0) {
    Comparison own;
    for (const Comparison& part : parts) detail::add(own.seconds, part.seconds);
    return own;
  }
  if (options.lazy_rules)
    add(Structure{}, [&](const Model& one) { return compare_lazily(one, table, asked); });
  if (parts.size() > 1 || options.lazy_rules || structures.front() != Structure{})
    return detail::joined(std::move(parts));
  detail::name_structure({}, parts.front());
  parts.front().structures.clear();
  return std::move(parts.front());
}

}  // namespace credence
