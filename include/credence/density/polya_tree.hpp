#pragma once
// Numbers in the leaves of a binary tree, and the prior of the tree's branches.
#include <credence/base/error.hpp>
#include <credence/base/interval.hpp>
#include <credence/base/members.hpp>
#include <credence/base/random.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/density/detail.hpp>
#include <string_view>
#include <vector>

namespace credence {

/// A number that lies in one of the leaves of a binary tree. Each branch halves an interval and gives
/// its lower half a probability; numbers are spread evenly in a leaf. With `sd` above 0 `edges` are
/// the cuts between the leaves, and the two outer leaves follow a normal density beyond the outermost
/// cuts. With `sd` 0 `edges` also hold both ends, and no number lies outside. Edges belong to the
/// leaf below them.
///
///     const PolyaTree age{.shares = {0.25}, .edges = {0, 18, 90}};
///     cdf(age, 18);    // 0.25
///
/// Estimates also set `residues`, what rounding would take from the probability of each upper half;
/// leave it out where shares are given. It is no member of `members`.
struct PolyaTree {
  using value_type = double;

  std::vector<double> shares =
      {};           ///< of each branch; those below branch i are 2 i + 1 and 2 i + 2
  double mean = 0;  ///< of the normal density in the outer leaves
  double sd = 0;    ///< standard deviation; 0: there is none
  std::vector<double> edges = {};
  std::vector<double> residues = {};  ///< of each branch, or empty

  static constexpr auto members = Members{Member{"shares", &PolyaTree::shares, Domain::probability},
                                          Member{"mean", &PolyaTree::mean, Domain::real},
                                          Member{"sd", &PolyaTree::sd, Domain::nonnegative},
                                          Member{"edges", &PolyaTree::edges, Domain::ascending}};
  friend bool operator==(const PolyaTree&, const PolyaTree&) = default;
};

/// Throws Error{domain} for a number outside its domain, Error{shape} unless there are 1, 3, 7, ...
/// shares, and as many edges as they need.
void check(const PolyaTree& d);

/// Returns the log density in nats; -inf outside of the ends, where there are ends, and without shares.
/// throws  Error{shape} as check; Error{domain} where a share above the leaf of x is outside [0, 1]
/// cost    logarithmic in the number of leaves
[[nodiscard]] double log_density(const PolyaTree& d, double x);

/// These throw as check.
[[nodiscard]] double mean(const PolyaTree& d);
[[nodiscard]] double variance(const PolyaTree& d);
[[nodiscard]] double cdf(const PolyaTree& d, double x);
/// in  p in [0, 1]
[[nodiscard]] double quantile(const PolyaTree& d, double p);
[[nodiscard]] Interval support(const PolyaTree& d);
[[nodiscard]] double draw(const PolyaTree& d, Random& random);

/// A prior or posterior distribution of the branches of a tree [lavine1992]: independent, and at
/// level j a Beta density with pseudo-counts c j^2 for each half, to which `counts` of the leaves
/// below add. Edges, mean and sd are no part of the belief, but travel with it.
///
///     const PolyaTreePrior prior{.depth = 1, .edges = {0, 18, 90}};
///     mean(prior);    // a half
struct PolyaTreePrior {
  using value_type = std::vector<double>;

  /// What is enough where edges, mean and sd are found from the data.
  struct Known {
    double c = 1;      ///< as of the prior
    double depth = 6;  ///< as of the prior, or less where cuts would fall together

    static constexpr auto members = Members{Member{"c", &Known::c, Domain::positive},
                                            Member{"depth", &Known::depth, Domain::positive}};
    friend bool operator==(const Known&, const Known&) = default;
  };

  double c = 1;                    ///< how close to even halves the branches are believed to be
  double depth = 6;                ///< levels of branches: 2^depth leaves
  double mean = 0;                 ///< of the normal density in the outer leaves
  double sd = 0;                   ///< standard deviation; 0: there is none
  std::vector<double> edges = {};  ///< cuts between the leaves; with both ends where sd is 0
  std::vector<double> counts =
      {};  ///< weight of the numbers seen in each leaf; empty: nothing was seen

