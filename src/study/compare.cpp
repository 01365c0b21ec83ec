// All estimators of one model on the same rows.
#include <credence/study/compare.hpp>

#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/twin.hpp>

#include "study/baseline.hpp"
#include "study/bound_study.hpp"
#include "study/cross_validation.hpp"
#include "study/notes.hpp"
#include "study/tallies.hpp"

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

// Adds what the logistic regression says of rows; after the first estimate that does not exist only
// the reasons.
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

// Adds the logistic regression's results on its training rows and in cross-validation; it is not
// left to forget rows one by one.
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
    with_chosen_families(study, training, [&](const auto& chosen, const BoundTable& bound) {
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

}  // namespace

Comparison compare(const Model& model, const Table& table, const CompareOptions& options) {
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
  with_chosen_families(study, validated.all, [&](const auto& all, const BoundTable& bound) {
    add_results(estimators, detail::score_learned(all, estimators, bound, rows),
                std::move(validated.tallies), baseline, comparison, seconds);
    if (study.twin) add_twin(study, folds, rows, baseline, comparison, seconds);
    comparison.results.insert(comparison.results.end(), baseline.begin(), baseline.end());
    comparison.seconds = seconds;
    comparison.notes = notes_on(comparison, coincidences(all), table.rows(), rows.truth);
    for (std::string& note : notes_on_priors(all)) comparison.notes.push_back(std::move(note));
  });
  if (!study.open.empty()) comparison.notes.push_back(note_on_families(validated.changing));
  return comparison;
}

}  // namespace credence
