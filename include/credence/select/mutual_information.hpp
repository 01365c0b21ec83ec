#pragma once
// How much each feature tells of the class: features ranked by mutual information.
#include <credence/learn/model_posterior.hpp>
#include <credence/select/feature_information.hpp>
#include <vector>

namespace credence {

/// The features, the one that tells most of the class first. No row is read: densities, beliefs and
/// counts follow from the statistics.
///
///     for (const FeatureInformation& one : rank_by_mutual_information(posterior))
///       std::cout << one.feature << ' ' << one.mutual_information << '\n';
///
/// out     one entry for each feature, of a block of counts for each word, of a tied block for each
///         column; one whose densities do not exist says why, and comes last. The same bits for any
///         number of threads
/// throws  Error{domain} for an option that is out of range
/// cost    as mutual_information, for each feature; of numbers and counts once more for each draw
/// source  docs/explanation/mutual_information.md
[[nodiscard]] std::vector<FeatureInformation> rank_by_mutual_information(
    const Posterior<Model>& posterior, const InformationOptions& options = {});

}  // namespace credence
