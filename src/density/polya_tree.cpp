// Numbers in the leaves of a binary tree.
#include <credence/base/sum.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace credence {
namespace {

using detail::infinity;
using detail::Leaves;

constexpr double half_log_two_pi = 0.5 * detail::log_two_pi;
// Beyond this the tail of a normal density is a series, whose next term is below 1e-15.
constexpr double far_tail = 30;

// ln of Q(t) exp(t^2 / 2), where Q(t) is the probability of a standard normal number above t.
double log_scaled_tail(double t) {
  if (t <= far_tail) return std::log(normal_cdf(-t)) + 0.5 * t * t;
  const double s = 1 / (t * t);
  const double series = 1 - s * (1 - s * (3 - s * (15 - s * (105 - s * (945 - s * 10395)))));
  return std::log(series) - std::log(t) - half_log_two_pi;
}

// ln Q(t).
double log_tail(double t) {
  return t <= far_tail ? std::log(normal_cdf(-t)) : log_scaled_tail(t) - 0.5 * t * t;
}

// ln of Q(z) / Q(t), z >= t.
double log_tail_ratio(double z, double t) {
  if (t < 0) return log_tail(z) - log_tail(t);
  return log_scaled_tail(z) - log_scaled_tail(t) - 0.5 * (z - t) * (z + t);
}

// The rate at which Q falls: the mean of a number above t.
double hazard(double t) { return std::exp(-half_log_two_pi - log_scaled_tail(t)); }

// Returns z >= t with Q(z) = p Q(t).
double tail_quantile(double t, double p) {
  if (!(p > 0)) return infinity;
  const double mass = p * normal_cdf(-t);
  if (mass > 1e-280) return std::max(t, -normal_quantile(mass));
  double z = std::sqrt(t * t - 2 * std::log(p));
  for (int step = 0; step < 8; ++step) z += (log_tail_ratio(z, t) - std::log(p)) / hazard(z);
  return std::max(t, z);
}

// An outer leaf of a tree without ends, as the tail above t of a standard normal number.
struct Tail {
  double t = 0;
  double sign = 1;  // -1: of the lower leaf
};

bool is_tail(const Leaves& leaves, std::size_t leaf) {
  return leaves.open() && (leaf == 0 || leaf + 1 == leaves.count());
}
Tail tail_of(const Leaves& leaves, std::size_t leaf) {
  const double sign = leaf == 0 ? -1 : 1;
  const double cut = leaf == 0 ? leaves.edges.front() : leaves.edges.back();
  return {.t = sign * ((cut - leaves.mean) / leaves.sd), .sign = sign};
}

// The ends of a leaf that has two.
double lower_end(const Leaves& leaves, std::size_t leaf) {
  return leaves.edges[leaves.open() ? leaf - 1 : leaf];
}
double upper_end(const Leaves& leaves, std::size_t leaf) {
  return leaves.edges[leaves.open() ? leaf : leaf + 1];
}

// The probability below x of a leaf's numbers.
double below_in(const Leaves& leaves, std::size_t leaf, double x) {
  if (is_tail(leaves, leaf)) {
    const Tail tail = tail_of(leaves, leaf);
    const double z = std::max(tail.t, tail.sign * ((x - leaves.mean) / leaves.sd));
    const double ratio = std::exp(log_tail_ratio(z, tail.t));
    return tail.sign < 0 ? ratio : 1 - ratio;
  }
  const double lower = lower_end(leaves, leaf);
  return (x - lower) / (upper_end(leaves, leaf) - lower);
}

// The number of a leaf below which the leaf has this probability, in (0, 1].
double place_in(const Leaves& leaves, std::size_t leaf, double below) {
  if (is_tail(leaves, leaf)) {
    const Tail tail = tail_of(leaves, leaf);
    const double z = tail_quantile(tail.t, tail.sign < 0 ? below : 1 - below);
    const double x = leaves.mean + tail.sign * leaves.sd * z;
    // Rounding must not move a number to the other side of the cut.
    return tail.sign < 0 ? std::min(x, leaves.edges.front())
                         : std::max(x, std::nextafter(leaves.edges.back(), infinity));
  }
  const double upper = upper_end(leaves, leaf);
  return upper - (1 - below) * (upper - lower_end(leaves, leaf));
}

struct LeafMoments {
  double mean = 0;
  double variance = 0;
};

// in  from: what the mean is told from; a number near it keeps the digits that rounding takes from a
//     mean far from 0
LeafMoments moments_of(const Leaves& leaves, std::size_t leaf, double from) {
  if (is_tail(leaves, leaf)) {
    const Tail tail = tail_of(leaves, leaf);
    const double mean = hazard(tail.t);
    return {.mean = (leaves.mean - from) + tail.sign * leaves.sd * mean,
            .variance = leaves.sd * leaves.sd * std::max(0.0, 1 + mean * (tail.t - mean))};
  }
  const double width = upper_end(leaves, leaf) - lower_end(leaves, leaf);
  return {.mean = (lower_end(leaves, leaf) - from) + 0.5 * width, .variance = width * width / 12};
}

// The probability of the upper half of a branch.
double upper_share(const PolyaTree& d, std::size_t branch) {
  const double residue = d.residues.empty() ? 0 : d.residues[branch];
  return (1 - d.shares[branch]) + residue;
}

// Throws Error{shape} unless the numbers of shares, leaves and edges fit.
void check_shape(const PolyaTree& d) {
  const std::size_t leaves = d.shares.size() + 1;
  if (leaves < 2 || !std::has_single_bit(leaves))
    throw Error(ErrorCode::shape, "PolyaTree has " +
                                      detail::counted(d.shares.size(), "share", "shares") +
                                      "; give one for each branch: 1, 3, 7, ...");
  detail::check_edges_of_tree(leaves, d.edges.size(), d.sd, "PolyaTree");
  if (!d.residues.empty() && d.residues.size() != d.shares.size())
    throw Error(ErrorCode::shape,
                "PolyaTree has " + detail::counted(d.shares.size(), "share", "shares") + " and " +
                    detail::counted(d.residues.size(), "residue", "residues") +
                    "; give one for each share, or none");
}
}  // namespace

