// Long fixed-point sums of what doubles hold, and roundings of them.
#include <credence/base/sum.hpp>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <credence/base/error.hpp>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/short_number.hpp"

namespace credence {

namespace {

using Wide = TwoWords;

constexpr int digit_bits = 32;
constexpr std::int64_t digit_range = std::int64_t{1} << digit_bits;
// A digit takes so many additions of less than 2^32 before it has to be carried; twice as many fit.
constexpr std::uint32_t most_uncarried = std::uint32_t{1} << 29;

// A finite double as whole number times a power of two.
struct Parts {
  std::uint64_t bits;
  int exponent;
  bool negative;
};

constexpr int most_exponent = 0x7fe - 1075;  // beyond are the infinities, and what is no number

Parts parts_of(double x) {
  const auto word = std::bit_cast<std::uint64_t>(x);
  const auto power = static_cast<int>(word >> 52 & 0x7ff);
  const std::uint64_t fraction = word & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t hidden = power == 0 ? 0 : std::uint64_t{1} << 52;
  return {fraction | hidden, std::max(power, 1) - 1075, word >> 63 != 0};
}

// The double nearest to (top + something below 1) * 2^exponent, where top has its highest bit set;
// `more` tells whether there is something.
double nearest(std::uint64_t top, bool more, int exponent) {
  constexpr int digits = std::numeric_limits<double>::digits;
  constexpr int least = std::numeric_limits<double>::min_exponent - 1;
  const int kept = std::min(digits, digits + exponent + 63 - least);  // fewer where subnormal
  if (kept < 0) return 0;
  const int dropped = 64 - kept;
  const std::uint64_t rest = dropped == 64 ? top : top & ((std::uint64_t{1} << dropped) - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  std::uint64_t head = dropped == 64 ? 0 : top >> dropped;
  if (rest > half || (rest == half && (more || head % 2 == 1))) ++head;
  return times_power(static_cast<double>(head), exponent + dropped);
}

using Integer = boost::multiprecision::cpp_int;

// number * 2^exponent + something below 2^exponent, the latter where `more`.
double nearest(const Integer& number, bool more, int exponent) {
  if (number == 0) return 0;
  const bool negative = number < 0;
  const Integer size = negative ? Integer(-number) : number;
  const int shift = static_cast<int>(msb(size)) - 63;
  const bool dropped = shift > 0 && static_cast<int>(lsb(size)) < shift;
  const Integer head = shift > 0 ? Integer(size >> shift) : Integer(size << -shift);
  const double result =
      nearest(head.convert_to<std::uint64_t>(), more || dropped, exponent + shift);
  return negative ? -result : result;
}

// numerator / denominator * 2^exponent, rounded once.
double nearest_ratio(const Integer& numerator, const Integer& denominator, int exponent) {
  if (numerator == 0) return 0;
  const Integer size = abs(numerator);
  const Integer divisor = abs(denominator);
  const int shift = std::max(0, 66 + static_cast<int>(msb(divisor)) - static_cast<int>(msb(size)));
  Integer quotient, remainder;
  divide_qr(Integer(size << shift), divisor, quotient, remainder);
  const double result = nearest(quotient, remainder != 0, exponent - shift);
  return (numerator < 0) != (denominator < 0) ? -result : result;
}

// number / divisor * 2^exponent, rounded once.
template <std::size_t Words>
double nearest_ratio(const ShortNumber<Words>& number, std::uint64_t divisor, int exponent = 0) {
  if (number.used() == 0) return 0;
  const LeadingBits bits = leading_bits(number, divisor);
  const double result = nearest(bits.top, bits.more, bits.exponent + exponent);
  return number.negative ? -result : result;
}

}  // namespace

/// The sum as a whole number times a power of two.
struct ExactNumber {
  /// Returns a sum of a few words; none for a longer one.
  [[nodiscard]] static std::optional<ShortNumber<5>> shortly(const ExactSum& sum) {
    if (!sum.digits_.empty()) return short_number(sum.digits_.all(), sum.digits_.first());
    const Parts parts = parts_of(sum.whole_);
    return ShortNumber<5>{
        .words = {parts.bits}, .exponent = parts.exponent, .negative = parts.negative};
  }

  Integer number;
  int exponent = 0;

