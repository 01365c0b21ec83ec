// The evidence of one word against all others.
#include <credence/detail/select/word_split.hpp>

#include <credence/base/sum.hpp>
#include <credence/family/beta_bernoulli.hpp>

#include <algorithm>

namespace credence::detail {

WordSplit::WordSplit(const Dirichlet& prior, std::span<const WordTotals> cells)
    : prior_(prior), cells_(cells), weight_(compensated_sum(prior.weights)) {
  for (const WordTotals& cell : cells) totals_.push_back(compensated_sum(cell.counts));
}

void WordSplit::measure(Index word, Relevance& relevance) const {
  const auto at = static_cast<std::size_t>(word);
  const double others = weight_ - prior_.weights[at];
  if (!(others > 0)) return;  // a vocabulary of one word says nothing
  const Beta prior{.ones = prior_.weights[at], .zeros = others};
  CompensatedSum of_classes;
  BernoulliCounts all;
  for (std::size_t klass = 0; klass < cells_.size(); ++klass) {
    const double seen = cells_[klass].counts[at];
    const BernoulliCounts split{.ones = seen, .zeros = std::max(0.0, totals_[klass] - seen)};
    of_classes.add(log_evidence(prior, split));
    all.merge(split);
  }
  relevance.log_evidence = of_classes.value();
  relevance.pooled_log_evidence = log_evidence(prior, all);
  relevance.log_bayes_factor = relevance.log_evidence - relevance.pooled_log_evidence;
}

}  // namespace credence::detail
