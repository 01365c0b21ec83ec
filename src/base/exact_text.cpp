// Exact sums from the texts that they write.
#include <credence/base/sum.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <credence/base/error.hpp>
#include <limits>
#include <optional>

#include "base/short_number.hpp"

namespace credence {
namespace {

// Powers of two beyond which no product of three doubles has a bit, with room for 2^64 of them.
constexpr int lowest_exponent = -3 * 1074;
constexpr int highest_exponent = 3 * 1024 + 64;

[[noreturn]] void bad_text(std::string_view text) {
  constexpr std::size_t most = 40;
  throw Error(ErrorCode::parse, "'" + std::string(text.substr(0, most)) +
                                    "' is no exact sum; give hexadecimal digits of an odd number, "
                                    "'p' and a power of two, or 0");
}

int exponent_of(std::string_view digits, std::string_view text) {
  int exponent = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, exponent);
  const std::string_view size = digits.substr(digits.starts_with('-') ? 1 : 0);
  const bool plain = digits == "0" || (!size.empty() && size.front() != '0');
  if (fault != std::errc{} || stop != end || !plain) bad_text(text);
  return exponent;
}

// The value of each hexadecimal digit, -1 for all other characters.
constexpr auto digit_values = [] {
  std::array<std::int8_t, 256> values{};
  for (auto& value : values) value = -1;
  for (int i = 0; i < 10; ++i)
    values[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(i);
  for (int i = 0; i < 6; ++i)
    values[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(10 + i);
  return values;
}();

int hexadecimal(char c) { return digit_values[static_cast<unsigned char>(c)]; }

// Eight digits as a number, the first the highest; more than 32 bits where one is no digit.
std::uint64_t eight_hexadecimal(const char* from) {
  std::uint64_t text = 0;  // the first character is the lowest byte
  for (unsigned i = 0; i < 8; ++i)
    text |= std::uint64_t{static_cast<unsigned char>(from[i])} << 8 * i;
  constexpr std::uint64_t each = 0x0101010101010101;
  const auto from_on = [&](char c) { return text + (0x80U - static_cast<unsigned>(c)) * each; };
  const std::uint64_t numeral = from_on('0') & ~from_on('9' + 1);
  const std::uint64_t letter = from_on('a') & ~from_on('f' + 1);
  if (((numeral | letter) & ~text & 0x80 * each) != 0x80 * each) [[unlikely]]
    return ~std::uint64_t{0};
  std::uint64_t values = (text & 0x0f * each) + 9 * (text >> 6 & each);
  values = values << 4 | values >> 8;  // pairs, each in every other byte
  values &= 0x00ff00ff00ff00ff;
  values = values << 8 | values >> 16;
  values &= 0x0000ffff0000ffff;
  return (values << 16 | values >> 32) & 0xffffffffU;
}

constexpr std::size_t most_at_once = 32;

// The number that so many digits write; none where one is no digit.
std::optional<TwoWords> number_of_digits(std::string_view digits) {
  TwoWords bits = 0;
  for (; digits.size() % 8 != 0; digits.remove_prefix(1)) {
    const int digit = hexadecimal(digits.front());
    if (digit < 0) return std::nullopt;
    bits = bits << 4 | static_cast<unsigned>(digit);
  }
  for (; !digits.empty(); digits.remove_prefix(8)) {
    const std::uint64_t eight = eight_hexadecimal(digits.data());
    if (eight >> 32 != 0) return std::nullopt;
    bits = bits << 32 | eight;
  }
  return bits;
}

// The sum of a text whose digits a double holds, and whose power is small; none for any other.
std::optional<double> short_whole(std::string_view text) {
  constexpr std::size_t most_digits = 13, most = most_digits + 6;  // '-', 'p', '-', three numerals
  if (text.size() > most) return std::nullopt;
  const bool negative = text.starts_with('-');
  std::size_t at = negative;
  std::uint64_t bits = 0;
  for (; at < text.size() && hexadecimal(text[at]) >= 0; ++at)
    bits = bits << 4 | static_cast<unsigned>(hexadecimal(text[at]));
  const std::size_t digits = at - negative;
  if (digits == 0 || digits > most_digits || text[negative] == '0' || bits % 2 == 0 ||
      at == text.size() || text[at] != 'p')
    return std::nullopt;
  const bool lowers = ++at < text.size() && text[at] == '-';
  at += lowers;
  const std::size_t left = text.size() - at;
  if (left == 0 || left > 3 || (text[at] == '0' && (left > 1 || lowers))) return std::nullopt;
  int power = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    power = 10 * power + (text[at] - '0');
  }
  if (power > 900) return std::nullopt;
  const double size = times_power(static_cast<double>(bits), lowers ? -power : power);
  return negative ? -size : size;
}

}  // namespace

ExactSum ExactSum::from_text(std::string_view text) {
  ExactSum sum;
  if (text == "0") return sum;
  if (const std::optional<double> whole = short_whole(text)) {
    sum.whole_ = *whole;
    return sum;
  }
  const bool negative = text.starts_with('-');
  const std::size_t power = text.find('p');
  if (power == std::string_view::npos) bad_text(text);
  const std::string_view digits = text.substr(negative, power - negative);
  const int exponent = exponent_of(text.substr(power + 1), text);
  if (digits.empty() || digits.front() == '0' || exponent < lowest_exponent ||
      digits.size() > (highest_exponent - lowest_exponent) / 4 ||
      exponent > highest_exponent - 4 * (static_cast<int>(digits.size()) - 1))
    bad_text(text);
  if (hexadecimal(digits.back()) % 2 != 1) bad_text(text);
  for (std::size_t end = digits.size(); end > 0;) {  // the lowest digits first
    const std::size_t begin = end > most_at_once ? end - most_at_once : 0;
    const std::optional<TwoWords> bits = number_of_digits(digits.substr(begin, end - begin));
    if (!bits) bad_text(text);
    const auto high = static_cast<std::uint64_t>(*bits >> 64);
    const auto low = static_cast<std::uint64_t>(*bits);
    if (begin == 0 && sum.digits_.empty() && sum.take_whole(high, low, exponent, negative))
      return sum;
    sum.add_bits(high, low, exponent + 4 * static_cast<int>(digits.size() - end), negative);
    end = begin;
  }
  return sum;
}

bool ExactSum::take_whole(std::uint64_t high, std::uint64_t low, int exponent, bool negative) {
  constexpr int lowest = -1074;  // a bit below it would be rounded, perhaps up to a normal number
  if (high != 0 || std::bit_width(low) > std::numeric_limits<double>::digits || exponent < lowest)
    return false;
  const double size = times_power(static_cast<double>(low), exponent);
  if (!std::isnormal(size)) return false;
  whole_ = negative ? -size : size;
  return true;
}

}  // namespace credence
