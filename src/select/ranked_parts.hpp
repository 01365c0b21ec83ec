#pragma once
// The order of features by their information alone, without their names.
#include <credence/detail/select/ranked_family.hpp>
#include <credence/learn/model_posterior.hpp>
#include <vector>

namespace credence::detail {

/// Returns where the features stand, and their parts, in the order in which
/// rank_by_mutual_information would list them.
/// in      posterior: of naive Bayes;  options: that measure the plug-in value
/// throws  as rank_by_mutual_information
[[nodiscard]] std::vector<PartPlace> ranked_parts(const Posterior<Model>& posterior,
                                                  const InformationOptions& options);

}  // namespace credence::detail
