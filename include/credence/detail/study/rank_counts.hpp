#pragma once
// Where true values stand among draws of a posterior: what simulation-based calibration counts.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/base/random.hpp>
#include <credence/detail/study/circle.hpp>
#include <credence/family/family.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// Where the numbers of one truth stand among its draws.
struct TruthRanks {
  std::vector<Index> ranks = {};  ///< how many draws lie below each
  std::vector<bool> varies = {};  ///< whether any draw of it differs
};

/// How often each number of draws lay below the true value, for each number of the parameters.
class RankCounts {
 public:
  /// in  draws: of each posterior, at least 1
  explicit RankCounts(Index draws) : draws_(draws) {}

  /// Returns the ranks of one simulation. Draws equal to the true value lie below or above it at
  /// random.
  /// in  draw_numbers(): a draw of as many numbers as `truth` has
  template <class Draw>
  [[nodiscard]] TruthRanks ranks_of(const std::vector<double>& truth, Random& random,
                                    Draw&& draw_numbers) const {
    std::vector<Index> below(truth.size());
    std::vector<Index> equal(truth.size());
    for (Index i = 0; i < draws_; ++i) {
      const std::vector<double> drawn = draw_numbers();
      for (std::size_t k = 0; k < truth.size(); ++k) {
        below[k] += drawn[k] < truth[k] ? 1 : 0;
        equal[k] += drawn[k] == truth[k] ? 1 : 0;
      }
    }
    return ranks_of(below, equal, random);
  }
  /// Counts the ranks of one simulation.
  void add(const TruthRanks& one);
  /// Finds and counts them.
  template <class Draw>
  void add(const std::vector<double>& truth, Random& random, Draw&& draw_numbers) {
    add(ranks_of(truth, random, draw_numbers));
  }

  /// For each number: how many simulations had each rank, 0 to `draws`.
  [[nodiscard]] const std::vector<std::vector<Index>>& counts() const { return counts_; }
  /// Returns whether any draw of a number differed from the true value.
  [[nodiscard]] bool varies(std::size_t number) const { return varies_[number]; }

 private:
  [[nodiscard]] TruthRanks ranks_of(std::span<const Index> below, std::span<const Index> equal,
                                    Random& random) const;

  Index draws_;
  std::vector<std::vector<Index>> counts_;
  std::vector<bool> varies_;
};

/// Returns how many of the ranks lie in each of so many bins of equal width.
[[nodiscard]] std::vector<Index> binned(std::span<const Index> ranks, Index bins);

/// Returns how many of `ranks` equally likely ranks each bin holds.
[[nodiscard]] std::vector<Index> ranks_of_bins(Index ranks, Index bins);

/// Returns the chi-square of ranks in bins against uniform ones; bins - 1 degrees of freedom.
[[nodiscard]] double rank_chi_square(std::span<const Index> ranks, Index bins);

/// Adds all numbers of a likelihood, in the order of its fields. Directions are taken in one and the
/// same turn.
template <ConjugateFamily F>
void add_numbers(const typename F::Likelihood& likelihood, std::vector<double>& numbers) {
  for_each_member<typename F::Likelihood>([&](const auto& member) {
    const auto& value = likelihood.*(member.pointer);
    if constexpr (requires { value.begin(); }) {
      numbers.insert(numbers.end(), value.begin(), value.end());
    } else {
      const double period = period_of<F>(member.domain);
      numbers.push_back(period > 0 ? std::remainder(value, period) : value);
    }
  });
}

/// Returns 1 to `most` rows drawn from the likelihood.
template <ConjugateFamily F>
[[nodiscard]] std::vector<typename F::Statistics::value_type> drawn_data(
    const typename F::Likelihood& likelihood, Index most, Random& random) {
  std::vector<typename F::Statistics::value_type> data;
  for (std::uint64_t rest = 1 + random.below(static_cast<std::uint64_t>(most)); rest > 0; --rest)
    data.push_back(draw_from(likelihood, random));
  return data;
}

}  // namespace credence::detail
