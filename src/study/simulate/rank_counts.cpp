// Ranks of true values among draws, counted and set against uniform ones.
#include <credence/detail/study/rank_counts.hpp>

namespace credence::detail {

TruthRanks RankCounts::ranks_of(std::span<const Index> below, std::span<const Index> equal,
                                Random& random) const {
  TruthRanks one;
  for (std::size_t k = 0; k < below.size(); ++k) {
    Index rank = below[k];
    if (equal[k] > 0)
      rank += static_cast<Index>(random.below(static_cast<std::uint64_t>(equal[k]) + 1));
    one.ranks.push_back(rank);
    one.varies.push_back(equal[k] < draws_);
  }
  return one;
}

void RankCounts::add(const TruthRanks& one) {
  counts_.resize(one.ranks.size(), std::vector<Index>(static_cast<std::size_t>(draws_) + 1));
  varies_.resize(one.ranks.size());
  for (std::size_t k = 0; k < one.ranks.size(); ++k) {
    ++counts_[k][static_cast<std::size_t>(one.ranks[k])];
    if (one.varies[k]) varies_[k] = true;
  }
}

std::vector<Index> binned(std::span<const Index> ranks, Index bins) {
  std::vector<Index> counts(static_cast<std::size_t>(bins));
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    counts[rank * counts.size() / ranks.size()] += ranks[rank];
  return counts;
}

std::vector<Index> ranks_of_bins(Index ranks, Index bins) {
  return binned(std::vector<Index>(static_cast<std::size_t>(ranks), 1), bins);
}

double rank_chi_square(std::span<const Index> ranks, Index bins) {
  const std::vector<Index> counts = binned(ranks, bins);
  const std::vector<Index> widths = ranks_of_bins(std::ssize(ranks), bins);
  Index simulations = 0;
  for (const Index count : counts) simulations += count;
  double sum = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const double expected = static_cast<double>(simulations) * static_cast<double>(widths[bin]) /
                            static_cast<double>(ranks.size());
    const double excess = static_cast<double>(counts[bin]) - expected;
    sum += excess * excess / expected;
  }
  return sum;
}

}  // namespace credence::detail
