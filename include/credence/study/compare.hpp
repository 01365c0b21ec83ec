#pragma once
// The estimators side by side: on the rows they learned from, in cross-validation, and leaving one
// row out.
#include <credence/study/coincidences.hpp>
#include <credence/study/cross_validation.hpp>
#include <credence/study/evaluate_learned.hpp>
#include <credence/study/folds.hpp>
#include <credence/study/twin_columns.hpp>

namespace credence {

struct CompareOptions {
  Index folds = 10;
  std::uint64_t seed = 1;                    ///< of the random assignment of rows to folds
  std::string fold_column = {};              ///< takes the folds from this column instead
  std::string weight = {};                   ///< column of row weights; empty: 1 each
  bool like_scikit_learn = false;            ///< adds a row for scikit-learn's estimates
  std::optional<LogisticOptions> twin = {};  ///< adds rows for logistic regression (twin.hpp)
};

namespace detail {

/// The schema without the columns that give folds and weights, which are no features.
/// throws  Error{schema} when one of them is the label
[[nodiscard]] Schema schema_of_study(Schema schema, const CompareOptions& options);

/// For each row of the table its fold, from 0 without gaps; -1 for a row without a class.
[[nodiscard]] std::vector<Index> folds_of_study(const Table& table, std::span<const Index> truth,
                                                Index classes, const CompareOptions& options);

/// The four estimators, and scikit-learn's where it is asked for.
[[nodiscard]] std::vector<Estimator> estimators_of(const CompareOptions& options);

/// The model with listed levels where its prior gives a weight for each, so that folds agree on
/// them.
template <class List>
[[nodiscard]] BasicModel<List> with_levels(const BasicModel<List>& model,
                                           const BoundTable<List>& bound, const Rows& rows) {
  Schema schema = model.schema();
  const Posterior<BasicModel<List>> empty = empty_posterior(model);
  const auto list = [&]<class F>(const Block<F>& block, const BlockCells<F>& cells) {
    for (std::size_t j = 0; j < block.features.size(); ++j) {
      const Feature<F>& feature = block.features[j];
      if (!feature.listed && has_weights(feature.prior))
        schema.find(feature.name)->levels = levels_present(cells.features[j], rows);
    }
  };
  for (std::size_t b = 0; b < empty.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const Block<F>& block) {
          if constexpr (Block<F>::levelled) list(block, std::get<BlockCells<F>>(bound.blocks[b]));
        },
        empty.blocks[b]);
  return BasicModel<List>(std::move(schema));
}

/// A table that was bound once, and what every fold has in common.
template <class List>
struct Study {
  BoundTable<List> bound;
  std::vector<Index> truth = {};       // per row of the table; -1: no label, or weight 0
  Posterior<BasicModel<List>> start;   // no data, all classes
  std::optional<TwinStudy> twin = {};  // where it is asked for
};

template <class List>
[[nodiscard]] Study<List> bind_study(const BasicModel<List>& model, const Table& table,
                                     const CompareOptions& options) {
  const BasicModel<List> bare(schema_of_study(model.schema(), options));
  const std::string& label = bare.schema().label;
  (void)table.column(label);
  Study<List> study;
  study.bound = credence::bind<List>(bare.schema(), table, options.weight);
  const BoundTable<List>& bound = study.bound;
  const std::vector<Index> levels =
      positions_that_count(bound.label, bound.label.levels, bound.weights);
  const std::vector<std::string> classes = levels_at(bound.label.levels, levels);
  if (classes.empty()) no_labelled_row(table, label);
  const std::vector<Index> rows = all_rows(bound.rows);
  study.start = empty_posterior(
      with_levels(bare, bound, {.rows = rows, .labels = levels, .weights = bound.weights}));
  join_classes(study.start, classes);
  study.truth = positions_that_count(bound.label, study.start.label.classes, bound.weights);
  if (options.twin)
    study.twin = twin_study(bare.schema(), bound, labelled_rows(study.truth, bound.weights).rows,
                            *options.twin);
  return study;
}

/// The comparison before its results.
template <class List>
[[nodiscard]] Comparison outline(const Study<List>& study) {
  Comparison comparison;
  comparison.rows = study.bound.rows - std::count(study.truth.begin(), study.truth.end(), -1);
  comparison.skipped_rows = rows_without_label(study.bound.label);
  comparison.label = study.start.label.name;
  comparison.classes = study.start.label.classes;
  for (const ColumnSchema& column : study.start.model.schema().columns) {
    if (column.family == "none") continue;
    comparison.features.push_back(column.name);
    comparison.families.push_back(column.family);
  }
  return comparison;
}

/// Adds the twin's results on the rows that it learned from and in cross-validation; it is not left
/// to forget rows one by one.
void add_twin(const TwinStudy& twin, std::span<const LabelledRows> folds, const LabelledRows& all,
              Comparison& comparison, StudySeconds& seconds);

}  // namespace detail

