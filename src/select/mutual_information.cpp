#include <credence/select/mutual_information.hpp>

#include <credence/detail/select/information_context.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/predict/estimates.hpp>

namespace credence {

std::vector<FeatureInformation> rank_by_mutual_information(const Posterior<Model>& posterior,
                                                           const InformationOptions& options) {
  detail::check_options(options);
  const Estimates estimates = estimate(posterior, options.estimator);
  const bool without_classes = estimates.log_class_probabilities.empty();
  const detail::InformationContext context = detail::information_context(
      posterior.label, estimates.log_class_probabilities, estimates.undefined, options);
  std::vector<FeatureInformation> all;
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    ranked(block.family())
        .add_information(block, without_classes ? nullptr : &*estimates.tables[b], context, all);
  }
  detail::sort_information(all);
  return all;
}

}  // namespace credence
