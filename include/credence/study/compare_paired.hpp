#pragma once
// Two classifiers on the same folds: which is better, by how much, and how sure that is.
#include <credence/study/compare.hpp>
#include <credence/study/paired_comparison.hpp>
#include <credence/study/twin.hpp>

namespace credence {

/// A model with a way to make a classifier of it.
template <class List>
struct BasicContender {
  BasicModel<List> model = {};
  Estimator estimator = Estimator::predictive;
  std::optional<LogisticOptions> twin = {};  ///< logistic regression in the place of the estimator
};
using Contender = BasicContender<Families>;

/// What a paired comparison does.
struct PairedOptions {
  Index folds = 10;
  Index repeats = 10;            ///< the folds are drawn anew so many times
  std::uint64_t seed = 1;        ///< the first repeat has the folds of `compare`
  std::string fold_column = {};  ///< takes the folds from this column instead; one repeat
  std::string weight = {};       ///< column of row weights; empty: 1 each
  PairedMeasure measure = PairedMeasure::accuracy;
  double rope = 0.01;  ///< differences of at most this size count as none, in the measure's unit
  double mass = 0.9;   ///< that intervals hold
};

namespace detail {

/// Throws Error{schema} unless both have the same label with the same classes.
void check_same_label(const LabelColumn& first, const LabelColumn& second);
/// Throws Error{domain} for a number of repeats below 1.
void check_paired(const PairedOptions& options);
/// The folds of a repeat, from 0.
[[nodiscard]] CompareOptions folds_of_repeat(const PairedOptions& options, Index repeat);

/// How a contender did: folds of all repeats, and the rows of the first.
struct ContenderScores {
  std::vector<Metrics> folds = {};  ///< repeats x folds
  Tally first_repeat = {};          ///< pooled over the rows
  std::vector<bool> right = {};     ///< rows of the table: labelled right in the first repeat
};

/// Adds what was said of a fold.
void add_fold(const Predictions& predictions, const LabelledRows& rows, Index repeat,
              ContenderScores& scores);

/// The twin in every fold of one repeat.
void score_twin(const TwinStudy& twin, std::span<const LabelledRows> folds, Index repeat,
                const LabelColumn& label, ContenderScores& scores);

/// An estimator in every fold of one repeat.
template <class List>
void score_estimator(const Study<List>& study, std::span<const LabelledRows> folds, Index repeat,
                     Estimator estimator, ContenderScores& scores) {
  std::vector<Posterior<BasicModel<List>>> parts(folds.size(), study.start);
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    observe(parts[fold], study.bound, folds[fold].rows);
  (void)for_each_training_part(parts, [&](Index fold, const auto& training) {
    with_found_priors(training, [&](const auto& ready) {
      auto estimates = estimate(ready, estimator);
      for (UndefinedCell& cell : estimates.undefined)
        scores.first_repeat.undefined.push_back({.cell = std::move(cell), .fold = fold + 1});
      if (!scores.first_repeat.undefined.empty()) return;
      const LabelledRows& rows = folds[static_cast<std::size_t>(fold)];
      const Classifier classifier{std::move(estimates)};
      add_fold(classifier.predict(study.bound, rows.rows), rows, repeat, scores);
    });
  });
}

/// A contender in all folds of all repeats; only those before the first undefined estimate.
template <class List>
[[nodiscard]] ContenderScores score_contender(const BasicContender<List>& contender,
                                              const Study<List>& study, const Table& table,
                                              const PairedOptions& options) {
  ContenderScores scores;
  scores.right.assign(static_cast<std::size_t>(table.rows()), false);
  for (Index repeat = 0; repeat < options.repeats; ++repeat) {
    const std::vector<LabelledRows> folds =
        rows_by_fold(study.truth, study.bound.weights,
                     folds_of_study(table, study.truth, study.start.label.size(),
                                    folds_of_repeat(options, repeat)));
    if (study.twin)
      score_twin(*study.twin, folds, repeat, study.start.label, scores);
    else
      score_estimator<List>(study, folds, repeat, contender.estimator, scores);
    if (!scores.first_repeat.undefined.empty()) break;
  }
  return scores;
}

/// A side of the result.
template <class List>
[[nodiscard]] PairedSide side_of(const BasicContender<List>& contender, const Study<List>& study,
                                 Tally tally) {
  const Comparison outlined = outline(study);
  PairedSide side{.classifier = contender.twin ? std::string(twin_name)
                                               : std::string(to_string(contender.estimator)),
                  .features = outlined.features,
                  .families = outlined.families};
  side.result = result_of(contender.estimator, "cross_validation", std::move(tally));
  side.result.estimator = side.classifier;
  return side;
}

/// How many rows each fold of each repeat tests.
template <class List>
[[nodiscard]] std::vector<Index> fold_rows(const Study<List>& study, const Table& table,
                                           const PairedOptions& options) {
  std::vector<Index> counts;
  for (Index repeat = 0; repeat < options.repeats; ++repeat)
    for (const LabelledRows& fold :
         rows_by_fold(study.truth, study.bound.weights,
                      folds_of_study(table, study.truth, study.start.label.size(),
                                     folds_of_repeat(options, repeat))))
      counts.push_back(std::ssize(fold.rows));
  return counts;
}

/// What follows from the scores of both: differences, tests and notes.
/// in   fold_rows: how many rows each fold of each repeat tests
void settle(const PairedOptions& options, std::span<const Index> fold_rows,
            const LabelledRows& rows, const ContenderScores& first, const ContenderScores& second,
            PairedComparison& comparison);

}  // namespace detail

/// Compares two classifiers on the same folds of stratified cross-validation, drawn anew `repeats`
/// times: the Bayesian correlated t-test on the differences of all folds, and the rows of the first
/// repeat that only one of them has right. The two may differ in estimator, families, priors and
/// features; label, rows and weights are the same.
///
///     compare_paired(Contender{.model = model}, Contender{.model = model, .twin = LogisticOptions{}},
///                    table, {}).test->first;
///
/// throws  as compare and logistic_twin; Error{domain} for options outside their range; Error{schema}
///         where the two models have different labels or lists of classes
/// cost    repeats x folds x what each contender costs; an estimator reads the rows once a repeat
template <class List>
[[nodiscard]] PairedComparison compare_paired(const BasicContender<List>& first,
                                              const BasicContender<List>& second,
                                              const Table& table, const PairedOptions& asked) {
  detail::check_paired(asked);
  PairedOptions options = asked;
  if (!options.fold_column.empty()) options.repeats = 1;
  CompareOptions binding = detail::folds_of_repeat(options, 0);
  binding.twin = first.twin;
  const detail::Study<List> one = detail::bind_study(first.model, table, binding);
  binding.twin = second.twin;
  const detail::Study<List> other = detail::bind_study(second.model, table, binding);
  detail::check_same_label(one.start.label, other.start.label);
  const Comparison outlined = detail::outline(one);
  PairedComparison comparison{.rows = outlined.rows,
                              .skipped_rows = outlined.skipped_rows,
                              .label = outlined.label,
                              .classes = outlined.classes,
                              .repeats = options.repeats,
                              .measure = options.measure};
  if (options.fold_column.empty()) comparison.seed = options.seed;
  const std::vector<Index> fold_rows = detail::fold_rows(one, table, options);
  comparison.folds = std::ssize(fold_rows) / options.repeats;
  auto of_first = detail::score_contender(first, one, table, options);
  auto of_second = detail::score_contender(second, other, table, options);
  detail::settle(options, fold_rows, detail::labelled_rows(one.truth, one.bound.weights), of_first,
                 of_second, comparison);
  comparison.first = detail::side_of(first, one, std::move(of_first.first_repeat));
  comparison.second = detail::side_of(second, other, std::move(of_second.first_repeat));
  return comparison;
}

extern template PairedComparison compare_paired(const Contender&, const Contender&, const Table&,
                                                const PairedOptions&);

}  // namespace credence
