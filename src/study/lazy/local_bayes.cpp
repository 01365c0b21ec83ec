// How local naive Bayes are learned: by counts where these are enough, else as any posterior.
#include "study/lazy/local_bayes.hpp"
#include "predict/tiles/impossible.hpp"

#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/leave_one_out.hpp>

#include "study/left_out/classes_without.hpp"
#include "study/left_out/without_features.hpp"

#include <algorithm>

namespace credence::detail {
namespace {

// Whether an estimate of a level is (prior + count) / total.
bool is_share(Estimator estimator) {
  return estimator == Estimator::posterior_mean || estimator == Estimator::predictive ||
         estimator == Estimator::scikit_learn;
}

// The table as if it held some of its rows alone: leave-one-out may gather all rows of a class.
void keep_rows(BoundTable& bound, std::span<const Index> rows) {
  std::vector<double> weights(static_cast<std::size_t>(bound.rows));
  for (const Index row : rows) {
    const auto at = static_cast<std::size_t>(row);
    weights[at] = bound.weights.empty() ? 1 : bound.weights[at];
  }
  bound.weights = std::move(weights);
}

std::vector<bool> used_columns(const Conditions& conditions, std::size_t columns) {
  std::vector<bool> used(columns, false);
  for (const Condition& condition : conditions) used[condition.column] = true;
  return used;
}

// The most probable class; the earlier one of equals.
Index winner(std::span<const double> joint, Index otherwise) {
  const auto best = std::max_element(joint.begin(), joint.end());
  return *best == impossible ? otherwise : best - joint.begin();
}

}  // namespace

LocalBayes::LocalBayes(const Model& model, const BoundTable& bound, std::span<const Index> rows,
                       Estimator estimator)
    : estimator_(estimator), bound_(bound.part(model)) {
  for (const Index row : rows)
    if (teaches(bound.label, bound.weights, row)) rows_.push_back(row);
  if (rows_.empty()) no_labelled_row(*bound.table, model.schema().label);
  Posterior<Model> learned = empty_posterior(model);
  observe(learned, bound_, rows_);
  all_ = freeze(std::move(learned));
  empty_ = all_;
  clear_statistics(empty_);
  const auto truth = label_positions(bound.label, bound.rows, all_.label.classes);
  for (const Index row : rows_) truth_.push_back(truth[static_cast<std::size_t>(row)]);
  columns_ = level_columns(all_, bound_);
  for (const LevelColumn& column : columns_)
    codes_.push_back(level_codes(all_, column, bound_, rows_));
  count_columns();
  check_defined();
  if (auto wrong = this->wrong({}, all_rows(this->rows()))) wrong_ = std::move(*wrong);
}

// Prepares counted leave-one-out, where the estimator, the weights and the families allow it.
void LocalBayes::count_columns() {
  if (!is_share(estimator_)) return;
  for (const Index row : rows_)
    if (!bound_.weights.empty() && bound_.weights[static_cast<std::size_t>(row)] != 1) return;
  CountedLevels counted(truth_, all_.label.size());
  std::set<std::string> names;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const auto priors = level_priors(all_, columns_[column]);
    if (!priors) return;
    counted.add_column(*priors, codes_[column]);
    names.insert(columns_[column].name);
  }
  counted_ = std::move(counted);
  rest_.posterior = without_features(empty_, names);
  rest_.bound = bound_.part(rest_.posterior.model);
}

// Throws Error{undefined} naming every cell where leave-one-out of all rows is undefined.
void LocalBayes::check_defined() const {
  const LeaveOneOut left = leave_one_out(all_, estimator_, bound_, rows_);
  if (!left.undefined.empty()) throw undefined_error(estimator_, left.undefined);
}

std::vector<Index> LocalBayes::in_table(std::span<const Index> rows) const {
  std::vector<Index> positions;
  positions.reserve(rows.size());
  for (const Index row : rows) positions.push_back(rows_[static_cast<std::size_t>(row)]);
  return positions;
}

// The posterior of the features without a condition, before any data.
Posterior<Model> LocalBayes::empty_without(const Conditions& conditions) const {
  std::set<std::string> names;
  for (const Condition& condition : conditions) names.insert(columns_[condition.column].name);
  return without_features(empty_, names);
}

// The class probabilities without each row, where there is no other feature.
LocalBayes::Scores LocalBayes::labels_alone(std::span<const Index> rows) const {
  LabelColumn label = empty_.label;
  label.counts.resize(label.size());
  for (const Index row : rows)
    label.counts.observe(static_cast<Code>(truth_[static_cast<std::size_t>(row)]));
  ClassesWithout probabilities(std::move(label), estimator_);
  Scores scores;
  for (const Index row : rows) {
    const auto& answer = probabilities.without(truth_[static_cast<std::size_t>(row)], 1);
    if (!answer.undefined.empty()) return {.undefined = true};
    const std::vector<double>& logs = answer.fallback.log_class_probabilities;
    scores.joint.insert(scores.joint.end(), logs.begin(), logs.end());
    scores.otherwise.push_back(answer.fallback.label);
  }
  return scores;
}

// Exact leave-one-out of some features.
LocalBayes::Scores LocalBayes::left_out(Part part, std::span<const Index> rows) const {
  const std::vector<Index> positions = in_table(rows);
  keep_rows(part.bound, positions);
  observe(part.posterior, part.bound, positions);
  LeaveOneOut left = leave_one_out(part.posterior, estimator_, part.bound, positions);
  if (!left.undefined.empty()) return {.undefined = true};
  return {.joint = std::move(left.predictions.log_joint),
          .otherwise = std::move(left.predictions.label)};
}

// Leave-one-out of the features that are not counted, and of the class probabilities.
LocalBayes::Scores LocalBayes::others(const Conditions& conditions,
                                      std::span<const Index> rows) const {
  if (counted_.size() == 0) {
    Part part{.posterior = empty_without(conditions), .bound = {}};
    part.bound = bound_.part(part.posterior.model);
    return left_out(std::move(part), rows);
  }
  return rest_.posterior.blocks.empty() ? labels_alone(rows) : left_out(rest_, rows);
}

std::optional<std::vector<Index>> LocalBayes::wrong(const Conditions& conditions,
                                                    std::span<const Index> rows) const {
  Scores scores = others(conditions, rows);
  if (scores.undefined) return std::nullopt;
  if (counted_.size() > 0)
    counted_.add(rows, used_columns(conditions, columns_.size()), scores.joint);
  const auto classes = static_cast<std::size_t>(all_.label.size());
  std::vector<Index> wrong;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto joint = std::span(scores.joint).subspan(i * classes, classes);
    if (winner(joint, scores.otherwise[i]) != truth_[static_cast<std::size_t>(rows[i])])
      wrong.push_back(rows[i]);
  }
  return wrong;
}

Predictions LocalBayes::predict(const Conditions& conditions, std::span<const Index> rows,
                                const BoundTable& bound, std::span<const Index> asked) const {
  if (conditions.empty()) return Classifier<Model>(all_, estimator_).predict(bound, asked);
  Posterior<Model> local = empty_without(conditions);
  observe(local, bound_.part(local.model), in_table(rows));
  return Classifier<Model>(local, estimator_).predict(bound.part(local.model), asked);
}

}  // namespace credence::detail
