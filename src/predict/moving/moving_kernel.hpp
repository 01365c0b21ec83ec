#pragma once
// Leave-one-out scorers of kernel densities: a density costs the values near the datum, not every
// number that was seen.
#include <algorithm>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/moving_cells.hpp>
#include <credence/family/kernel.hpp>
#include <vector>

namespace credence::detail {

/// Without a datum its own term is left out, and the bandwidth is that of the rest.
class MovingKernel : public ReferenceMovingCells<KernelNumbers> {
 public:
  using Reference = ReferenceMovingCells<KernelNumbers>;

  MovingKernel() = default;
  MovingKernel(const Block<KernelNumbers>& block, const EstimateContext& context)
      : Reference(block, context) {
    settle();
  }

  /// Returns whether the spread of the rest keeps its digits.
  [[nodiscard]] bool keeps_digits(Index j, Index klass, double x, double weight) const {
    const Cell& cell = cells_[at(j, klass)];
    const double left = cell.n - weight;
    const double own = seen(j, klass).weight_of(x);
    const bool whole = own < 0x1p53 && std::floor(own) == own && std::floor(weight) == weight;
    return cell.known && (whole || own - weight > 0.1 * own) && left > 0.5 * cell.n &&
           squares_without(cell, x, weight) > 1e-2 * cell.squares;
  }
  /// cost    number of different numbers within some ten bandwidths
  [[nodiscard]] double log_density_without(Index j, Index klass, double x, double weight) const {
    if (!keeps_digits(j, klass, x, weight))
      return Reference::log_density_without(j, klass, x, weight);
    const ValueHistogram& seen = this->seen(j, klass);
    const Cell& cell = cells_[at(j, klass)];
    if (weight != 0) (void)taken_back(seen.weight_of(x), weight, "weight of a number");
    const auto place = std::lower_bound(seen.values.begin(), seen.values.end(), x);
    const KernelSample left{.values = seen.values,
                            .weights = seen.weights,
                            .below = cell.below,
                            .n = cell.n - weight,
                            .taken = weight == 0
                                         ? KernelSample{}.taken
                                         : static_cast<std::size_t>(place - seen.values.begin()),
                            .by = weight,
                            .boxes = cell.boxes,
                            .unit = cell.bandwidth};
    double bandwidth = prior(j, klass).bandwidth;
    if (bandwidth == 0) {
      if (!(left.n > 1)) return Reference::log_density_without(j, klass, x, weight);
      bandwidth = rule_of_thumb(left, std::sqrt(squares_without(cell, x, weight) / (left.n - 1)));
    }
    return log_kernel_sum(left, bandwidth, x) - std::log(left.n) - std::log(bandwidth) -
           0.5 * log_two_pi;
  }
  void observe(Index j, Index klass, double x, double weight) {
    Reference::observe(j, klass, x, weight);
    cells_[at(j, klass)] = {};
  }
  void clear() {
    Reference::clear();
    settle();
  }

 private:
  struct Cell {
    bool known = false;  ///< whether this is up to date
    double n = 0;
    double mean = 0;
    double rounded = 0;              ///< what rounding took from the mean
    double squares = 0;              ///< around the mean
    std::vector<double> below = {};  ///< the weight before each number
    double bandwidth = 0;            ///< of all numbers
    std::vector<Kernel::Box> boxes = {};
  };

  [[nodiscard]] static double squares_without(const Cell& cell, double x, double weight) {
    const double step = (x - cell.mean) - cell.rounded;
    return cell.squares - cell.n * weight / (cell.n - weight) * step * step;
  }

  void settle() {
    cells_.assign(static_cast<std::size_t>(size() * classes()), {});
    for (Index j = 0; j < size(); ++j)
      for (Index klass = 0; klass < classes(); ++klass)
        if (prior(j, klass).values.empty())
          cells_[at(j, klass)] = cell_of(seen(j, klass), prior(j, klass).bandwidth);
  }
  [[nodiscard]] static Cell cell_of(const ValueHistogram& seen, double given) {
    Cell cell{.known = seen.values.size() > 1 && seen.n > 1, .n = compensated_sum(seen.weights)};
    if (!cell.known) return cell;
    CompensatedSum mean;
    for (std::size_t i = 0; i < seen.values.size(); ++i)
      mean.add(seen.weights[i] / cell.n * seen.values[i]);
    cell.mean = mean.value();
    CompensatedSum steps;
    CompensatedSum squares;
    for (std::size_t i = 0; i < seen.values.size(); ++i) {
      const double step = seen.values[i] - cell.mean;
      steps.add(seen.weights[i] * step);
      squares.add(seen.weights[i] * step * step);
    }
    cell.rounded = steps.value() / cell.n;
    cell.squares = squares.value() - steps.value() * cell.rounded;
    // Squares below the range of normal numbers have lost digits.
    cell.known = given > 0 || cell.squares > 1e-290;
    if (!cell.known) return cell;
    cell.below = weights_below(seen.weights);
    const KernelSample sample{
        .values = seen.values, .weights = seen.weights, .below = cell.below, .n = cell.n};
    cell.bandwidth =
        given > 0 ? given : rule_of_thumb(sample, std::sqrt(cell.squares / (cell.n - 1)));
    if (cell.bandwidth > 0) cell.boxes = boxes_of(seen.values, seen.weights, cell.bandwidth);
    return cell;
  }

  std::vector<Cell> cells_;  // features x classes, feature-major
};

}  // namespace credence::detail
