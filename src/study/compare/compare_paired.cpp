// Contenders in the same folds, and what follows from their scores.
#include <credence/study/compare_paired.hpp>

#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/twin.hpp>

#include "base/split_mix.hpp"
#include "predict/structure/undefined_cells.hpp"
#include "study/compare/notes.hpp"
#include "study/folds/bound_study.hpp"
#include "study/folds/learned_folds.hpp"
#include "study/folds/tallies.hpp"
#include "study/metrics/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace credence {
namespace {

double value_of(const Metrics& metrics, PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return metrics.log_loss;
  return measure == PairedMeasure::brier ? metrics.brier : metrics.accuracy;
}

}  // namespace

std::string_view to_string(PairedMeasure measure) {
  if (measure == PairedMeasure::log_loss) return "log_loss";
  return measure == PairedMeasure::brier ? "brier" : "accuracy";
}

double goodness(const Metrics& metrics, PairedMeasure measure) {
  const double value = value_of(metrics, measure);
  return measure == PairedMeasure::accuracy ? value : -value;
}

namespace {

using detail::LabelledRows;
using detail::Study;

// How a contender did: folds of all repeats, and the rows of the first.
struct ContenderScores {
  std::vector<Metrics> folds = {};  // repeats x folds
  detail::Tally first_repeat = {};  // pooled over the rows
  std::vector<bool> right = {};     // rows of the table: labelled right in the first repeat
};

// Throws Error{domain} for options outside their range.
void check_paired(const PairedOptions& options) {
  if (options.repeats < 1)
    throw Error(ErrorCode::domain,
                fmt::format("a paired comparison needs at least 1 repeat, got {}; choose 1 or more",
                            options.repeats));
  // Options of the test are refused before the work and not after it.
  (void)correlated_t_test({.count = 2}, {.rope = options.rope, .mass = options.mass});
}

// Throws Error{schema} unless both have the same label with the same classes.
void check_same_label(const LabelColumn& first, const LabelColumn& second) {
  if (first.name == second.name && first.classes == second.classes) return;
  throw Error(ErrorCode::schema,
              fmt::format("two classifiers are to be compared that label '{}' and '{}' with "
                          "different classes; give both the same",
                          first.name, second.name));
}

// What gives a repeat, from 0, its folds.
CompareOptions folds_of_repeat(const PairedOptions& options, Index repeat) {
  const auto part = static_cast<std::uint64_t>(repeat);
  return {.folds = options.folds,
          .seed = repeat == 0 ? options.seed : mixed(options.seed + 0x9e3779b97f4a7c15U * part),
          .fold_column = options.fold_column,
          .fold_values = options.fold_values,
          .weight = options.weight};
}

// Folds of one repeat, and the label whose classes they have.
struct RepeatFolds {
  Index repeat = 0;  // from 0
  std::vector<LabelledRows> folds = {};
  LabelColumn label = {};