  explicit ExactNumber(const ExactSum& sum) {
    if (sum.digits_.empty()) {
      const Parts parts = parts_of(sum.whole_);
      number = parts.negative ? -Integer(parts.bits) : Integer(parts.bits);
      exponent = parts.exponent;
    } else {
      const std::span<const std::int64_t> digits = sum.digits_.all();
      for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit)
        number = number * digit_range + *digit;
      exponent = digit_bits * sum.digits_.first();
    }
    if (number == 0) {
      exponent = 0;
      return;
    }
    const auto zeros = static_cast<int>(lsb(Integer(abs(number))));
    number >>= zeros;  // exact: the bits are zeros
    exponent += zeros;
  }
};

// Apart, so that what asks is short enough to be inlined.
[[noreturn, gnu::noinline, gnu::cold]] static void not_finite(double term) {
  throw Error(ErrorCode::domain,
              fmt::format("an exact sum was given {}; add finite numbers", term));
}

// Throws Error{domain} for what is not finite: the digits of the sum end.
static Parts finite_parts_of(double term) {
  const Parts parts = parts_of(term);
  if (parts.exponent > most_exponent) [[unlikely]]
    not_finite(term);
  return parts;
}

void ExactSum::spill() {
  const double whole = std::exchange(whole_, 0);
  const Parts parts = parts_of(whole);
  add_bits(0, parts.bits, parts.exponent, parts.negative);
}

void ExactSum::add_term(double term) {
  const Parts parts = finite_parts_of(term);
  add_bits(0, parts.bits, parts.exponent, parts.negative);
}

// Adds (high 2^64 + low) 2^exponent, cut into digits.
void ExactSum::add_bits(std::uint64_t high, std::uint64_t low, int exponent, bool negative) {
  constexpr int touched = 5;
  constexpr std::uint64_t mask = digit_range - 1;
  const int first = exponent >> 5;  // rounds down
  if (!digits_.reach(first, first + touched)) {
    if ((high | low) == 0) return;
    digits_.extend(first, first + touched);
  }
  const Wide lower = Wide{low} << (exponent & 31);
  const Wide upper = (Wide{high} << (exponent & 31)) + (lower >> 64);
  const std::int64_t sign = negative ? -1 : 0;  // (x ^ -1) + 1 is -x
  std::int64_t* digit = digits_.all().data() + (first - digits_.first());
  const auto put = [&](std::uint64_t bits) {
    *digit++ += (static_cast<std::int64_t>(bits) ^ sign) - sign;
  };
  put(static_cast<std::uint64_t>(lower) & mask);
  put(static_cast<std::uint64_t>(lower) >> digit_bits);
  put(static_cast<std::uint64_t>(upper) & mask);
  put(static_cast<std::uint64_t>(upper) >> digit_bits);
  put(static_cast<std::uint64_t>(upper >> 64));
  digits_.set_uncarried(digits_.uncarried() + 1);
  if (digits_.uncarried() > most_uncarried) carry();
}

void ExactSum::carry() {
  std::int64_t over = 0;
  for (std::int64_t& digit : digits_.all()) {
    digit += over;
    over = digit >> digit_bits;
    digit -= over * digit_range;
  }
  if (over == -1) {
    digits_.all().back() -= digit_range;
  } else if (over != 0) {
    const int end = digits_.first() + static_cast<int>(digits_.all().size());
    digits_.extend(end, end + 1);
    digits_.all().back() = over;
  }
  digits_.set_uncarried(0);
}

void ExactSum::add_product(double a, double b) {
  if (a == 1) return add(b);
  const Parts x = finite_parts_of(a);
  const Parts y = finite_parts_of(b);
  const int exponent = x.exponent + y.exponent;
  const Wide product = Wide{x.bits} * y.bits;
  if (product == 0) return;
  if (digits_.empty()) {
    const double rounded = a * b;
    if (std::isnormal(rounded) && std::fma(a, b, -rounded) == 0 && std::abs(rounded) > 1e-200)
      return add(rounded);
    spill();
  }
  const bool negative = x.negative != y.negative;
  add_bits(static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product), exponent,
           negative);
}

void ExactSum::add_product(double a, double b, double c) {
  if (a == 1) return add_product(b, c);
  const Parts x = finite_parts_of(a);
  const Parts y = finite_parts_of(b);
  const Parts z = finite_parts_of(c);
  const Wide square = Wide{y.bits} * z.bits;
  if (square == 0 || x.bits == 0) return;
  if (digits_.empty()) spill();
  const Wide low = Wide{static_cast<std::uint64_t>(square)} * x.bits;
  const Wide high = Wide{static_cast<std::uint64_t>(square >> 64)} * x.bits;
  const int exponent = x.exponent + y.exponent + z.exponent;
  const bool negative = (x.negative != y.negative) != z.negative;
  const auto add_wide = [&](Wide bits, int at) {
    add_bits(static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits), at,
             negative);
  };
  add_wide(low, exponent);
  add_wide(high, exponent + 64);
}

void ExactSum::add_digits(const ExactSum& other) {
  if (&other == this) return add_digits(ExactSum(other));
  if (digits_.empty()) spill();
  const std::span<const std::int64_t> more = other.digits_.all();
  const int first = other.digits_.first();
  digits_.extend(first, first + static_cast<int>(more.size()));
  if (digits_.uncarried() + other.digits_.uncarried() >= most_uncarried) carry();
  std::int64_t* digit = digits_.all().data() + (first - digits_.first());
  for (const std::int64_t each : more) *digit++ += each;
  digits_.set_uncarried(digits_.uncarried() + other.digits_.uncarried() + 1);
}