/// Compares all estimators on the training rows, in cross-validation, stratified unless a column
/// gives the folds, and leaving one row out. The rows are read once: the posterior of a fold is the
/// merge of the statistics of the others. Metrics are pooled over the rows of all folds. Columns of
/// folds and weights are no features. An estimate that is undefined is a result, not an error.
/// throws  as bind and observe; Error{schema} when no row has a label; Error{domain} for fewer than
///         2 folds or more than rows; Error{schema} for a family without a counterpart in
///         scikit-learn
/// cost    one pass over the data, three merges per fold, then scoring: 3 x estimators x rows x
///         features x classes
template <class List>
[[nodiscard]] Comparison compare(const BasicModel<List>& model, const Table& table,
                                 const CompareOptions& options) {
  StudySeconds seconds;
  const detail::Study<List> study = [&] {
    const Stopwatch watch(seconds.observe);
    return detail::bind_study(model, table, options);
  }();
  const std::vector<Index> fold_of =
      detail::folds_of_study(table, study.truth, study.start.label.size(), options);
  const std::vector<detail::LabelledRows> folds =
      detail::rows_by_fold(study.truth, study.bound.weights, fold_of);
  std::vector<Posterior<BasicModel<List>>> parts(folds.size(), study.start);
  {
    const Stopwatch watch(seconds.observe);
    for (std::size_t fold = 0; fold < folds.size(); ++fold)
      observe(parts[fold], study.bound, folds[fold].rows);
  }

  const std::vector<Estimator> estimators = detail::estimators_of(options);
  std::vector<detail::Tally> validation(estimators.size());
  const auto all = for_each_training_part(parts, [&](Index fold, const auto& training) {
    const detail::LabelledRows& rows = folds[static_cast<std::size_t>(fold)];
    with_found_priors(training, [&](const auto& ready) {
      for (std::size_t e = 0; e < estimators.size(); ++e)
        detail::score(ready, estimators[e], study.bound, rows, fold + 1, validation[e]);
    });
  });

  Comparison comparison = detail::outline(study);
  comparison.folds = std::ssize(folds);
  if (options.fold_column.empty()) comparison.seed = options.seed;
  const auto rows = detail::labelled_rows(study.truth, study.bound.weights);
  auto learned = detail::score_learned<List>(all, estimators, study.bound, rows);
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    auto& [training, left_out] = learned[e];
    detail::add(seconds, training.seconds);
    detail::add(seconds, left_out.seconds);
    detail::add(seconds, validation[e].seconds);
    comparison.results.push_back(detail::result_of(estimators[e], "training", std::move(training)));
    comparison.results.push_back(
        detail::result_of(estimators[e], "cross_validation", std::move(validation[e])));
    comparison.results.push_back(
        detail::result_of(estimators[e], "leave_one_out", std::move(left_out)));
  }
  if (study.twin) detail::add_twin(*study.twin, folds, rows, comparison, seconds);
  comparison.seconds = seconds;
  comparison.notes = notes_on(comparison, coincidences(all), table.rows(), rows.truth);
  for (std::string& note : notes_on_priors(all)) comparison.notes.push_back(std::move(note));
  return comparison;
}

extern template Comparison compare(const Model&, const Table&, const CompareOptions&);

}  // namespace credence
