#pragma once
// The classifier of a model composed in code.
#include <cmath>
#include <credence/catalogue/row_posterior.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/typed_table.hpp>

namespace credence {

namespace detail {
/// Answers whose class i is class order[i] of others, and what is answered where all are impossible.
[[nodiscard]] Predictions in_order(const Predictions& others, std::span<const Index> order,
                                   Index most_frequent);
}  // namespace detail

/// Scores rows of your own type. Classes stand in the order of the row model.
///
///     const Classifier classifier{observe(model, visits, diagnoses), Estimator::predictive};
///     classifier.predict(today).label;
///     classifier.predict(tomorrow).probability(0, 1);    // tomorrow: a std::vector<Visit>
template <class Row, class... F, class... Member>
class Classifier<RowModel<Row, RowFeature<Row, F, Member>...>> {
 public:
  using Rows = RowModel<Row, RowFeature<Row, F, Member>...>;

  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Rows>& posterior, Estimator estimator)
      : model_(posterior.model()),
        columns_(posterior.columns(), estimator),
        order_(positions_in(model_.classes, columns_.classes())),
        blocks_{detail::block_of(posterior, typeid(F))...} {
    const std::vector<double>& counts = posterior.columns().label.counts.counts;
    double most = -1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const auto at = static_cast<std::size_t>(order_[i]);
      fallback_.log_class_probabilities.push_back(columns_.log_class_probabilities()[at]);
      if (counts[at] > most) fallback_.label = static_cast<Index>(i);
      most = std::max(most, counts[at]);
    }
  }

  [[nodiscard]] const std::vector<std::string>& classes() const { return model_.classes; }
  /// The classifier over columns. Its classes stand in the order of all labels.
  [[nodiscard]] const Classifier<Model>& columns() const { return columns_; }

  /// What the model says of one row.
  /// throws  Error{domain} for a member outside the support of its family
  /// cost    features x classes
  [[nodiscard]] Prediction predict(const Row& row) const {
    const Estimates& estimates = columns_.estimates();
    Prediction answer;
    std::vector<double>& joint = answer.log_probability;  // in the label's order for now
    joint = estimates.log_class_probabilities;
    detail::for_each_feature(
        model_, [&]<class Own, class Of>(const RowFeature<Row, Own, Of>& feature, std::size_t i,
                                         auto place) {
          const ScoreTable<Own>& table = typed_table<Own>(*estimates.tables[blocks_[i]]);
          detail::with_datum(feature, row, 1,
                             [&](const auto& datum) { table.add(place, datum, joint); });
        });
    finish(answer);
    return answer;
  }
  /// What it says of many: one pass over columns that are seen where the members are.
  /// throws  Error{domain} naming the first row with a member outside the support of its family
  /// cost    rows x features x classes; the same bits for any number of threads
  template <RowsOf<Row> AllRows>
  [[nodiscard]] Predictions predict(const AllRows& rows) const {
    return detail::in_order(columns_.predict(as_table(model_, rows)), order_, fallback_.label);
  }

 private:
  /// From log joints in the order of the label, which stand in place of the log probabilities.
  void finish(Prediction& answer) const {
    answer.log_joint.reserve(order_.size());
    for (const Index at : order_)
      answer.log_joint.push_back(answer.log_probability[static_cast<std::size_t>(at)]);
    const Index best =
        normalise(answer.log_joint, fallback_, answer.log_probability, answer.impossible);
    answer.label = model_.classes[static_cast<std::size_t>(best)];
    answer.probability.reserve(order_.size());
    for (const double log_probability : answer.log_probability)
      answer.probability.push_back(std::exp(log_probability));
  }

  Rows model_;
  Classifier<Model> columns_;
  std::vector<Index> order_;  // of each class of the model: its place in the label
  Fallback fallback_;         // in the order of the model
  std::array<std::size_t, sizeof...(F)> blocks_;  // of each feature: where its block stands
};

template <class Row, class... Features>
Classifier(const Posterior<RowModel<Row, Features...>>&, Estimator)
    -> Classifier<RowModel<Row, Features...>>;

}  // namespace credence
