// Cuts by recursive entropy, and by quantiles.
#include <credence/detail/family/cut_points.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace credence {
namespace {

using detail::halfway;

// Weights of classes up to each number, so that those of any range are a difference.
class Sums {
 public:
  Sums(const std::vector<double>& values, std::span<const ValueHistogram> cells)
      : classes_(cells.size()), sums_((values.size() + 1) * cells.size()) {
    std::vector<std::size_t> next(classes_);
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t c = 0; c < classes_; ++c) {
        const bool here = next[c] < cells[c].values.size() && cells[c].values[next[c]] == values[i];
        at(i + 1, c) = at(i, c) + (here ? cells[c].weights[next[c]] : 0);
        next[c] += here ? 1 : 0;
      }
  }

  struct Part {
    double weight = 0;
    double entropy = 0;  // nats times weight
    double classes = 0;  // that occur
  };
  // The numbers from `first` up to `last`.
  [[nodiscard]] Part part(std::size_t first, std::size_t last) const {
    Part result;
    double terms = 0;
    for (std::size_t c = 0; c < classes_; ++c) {
      const double weight = at(last, c) - at(first, c);
      if (!(weight > 0)) continue;
      result.weight += weight;
      result.classes += 1;
      terms += weight * std::log(weight);
    }
    if (result.weight > 0)
      result.entropy = std::max(0.0, result.weight * std::log(result.weight) - terms);
    return result;
  }

 private:
  [[nodiscard]] double& at(std::size_t i, std::size_t c) { return sums_[i * classes_ + c]; }
  [[nodiscard]] double at(std::size_t i, std::size_t c) const { return sums_[i * classes_ + c]; }

  std::size_t classes_;
  std::vector<double> sums_;
};

// Whether a cut shortens the description: the criterion of [fayyad1993], in nats.
bool shortens(const Sums::Part& whole, const Sums::Part& lower, const Sums::Part& upper) {
  const double n = whole.weight;
  if (!(n > 1)) return false;
  const auto entropy = [](const Sums::Part& part) {
    return part.weight > 0 ? part.classes * part.entropy / part.weight : 0;
  };
  const double gain = whole.entropy - lower.entropy - upper.entropy;
  const double choices =
      whole.classes * std::log(3.0) + std::log1p(-2 * std::pow(3.0, -whole.classes));
  const double cost =
      std::log(n - 1) + choices - (entropy(whole) - entropy(lower) - entropy(upper));
  return gain > cost;
}

void cut(const Sums& sums, const std::vector<double>& values, std::size_t first, std::size_t last,
         std::vector<double>& cuts) {
  const Sums::Part whole = sums.part(first, last);
  if (last - first < 2 || whole.classes < 2) return;
  std::size_t best = first;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = first + 1; i < last; ++i) {
    const double open = sums.part(first, i).entropy + sums.part(i, last).entropy;
    if (open < least) {
      least = open;
      best = i;
    }
  }
  if (!shortens(whole, sums.part(first, best), sums.part(best, last))) return;
  cut(sums, values, first, best, cuts);
  cuts.push_back(halfway(values[best - 1], values[best]));
  cut(sums, values, best, last, cuts);
}

}  // namespace

double detail::halfway(double lower, double upper) {
  const double middle = lower + (0.5 * upper - 0.5 * lower);
  return middle < upper ? middle : lower;
}

std::vector<double> description_length_cuts(std::span<const ValueHistogram> cells) {
  const ValueHistogram pooled = ValueHistogram::pooled(cells);
  std::vector<double> cuts;
  cut(Sums(pooled.values, cells), pooled.values, 0, pooled.values.size(), cuts);
  return cuts;
}

std::vector<double> equal_frequency_cuts(const ValueHistogram& pooled, Index bins) {
  std::vector<double> cuts;
  const double share = pooled.n / static_cast<double>(bins);
  double below = 0;
  double wanted = share;
  for (std::size_t i = 0; i + 1 < pooled.values.size(); ++i) {
    below += pooled.weights[i];
    // Rounding of sums of weights must not move a cut to the next number.
    if (below < wanted * (1 - 1e-12)) continue;
    cuts.push_back(halfway(pooled.values[i], pooled.values[i + 1]));
    while (wanted <= below * (1 + 1e-12)) wanted += share;
  }
  return cuts;
}

}  // namespace credence
