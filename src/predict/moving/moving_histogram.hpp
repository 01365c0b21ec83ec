#pragma once
// Leave-one-out scorers of histograms: a density costs a look at one bin, not at every number that
// was seen.
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/moving_cells.hpp>
#include <credence/family/histogram.hpp>
#include <vector>

namespace credence::detail {

/// Bins have the edges of the cell's prior, which does not move, so that a cell is the weight of
/// each bin; a number takes its weight out of one of them, or adds it.
class MovingHistogram : public ReferenceMovingCells<DirichletHistogram> {
 public:
  using Reference = ReferenceMovingCells<DirichletHistogram>;

  MovingHistogram() = default;
  MovingHistogram(const Block<DirichletHistogram>& block, const EstimateContext& context)
      : Reference(block, context) {
    settle();
  }

  /// Returns whether what a number leaves of its bin is more than the rounding of the whole: always
  /// where all weights are whole, up to 2^53.
  [[nodiscard]] bool keeps_digits(Index j, Index klass, double x, double weight) const {
    const Bins& bins = bins_[at(j, klass)];
    const double full = bins.counts[bin_of(prior(j, klass).edges, x)];
    return (bins.whole && is_whole(weight)) || full - weight > 0.1 * full;
  }
  /// cost    logarithmic in the number of bins, and of numbers where one is forgotten
  [[nodiscard]] double log_density_without(Index j, Index klass, double x, double weight) const {
    const HistogramPrior& prior = this->prior(j, klass);
    const Bins& bins = bins_[at(j, klass)];
    const std::size_t bin = bin_of(prior.edges, x);
    if (weight != 0) (void)taken_back(seen(j, klass).weight_of(x), weight, "weight of a number");
    const double rest = taken_back(bins.counts[bin], weight, "weight of a bin");
    CompensatedSum left = estimator() == Estimator::maximum_likelihood ? bins.counted : bins.all;
    const double full = left.value();
    left.add(-bins.counts[bin]);
    left.add(rest);
    double share = rest;
    bool plain = true;
    if (estimator() != Estimator::maximum_likelihood) share += prior.weights[bin];
    if (estimator() == Estimator::maximum_a_posteriori) {
      left.add(-static_cast<double>(prior.weights.size()));
      share -= 1;
      plain = bins.below_one == 0 && share >= 0 && prior.weights.size() > 1;
    }
    // The reference decides where there is no estimate, or hardly anything is left.
    if (!plain || !(left.value() > 1e-9 * full))
      return log_density_under(j, klass, as_numbers(prior, bins, bin, rest), x);
    return std::log(share / left.value()) - std::log(width_of(prior.edges, bin));
  }
  [[nodiscard]] double log_evidence(Index j, Index klass, double x, double weight) const {
    if (weight == 0) return 0;
    const HistogramPrior& prior = this->prior(j, klass);
    const Bins& bins = bins_[at(j, klass)];
    const std::size_t bin = bin_of(prior.edges, x);
    return log_gamma_ratio(prior.weights[bin] + bins.counts[bin], weight) -
           log_gamma_ratio(bins.all.value(), weight) -
           weight * std::log(width_of(prior.edges, bin));
  }
  void observe(Index j, Index klass, double x, double weight) {
    Reference::observe(j, klass, x, weight);
    const HistogramPrior& prior = this->prior(j, klass);
    add(bins_[at(j, klass)], prior, bin_of(prior.edges, x), weight);
  }
  void clear() {
    Reference::clear();
    settle();
  }

 private:
  struct Bins {
    std::vector<double> counts;  ///< the weight of the numbers in each bin
    CompensatedSum counted;      ///< of all bins
    CompensatedSum all;          ///< the same with the weights of the prior
    std::size_t below_one = 0;   ///< bins with less than 1 of both: mode has rules for these
    bool whole = true;           ///< weights of numbers are whole, and no sum of them is rounded
  };

  [[nodiscard]] static bool is_whole(double weight) { return std::floor(weight) == weight; }

  static void add(Bins& bins, const HistogramPrior& prior, std::size_t bin, double weight) {
    const bool below = prior.weights[bin] + bins.counts[bin] < 1;
    bins.counts[bin] += weight;
    bins.counted.add(weight);
    bins.all.add(weight);
    if (below && prior.weights[bin] + bins.counts[bin] >= 1) --bins.below_one;
    bins.whole = bins.whole && is_whole(weight) && bins.counts[bin] < 0x1p53;
  }
  /// Statistics of one number for each bin, which are worth the same under its edges.
  [[nodiscard]] static ValueHistogram as_numbers(const HistogramPrior& prior, const Bins& bins,
                                                 std::size_t changed, double count) {
    ValueHistogram seen;
    CompensatedSum all;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
      const double weight = bin == changed ? count : bins.counts[bin];
      if (weight == 0) continue;
      seen.values.push_back(prior.edges[bin + 1]);
      seen.weights.push_back(weight);
      all.add(weight);
    }
    seen.n = all.value();
    return seen;
  }

  void settle() {
    bins_.assign(static_cast<std::size_t>(size() * classes()), {});
    for (Index j = 0; j < size(); ++j)
      for (Index klass = 0; scored(j) && klass < classes(); ++klass)
        bins_[at(j, klass)] = bins_of(prior(j, klass), seen(j, klass));
  }
  [[nodiscard]] static Bins bins_of(const HistogramPrior& prior, const ValueHistogram& seen) {
    Bins bins;
    bins.counts.resize(prior.weights.size());
    for (const double weight : prior.weights) {
      bins.all.add(weight);
      bins.below_one += weight < 1 ? 1 : 0;
    }
    for (std::size_t i = 0; i < seen.values.size(); ++i)
      add(bins, prior, bin_of(prior.edges, seen.values[i]), seen.weights[i]);
    return bins;
  }

  std::vector<Bins> bins_;  // features x classes, feature-major
};

}  // namespace credence::detail
