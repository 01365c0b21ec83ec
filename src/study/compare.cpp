// All estimators of one model on the same rows.
#include <credence/study/compare.hpp>

#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/twin.hpp>

#include "study/baseline.hpp"
#include "study/bound_study.hpp"
#include "study/cross_validation.hpp"
#include "study/notes.hpp"
#include "study/tallies.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace credence {
namespace {

using detail::LabelledRows;
using detail::Study;
using detail::Tally;

// The estimators asked for, and scikit-learn's where it is.
std::vector<Estimator> estimators_of(const CompareOptions& options) {
  std::vector<Estimator> estimators = options.estimators;
  if (options.like_scikit_learn) estimators.push_back(Estimator::scikit_learn);
  return estimators;
}

// Adds what the twin says of rows; after the first estimate that does not exist only the reasons.
void score_twin(const Study& study, const LabelledRows& learned, const LabelledRows& asked,
                Index fold, Tally& tally) {
  const Stopwatch watch(tally.seconds.estimate);
  const LabelColumn& label = study.start.label;
  const detail::TwinAnswers answers =
      detail::twin_answers(*study.twin, learned, asked.rows, label.classes);
  if (!answers.predictions)
    tally.undefined.push_back(
        {.cell = {.feature = label.name, .klass = {}, .why = answers.why}, .fold = fold});
  if (!tally.undefined.empty()) return;
  const detail::Baseline baseline(detail::label_of_rows(label, learned));
  detail::add(*answers.predictions, asked, baseline.losses(asked), tally);
}

// The baseline's results on training, cross-validation and leave-one-out.
using BaselineResults = std::array<Result, 3>;

// Adds the twin's results on the rows that it learned from and in cross-validation; it is not left
// to forget rows one by one.
void add_twin(const Study& study, std::span<const LabelledRows> folds, const LabelledRows& all,
              const BaselineResults& baseline, Comparison& comparison, StudySeconds& seconds) {
  Tally training;
  score_twin(study, all, all, 0, training);
  Tally validation;
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    score_twin(study, detail::all_but(folds, fold), folds[fold], static_cast<Index>(fold) + 1,
               validation);
  detail::add(seconds, training.seconds);
  detail::add(seconds, validation.seconds);
  comparison.results.push_back(
      detail::result_of(twin_name, "training", std::move(training), baseline[0]));
  comparison.results.push_back(
      detail::result_of(twin_name, "cross_validation", std::move(validation), baseline[1]));
}

// What was learned of all folds, and what each estimator says of every fold after the others.
struct Validated {
  Posterior<Model> all;
  std::vector<Tally> tallies;
  Tally baseline = {};
  std::set<std::string> changing = {};  // columns of which folds chose another family than all rows
};

// Adds the columns whose family two schemas of one study do not agree on.
void add_changing(const Schema& all, const Schema& fold, std::set<std::string>& changing) {
  for (const ColumnSchema& column : all.columns)
    if (fold.find(column.name)->family != column.family) changing.insert(column.name);
}

// What is to be known of families that evidence chose.
std::string note_on_families(const std::set<std::string>& changing) {
  std::string note =
      "families are chosen by evidence, anew in every training part of cross-validation; the other "
      "results have those of all rows";
  if (changing.empty()) return note;
  note += "; folds differ on";
  for (const std::string& name : changing)
    note += (name == *changing.begin() ? " '" : ", '") + name + "'";
  return note;
}

Validated validate(const Study& study, std::span<const LabelledRows> folds,
                   std::span<const Estimator> estimators, StudySeconds& seconds) {
  const std::vector<Posterior<Model>> parts = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::learned_parts(study, folds);
  }();
  Validated found{.all = {}, .tallies = std::vector<Tally>(estimators.size())};
  found.all = for_each_training_part(parts, [&](Index fold, const Posterior<Model>& training) {
    const LabelledRows& rows = folds[static_cast<std::size_t>(fold)];
    detail::score_baseline(training.label, rows, found.baseline);
    const auto learned_rows = [&] {
      return detail::all_but(folds, static_cast<std::size_t>(fold)).rows;
    };
    with_chosen_model(
        study, training, learned_rows, [&](const auto& chosen, const BoundTable& bound) {
          if (!study.open.empty())
            add_changing(study.start.model.schema(), chosen.model.schema(), found.changing);
          with_found_priors(chosen, [&](const Posterior<Model>& ready) {
            for (std::size_t e = 0; e < estimators.size(); ++e)
              detail::score(ready, estimators[e], bound, rows, fold + 1, found.tallies[e]);
          });
        });
  });
  return found;
}

