#pragma once
// Leave-one-out scorers of trees: a density costs the branches above one leaf, not every number that
// was seen.
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/moving_cells.hpp>
#include <credence/family/polya_tree.hpp>
#include <vector>

namespace credence::detail {

/// Trees have the edges of the cell's prior, which do not move, so that a cell is the weight below
/// each branch; a number takes its weight out of those above its leaf, or adds it.
class MovingTree : public ReferenceMovingCells<PolyaTreeNumbers> {
 public:
  using Reference = ReferenceMovingCells<PolyaTreeNumbers>;

  MovingTree() = default;
  MovingTree(const Block<PolyaTreeNumbers>& block, const EstimateContext& context)
      : Reference(block, context) {
    settle();
  }

  /// Returns whether what a number leaves of its leaf is more than the rounding of the whole: always
  /// where all weights are whole, up to 2^53.
  [[nodiscard]] bool keeps_digits(Index j, Index klass, double x, double weight) const {
    const std::size_t leaf = leaves(prior(j, klass)).of(x);
    if (leaf == Leaves::none) return false;
    const Cell& cell = cells_[at(j, klass)];
    const double full = cell.sums[cell.branches() + leaf];
    return (cell.whole && is_whole(weight)) || full - weight > 0.1 * full;
  }
  /// cost    logarithmic in the number of leaves, and of numbers where one is forgotten
  [[nodiscard]] double log_density_without(Index j, Index klass, double x, double weight) const {
    const PolyaTreePrior& prior = this->prior(j, klass);
    const Leaves where = leaves(prior);
    const std::size_t leaf = where.of(x);
    const Cell& cell = cells_[at(j, klass)];
    if (leaf == Leaves::none) return Reference::log_density_without(j, klass, x, weight);
    if (weight != 0) (void)taken_back(seen(j, klass).weight_of(x), weight, "weight of a number");
    const bool likeliest = estimator() == Estimator::maximum_likelihood;
    const bool mode = estimator() == Estimator::maximum_a_posteriori;
    double modeless = cell.modeless;
    bool plain = !likeliest || cell.sums[0] - weight > 1e-9 * cell.sums[0];
    double product = 1;
    CompensatedSum logs;
    for_each_branch(cell, leaf, [&](std::size_t own, std::size_t other) {
      double left = taken_back(cell.sums[own], weight, "weight of a leaf");
      double beside = cell.sums[other];
      if (!likeliest) {
        left += cell.prior[own];
        beside += cell.prior[other];
      }
      if (mode) modeless += has_no_mode(left, beside) - has_no_mode(cell.believed(own), beside);
      product *= share_of(left, beside, likeliest, mode);
      if (product > 1e-200) return;
      logs.add(std::log(product));
      product = 1;
    });
    plain = plain && !(mode && modeless > 0);
    // The reference decides where there is no estimate, or hardly anything is left.
    if (!plain) return Reference::log_density_without(j, klass, x, weight);
    logs.add(std::log(product));
    return logs.value() + where.log_spread(leaf, x);
  }
  [[nodiscard]] double log_evidence(Index j, Index klass, double x, double weight) const {
    if (weight == 0) return 0;
    const Leaves where = leaves(prior(j, klass));
    const std::size_t leaf = where.of(x);
    if (leaf == Leaves::none) return Reference::log_evidence(j, klass, x, weight);
    const Cell& cell = cells_[at(j, klass)];
    CompensatedSum sum;
    for_each_branch(cell, leaf, [&](std::size_t own, std::size_t other) {
      sum.add(log_gamma_ratio(cell.believed(own), weight));
      sum.add(-log_gamma_ratio(cell.believed(own) + cell.believed(other), weight));
    });
    sum.add(weight * where.log_spread(leaf, x));
    return sum.value();
  }
  void observe(Index j, Index klass, double x, double weight) {
    Reference::observe(j, klass, x, weight);
    const std::size_t leaf = leaves(prior(j, klass)).of(x);
    if (leaf != Leaves::none) add(cells_[at(j, klass)], leaf, weight);
  }
  void clear() {
    Reference::clear();
    settle();
  }

 private:
  struct Cell {
    std::vector<double> sums;   ///< the weight below each branch, followed by that of each leaf
    std::vector<double> prior;  ///< the pseudo-counts of the same places but the first
    double modeless = 0;        ///< branches whose density has no mode
    bool whole = true;          ///< weights of numbers are whole, and no sum of them is rounded

    [[nodiscard]] std::size_t branches() const { return sums.size() / 2; }
    [[nodiscard]] double believed(std::size_t place) const { return prior[place] + sums[place]; }
  };

  [[nodiscard]] static bool is_whole(double weight) { return std::floor(weight) == weight; }
  [[nodiscard]] static int has_no_mode(double own, double other) {
    return (own == 1 && other == 1) || (own < 1 && other < 1) ? 1 : 0;
  }
  // As the estimates of the family have it.
  [[nodiscard]] static double share_of(double own, double other, bool likeliest, bool mode) {
    if (likeliest && own + other == 0) return 0.5;
    if (!mode) return own / (own + other);
    if (own > 1 && other > 1) return (own - 1) / ((own - 1) + (other - 1));
    return own < other ? 0 : 1;
  }

  /// Calls `step(own, other)` for each branch above a leaf, with the places of its halves.
  template <class Step>
  static void for_each_branch(const Cell& cell, std::size_t leaf, Step&& step) {
    descend(cell.branches() + 1, leaf, [&](std::size_t branch, bool upper) {
      const std::size_t lower = 2 * branch + 1;
      step(upper ? lower + 1 : lower, upper ? lower : lower + 1);
    });
  }
  static void add(Cell& cell, std::size_t leaf, double weight) {
    cell.sums[0] += weight;
    for_each_branch(cell, leaf, [&](std::size_t own, std::size_t other) {
      cell.modeless -= has_no_mode(cell.believed(own), cell.believed(other));
      cell.sums[own] += weight;
      cell.modeless += has_no_mode(cell.believed(own), cell.believed(other));
    });
    cell.whole = cell.whole && is_whole(weight) && cell.sums[0] < 0x1p53;
  }

  void settle() {
    cells_.assign(static_cast<std::size_t>(size() * classes()), {});
    for (Index j = 0; j < size(); ++j)
      for (Index klass = 0; scored(j) && klass < classes(); ++klass)
        cells_[at(j, klass)] = cell_of(prior(j, klass), seen(j, klass));
  }
  [[nodiscard]] static Cell cell_of(const PolyaTreePrior& prior, const ValueHistogram& seen) {
    Cell cell;
    (void)leaf_counts(prior, seen);  // throws for numbers outside of the ends
    const Leaves where = leaves(prior);
    cell.prior = {0};
    for (const Beta& branch : branches(prior)) {
      cell.prior.insert(cell.prior.end(), {branch.ones, branch.zeros});
      cell.modeless += has_no_mode(branch.ones, branch.zeros);
    }
    cell.sums.resize(cell.prior.size());
    for (std::size_t i = 0; i < seen.values.size(); ++i)
      add(cell, where.of(seen.values[i]), seen.weights[i]);
    return cell;
  }

  std::vector<Cell> cells_;  // features x classes, feature-major
};

}  // namespace credence::detail
