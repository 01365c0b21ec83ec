// Trees of columns, and the evidence of the numbers in their leaves.
#include <credence/base/sum.hpp>
#include <credence/detail/family/cut_points.hpp>
#include <credence/family/polya_tree.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace credence {
namespace detail {
namespace {

[[noreturn]] void outside_of_ends(const PolyaTreePrior& prior, double x) {
  throw Error(ErrorCode::domain,
              "family 'polya_tree' holds numbers from " + text(prior.edges.front()) + " to " +
                  text(prior.edges.back()) + ", but " + text(x) +
                  " was seen; widen 'edges', or give 'mean' and 'sd' in their place");
}

// Mean and standard deviation, also of numbers whose squares are too large for a double.
void centre(const ValueHistogram& pooled, PolyaTreePrior& tree) {
  CompensatedSum mean;
  for (std::size_t i = 0; i < pooled.values.size(); ++i)
    mean.add(pooled.weights[i] / pooled.n * pooled.values[i]);
  tree.mean = mean.value();
  const double reach =
      std::max(tree.mean - pooled.values.front(), pooled.values.back() - tree.mean);
  CompensatedSum squares;
  CompensatedSum steps;  // what rounding took from the mean
  for (std::size_t i = 0; i < pooled.values.size(); ++i) {
    const double step = (pooled.values[i] - tree.mean) / reach;
    const double share = pooled.weights[i] / pooled.n;
    squares.add(share * step * step);
    steps.add(share * step);
  }
  tree.sd = reach * std::sqrt(std::max(0.0, squares.value() - steps.value() * steps.value()));
}

bool all_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

double smallest_gap(const std::vector<double>& values) {
  double gap = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i) gap = std::min(gap, values[i] - values[i - 1]);
  return gap;
}

// How far from the outermost number a cut beyond it lies: so many smallest gaps and a half, as if
// there were numbers further out. A gap that is nothing beside the distance leaves it as it is.
double beyond_numbers(double distance, double gap) {
  const double steps = std::floor(distance / gap);
  return steps < 1e6 ? (steps + 0.5) * gap : distance;
}

// The place halfway between the two numbers around a cut, so that a leaf holds all that was rounded
// to a number.
double between_numbers(double cut, const std::vector<double>& values, double gap) {
  const auto above = std::upper_bound(values.begin(), values.end(), cut);
  if (above == values.begin()) return *above - beyond_numbers(*above - cut, gap);
  if (above == values.end()) return values.back() + beyond_numbers(cut - values.back(), gap);
  return halfway(*(above - 1), *above);
}

bool ascends(const std::vector<double>& cuts) {
  return std::adjacent_find(cuts.begin(), cuts.end(), std::greater_equal<>{}) == cuts.end();
}

// The edges of a base that is given.
void give_base(const Elicited& told, Partial<PolyaTreePrior>& prior) {
  const PolyaTreePrior& numbers = prior.numbers;
  if (!(prior.has(&PolyaTreePrior::mean) && prior.has(&PolyaTreePrior::sd)))
    throw Error(
        ErrorCode::schema,
        std::string(told.what) + " gives one of 'mean' and 'sd' alone; give both, or neither");
  check_domain(numbers.sd, Domain::positive, "sd", told.what);
  if (prior.has(&PolyaTreePrior::edges)) return;
  if (!prior.has(&PolyaTreePrior::depth))
    prior.give(&PolyaTreePrior::depth, PolyaTreePrior::Known{}.depth);
  check_depth(numbers.depth, told.what);
  prior.give(&PolyaTreePrior::edges, normal_cuts(numbers.mean, numbers.sd, numbers.depth));
}

// The depth of edges that are given, both ends among them.
void give_ends(const Elicited& told, Partial<PolyaTreePrior>& prior) {
  const std::size_t leaves = prior.numbers.edges.size() - 1;
  if (prior.numbers.edges.size() < 3 || !std::has_single_bit(leaves))
    throw Error(ErrorCode::shape, std::string(told.what) + " has " +
                                      std::to_string(prior.numbers.edges.size()) +
                                      " 'edges', which a tree cannot halve; give 3, 5, 9, 17, ... "
                                      "of them, both ends among them");
  if (!prior.has(&PolyaTreePrior::depth))
    prior.give(&PolyaTreePrior::depth, static_cast<double>(std::bit_width(leaves) - 1));
  prior.give(&PolyaTreePrior::mean, 0).give(&PolyaTreePrior::sd, 0);
}

}  // namespace