BaselineResults baseline_results(const LabelColumn& learned, const LabelledRows& rows,
                                 Tally validation) {
  detail::LearnedTallies tallies = detail::score_baseline_learned(learned, rows);
  return {detail::baseline_result("training", std::move(tallies.training)),
          detail::baseline_result("cross_validation", std::move(validation)),
          detail::baseline_result("leave_one_out", std::move(tallies.left_out))};
}

// Adds training, cross-validation and leave-one-out, estimator by estimator.
void add_results(std::span<const Estimator> estimators, std::vector<detail::LearnedTallies> learned,
                 std::vector<Tally> validation, const BaselineResults& baseline,
                 Comparison& comparison, StudySeconds& seconds) {
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    const auto put = [&](const Result& base, Tally& tally) {
      detail::add(seconds, tally.seconds);
      comparison.results.push_back(
          detail::result_of(to_string(estimators[e]), base.on, std::move(tally), base));
    };
    put(baseline[0], learned[e].training);
    put(baseline[1], validation[e]);
    put(baseline[2], learned[e].left_out);
  }
}

std::optional<double> evidence_if_defined(const Posterior<Model>& posterior) {
  try {
    return log_evidence(posterior);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return std::nullopt;
  }
}

ComparedStructure compared_structure(const Posterior<Model>& all, const StudySeconds& seconds) {
  return {.structure = name_of(all.model.schema().structure),
          .log_evidence = evidence_if_defined(all),
          .seconds = seconds};
}

// The comparison of one structure.
Comparison compare_one(const Model& model, const Table& table, const CompareOptions& options) {
  StudySeconds seconds;
  const Study study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(model, table, options);
  }();
  const std::vector<Index> fold_of =
      detail::folds_of_study(table, study.truth, study.start.label.size(), options);
  const std::vector<LabelledRows> folds =
      detail::rows_by_fold(study.truth, study.bound.weights, fold_of);
  const std::vector<Estimator> estimators = estimators_of(options);
  Validated validated = validate(study, folds, estimators, seconds);

  Comparison comparison = detail::outline(study);
  comparison.folds = std::ssize(folds);
  if (options.fold_column.empty()) comparison.seed = options.seed;
  const LabelledRows rows = detail::labelled_rows(study.truth, study.bound.weights);
  const BaselineResults baseline =
      baseline_results(validated.all.label, rows, std::move(validated.baseline));
  const auto all_learned = [&] { return rows.rows; };
  with_chosen_model(
      study, validated.all, all_learned, [&](const auto& all, const BoundTable& bound) {
        add_results(estimators, detail::score_learned(all, estimators, bound, rows),
                    std::move(validated.tallies), baseline, comparison, seconds);
        if (study.twin) add_twin(study, folds, rows, baseline, comparison, seconds);
        comparison.results.insert(comparison.results.end(), baseline.begin(), baseline.end());
        comparison.seconds = seconds;
        comparison.structures.push_back(compared_structure(all, seconds));
        comparison.notes = notes_on(comparison, coincidences(all), table.rows(), rows.truth);
        for (std::string& note : notes_on_priors(all)) comparison.notes.push_back(std::move(note));
        comparison.structures.back().found = found_structure(all);
      });
  if (!study.open.empty()) comparison.notes.push_back(note_on_families(validated.changing));
  return comparison;
}

// Names the structure of results, and what else is known of it.
void name_structure(const Structure& structure, Comparison& comparison) {
  for (Result& result : comparison.results)
    if (result.estimator != baseline_name && result.estimator != twin_name)
      result.structure = name_of(structure);
}

// Adds results and notes of one structure behind those of others.
void join(Comparison one, Comparison& all) {
  std::erase_if(one.results, [](const Result& result) {
    return result.estimator == baseline_name || result.estimator == twin_name;
  });
  const auto at = std::find_if(all.results.begin(), all.results.end(), [](const Result& result) {
    return result.estimator == baseline_name || result.estimator == twin_name;
  });
  all.results.insert(at, one.results.begin(), one.results.end());
  for (std::string& note : one.notes)
    if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end())
      all.notes.push_back(std::move(note));
  all.structures.insert(all.structures.end(), one.structures.begin(), one.structures.end());
  detail::add(all.seconds, one.seconds);
}

}  // namespace

Comparison compare(const Model& model, const Table& table, const CompareOptions& options) {
  std::vector<Structure> structures = options.structures;
  if (structures.empty()) structures.push_back(model.schema().structure);
  const bool is_naive = structures.size() == 1 && structures.front() == Structure{};
  std::optional<Comparison> all;
  for (const Structure& structure : structures) {
    CompareOptions asked = options;
    if (all) asked.twin.reset();
    Comparison one = compare_one(with_structure(model, structure), table, asked);
    if (is_naive)
      one.structures.clear();
    else
      name_structure(structure, one);
    if (all)
      join(std::move(one), *all);
    else
      all = std::move(one);
  }
  return std::move(*all);
}

}  // namespace credence
