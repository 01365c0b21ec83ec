// Draws of class probabilities and tied cells; the list in families.hpp.
#include <credence/study/truth.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace detail {

void check_classes_to_draw(const LabelColumn& label) {
  if (label.size() == 0)
    throw Error(ErrorCode::undefined,
                "label '" + label.name +
                    "' has no classes to draw; list them in the schema under 'classes'");
}

void no_levels_to_draw(const std::string& feature) {
  throw Error(
      ErrorCode::undefined,
      "column '" + feature + "' has no levels to draw; list them in the schema under 'levels'");
}

void prior_without_data(const std::string& name) {
  throw Error(
      ErrorCode::undefined,
      "column '" + name +
          "': its prior takes numbers from data, and there are none; write all numbers into "
          "the schema, or simulate from a posterior that has seen rows");
}

Index largest(const std::vector<double>& values) {
  return std::max_element(values.begin(), values.end()) - values.begin();
}

std::vector<double> draw_log_class_probabilities(const LabelColumn& label, Random& random) {
  if (label.prior.kind == ClassPrior::Kind::frequencies && label.counts.count() == 0)
    prior_without_data(label.name);
  if (label.prior.kind != ClassPrior::Kind::learned)
    return log_class_probabilities(label, Estimator::predictive);
  const ClassBeliefs beliefs{.probabilities = posterior_of(dirichlet_of(label), label.counts)};
  return draw(beliefs, random);
}

std::vector<MeansVariances> draw_together(Tying tying,
                                          std::span<const TiedNormalInverseGamma> beliefs,
                                          Random& random) {
  std::vector<MeansVariances> all;
  for (const TiedNormalInverseGamma& belief : beliefs) {
    if (all.empty() || !ties_classes(tying)) {
      all.push_back(draw(belief, random));
      continue;
    }
    MeansVariances& drawn = all.emplace_back(all.front());
    for (std::size_t j = 0; j < drawn.means.size(); ++j)
      drawn.means[j] = draw(
          Normal{.mean = belief.means[j], .variance = drawn.variances[j] / belief.mean_weights[j]},
          random);
  }
  return all;
}

}  // namespace detail

template Estimates<Model> drawn_truth(const Posterior<Model>&, std::uint64_t);

}  // namespace credence
