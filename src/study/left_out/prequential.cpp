// Rows that are predicted and learned one after the other.
#include <credence/study/leave_one_out.hpp>

#include <credence/base/sum.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include "study/left_out/classes_without.hpp"
#include "study/left_out/moving_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "learn/binding/check_bound.hpp"
#include "predict/tiles/answer_row.hpp"

namespace credence {
namespace {

using detail::RowInTurn;

// Log evidence of a class seen `weight` times, given the labels seen before.
double log_evidence_of_class(const LabelColumn& label, Index klass, double weight) {
  if (label.prior.kind != ClassPrior::Kind::learned)
    return weight * std::log(fixed_probabilities(label)[static_cast<std::size_t>(klass)]);
  CategoricalCounts one;
  one.observe(static_cast<Code>(klass), weight);
  return log_evidence(posterior(dirichlet_of(label), label.counts), one);
}

// Labels and log probabilities from log joints, and the metrics of them.
void settle(Prequential& out, const LabelColumn& label, std::span<const Index> own,
            std::span<const double> weights) {
  Predictions& all = out.predictions;
  all.log_probability.resize(all.log_joint.size());
  all.label.resize(own.size());
  all.impossible.resize(own.size());
  // Predictives are positive wherever a family accepts the datum: the fallback is never asked.
  const Fallback fallback{
      .label = most_frequent_class(label),
      .log_class_probabilities = log_class_probabilities(label, Estimator::predictive)};
  for (std::size_t i = 0; i < own.size(); ++i) detail::answer_row(all, i, fallback);
  Scorecard card;
  card.add(all, own, weights);
  out.metrics = card.metrics();
}

// What was learned of the rows so far.
struct LearnedSoFar {
  const BoundTable& bound;
  LabelColumn label;
  detail::MovingBlocks blocks;
  std::vector<std::vector<Slots>> slots;  // of each block and feature
};

// Before the first row: classes, levels and priors in numbers are those of the posterior.
LearnedSoFar nothing_learned(const Posterior<Model>& posterior, const BoundTable& bound,
                             std::span<const Index> rows) {
  LearnedSoFar all{.bound = bound,
                   .label = posterior.label,
                   .blocks = detail::moving_blocks(posterior, {.estimator = Estimator::predictive,
                                                               .classes = posterior.label.classes,
                                                               .log_class_probabilities = {}}),
                   .slots = detail::learned_slots(posterior, bound, rows)};
  std::fill(all.label.counts.counts.begin(), all.label.counts.counts.end(), 0.0);
  for (auto& moving : all.blocks) moving->clear();
  return all;
}

// Predicts a row, then learns it.
void add(LearnedSoFar& learned, RowInTurn& row) {
  const std::vector<double> logs = log_class_probabilities(learned.label, Estimator::predictive);
  std::copy(logs.begin(), logs.end(), row.joint.begin());
  row.evidence.add(log_evidence_of_class(learned.label, row.own, row.weight));
  learned.label.counts.observe(static_cast<Code>(row.own), row.weight);
  for (std::size_t b = 0; b < learned.blocks.size(); ++b)
    learned.blocks[b]->add_in_turn(learned.bound.blocks[b], learned.slots[b], row);
}

// As prequential, of a posterior whose empirical-Bayes priors are found.
Prequential predict_in_turn(const Posterior<Model>& posterior, const BoundTable& bound,
                            std::span<const Index> rows) {
  (void)log_evidence(posterior);  // names the column whose prior has no meaning
  const std::vector<Index> own =
      detail::own_classes(posterior.label, bound.label, *bound.table, rows);
  LearnedSoFar learned = nothing_learned(posterior, bound, rows);
  const std::size_t classes = posterior.label.classes.size();
  Prequential out;
  out.predictions.classes = posterior.label.classes;
  out.predictions.log_joint.resize(rows.size() * classes);
  std::vector<double> weights;
  CompensatedSum total;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    weights.push_back(bound.weights.empty() ? 1.0
                                            : bound.weights[static_cast<std::size_t>(rows[i])]);
    RowInTurn row{.row = rows[i], .own = own[i], .weight = weights.back()};
    row.joint = std::span(out.predictions.log_joint).subspan(i * classes, classes);
    add(learned, row);
    out.log_evidence.push_back(row.evidence.value());
    total.add(out.log_evidence.back());
  }
  out.total_log_evidence = total.value();
  settle(out, posterior.label, own, weights);
  return out;
}

// A model with a structure learns and is asked row by row: its structure is that of all rows.
Prequential predict_structure_in_turn(const Posterior<Model>& posterior, const BoundTable& bound,
                                      std::span<const Index> rows) {
  Posterior<Model> so_far = freeze(posterior);
  const BoundTable cells = bound.part(so_far.model);
  const std::vector<Index> own =
      detail::own_classes(posterior.label, bound.label, *bound.table, rows);
  clear_statistics(so_far);
  Prequential out;
  out.predictions.classes = posterior.label.classes;
  std::vector<double> weights;
  double before = 0;
  for (const Index row : rows) {
    const Predictions answer =
        Classifier<Model>{so_far, Estimator::predictive}.predict(cells, std::span(&row, 1));
    out.predictions.log_joint.insert(out.predictions.log_joint.end(), answer.log_joint.begin(),
                                     answer.log_joint.end());
    observe(so_far, cells, std::span(&row, 1));
    weights.push_back(bound.weights.empty() ? 1.0 : bound.weights[static_cast<std::size_t>(row)]);
    const double now = log_evidence(so_far);
    out.log_evidence.push_back(now - before);
    before = now;
  }
  out.total_log_evidence = before;
  settle(out, posterior.label, own, weights);
  return out;
}

}  // namespace

Prequential prequential(const Posterior<Model>& posterior, const BoundTable& bound,
                        std::span<const Index> rows) {
  detail::check_bound(bound, posterior.model, posterior.blocks,
                      {.count = std::ssize(rows), .list = rows.data()});
  if (!posterior.contexts.empty()) return predict_structure_in_turn(posterior, bound, rows);
  Prequential out;
  with_found_priors(
      posterior, [&](const Posterior<Model>& ready) { out = predict_in_turn(ready, bound, rows); });
  return out;
}

}  // namespace credence