void check(const PolyaTree& d) {
  check_members(d, "PolyaTree");
  check_shape(d);
  for (const double residue : d.residues) detail::check_residue(residue, "PolyaTree");
}

// Throws unless a density can be told of the numbers of a leaf; other leaves may hold anything.
static void check_leaf(const PolyaTree& d, std::size_t leaf) {
  detail::descend(d.shares.size() + 1, leaf, [&](std::size_t branch, bool) {
    detail::check_domain(d.shares[branch], Domain::probability, "shares", "PolyaTree");
    if (!d.residues.empty()) detail::check_residue(d.residues[branch], "PolyaTree");
  });
}

double log_density(const PolyaTree& d, double x) {
  if (!std::isfinite(x) || d.shares.empty()) return -infinity;
  detail::check_domain(d.mean, Domain::real, "mean", "PolyaTree");
  detail::check_domain(d.sd, Domain::nonnegative, "sd", "PolyaTree");
  check_shape(d);
  for (const double end : {d.edges.front(), d.edges.back()})
    detail::check_domain(end, Domain::real, "edges", "PolyaTree");
  const Leaves leaves = detail::leaves(d);
  const std::size_t leaf = leaves.of(x);
  if (leaf == Leaves::none) return -infinity;
  check_leaf(d, leaf);
  const double density = detail::log_probability(d, leaf) + leaves.log_spread(leaf, x);
  if (!std::isfinite(density)) [[unlikely]]
    check(d);
  return density;
}

// How far the mean is from a number.
static double mean_from(const PolyaTree& d, const std::vector<double>& probabilities, double from) {
  double sum = 0;
  for (std::size_t leaf = 0; leaf < probabilities.size(); ++leaf)
    sum += probabilities[leaf] * moments_of(detail::leaves(d), leaf, from).mean;
  return sum;
}

double mean(const PolyaTree& d) {
  check(d);
  return mean_from(d, detail::leaf_probabilities(d), 0);
}

double variance(const PolyaTree& d) {
  check(d);
  const std::vector<double> probabilities = detail::leaf_probabilities(d);
  const double near = mean_from(d, probabilities, 0);
  const double middle = mean_from(d, probabilities, near);
  double sum = 0;
  for (std::size_t leaf = 0; leaf < probabilities.size(); ++leaf) {
    const LeafMoments moments = moments_of(detail::leaves(d), leaf, near);
    const double step = moments.mean - middle;
    sum += probabilities[leaf] * (step * step + moments.variance);
  }
  return sum;
}

