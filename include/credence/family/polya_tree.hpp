#pragma once
// Numbers in the leaves of a binary tree, with a Beta prior on each of its branches.
#include <cmath>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/exact_weights.hpp>
#include <credence/detail/family/log_likelihood.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/detail/family/value_histogram.hpp>
#include <credence/family/prior_rule.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace credence {

namespace detail {
/// Returns the weight of the numbers in each leaf.
/// throws  Error{shape} unless there are as many edges as the leaves need; Error{domain} naming a
///         number outside of both ends
[[nodiscard]] std::vector<double> leaf_counts(const PolyaTreePrior& prior,
                                              const ValueHistogram& seen);

/// Returns the tree around the mean and standard deviation of a column: its cuts are those of
/// intervals that a normal density gives the same probability, each moved halfway between the two
/// numbers next to it, and it has fewer levels where cuts would fall together.
/// in      known: what is given;  word: the prior that was asked for, none where numbers were given
/// throws  Error{undefined} without two different numbers, Error{domain} for another depth than 1 to
///         16
/// cost    different numbers
[[nodiscard]] PolyaTreePrior tree_of_column(PolyaTreePrior::Known known,
                                            const ValueHistogram& pooled,
                                            std::optional<Automatic> word);

/// Completes numbers of a prior from the others among them.
/// throws  Error{schema} for a mean without sd and the reverse; as check
void complete_tree(const Elicited& told, Partial<PolyaTreePrior>& prior);

/// Returns the tree whose branches have the shares that `share_of` makes of them.
template <class ShareOf>
[[nodiscard]] PolyaTree tree_with(const PolyaTreePrior& prior, const std::vector<double>& counts,
                                  ShareOf&& share_of) {
  PolyaTree tree{.shares = {}, .mean = prior.mean, .sd = prior.sd, .edges = prior.edges};
  for (const Branch& branch : branches_with(prior, counts)) {
    const Share share = share_of(branch);
    tree.shares.push_back(share.probability);
    tree.residues.push_back(share.residue);
  }
  return tree;
}
}  // namespace detail

/// Returns the posterior: the counts of each leaf plus the weight of the numbers in it.
/// throws  Error{shape} for edges that do not fit the depth, Error{domain} for a number outside of
///         both ends
/// source  [lavine1992]; docs/reference/families/polya_tree.md
[[nodiscard]] inline PolyaTreePrior posterior(const PolyaTreePrior& prior,
                                              const ValueHistogram& seen) {
  if (seen.n == 0) return prior;
  PolyaTreePrior result = prior;
  const std::vector<double> counts = detail::leaf_counts(prior, seen);
  result.counts.resize(counts.size());
  for (std::size_t leaf = 0; leaf < counts.size(); ++leaf) result.counts[leaf] += counts[leaf];
  return result;
}

/// Returns the log density of the numbers.
/// out     nats; 0 when nothing was seen
/// throws  as posterior
/// cost    number of different numbers, and some log-gamma ratios for each branch
[[nodiscard]] double log_evidence(const PolyaTreePrior& prior, const ValueHistogram& seen);

/// Returns the log density of the numbers at given parameters.
/// out   nats; 0 when nothing was seen, -inf where what was seen is impossible
[[nodiscard]] inline double log_likelihood(const PolyaTree& d, const ValueHistogram& seen) {
  return detail::log_likelihood_of_values(d, seen);
}

/// The family of columns of numbers of any shape: a tree of intervals whose branches are believed to
/// be the more even the deeper they lie. Statistics keep the numbers, so that the tree may be found
/// late: by default around the mean of the column.
///
///     Posterior<PolyaTreeNumbers> age{PolyaTreePrior{.depth = 1, .edges = {0, 18, 90}}};
///     for (double x : {17.0, 40.0, 52.0}) age.observe(x);
///     cdf(age.predictive(), 18);    // 2 / 5
struct PolyaTreeNumbers {
  using Shipped = PolyaTreeNumbers;
  using Likelihood = PolyaTree;
  using Prior = PolyaTreePrior;
  using Predictive = PolyaTree;
  using Statistics = ValueHistogram;

  static constexpr std::string_view name = "polya_tree";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<PolyaTreePrior> prior = Automatic::unit;

  static constexpr bool accepts_all_finite = true;
  [[nodiscard]] static bool accepts(double x) { return std::isfinite(x); }
  /// Six levels around the mean of the column, or fewer; Error{undefined} without two different
  /// numbers.
  [[nodiscard]] static PolyaTreePrior automatic(Automatic word, const ValueHistogram& pooled) {
    return detail::tree_of_column({}, pooled, word);
  }
  /// The same with other levels or another c; Error{domain} for another depth than 1 to 16.
  [[nodiscard]] static PolyaTreePrior automatic(PolyaTreePrior::Known known,
                                                const ValueHistogram& pooled) {
    return detail::tree_of_column(known, pooled, {});
  }
  static constexpr std::array<std::string_view, 0> elicits{};
  /// The cuts of a given mean and sd, the depth of given edges, and 1 for c.
  /// throws  Error{schema} for a mean without sd and the reverse; as check
  static void elicit(const Elicited& told, Partial<PolyaTreePrior>& prior) {
    detail::complete_tree(told, prior);
  }

  /// Returns the share of each leaf; branches without data halve evenly, which changes nothing.
  /// throws  Error{undefined} when nothing was seen
  [[nodiscard]] static PolyaTree maximum_likelihood(const PolyaTreePrior& prior,
                                                    const ValueHistogram& seen) {
    if (seen.n == 0) throw detail::nothing_seen(name);
    return detail::tree_with(prior, detail::leaf_counts(prior, seen),
                             [](const detail::Branch& branch) {
                               if (branch.lower + branch.upper == 0) return detail::Share{};
                               return detail::share(branch.lower, branch.upper);
                             });
  }
  /// Returns the mode of the shares of all branches; Error{undefined} where one has none
  /// (density/beta.hpp).
  [[nodiscard]] static PolyaTree maximum_a_posteriori(const PolyaTreePrior& posterior) {
    try {
      return detail::tree_with(posterior, {}, [](const detail::Branch& branch) {
        return detail::mode_share(branch.prior);
      });
    } catch (const Error& error) {
      throw Error(error.code(), std::string("a branch of the tree: ") + error.what());
    }
  }
  [[nodiscard]] static PolyaTree posterior_mean(const PolyaTreePrior& posterior) {
    return detail::tree_with(posterior, {}, [](const detail::Branch& branch) {
      return detail::share(branch.prior.ones, branch.prior.zeros);
    });
  }
  /// Returns the posterior mean: branches are independent, so that the mean of their product is the
  /// product of their means.
  [[nodiscard]] static PolyaTree predictive(const PolyaTreePrior& posterior) {
    return posterior_mean(posterior);
  }
  /// Of the log density while the shares have the posterior's distribution (term_moments.hpp).
  [[nodiscard]] static TermMoments term_moments(const PolyaTreePrior& posterior, double x);

  [[nodiscard]] static std::vector<double> parameters(const PolyaTree& d) { return d.shares; }
  [[nodiscard]] static PolyaTree likelihood(const PolyaTreePrior& prior,
                                            const std::vector<double>& shares) {
    return {.shares = shares, .mean = prior.mean, .sd = prior.sd, .edges = prior.edges};
  }
};

}  // namespace credence
