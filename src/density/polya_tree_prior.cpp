// The prior of the branches of a binary tree of numbers.
#include <credence/base/sum.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace credence {
namespace {

using detail::infinity;

// Sums of the leaves below each branch, followed by the leaves themselves.
std::vector<double> sums_of(const std::vector<double>& counts, std::size_t leaves) {
  std::vector<double> sums(2 * leaves - 1);
  std::copy(counts.begin(), counts.end(), sums.begin() + static_cast<std::ptrdiff_t>(leaves) - 1);
  for (std::size_t i = leaves - 1; i-- > 0;) sums[i] = sums[2 * i + 1] + sums[2 * i + 2];
  return sums;
}

// Throws Error{shape} unless the numbers of leaves, edges and counts fit.
void check_shape(const PolyaTreePrior& d) {
  detail::check_depth(d.depth, "PolyaTreePrior");
  const std::size_t leaves = detail::leaves_of(d.depth);
  detail::check_edges_of_tree(leaves, d.edges.size(), d.sd, "PolyaTreePrior");
  if (!d.counts.empty() && d.counts.size() != leaves)
    throw Error(ErrorCode::shape, "PolyaTreePrior has " +
                                      detail::counted(leaves, "leaf", "leaves") + " and " +
                                      detail::counted(d.counts.size(), "count", "counts") +
                                      "; give one for each leaf, or none");
}

// The sum of the counts of a branch, added up as `sums_of` does.
double sum_by_halves(std::span<const double> counts) {
  if (counts.empty()) return 0;
  if (counts.size() == 1) return counts.front();
  const std::size_t half = counts.size() / 2;
  return sum_by_halves(counts.first(half)) + sum_by_halves(counts.subspan(half));
}

}  // namespace

void check(const PolyaTreePrior& d) {
  check_members(d, "PolyaTreePrior");
  check_shape(d);
  detail::check_domain(d.c * d.depth * d.depth, Domain::positive, "c", "PolyaTreePrior");
}

double log_density(const PolyaTreePrior& d, const std::vector<double>& shares) {
  const std::vector<Beta> each = detail::branches(d);
  if (shares.size() != each.size()) return -infinity;
  CompensatedSum sum;
  double least = infinity;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const double term = log_density(each[i], shares[i]);
    least = std::min(least, term);
    sum.add(term);
  }
  return least == -infinity ? -infinity : sum.value();
}

std::vector<double> mean(const PolyaTreePrior& d) {
  std::vector<double> means;
  for (const Beta& branch : detail::branches(d)) means.push_back(mean(branch));
  return means;
}

std::vector<double> variance(const PolyaTreePrior& d) {
  std::vector<double> variances;
  for (const Beta& branch : detail::branches(d)) variances.push_back(variance(branch));
  return variances;
}

std::vector<double> draw(const PolyaTreePrior& d, Random& random) {
  std::vector<double> shares;
  for (const Beta& branch : detail::branches(d)) shares.push_back(draw(branch, random));
  return shares;
}

std::vector<Interval> credible_interval(const PolyaTreePrior& d, double mass) {
  std::vector<Interval> intervals;
  for (const Beta& branch : detail::branches(d))
    intervals.push_back(credible_interval(branch, mass));
  return intervals;
}

PolyaTreePrior strengthened(PolyaTreePrior prior, double factor) {
  prior.c *= factor;
  for (double& count : prior.counts) count *= factor;
  check_members(prior, "a prior");
  return prior;
}

namespace detail {

void check_depth(double depth, std::string_view what) {
  if (depth >= 1 && depth <= deepest_tree && std::floor(depth) == depth) return;
  throw Error(ErrorCode::domain, std::string(what) + " needs a whole 'depth' from 1 to " +
                                     text(deepest_tree) + ", this one is " + text(depth));
}

void check_edges_of_tree(std::size_t leaves, std::size_t edges, double sd, std::string_view what) {
  const std::size_t needed = sd > 0 ? leaves - 1 : leaves + 1;
  if (edges == needed) return;
  throw Error(ErrorCode::shape, std::string(what) + " has " + counted(leaves, "leaf", "leaves") +
                                    " and " + counted(edges, "edge", "edges") + "; give " +
                                    std::to_string(needed) +
                                    (sd > 0 ? " cuts between them" : ", both ends among them"));
}

std::vector<Branch> branches_with(const PolyaTreePrior& d, const std::vector<double>& counts) {
  check(d);
  const std::size_t leaves = leaves_of(d.depth);
  const std::vector<double> before = sums_of(d.counts, leaves);
  const std::vector<double> added = sums_of(counts, leaves);
  std::vector<Branch> all(leaves - 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto level = static_cast<double>(std::bit_width(i + 1));
    const double each = d.c * level * level;
    all[i] = {.prior = {.ones = each + before[2 * i + 1], .zeros = each + before[2 * i + 2]},
              .lower = added[2 * i + 1],
              .upper = added[2 * i + 2]};
  }
  return all;
}

std::vector<Beta> branches_above(const PolyaTreePrior& d, std::size_t leaf) {
  check_shape(d);
  const std::size_t leaves = leaves_of(d.depth);
  std::span<const double> below = d.counts;
  std::vector<Beta> all;
  descend(leaves, leaf, [&](std::size_t, bool upper) {
    const auto level = static_cast<double>(all.size() + 1);
    const double each = d.c * level * level;
    const std::span<const double> lower = below.first(below.size() / 2);
    const std::span<const double> rest = below.subspan(below.size() / 2);
    all.push_back({.ones = each + sum_by_halves(lower), .zeros = each + sum_by_halves(rest)});
    below = upper ? rest : lower;
  });
  return all;
}

std::vector<Beta> branches(const PolyaTreePrior& d) {
  std::vector<Beta> all;
  for (const Branch& branch : branches_with(d, {})) all.push_back(branch.prior);
  return all;
}

}  // namespace detail

}  // namespace credence
