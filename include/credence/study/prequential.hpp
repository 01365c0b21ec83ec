#pragma once
// The prequential score: every row is predicted from the rows before it, then learned.
#include <credence/base/sum.hpp>
#include <credence/learn/found_priors.hpp>
#include <credence/study/metrics.hpp>
#include <credence/study/moving_blocks.hpp>

namespace credence {

/// How well rows were predicted, one after the other, by what was learned from those before.
struct Prequential {
  Predictions predictions{};           ///< of each row, before it was learned
  Metrics metrics{};                   ///< of these predictions; log_loss is that of the labels
  std::vector<double> log_evidence{};  ///< of each row with its label, given those before; nats
  double total_log_evidence = 0;       ///< their sum, which is the log evidence of all rows
};

namespace detail {

/// Log evidence of a class seen `weight` times, given the labels seen before.
[[nodiscard]] double log_evidence_of_class(const LabelColumn& label, Index klass, double weight);

/// Labels and log probabilities from log joints, and the metrics of them.
void settle(Prequential& out, const LabelColumn& label, std::span<const Index> own,
            std::span<const double> weights);

/// What was learned of the rows so far.
template <class List>
struct LearnedSoFar {
  const BoundTable<List>& bound;
  LabelColumn label;
  std::vector<typename MovingOf<List>::type> blocks;
  std::vector<std::vector<Slots>> slots;  // of each block and feature
};

/// Before the first row: classes, levels and priors in numbers are those of the posterior.
template <class List>
[[nodiscard]] LearnedSoFar<List> nothing_learned(const Posterior<BasicModel<List>>& posterior,
                                                 const BoundTable<List>& bound,
                                                 std::span<const Index> rows) {
  LearnedSoFar<List> all{
      .bound = bound,
      .label = posterior.label,
      .blocks = moving_blocks<List>(posterior, {.estimator = Estimator::predictive,
                                                .classes = posterior.label.classes,
                                                .log_class_probabilities = {}}),
      .slots = std::vector<std::vector<Slots>>(posterior.blocks.size())};
  std::fill(all.label.counts.counts.begin(), all.label.counts.counts.end(), 0.0);
  for (std::size_t b = 0; b < all.blocks.size(); ++b)
    std::visit(
        [&]<class F>(MovingCells<F>& moving) {
          moving.clear();
          for (Index j = 0; j < moving.size(); ++j)
            all.slots[b].push_back(learned_slots(
                moving, j, std::get<BlockCells<F>>(bound.blocks[b]), rows, *bound.table));
        },
        all.blocks[b]);
  return all;
}

/// A row on its way: what is known of its label, and the sums that its features add to.
struct RowAtHand {
  Index row = 0;
  Index own = 0;
  double weight = 1;
  std::span<double> joint = {};
  CompensatedSum evidence = {};
};

/// Predicts a feature whose classes share parameters.
template <TiedFamily F>
void predict(CellsAtOnce<F> cells, const typename CellsAtOnce<F>::Datum& datum, RowAtHand& at) {
  for (std::size_t klass = 0; klass < at.joint.size(); ++klass)
    at.joint[klass] += cells.log_density(static_cast<Index>(klass), datum);
  at.evidence.add(cells.log_evidence(at.own, datum, at.weight));
}

/// Predicts the features of one block, then learns them.
template <ConjugateFamily F>
void add(MovingCells<F>& moving, const BlockCells<F>& cells, std::span<const Slots> slots,
         RowAtHand& at) {
  typename MovingCells<F>::Datum datum{};
  for (Index j = 0; j < moving.size(); ++j) {
    const auto feature = static_cast<std::size_t>(j);
    if (!cells.features[feature].read(at.row, slots[feature], datum)) continue;
    if constexpr (TiedFamily<F>) {
      predict(moving.at_once(j), datum, at);
    } else {
      for (std::size_t klass = 0; klass < at.joint.size(); ++klass)
        at.joint[klass] += moving.log_density_without(j, static_cast<Index>(klass), datum, 0);
      at.evidence.add(moving.log_evidence(j, at.own, datum, at.weight));
    }
    moving.observe(j, at.own, datum, at.weight);
  }
}

/// Predicts a row, then learns it.
template <class List>
void add(LearnedSoFar<List>& learned, RowAtHand& at) {
  const std::vector<double> logs = log_class_probabilities(learned.label, Estimator::predictive);
  std::copy(logs.begin(), logs.end(), at.joint.begin());
  at.evidence.add(log_evidence_of_class(learned.label, at.own, at.weight));
  learned.label.counts.observe(static_cast<Code>(at.own), at.weight);
  for (std::size_t b = 0; b < learned.blocks.size(); ++b)
    std::visit(
        [&]<class F>(MovingCells<F>& moving) {
          add(moving, std::get<BlockCells<F>>(learned.bound.blocks[b]),
              std::span<const Slots>(learned.slots[b]), at);
        },
        learned.blocks[b]);
}

/// As prequential, of a posterior whose empirical priors are found.
template <class List>
[[nodiscard]] Prequential predict_in_turn(const Posterior<BasicModel<List>>& posterior,
                                          const BoundTable<List>& bound,
                                          std::span<const Index> rows) {
  (void)log_evidence(posterior);  // names the column whose prior has no meaning
  const std::vector<Index> own = own_classes(posterior.label, bound.label, *bound.table, rows);
  LearnedSoFar<List> learned = nothing_learned(posterior, bound, rows);
  const std::size_t classes = posterior.label.classes.size();
  Prequential out;
  out.predictions.classes = posterior.label.classes;
  out.predictions.log_joint.resize(rows.size() * classes);
  std::vector<double> weights;
  CompensatedSum total;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    weights.push_back(bound.weights.empty() ? 1.0
                                            : bound.weights[static_cast<std::size_t>(rows[i])]);
    RowAtHand at{.row = rows[i], .own = own[i], .weight = weights.back()};
    at.joint = std::span(out.predictions.log_joint).subspan(i * classes, classes);
    add(learned, at);
    out.log_evidence.push_back(at.evidence.value());
    total.add(out.log_evidence.back());
  }
  out.total_log_evidence = total.value();
  settle(out, posterior.label, own, weights);
  return out;
}

}  // namespace detail

/// Predicts rows in the order given, each by the predictive estimator from the rows before it, and
/// learns it then. The total is the log evidence of the rows, whatever their order: how well a model
/// predicts what comes next is how probable it makes the whole.
/// in      posterior: gives classes, levels and priors; automatic and empirical ones are those of all
///         that it has learned;  bound: made with its schema;  rows: positions in the table
/// throws  Error{domain} with the place of a row whose class or level the posterior does not know;
///         Error{undefined} where the posterior has no log evidence; Error{undefined} without rows
/// cost    rows x features x classes, one after another
template <class List>
[[nodiscard]] Prequential prequential(const Posterior<BasicModel<List>>& posterior,
                                      const BoundTable<List>& bound, std::span<const Index> rows) {
  Prequential out;
  with_found_priors(posterior,
                    [&](const auto& ready) { out = detail::predict_in_turn(ready, bound, rows); });
  return out;
}

extern template Prequential prequential(const Posterior<Model>&, const BoundTable<Families>&,
                                        std::span<const Index>);

}  // namespace credence