std::vector<double> leaf_counts(const PolyaTreePrior& prior, const ValueHistogram& seen) {
  check(prior);
  const Leaves where = leaves(prior);
  std::vector<double> counts(where.count());
  for (std::size_t i = 0; i < seen.values.size(); ++i) {
    const std::size_t leaf = where.of(seen.values[i]);
    if (leaf == Leaves::none) outside_of_ends(prior, seen.values[i]);
    counts[leaf] += seen.weights[i];
  }
  return counts;
}

PolyaTreePrior tree_of_column(PolyaTreePrior::Known known, const ValueHistogram& pooled,
                              std::optional<Automatic> word) {
  check_depth(known.depth, "the prior of family 'polya_tree'");
  const std::vector<double>& values = pooled.values;
  if (pooled.n == 0) throw unseen_column(word, PolyaTreeNumbers::name);
  if (values.size() < 2) throw constant_column(word, PolyaTreeNumbers::name, "values that differ");
  PolyaTreePrior tree{.c = known.c, .depth = known.depth};
  centre(pooled, tree);
  const double gap = smallest_gap(values);
  for (;; --tree.depth) {
    tree.edges = normal_cuts(tree.mean, tree.sd, tree.depth);
    for (double& cut : tree.edges) cut = between_numbers(cut, values, gap);
    if (!std::isfinite(tree.sd) || !all_finite(tree.edges))
      throw no_automatic_prior("column spreads over too much of the range of double", word,
                               PolyaTreeNumbers::name, "it divided by a power of ten");
    if (tree.depth == 1 || ascends(tree.edges)) return tree;
  }
}

void complete_tree(const Elicited& told, Partial<PolyaTreePrior>& prior) {
  const bool has_edges = prior.has(&PolyaTreePrior::edges);
  const bool no_base = has_edges && prior.has(&PolyaTreePrior::sd) && prior.numbers.sd == 0;
  const bool has_base =
      !no_base && (prior.has(&PolyaTreePrior::mean) || prior.has(&PolyaTreePrior::sd));
  if (!prior.has(&PolyaTreePrior::c)) prior.give(&PolyaTreePrior::c, PolyaTreePrior::Known{}.c);
  if (has_base) give_base(told, prior);
  if (has_edges && !has_base) give_ends(told, prior);
  if (has_edges || has_base) {
    if (!prior.has(&PolyaTreePrior::counts)) prior.give(&PolyaTreePrior::counts, {});
  } else if (!prior.has(&PolyaTreePrior::depth)) {
    prior.give(&PolyaTreePrior::depth, PolyaTreePrior::Known{}.depth);
  }
  if (prior.has(&PolyaTreePrior::depth)) check_depth(prior.numbers.depth, told.what);
  if (prior.complete()) check(prior.numbers);
}

}  // namespace detail

double log_evidence(const PolyaTreePrior& prior, const ValueHistogram& seen) {
  if (seen.n == 0) return 0;
  const std::vector<double> counts = detail::leaf_counts(prior, seen);
  CompensatedSum sum;
  for (const detail::Branch& branch : detail::branches_with(prior, counts))
    if (branch.lower + branch.upper > 0)
      sum.add(detail::log_sequence(branch.prior, branch.lower, branch.upper));
  const detail::Leaves where = detail::leaves(prior);
  for (std::size_t i = 0; i < seen.values.size(); ++i)
    sum.add(seen.weights[i] * where.log_spread(where.of(seen.values[i]), seen.values[i]));
  return sum.value();
}

TermMoments PolyaTreeNumbers::term_moments(const PolyaTreePrior& posterior, double x) {
  const detail::Leaves where = detail::leaves(posterior);
  const std::size_t leaf = where.of(x);
  if (leaf == detail::Leaves::none) return {.mean = -detail::infinity};
  TermMoments moments{.mean = where.log_spread(leaf, x)};
  const std::vector<Beta> branches = detail::branches_above(posterior, leaf);
  auto branch = branches.begin();
  detail::descend(where.count(), leaf, [&](std::size_t, bool upper) {
    const Beta& share = *branch++;
    moments.add(detail::moments_of_share(upper ? share.zeros : share.ones,
                                         upper ? share.ones : share.zeros));
  });
  return moments;
}

}  // namespace credence