  // The label as it was learned from all folds but one.
  [[nodiscard]] LabelColumn training_label(std::size_t fold) const {
    return detail::label_of_rows(label, detail::all_but(folds, fold));
  }
};

// Adds what was said of a fold.
void add_fold(const Predictions& predictions, const RepeatFolds& of, std::size_t fold,
              ContenderScores& scores) {
  const LabelledRows& rows = of.folds[fold];
  Scorecard card;
  card.add(predictions, rows.truth, rows.weights);
  scores.folds.push_back(card.metrics());
  if (of.repeat > 0) return;
  const detail::Baseline baseline(of.training_label(fold));
  detail::add(predictions, rows, baseline.losses(rows), scores.first_repeat);
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    scores.right[static_cast<std::size_t>(rows.rows[i])] = predictions.label[i] == rows.truth[i];
}

// The logistic regression in every fold of one repeat.
void score_twin(const detail::TwinStudy& twin, const RepeatFolds& of, ContenderScores& scores) {
  for (std::size_t fold = 0; fold < of.folds.size(); ++fold) {
    const detail::TwinAnswers answers = detail::twin_answers(twin, detail::all_but(of.folds, fold),
                                                             of.folds[fold].rows, of.label.classes);
    if (!answers.predictions)
      scores.first_repeat.undefined.push_back(
          {.cell = {of.label.name, {}, answers.why}, .fold = static_cast<Index>(fold) + 1});
    if (scores.first_repeat.undefined.empty()) add_fold(*answers.predictions, of, fold, scores);
  }
}

// An estimator in every fold of one repeat.
void score_estimator(const Study& study, const RepeatFolds& of, Estimator estimator,
                     ContenderScores& scores) {
  StudySeconds seconds;
  const auto visit = [&](Index fold, const Posterior<Model>& training) {
    const auto learned = [&] {
      return detail::all_but(of.folds, static_cast<std::size_t>(fold)).rows;
    };
    const auto without = [&](const Error& error) {
      scores.first_repeat.undefined.push_back(
          {.cell = {of.label.name, {}, error.what()}, .fold = fold + 1});
    };
    const auto score = [&](const auto& chosen, const BoundTable& bound) {
      with_found_priors(chosen, [&](const Posterior<Model>& ready) {
        Estimates estimates = estimate(ready, estimator);
        detail::add_undefined(std::move(estimates.undefined), fold + 1, scores.first_repeat);
        if (!scores.first_repeat.undefined.empty()) return;
        const auto at = static_cast<std::size_t>(fold);
        const Classifier<Model> classifier(std::move(estimates));
        try {
          add_fold(classifier.predict(bound, of.folds[at].rows), of, at, scores);
        } catch (const detail::UndefinedCells& error) {
          detail::add_undefined(error.cells(), fold + 1, scores.first_repeat);
        }
      });
    };
    with_chosen_model(study, training, learned, score, without);
  };
  (void)detail::for_each_training_part(study, of.folds, seconds, visit);
}

// The folds of a repeat, from 0.
RepeatFolds folds_of(const Study& study, const Table& table, const PairedOptions& options,
                     Index repeat) {
  return {.repeat = repeat,
          .folds = detail::rows_by_fold(
              study.truth, study.bound.weights,
              detail::folds_of_study(table, study.truth, study.start.label.size(),
                                     folds_of_repeat(options, repeat))),
          .label = study.start.label};
}

// The baseline on the rows of the first repeat.
Result baseline_of(const Study& study, const Table& table, const PairedOptions& options) {
  const RepeatFolds of = folds_of(study, table, options, 0);
  detail::Tally tally;
  for (std::size_t fold = 0; fold < of.folds.size(); ++fold)
    detail::score_baseline(of.training_label(fold), of.folds[fold], tally);
  return detail::baseline_result("cross_validation", std::move(tally));
}

// A contender in all folds of all repeats; only those before the first undefined estimate.
ContenderScores score_contender(const Contender& contender, const Study& study, const Table& table,
                                const PairedOptions& options) {
  ContenderScores scores;
  scores.right.assign(static_cast<std::size_t>(table.rows()), false);
  for (Index repeat = 0; repeat < options.repeats; ++repeat) {
    const RepeatFolds of = folds_of(study, table, options, repeat);
    if (study.twin)
      score_twin(*study.twin, of, scores);
    else
      score_estimator(study, of, contender.estimator, scores);
    if (!scores.first_repeat.undefined.empty()) break;
  }
  return scores;
}

// A side of the result.
PairedSide side_of(const Contender& contender, const Study& study, detail::Tally tally,
                   const Result& baseline) {
  const Comparison outlined = detail::outline(study);
  PairedSide side{.classifier = contender.twin ? std::string(twin_name)
                                               : std::string(to_string(contender.estimator)),
                  .features = outlined.features,
                  .families = outlined.families};
  side.result = detail::result_of(side.classifier, "cross_validation", std::move(tally), baseline);
  const Structure& structure = contender.model.schema().structure;
  if (!contender.twin && structure != Structure{}) side.result.structure = name_of(structure);
  return side;
}

// How many rows each fold of each repeat tests.
std::vector<Index> fold_rows_of(const Study& study, const Table& table,
                                const PairedOptions& options) {
  std::vector<Index> counts;
  for (Index repeat = 0; repeat < options.repeats; ++repeat)
    for (const LabelledRows& fold : folds_of(study, table, options, repeat).folds)
      counts.push_back(std::ssize(fold.rows));
  return counts;
}

void find_differences(const PairedOptions& options, std::span<const Index> fold_rows,
                      const ContenderScores& first, const ContenderScores& second,
                      PairedComparison& comparison) {
  for (std::size_t i = 0; i < fold_rows.size(); ++i) {
    const auto at = static_cast<Index>(i);
    comparison.differences.push_back({.repeat = at / comparison.folds + 1,
                                      .fold = at % comparison.folds + 1,
                                      .rows = fold_rows[i],
                                      .first = value_of(first.folds[i], options.measure),
                                      .second = value_of(second.folds[i], options.measure),
                                      .difference = goodness(first.folds[i], options.measure) -
                                                    goodness(second.folds[i], options.measure)});
  }
}

void find_test(const PairedOptions& options, PairedComparison& comparison) {
  std::vector<double> differences;
  for (const PairedFold& fold : comparison.differences) differences.push_back(fold.difference);
  const auto endless = std::count_if(differences.begin(), differences.end(),
                                     [](double value) { return !std::isfinite(value); });
  if (endless > 0) {
    comparison.notes.push_back(
        fmt::format("the differences of {} of {} folds are not finite, so that there is no t-test: "
                    "a true class "
                    "had probability 0; compare by accuracy or brier, or by another estimator",
                    endless, differences.size()));
    return;
  }
  comparison.test = correlated_t_test(differences_of(differences),
                                      {.correlation = 1 / static_cast<double>(comparison.folds),
                                       .rope = options.rope,
                                       .mass = options.mass});
  if (comparison.test->scale == 0)
    comparison.notes.push_back(fmt::format(
        "the {} differences are all equal, so that the posterior of their mean is a point{}",
        differences.size(), differences.front() == 0 ? "; are both the same classifier?" : ""));
}

// What follows from the scores of both: differences, tests and notes.
// in  fold_rows: how many rows each fold of each repeat tests
void settle(const PairedOptions& options, std::span<const Index> fold_rows,
            const LabelledRows& rows, const ContenderScores& first, const ContenderScores& second,
            PairedComparison& comparison) {
  if (!first.first_repeat.undefined.empty() || !second.first_repeat.undefined.empty()) {
    comparison.notes.emplace_back(
        "an estimate is undefined in a fold, so that there is nothing to compare");
    return;
  }
  find_differences(options, fold_rows, first, second, comparison);
  find_test(options, comparison);
  std::vector<bool> first_right;
  std::vector<bool> second_right;
  for (const Index row : rows.rows) {
    first_right.push_back(first.right[static_cast<std::size_t>(row)]);
    second_right.push_back(second.right[static_cast<std::size_t>(row)]);
  }
  comparison.discordant = discordant_rows(first_right, second_right, rows.weights, options.mass);
}

// What a reader should know of the probabilities of both.
void add_notes(PairedComparison& comparison) {
  std::array sides{comparison.first.result, comparison.second.result};
  for (Result& side : sides)  // both may have the same estimator
    side.estimator =
        fmt::format("the {} ({})", &side == sides.data() ? "first" : "second", side.estimator);
  std::vector<std::string> families = comparison.first.families;
  families.insert(families.end(), comparison.second.families.begin(),
                  comparison.second.families.end());
  add_notes_on_probabilities(sides, comparison.baseline, families, comparison.notes);
}

}  // namespace

