#include <credence/detail/select/information_context.hpp>

#include <credence/detail/predict/estimate.hpp>

#include <cmath>

namespace credence::detail {

std::string InformationContext::why_undefined(const std::string& feature) const {
  for (const UndefinedCell& cell : undefined) {
    if (cell.feature == feature)
      return cell.klass.empty() ? cell.why : "class '" + cell.klass + "': " + cell.why;
    if (cell.feature == label && cell.klass.empty()) return cell.why;
  }
  return {};
}

ClassBeliefs class_beliefs_of(const LabelColumn& label) {
  ClassBeliefs beliefs;
  if (label.prior.kind == ClassPrior::Kind::learned)
    beliefs.probabilities = posterior_of(dirichlet_of(label), label.counts);
  else
    beliefs.fixed_log_probabilities = log_class_probabilities(label, Estimator::predictive);
  return beliefs;
}

FeatureInformation& add_information(std::vector<FeatureInformation>& all,
                                    const std::string& feature, std::string_view family,
                                    const std::string& part) {
  return all.emplace_back(
      FeatureInformation{.feature = feature, .part = part, .family = std::string(family)});
}

InformationContext information_context(const LabelColumn& label,
                                       const std::vector<double>& log_class_probabilities,
                                       const std::vector<UndefinedCell>& undefined,
                                       const InformationOptions& options) {
  InformationContext context{
      .options = options, .classes = label.classes, .undefined = undefined, .label = label.name};
  for (std::size_t c = 0; c < log_class_probabilities.size(); ++c) {
    const double probability = std::exp(log_class_probabilities[c]);
    if (!(probability > 0)) continue;
    context.kept.push_back(static_cast<Index>(c));
    context.probabilities.push_back(probability);
  }
  if (!context.kept.empty()) context.class_beliefs = class_beliefs_of(label);
  return context;
}

}  // namespace credence::detail