double ExactSum::rounded() const {
  if (const auto number = short_number(digits_.all(), digits_.first()))
    return nearest_ratio(*number, 1);
  const ExactNumber exact(*this);
  return nearest(exact.number, false, exact.exponent);
}

int ExactSum::sign() const {
  if (digits_.empty()) return whole_ > 0 ? 1 : whole_ < 0 ? -1 : 0;
  return ExactNumber(*this).number.sign();
}

namespace {

std::string text_of(ShortNumber<5> number) {
  const auto bit_at = [&](int bit) {
    return (number.words[static_cast<std::size_t>(bit / 64)] >> (bit % 64) & 1) != 0;
  };
  int zeros = 0;
  while (!bit_at(zeros)) ++zeros;
  const int width = number.width() - zeros;
  std::string text = number.negative ? "-" : "";
  for (int digit = (width + 3) / 4; digit-- > 0;) {
    const int bit = zeros + 4 * digit;
    const auto word = static_cast<std::size_t>(bit / 64);
    const int part = bit % 64;
    std::uint64_t bits = number.words[word] >> part;
    if (part > 60 && word + 1 < number.words.size()) bits |= number.words[word + 1] << (64 - part);
    text += "0123456789abcdef"[bits & 15];
  }
  return text + "p" + std::to_string(number.exponent + zeros);
}

}  // namespace

std::string ExactSum::text() const {
  if (const auto number = ExactNumber::shortly(*this))
    return number->used() == 0 ? "0" : text_of(*number);
  const ExactNumber exact(*this);
  if (exact.number == 0) return "0";
  const std::string sign = exact.number < 0 ? "-" : "";
  std::string digits = Integer(abs(exact.number)).str(0, std::ios_base::hex);
  std::transform(digits.begin(), digits.end(), digits.begin(),
                 [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; });
  return sign + digits + "p" + std::to_string(exact.exponent);
}

bool operator==(const ExactSum& a, const ExactSum& b) {
  if (a.digits_.empty() && b.digits_.empty()) return a.whole_ == b.whole_;
  const ExactNumber x(a);
  const ExactNumber y(b);
  return x.exponent == y.exponent && x.number == y.number;
}

// Throws Error{domain}: nothing can be divided by 0.
static void check_divisor(bool is_one) {
  if (!is_one)
    throw Error(ErrorCode::domain, "an exact sum was to be divided by 0; give another number");
}

double exact_ratio(const ExactSum& numerator, const ExactSum& denominator) {
  const auto dividend = ExactNumber::shortly(numerator);
  const auto divisor = ExactNumber::shortly(denominator);
  if (dividend && divisor && divisor->used() == 1 && !divisor->negative)
    return nearest_ratio(*dividend, divisor->words[0], -divisor->exponent);
  const ExactNumber a(numerator);
  const ExactNumber b(denominator);
  check_divisor(b.number != 0);
  return nearest_ratio(a.number, b.number, a.exponent - b.exponent);
}

// The same of short numbers; none where they are too long, or not positive.
static std::optional<double> short_centred_squares(const ExactSum& n, const ExactSum& sum,
                                                   const ExactSum& squares) {
  const auto weight = ExactNumber::shortly(n);
  const auto first = ExactNumber::shortly(sum);
  const auto second = ExactNumber::shortly(squares);
  if (!weight || !first || !second || weight->used() != 1 || weight->negative || second->negative ||
      second->used() == 0 || first->used() == 0)
    return std::nullopt;
  auto whole = product<7>(*weight, *second);
  auto less = product<7>(*first, *first);
  if (!whole || !less) return std::nullopt;
  const int exponent = std::min(whole->exponent, less->exponent);
  if (!take_exponent(*whole, exponent) || !take_exponent(*less, exponent)) return std::nullopt;
  return nearest_ratio(difference(*whole, *less), weight->words[0], -weight->exponent);
}

double exact_centred_squares(const ExactSum& n, const ExactSum& sum, const ExactSum& squares) {
  if (const auto result = short_centred_squares(n, sum, squares)) return *result;
  const ExactNumber weight(n);
  const ExactNumber first(sum);
  const ExactNumber second(squares);
  check_divisor(weight.number != 0);
  Integer whole = weight.number * second.number;
  Integer less = first.number * first.number;
  const int of_whole = weight.exponent + second.exponent;
  const int of_less = 2 * first.exponent;
  const int exponent = whole == 0 ? of_less : less == 0 ? of_whole : std::min(of_whole, of_less);
  if (whole != 0) whole <<= of_whole - exponent;
  if (less != 0) less <<= of_less - exponent;
  return nearest_ratio(Integer(whole - less), weight.number, exponent - weight.exponent);
}

}  // namespace credence
