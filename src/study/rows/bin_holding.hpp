#pragma once
// The bin of a histogram that holds a number.
#include <vector>

#include <credence/base/index.hpp>

namespace credence::detail {

/// Finds the bin that holds a number: guessed as if all bins were as wide as the first one, then
/// moved until its edges hold the number, so that the guess decides how long it takes and no more.
class BinHolding {
 public:
  /// in  edges: at least two, in ascending order; the last may be infinite. They must outlive this.
  explicit BinHolding(const std::vector<double>& edges)
      : edges_(edges.data()),
        last_(std::ssize(edges) - 2),
        bins_per_unit_(1 / (edges[1] - edges[0])) {}

  // -1 for a number beyond the edges; the last edge belongs to the last bin.
  [[nodiscard]] Index operator()(double x) const {
    if (x == edges_[last_ + 1]) return last_;
    if (!(x >= edges_[0] && x < edges_[last_ + 1])) return -1;
    const double guess = (x - edges_[0]) * bins_per_unit_;  // NaN where bins have no width
    Index bin = guess < static_cast<double>(last_) ? static_cast<Index>(guess) : last_;
    while (x < edges_[bin]) --bin;
    while (x >= edges_[bin + 1]) ++bin;
    return bin;
  }

 private:
  const double* edges_;
  Index last_;  // bin
  double bins_per_unit_;
};

}  // namespace credence::detail
