#include <credence/select/mutual_information.hpp>

#include <cmath>

namespace credence {
namespace detail {

std::string InformationContext::why_undefined(const std::string& feature) const {
  for (const UndefinedCell& cell : undefined) {
    if (cell.feature == feature)
      return cell.klass.empty() ? cell.why : "class '" + cell.klass + "': " + cell.why;
    if (cell.feature == label && cell.klass.empty()) return cell.why;
  }
  return {};
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

}  // namespace detail

template std::vector<FeatureInformation> rank_by_mutual_information(const Posterior<Model>&,
                                                                    const InformationOptions&);

}  // namespace credence