  static constexpr auto members =
      Members{Member{"c", &PolyaTreePrior::c, Domain::positive},
              Member{"depth", &PolyaTreePrior::depth, Domain::nonnegative},
              Member{"mean", &PolyaTreePrior::mean, Domain::real},
              Member{"sd", &PolyaTreePrior::sd, Domain::nonnegative},
              Member{"edges", &PolyaTreePrior::edges, Domain::ascending},
              Member{"counts", &PolyaTreePrior::counts, Domain::nonnegative}};
  friend bool operator==(const PolyaTreePrior&, const PolyaTreePrior&) = default;
};

namespace detail {
/// Throws Error{domain} unless a depth is whole and from 1 to 16.
void check_depth(double depth, std::string_view what);
/// Throws Error{shape} unless a tree of so many leaves has the edges that it needs.
void check_edges_of_tree(std::size_t leaves, std::size_t edges, double sd, std::string_view what);
}  // namespace detail

/// Throws Error{domain} for a depth that is not whole or above 16.
inline void check_together(const PolyaTreePrior::Known& known, std::string_view what) {
  detail::check_depth(known.depth, what);
}
/// Throws Error{domain} for a number outside its domain and a depth that is not whole or above 16,
/// Error{shape} unless edges and counts are as many as the leaves need.
void check(const PolyaTreePrior& d);

/// Returns the log density in nats, with respect to the shares of all branches; -inf outside of
/// [0, 1]; +inf where it diverges at an end, unless another branch is impossible.
[[nodiscard]] double log_density(const PolyaTreePrior& d, const std::vector<double>& shares);
/// Returns the mean of the share of each branch.
[[nodiscard]] std::vector<double> mean(const PolyaTreePrior& d);
[[nodiscard]] std::vector<double> variance(const PolyaTreePrior& d);
[[nodiscard]] std::vector<double> draw(const PolyaTreePrior& d, Random& random);
/// Returns the equal-tailed interval of the share of each branch, each holding `mass` in (0, 1).
[[nodiscard]] std::vector<Interval> credible_interval(const PolyaTreePrior& d, double mass);
/// Returns the same belief worth `factor` times as many observations.
/// throws  Error{domain} where c leaves its range
[[nodiscard]] PolyaTreePrior strengthened(PolyaTreePrior prior, double factor);

namespace detail {

/// The most levels: a posterior file would hold 65,536 counts for each class.
inline constexpr double deepest_tree = 16;

/// in  depth: as check_depth asks
[[nodiscard]] inline std::size_t leaves_of(double depth) {
  return std::size_t{1} << static_cast<unsigned>(depth);
}

/// Where the leaves of a tree lie.
struct Leaves {
  const std::vector<double>& edges;
  double mean = 0;
  double sd = 0;

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  [[nodiscard]] bool open() const { return sd > 0; }
  [[nodiscard]] std::size_t count() const { return open() ? edges.size() + 1 : edges.size() - 1; }
  /// Returns the leaf of a number; `none` outside of both ends, and for NaN.
  [[nodiscard]] std::size_t of(double x) const;
  /// Returns the log density of a number of a leaf, given that it lies there.
  [[nodiscard]] double log_spread(std::size_t leaf, double x) const;
};
[[nodiscard]] inline Leaves leaves(const PolyaTree& d) {
  return {.edges = d.edges, .mean = d.mean, .sd = d.sd};
}
[[nodiscard]] inline Leaves leaves(const PolyaTreePrior& d) {
  return {.edges = d.edges, .mean = d.mean, .sd = d.sd};
}

/// Calls `step(branch, upper)` for each branch on the way to a leaf.
template <class Step>
void descend(std::size_t leaves, std::size_t leaf, Step&& step) {
  std::size_t branch = 0;
  for (std::size_t bit = leaves / 2; bit > 0; bit /= 2) {
    const bool upper = (leaf & bit) != 0;
    step(branch, upper);
    branch = 2 * branch + (upper ? 2 : 1);
  }
}

/// Returns the log probability of a leaf.
[[nodiscard]] double log_probability(const PolyaTree& d, std::size_t leaf);
/// Returns the probability of each leaf.
[[nodiscard]] std::vector<double> leaf_probabilities(const PolyaTree& d);

/// Returns the distribution of each branch.
/// throws  as check
[[nodiscard]] std::vector<Beta> branches(const PolyaTreePrior& d);
/// Returns those of the branches above a leaf, from the root.
/// throws  Error{shape} as check
/// cost    number of leaves; nothing is checked but how many numbers there are
[[nodiscard]] std::vector<Beta> branches_above(const PolyaTreePrior& d, std::size_t leaf);
/// A branch, and what was seen of it.
struct Branch {
  Beta prior = {};
  double lower = 0;  ///< weight of the numbers in its lower half
  double upper = 0;
};
/// Returns each branch with what `counts` of the leaves add, which may be empty.
/// throws  as check
[[nodiscard]] std::vector<Branch> branches_with(const PolyaTreePrior& d,
                                                const std::vector<double>& counts);

/// The cuts of 2^depth intervals that a normal density gives the same probability.
[[nodiscard]] std::vector<double> normal_cuts(double mean, double sd, double depth);

}  // namespace detail

}  // namespace credence
