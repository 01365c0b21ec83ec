#pragma once
// JSON without blanks and escapes read from front to end without making values of it: fast, for what
// write_json wrote. Whatever else there may be is left to the parser of JsonBuilder.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"

namespace credence {

/// Takes one item after another, as CborReader does.
class JsonReader {
 public:
  /// What is known of a list or an object that is being read.
  struct Items {
    bool is_first = true;
    char end = ']';
  };

  explicit JsonReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] bool is_done() const { return at_ == end_; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  [[nodiscard]] bool list(Items& items) { return open('[', ']', items); }
  [[nodiscard]] bool object(Items& items) { return open('{', '}', items); }
  /// Returns whether another entry or member follows, or something that cannot be read.
  [[nodiscard]] bool has_next(Items& items) {
    if (takes({&items.end, 1})) return false;
    if (!items.is_first && !takes(",")) at_ = end_;
    items.is_first = false;
    return true;
  }
  /// Returns how many follow at the most, as far as it is known: 0 for not at all.
  [[nodiscard]] static std::size_t announced(const Items&) { return 0; }

  [[nodiscard]] bool key(std::string_view& key) { return text(key) && takes(":"); }
  [[nodiscard]] bool is_list() const { return at_ != end_ && *at_ == '['; }
  [[nodiscard]] bool text(std::string_view& text) {
    const auto is_odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\\'; };
    return any_text(text) && std::none_of(text.begin(), text.end(), is_odd) && is_utf8(text);
  }
  /// A text for one who looks at each of its characters, an escape as it stands.
  [[nodiscard]] bool any_text(std::string_view& text) {
    if (!takes("\"")) return false;
    const auto* quote = static_cast<const char*>(std::memchr(at_, '"', left()));
    if (quote == nullptr) return false;
    text = {at_, static_cast<std::size_t>(quote - at_)};
    at_ = quote + 1;
    return true;
  }
  [[nodiscard]] bool number(double& number) {
    constexpr std::ptrdiff_t exact = 15;  // digits that a double holds
    const char* at = at_;
    double whole = 0;
    for (; at != end_ && is_digit(*at); ++at) whole = 10 * whole + (*at - '0');
    if (at == at_ || at - at_ > exact || is_more(at)) return longer_number(number);
    if (*at_ == '0' && at - at_ > 1) return false;
    number = whole;
    at_ = at;
    return true;
  }
  [[nodiscard]] bool numbers(std::vector<double>& numbers) {
    Items items;
    if (!list(items)) return false;
    while (has_next(items))
      if (!number(numbers.emplace_back())) return false;
    return true;
  }
  /// These very characters.
  [[nodiscard]] bool takes(std::string_view text) {
    if (left() < text.size() || std::memcmp(at_, text.data(), text.size()) != 0) return false;
    at_ += text.size();
    return true;
  }

 private:
  [[nodiscard]] static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  // Whether a number goes on behind its whole part.
  [[nodiscard]] bool is_more(const char* at) const {
    return at != end_ && (*at == '.' || *at == 'e' || *at == 'E');
  }
  [[nodiscard]] bool open(char begin, char end, Items& items) {
    items = {.is_first = true, .end = end};
    return takes({&begin, 1});
  }
  [[nodiscard]] bool longer_number(double& number) {
    const char* const digits = at_ != end_ && *at_ == '-' ? at_ + 1 : at_;
    if (digits == end_ || !is_digit(*digits)) return false;
    if (*digits == '0' && digits + 1 != end_ && is_digit(digits[1])) return false;
    const auto [stop, fault] = std::from_chars(at_, end_, number);
    if (fault != std::errc{} || !std::isfinite(number) || !is_digit(stop[-1])) return false;
    const char* const point = std::find(at_, stop, '.');
    if (point != stop && !is_digit(point[1])) return false;
    if (number == 0 && point == stop &&
        std::find_if(at_, stop, [](char c) { return c == 'e' || c == 'E'; }) == stop)
      number = 0;  // a whole number has no sign there
    at_ = stop;
    return true;
  }

  const char* at_;
  const char* end_;
};

}  // namespace credence
