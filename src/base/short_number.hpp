#pragma once
// Whole numbers of a few words times a power of two, without an allocation: what most exact sums are.
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace credence {

__extension__ using TwoWords = unsigned __int128;

/// Returns x 2^power, rounded once where it is subnormal.
[[nodiscard]] inline double times_power(double x, int power) {
  if (power < -1022 || power > 1023) return std::ldexp(x, power);
  return x * std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

/// The sign, the size as words of 64 bits, the lowest first, and the power of two.
template <std::size_t Words>
struct ShortNumber {
  std::array<std::uint64_t, Words> words{};
  int exponent = 0;
  bool negative = false;

  /// How many words there are up to the highest one that is not 0.
  [[nodiscard]] std::size_t used() const {
    std::size_t count = Words;
    while (count > 0 && words[count - 1] == 0) --count;
    return count;
  }
  /// The position of the highest bit, from 1; 0 for the number 0.
  [[nodiscard]] int width() const {
    const std::size_t count = used();
    if (count == 0) return 0;
    return static_cast<int>(64 * count) - std::countl_zero(words[count - 1]);
  }
};

/// What the sum of digits[i] 2^(32 (first + i)) is; none where it has too many digits.
/// in      digits: at most 2^62 each
[[nodiscard]] inline std::optional<ShortNumber<5>> short_number(
    std::span<const std::int64_t> digits, int first) {
  constexpr std::size_t most = 9;  // and one for what is carried
  if (digits.size() > most) return std::nullopt;
  std::array<std::uint32_t, most + 1> halves{};
  std::int64_t carried = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    carried += digits[i];
    halves[i] = static_cast<std::uint32_t>(carried);
    carried >>= 32;
  }
  halves[digits.size()] = static_cast<std::uint32_t>(carried);
  ShortNumber<5> number{.exponent = 32 * first, .negative = carried < 0};
  const std::uint32_t turned = number.negative ? 0xffffffffU : 0;  // -x is ~x + 1
  std::uint64_t more = number.negative ? 1 : 0;
  for (std::size_t i = 0; i <= digits.size(); ++i) {
    const std::uint64_t half = (halves[i] ^ turned) + more;
    more = half >> 32;
    number.words[i / 2] |= (half & 0xffffffffU) << (32 * (i % 2));
  }
  return number;
}

/// Returns a * b; none where it takes more words.
template <std::size_t Words, std::size_t A, std::size_t B>
[[nodiscard]] std::optional<ShortNumber<Words>> product(const ShortNumber<A>& a,
                                                        const ShortNumber<B>& b) {
  const std::size_t of_a = a.used();
  const std::size_t of_b = b.used();
  if (of_a + of_b > Words) return std::nullopt;
  ShortNumber<Words> all{.exponent = a.exponent + b.exponent, .negative = a.negative != b.negative};
  for (std::size_t i = 0; i < of_a; ++i) {
    std::uint64_t over = 0;
    for (std::size_t j = 0; j < of_b; ++j) {
      const TwoWords sum = TwoWords{a.words[i]} * b.words[j] + all.words[i + j] + over;
      all.words[i + j] = static_cast<std::uint64_t>(sum);
      over = static_cast<std::uint64_t>(sum >> 64);
    }
    all.words[i + of_b] = over;
  }
  return all;
}

/// Gives a number a lower exponent; false where it has no room for its bits.
template <std::size_t Words>
[[nodiscard]] bool take_exponent(ShortNumber<Words>& number, int exponent) {
  const int shift = number.exponent - exponent;
  if (number.width() + shift > static_cast<int>(64 * Words)) return false;
  const auto whole = static_cast<std::size_t>(shift / 64);
  const int part = shift % 64;
  for (std::size_t i = Words; i-- > 0;) {
    const std::uint64_t own = i >= whole ? number.words[i - whole] : 0;
    const std::uint64_t below = i > whole ? number.words[i - whole - 1] : 0;
    number.words[i] = part == 0 ? own : own << part | below >> (64 - part);
  }
  number.exponent = exponent;
  return true;
}

/// Returns a - b of two sizes of one exponent.
template <std::size_t Words>
[[nodiscard]] ShortNumber<Words> difference(const ShortNumber<Words>& a,
                                            const ShortNumber<Words>& b) {
  ShortNumber<Words> left{.exponent = a.exponent};
  std::uint64_t borrowed = 0;
  for (std::size_t i = 0; i < Words; ++i) {
    const std::uint64_t rest = a.words[i] - b.words[i];
    const bool is_less = a.words[i] < b.words[i] || rest < borrowed;
    left.words[i] = rest - borrowed;
    borrowed = is_less;
  }
  left.negative = borrowed != 0;
  if (left.negative) {  // -x is ~x + 1
    std::uint64_t more = 1;
    for (std::uint64_t& word : left.words) {
      word = ~word + more;
      more = more & (word == 0);
    }
  }
  return left;
}

/// A quotient: (top + something below 2) 2^exponent, where top has its highest bit set, and whether
/// there is something. Its lowest bits are not known: round to far fewer.
struct LeadingBits {
  std::uint64_t top = 0;
  bool more = false;
  int exponent = 0;
};

/// Returns the leading bits of the size of number / divisor.
/// in      number, divisor: not 0
template <std::size_t Words>
[[nodiscard]] LeadingBits leading_bits(const ShortNumber<Words>& number, std::uint64_t divisor) {
  // The highest 127 bits, so that the quotient by a divisor of 64 bits has one word.
  const int shift = number.width() - 127;
  TwoWords head = 0;
  bool more = false;
  const auto word = [&](std::size_t i) { return i < Words ? number.words[i] : 0; };
  if (shift <= 0) {
    head = (TwoWords{word(1)} << 64 | word(0)) << -shift;
  } else {
    const auto whole = static_cast<std::size_t>(shift / 64);
    const int part = shift % 64;
    head = (TwoWords{word(whole + 1)} << 64 | word(whole)) >> part;
    if (part > 0) head |= TwoWords{word(whole + 2)} << (128 - part);
    for (std::size_t i = 0; i < whole; ++i) more = more || number.words[i] != 0;
    more = more || (part > 0 && word(whole) << (64 - part) != 0);
  }
  const int zeros = std::countl_zero(divisor);
  const std::uint64_t whole_divisor = divisor << zeros;
  const auto quotient = static_cast<std::uint64_t>(head / whole_divisor);
  more = more || head != TwoWords{quotient} * whole_divisor;
  const int rest = std::countl_zero(quotient);
  return {
      .top = quotient << rest, .more = more, .exponent = number.exponent + shift + zeros - rest};
}

}  // namespace credence
