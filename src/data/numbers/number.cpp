// Numbers to and from text. std::from_chars and std::to_chars know no locale.
#include <credence/data/number.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace credence {

namespace {

[[nodiscard]] bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The exponent written behind the last 'e'; held far below the limits of its type, so that it can
// be added to a count of digits.
[[nodiscard]] std::int64_t written_exponent(std::string_view text) {
  const std::size_t mark = text.find_last_of("eE");
  if (mark == std::string_view::npos) return 0;
  const bool negative = text.substr(mark + 1).starts_with('-');
  constexpr std::int64_t bound = std::int64_t{1} << 50;
  std::int64_t exponent = 0;
  for (const char c : text.substr(mark + 1))
    if (is_digit(c)) exponent = std::min(bound, 10 * exponent + (c - '0'));
  return negative ? -exponent : exponent;
}

// Whether a number out of the range of double is too large rather than too small: from_chars
// reports both alike. Its first non-zero digit stands for a power of ten far above or far below 1.
[[nodiscard]] bool exceeds_one(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const auto magnitude = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  return magnitude + written_exponent(text) > 0;
}

struct Reading {
  double number = 0;
  NumberFault fault = NumberFault::none;
};

[[nodiscard]] Reading read(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return {.fault = NumberFault::not_a_number};
  }
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::invalid_argument || end != text.data() + text.size())
    return {.fault = NumberFault::not_a_number};
  if (error == std::errc::result_out_of_range)
    return {.fault = exceeds_one(text) ? NumberFault::too_large : NumberFault::none};
  if (!std::isfinite(number)) return {.fault = NumberFault::not_finite};
  return {.number = number};
}

}  // namespace

std::optional<double> to_number(std::string_view text, NumberFault* fault) {
  const Reading reading = read(text);
  if (fault != nullptr) *fault = reading.fault;
  if (reading.fault != NumberFault::none) return std::nullopt;
  return reading.number;
}

std::string to_text(double number) {
  if (std::isnan(number)) return "nan";
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), result.ptr);
}

}  // namespace credence