PairedComparison compare_paired(const Contender& first, const Contender& second, const Table& table,
                                const PairedOptions& given) {
  check_paired(given);
  PairedOptions options = given;
  if (!options.fold_column.empty()) options.repeats = 1;
  CompareOptions binding = folds_of_repeat(options, 0);
  binding.twin = first.twin;
  binding.by_evidence = first.by_evidence;
  const Study one = detail::bind_study(first.model, table, binding);
  binding.twin = second.twin;
  binding.by_evidence = second.by_evidence;
  const Study other = detail::bind_study(second.model, table, binding);
  check_same_label(one.start.label, other.start.label);
  const Comparison outlined = detail::outline(one);
  PairedComparison comparison{.rows = outlined.rows,
                              .skipped_rows = outlined.skipped_rows,
                              .label = outlined.label,
                              .classes = outlined.classes,
                              .repeats = options.repeats,
                              .measure = options.measure};
  detail::note_folds(options, comparison);
  const std::vector<Index> fold_rows = fold_rows_of(one, table, options);
  comparison.folds = std::ssize(fold_rows) / options.repeats;
  ContenderScores of_first = score_contender(first, one, table, options);
  ContenderScores of_second = score_contender(second, other, table, options);
  settle(options, fold_rows, detail::labelled_rows(one.truth, one.bound.weights), of_first,
         of_second, comparison);
  comparison.baseline = baseline_of(one, table, options);
  comparison.first = side_of(first, one, std::move(of_first.first_repeat), comparison.baseline);
  comparison.second =
      side_of(second, other, std::move(of_second.first_repeat), comparison.baseline);
  add_notes(comparison);
  return comparison;
}

}  // namespace credence
