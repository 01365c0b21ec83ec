// The prequential score of models over the list in families.hpp, compiled once.
#include <credence/study/prequential.hpp>

namespace credence {
namespace detail {

double log_evidence_of_class(const LabelColumn& label, Index klass, double weight) {
  if (label.prior.kind != ClassPrior::Kind::learned)
    return weight * std::log(fixed_probabilities(label)[static_cast<std::size_t>(klass)]);
  CategoricalCounts one;
  one.observe(static_cast<Code>(klass), weight);
  return log_evidence(posterior(dirichlet_of(label), label.counts), one);
}

void settle(Prequential& out, const LabelColumn& label, std::span<const Index> own,
            std::span<const double> weights) {
  Predictions& all = out.predictions;
  const std::size_t classes = all.classes.size();
  all.log_probability.resize(all.log_joint.size());
  // Predictives are positive wherever a family accepts the datum: the fallback is never asked.
  const Fallback fallback{
      .label = most_frequent_class(label),
      .log_class_probabilities = log_class_probabilities(label, Estimator::predictive)};
  for (std::size_t i = 0; i < own.size(); ++i) {
    bool none = false;
    all.label.push_back(
        normalise(std::span<const double>(all.log_joint).subspan(i * classes, classes), fallback,
                  std::span(all.log_probability).subspan(i * classes, classes), none));
    all.impossible.push_back(none);
  }
  Scorecard card;
  card.add(all, own, weights);
  out.metrics = card.metrics();
}

}  // namespace detail

template Prequential prequential(const Posterior<Model>&, const BoundTable<Families>&,
                                 std::span<const Index>);

}  // namespace credence
