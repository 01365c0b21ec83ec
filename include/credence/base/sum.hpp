#pragma once
// Sums that keep the digits a plain loop would lose.
#include <cmath>

namespace credence {

/// A sum with its rounding errors carried along (Neumaier): its error does not grow with the number
/// of terms. Infinite terms stay infinite.
///
///     CompensatedSum sum;
///     for (double term : terms) sum.add(term);
///     sum.value();
class CompensatedSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    const double lost =
        std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
    lost_ += lost;
  }
  [[nodiscard]] double value() const { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

/// The compensated sum of a range of numbers.
template <class Range>
[[nodiscard]] double compensated_sum(const Range& terms) {
  CompensatedSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

}  // namespace credence
