#pragma once
// Evidence of relevance, one word of a text or one column of a block at a time.
#include <credence/select/relevance.hpp>

namespace credence {

/// The features, the one that says most about the class first, as rank_by_evidence, but for words
/// and blocks: a text is taken apart into its words, each against all others among the tokens of a
/// class, and a block of tied variances into its columns, each alone. Parts are named by part_name.
/// throws  Error{domain} for a prior probability that is not in [0, 1]
/// cost    features x classes x levels, and one search for each empirical prior
[[nodiscard]] std::vector<Relevance> rank_parts_by_evidence(const Posterior<Model>& posterior,
                                                            const RelevanceOptions& options = {});

}  // namespace credence
