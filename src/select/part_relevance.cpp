#include <credence/select/part_relevance.hpp>

#include <credence/detail/select/ranked_family.hpp>

namespace credence {

std::vector<Relevance> rank_parts_by_evidence(const Posterior<Model>& posterior,
                                              const RelevanceOptions& options) {
  (void)probability_given(0, options.prior_probability);
  std::vector<Relevance> all;
  for (const Box<AnyBlock>& block : posterior.blocks)
    ranked(block->family()).add_part_relevances(*block, posterior.label.classes, options, all);
  detail::sort_relevances(all);
  return all;
}

}  // namespace credence
