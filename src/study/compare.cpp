#include <credence/study/compare.hpp>

#include <algorithm>

namespace credence {
namespace detail {
namespace {

void check_not_label(const Schema& schema, const std::string& column, const std::string& role) {
  if (!column.empty() && column == schema.label)
    throw Error(ErrorCode::schema, "column '" + column + "' is the label and cannot give the " +
                                       role + " as well; choose another column");
}

void leave_out(Schema& schema, const std::string& name) {
  if (name.empty()) return;
  for (ColumnSchema& column : schema.columns) {
    if (column.columns.empty()) {
      if (column.name == name) column = {.name = name, .family = "none"};
      continue;
    }
    if (std::erase(column.columns, name) > 0 && column.columns.empty()) column.family = "none";
  }
}

// Folds of which every row is passed over leave no gap.
std::vector<Index> without_gaps(std::vector<Index> folds) {
  std::vector<Index> used = folds;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  if (!used.empty() && used.front() == -1) used.erase(used.begin());
  for (Index& fold : folds)
    if (fold >= 0) fold = std::lower_bound(used.begin(), used.end(), fold) - used.begin();
  return folds;
}

}  // namespace

Schema schema_of_study(Schema schema, const CompareOptions& options) {
  check_not_label(schema, options.fold_column, "folds");
  check_not_label(schema, options.weight, "weights");
  leave_out(schema, options.fold_column);
  leave_out(schema, options.weight);
  return schema;
}

std::vector<Index> folds_of_study(const Table& table, std::span<const Index> truth, Index classes,
                                  const CompareOptions& options) {
  if (options.fold_column.empty())
    return stratified_folds(truth, classes, options.folds, options.seed);
  std::vector<Index> folds = folds_of_column(table, options.fold_column);
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] < 0) folds[row] = -1;
  folds = without_gaps(std::move(folds));
  if (*std::max_element(folds.begin(), folds.end()) == 0)
    throw Error(ErrorCode::schema, "the rows with a label are all in one fold of column '" +
                                       options.fold_column + "'; give them at least two values");
  return folds;
}

namespace {

// Adds what the twin says of rows; after the first estimate that does not exist only the reasons.
void score_twin(const TwinStudy& twin, const LabelledRows& learned, const LabelledRows& asked,
                Index fold, const Comparison& comparison, Tally& tally) {
  const Stopwatch watch(tally.seconds.estimate);
  const TwinAnswers answers = twin_answers(twin, learned, asked.rows, comparison.classes);
  if (!answers.predictions)
    tally.undefined.push_back(
        {.cell = {.feature = comparison.label, .klass = {}, .why = answers.why}, .fold = fold});
  if (tally.undefined.empty()) tally.card.add(*answers.predictions, asked.truth, asked.weights);
}

}  // namespace

void add_twin(const TwinStudy& twin, std::span<const LabelledRows> folds, const LabelledRows& all,
              Comparison& comparison, StudySeconds& seconds) {
  Tally training;
  score_twin(twin, all, all, 0, comparison, training);
  Tally validation;
  for (std::size_t fold = 0; fold < folds.size(); ++fold)
    score_twin(twin, all_but(folds, fold), folds[fold], static_cast<Index>(fold) + 1, comparison,
               validation);
  add(seconds, training.seconds);
  add(seconds, validation.seconds);
  const auto put = [&](const char* on, Tally tally) {
    // The twin is no estimator of the model: its name stands in the place of one.
    Result result = result_of(Estimator::predictive, on, std::move(tally));
    result.estimator = twin_name;
    comparison.results.push_back(std::move(result));
  };
  put("training", std::move(training));
  put("cross_validation", std::move(validation));
}

std::vector<Estimator> estimators_of(const CompareOptions& options) {
  std::vector<Estimator> estimators(all_estimators.begin(), all_estimators.end());
  if (options.like_scikit_learn) estimators.push_back(Estimator::scikit_learn);
  return estimators;
}

}  // namespace detail

template Comparison compare(const Model&, const Table&, const CompareOptions&);

}  // namespace credence
