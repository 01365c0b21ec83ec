#pragma once
// Short decimal numbers in the midst of a text, read without looking for their end first.
#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <cstring>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace credence::detail {

/// A number as it was read.
struct Decimal {
  double number = 0;
  /// Written as the only spelling of a whole number: no point, sign + or leading zero, no more than
  /// 15 digits. Its text can be made from the number again.
  bool is_plain_whole = false;
};

/// Returns whether a text is the only spelling of a whole number, as above.
[[nodiscard]] inline bool is_plain_whole(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 15) return false;
  if (text.front() == '0') return text.size() == 1 && !negative;
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Up to 10^22 powers of ten are exact doubles.
inline constexpr std::array<double, 23> exact_powers = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

inline constexpr std::array<std::uint64_t, 9> whole_powers = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// One rounding makes the result the nearest double; where operations have more digits than
// double, there would be two.
inline constexpr bool rounds_once =
    FLT_EVAL_METHOD == 0 && std::endian::native == std::endian::little;

/// How many bytes from the first that belongs to no number on must be readable.
inline constexpr std::ptrdiff_t decimal_slack = 16;

/// A mantissa as it is written: `at` is the byte behind it.
struct Mantissa {
  std::uint64_t value = 0;  ///< wrong for more than 19 digits
  std::int64_t digits = 0;
  std::int64_t behind_point = 0;  ///< digits
  bool has_point = false;
  const char* end = nullptr;
};

[[nodiscard]] inline std::uint64_t eight_bytes(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes ^ 0x3030303030303030U;  // digits are 0 to 9
}

// The number of eight digits, one a byte: they are added in pairs, fours and eights at once.
[[nodiscard]] inline std::uint64_t value_of_eight(std::uint64_t digits) {
  digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FFU;
  digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF0000FFFFU;
  return (digits * 10000 + (digits >> 32)) & 0xFFFFFFFFU;
}

// The number of the first `count` digits, 1 to 8, moved to where leading zeros come before them.
[[nodiscard]] inline std::uint64_t value_of_digits(const char* at, std::int64_t count) {
  return value_of_eight(eight_bytes(at) << (64 - 8 * count));
}

[[nodiscard]] inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// A digit at a time.
[[nodiscard]] inline Mantissa read_mantissa(const char* at) {
  Mantissa mantissa;
  const char* const begin = at;
  for (; is_digit(*at); ++at)
    mantissa.value = mantissa.value * 10 + static_cast<std::uint64_t>(*at - '0');
  mantissa.digits = at - begin;
  if (*at == '.') {
    const char* const point = at++;
    for (; is_digit(*at); ++at)
      mantissa.value = mantissa.value * 10 + static_cast<std::uint64_t>(*at - '0');
    mantissa.has_point = true;
    mantissa.behind_point = at - point - 1;
    mantissa.digits += mantissa.behind_point;
  }
  mantissa.end = at;
  return mantissa;
}

#if defined(__SSE2__)
// A bit for each of sixteen bytes that is no digit.
[[nodiscard]] inline unsigned others_of_sixteen(const char* at) {
  const __m128i bytes = _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(at)));
  const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  const __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
  return static_cast<unsigned>(_mm_movemask_epi8(digits)) ^ 0xFFFFU;
}

// The value of `before` digits, a point and `behind` digits, each 1 to 8, without the point.
[[nodiscard]] inline std::uint64_t value_around_point(const char* at, std::int64_t before,
                                                      std::int64_t behind) {
  const char* const fraction = at + before + 1;
  if (before + behind > 8)
    return value_of_digits(at, before) * whole_powers[static_cast<std::size_t>(behind)] +
           value_of_digits(fraction, behind);
  return value_of_eight(eight_bytes(at) << (64 - 8 * before) >> 8 * behind |
                        eight_bytes(fraction) << (64 - 8 * behind));
}

// Short numbers, whose digits and point are found by one look, without a branch on how many digits
// there are: numbers in a file differ in that, and the next field waits for the end of this one.
// Null for all others.
inline const char* read_short_decimal(const char* at, bool negative, Decimal& decimal) {
  const unsigned others = others_of_sixteen(at);
  const std::int64_t before = std::countr_zero(others);
  if (before - 1 > 7 || before == 0) return nullptr;
  const std::uint64_t sign = std::uint64_t{negative} << 63;
  const auto with_sign = [sign](double size) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) ^ sign);
  };
  if (at[before] != '.') {
    if ((at[before] | 0x20) == 'e') return nullptr;
    const std::uint64_t value = value_of_digits(at, before);
    decimal.number = with_sign(static_cast<double>(static_cast<std::int64_t>(value)));
    decimal.is_plain_whole = (*at != '0' || before == 1) && !(negative && value == 0);
    return at + before;
  }
  const std::int64_t end = std::countr_zero(others & (others - 1));
  const std::int64_t behind = end - before - 1;
  if (end > 15 || behind - 1 < 0 || behind > 8 || (at[end] | 0x20) == 'e') return nullptr;
  const std::uint64_t value = value_around_point(at, before, behind);
  decimal.number = with_sign(static_cast<double>(static_cast<std::int64_t>(value)) /
                             exact_powers[static_cast<std::size_t>(behind)]);
  decimal.is_plain_whole = false;
  return at + end;
}
#else
inline const char* read_short_decimal(const char*, bool, Decimal&) { return nullptr; }
#endif

// The exponent behind an 'e', bounded so that it can be added to a count of digits; null where no
// digit follows.
inline const char* read_exponent(const char* at, std::int64_t& exponent) {
  const bool negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  const char* first = at;
  std::int64_t written = 0;
  for (; is_digit(*at); ++at) written = std::min<std::int64_t>(10 * written + *at - '0', 9999);
  exponent += negative ? -written : written;
  return at == first ? nullptr : at;
}

/// Reads the number that begins at `at` when that takes one exact operation, so that it is rounded
/// correctly.
/// in      a byte that belongs to no number ends the text, decimal_slack bytes before its end
/// out     the byte behind the number; null for anything else, be it a number or not
inline const char* read_decimal(const char* at, Decimal& decimal) {
  if constexpr (!rounds_once) return nullptr;
  const bool negative = *at == '-';
  const bool positive = *at == '+';
  at += static_cast<int>(negative) | static_cast<int>(positive);  // no branch: signs are random
  if (!positive)
    if (const char* const end = read_short_decimal(at, negative, decimal)) return end;
  const char first = *at;
  const Mantissa mantissa = read_mantissa(at);
  if (mantissa.digits == 0 || mantissa.digits > 19) return nullptr;
  at = mantissa.end;
  std::int64_t exponent = -mantissa.behind_point;
  const bool has_exponent = (*at | 0x20) == 'e';
  if (has_exponent) {
    at = read_exponent(at + 1, exponent);
    if (at == nullptr) return nullptr;
  }
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
  if (mantissa.value > largest_exact || exponent < -22 || exponent > 22) return nullptr;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(mantissa.value));
  const double size = exponent < 0 ? whole / exact_powers[static_cast<std::size_t>(-exponent)]
                                   : whole * exact_powers[static_cast<std::size_t>(exponent)];
  decimal.number =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) ^ std::uint64_t{negative} << 63);
  decimal.is_plain_whole = !mantissa.has_point && !has_exponent && !positive &&
                           mantissa.digits <= 15 && (first != '0' || mantissa.digits == 1) &&
                           !(negative && mantissa.value == 0);
  return at;
}

}  // namespace credence::detail
