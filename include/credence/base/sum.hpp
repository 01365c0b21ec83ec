#pragma once
// Sums that keep the digits a plain loop would lose: some of them, or all.
#include <cmath>
#include <credence/base/index.hpp>
#include <credence/detail/base/sum_digits.hpp>
#include <cstdint>
#include <string>
#include <string_view>

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

/// Returns the compensated sum of a range of numbers.
template <class Range>
[[nodiscard]] double compensated_sum(const Range& terms) {
  CompensatedSum sum;
  for (const double term : terms) sum.add(term);
  return sum.value();
}

/// A sum of doubles, and of products of up to three of them, kept exactly. It is one number while a
/// double can hold it, in 16 bytes, else a long fixed-point number that grows with the range of its
/// terms: some 40 bytes for each three doublings of ten decimal digits, 1.6 kB at the very most.
///
///     ExactSum sum;
///     for (double term : {1e100, 1.0, -1e100}) sum.add(term);
///     sum.value();    // 1
///
/// laws    base/exact_sum.test.cpp
class ExactSum {
 public:
  /// Adds a finite number.
  /// throws  Error{domain} for any other
  void add(double term) {
    if (digits_.empty()) {
      const double sum = whole_ + term;
      const double part = sum - whole_;
      const double lost = (whole_ - (sum - part)) + (term - part);
      if (lost == 0) {  // false where the sum overflows: what is lost is then no number
        whole_ = sum;
        return;
      }
      spill();
    }
    add_term(term);
  }
  /// Adds a product of finite numbers, itself unrounded. It may lie beyond the range of doubles.
  void add_product(double a, double b);
  void add_product(double a, double b, double c);
  void add(const ExactSum& other) {
    if (other.digits_.empty()) return add(other.whole_);
    add_digits(other);
  }

  /// Returns the double nearest to the sum, the even one of two; infinite beyond the largest.
  [[nodiscard]] double value() const { return digits_.empty() ? whole_ : rounded(); }
  /// -1, 0 or 1.
  [[nodiscard]] int sign() const;

  /// Returns the sum as text: sign, hexadecimal digits of an odd number, 'p' and the power of two
  /// that it is to be multiplied by; "0" for nothing. Equal sums have equal texts.
  [[nodiscard]] std::string text() const;
  /// Returns the sum that a text stands for.
  /// throws  Error{parse} for anything that text() does not write, or beyond any sum of products of
  ///         three doubles
  [[nodiscard]] static ExactSum from_text(std::string_view text);

  friend bool operator==(const ExactSum& a, const ExactSum& b);

 private:
  friend struct ExactNumber;

  [[nodiscard]] double rounded() const;
  void spill();
  void add_term(double term);
  void add_digits(const ExactSum& other);
  void add_bits(std::uint64_t high, std::uint64_t low, int exponent, bool negative);
  [[nodiscard]] bool take_whole(std::uint64_t high, std::uint64_t low, int exponent, bool negative);
  void carry();

  double whole_ = 0;          // the sum, while there are no digits
  detail::SumDigits digits_;  // with room for as many additions as carry() says
};

/// numerator / denominator, rounded once.
/// in      denominator: not 0
/// throws  Error{domain} where it is
[[nodiscard]] double exact_ratio(const ExactSum& numerator, const ExactSum& denominator);

/// squares - sum^2 / n, rounded once: the squares around the mean of numbers of total weight n.
/// in      n: not 0
/// throws  Error{domain} where it is
[[nodiscard]] double exact_centred_squares(const ExactSum& n, const ExactSum& sum,
                                           const ExactSum& squares);

}  // namespace credence