double cdf(const PolyaTree& d, double x) {
  detail::check_cdf(d, x);
  const Leaves leaves = detail::leaves(d);
  if (!leaves.open() && !(x > d.edges.front())) return 0;
  if (!leaves.open() && !(x < d.edges.back())) return 1;
  const std::size_t leaf = leaves.of(x);
  double below = 0;
  double within = 1;
  detail::descend(leaves.count(), leaf, [&](std::size_t branch, bool upper) {
    if (upper) below += within * d.shares[branch];
    within *= upper ? upper_share(d, branch) : d.shares[branch];
  });
  return below + within * below_in(leaves, leaf, x);
}

double quantile(const PolyaTree& d, double p) {
  detail::check_quantile(d, p);
  std::size_t branch = 0;
  double below = 0;
  double within = 1;
  while (branch < d.shares.size()) {
    const double lower = within * d.shares[branch];
    const double upper = within * upper_share(d, branch);
    const bool down = !(upper > 0) || (lower > 0 && p <= below + lower);
    if (!down) below += lower;
    within = down ? lower : upper;
    branch = 2 * branch + (down ? 1 : 2);
  }
  const double share = std::min(1.0, std::max(0.0, (p - below) / within));
  return place_in(detail::leaves(d), branch - d.shares.size(), share);
}

Interval support(const PolyaTree& d) {
  check_shape(d);
  if (d.sd > 0) return {.lower = -infinity, .upper = infinity};
  return {.lower = d.edges.front(), .upper = d.edges.back()};
}

double draw(const PolyaTree& d, Random& random) {
  check(d);
  std::size_t branch = 0;
  while (branch < d.shares.size())
    branch = 2 * branch + (random.uniform() < d.shares[branch] ? 1 : 2);
  // Above 0: an outer leaf has no end.
  const double below = std::max(random.uniform(), 0x1p-54);
  return place_in(detail::leaves(d), branch - d.shares.size(), below);
}

namespace detail {

std::size_t Leaves::of(double x) const {
  if (std::isnan(x)) return none;
  if (open())
    return static_cast<std::size_t>(std::lower_bound(edges.begin(), edges.end(), x) -
                                    edges.begin());
  if (!(x >= edges.front() && x <= edges.back())) return none;
  const auto end = std::lower_bound(edges.begin() + 1, edges.end() - 1, x);
  return static_cast<std::size_t>(end - edges.begin()) - 1;
}

double Leaves::log_spread(std::size_t leaf, double x) const {
  if (!is_tail(*this, leaf)) return -std::log(upper_end(*this, leaf) - lower_end(*this, leaf));
  const Tail tail = tail_of(*this, leaf);
  const double z = tail.sign * ((x - mean) / sd);
  const double fall = tail.t < 0 ? -0.5 * z * z - log_tail(tail.t)
                                 : -0.5 * (z - tail.t) * (z + tail.t) - log_scaled_tail(tail.t);
  const double value = fall - half_log_two_pi - std::log(sd);
  return std::isnan(value) ? -infinity : value;
}

double log_probability(const PolyaTree& d, std::size_t leaf) {
  double product = 1;
  double logs = 0;
  descend(d.shares.size() + 1, leaf, [&](std::size_t branch, bool upper) {
    product *= upper ? upper_share(d, branch) : d.shares[branch];
    if (product > 1e-200) return;
    logs += std::log(product);
    product = 1;
  });
  return logs + std::log(product);
}

std::vector<double> leaf_probabilities(const PolyaTree& d) {
  std::vector<double> all{1};
  all.resize(2 * d.shares.size() + 1);
  for (std::size_t branch = 0; branch < d.shares.size(); ++branch) {
    all[2 * branch + 1] = all[branch] * d.shares[branch];
    all[2 * branch + 2] = all[branch] * upper_share(d, branch);
  }
  return {all.begin() + static_cast<std::ptrdiff_t>(d.shares.size()), all.end()};
}

std::vector<double> normal_cuts(double mean, double sd, double depth) {
  const std::size_t leaves = leaves_of(depth);
  std::vector<double> cuts;
  for (std::size_t k = 1; k < leaves; ++k)
    cuts.push_back(mean +
                   sd * normal_quantile(static_cast<double>(k) / static_cast<double>(leaves)));
  return cuts;
}

}  // namespace detail

}  // namespace credence
