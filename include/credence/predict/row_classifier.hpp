#pragma once
// The classifier of a model composed in code.
#include <credence/learn/row_model.hpp>
#include <credence/predict/classifier.hpp>

namespace credence {

/// Scores rows of your own type.
///
///     const Classifier classifier{observe(model, visits, diagnoses), Estimator::predictive};
///     classifier.predict(today).label;
template <class Row, class... Features>
class Classifier<RowModel<Row, Features...>> {
 public:
  using Model = RowModel<Row, Features...>;

  /// throws  Error{undefined} naming every feature and class that has no estimate
  Classifier(const Posterior<Model>& posterior, Estimator estimator)
      : estimates_(estimate(posterior, estimator)) {
    if (!estimates_.undefined.empty()) throw undefined_error(estimator, estimates_.undefined);
  }

  [[nodiscard]] const std::vector<std::string>& classes() const { return estimates_.classes; }

  /// What the model says of one row.
  /// throws  Error{domain} for a member outside the support of its family
  /// cost    features x classes
  [[nodiscard]] Prediction predict(const Row& row) const {
    Prediction answer;
    answer.log_joint = estimates_.log_class_probabilities;
    detail::for_each_pair(estimates_.model.features, estimates_.tables,
                          [&](const auto& feature, const auto& table) {
                            table.add(0, detail::datum_of(feature, row, 1), answer.log_joint);
                          });
    answer.log_probability.resize(answer.log_joint.size());
    const Fallback fallback{estimates_.most_frequent, estimates_.log_class_probabilities};
    const Index best =
        normalise(answer.log_joint, fallback, answer.log_probability, answer.impossible);
    answer.label = estimates_.classes[static_cast<std::size_t>(best)];
    for (const double log_probability : answer.log_probability)
      answer.probability.push_back(std::exp(log_probability));
    return answer;
  }

 private:
  Estimates<Model> estimates_;
};

template <class Row, class... Features>
Classifier(const Posterior<RowModel<Row, Features...>>&, Estimator)
    -> Classifier<RowModel<Row, Features...>>;

}  // namespace credence
