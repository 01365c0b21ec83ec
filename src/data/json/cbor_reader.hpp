#pragma once
// CBOR read from front to end without making values of it: fast, for what write_cbor wrote. Whatever
// else there may be is left to the parser of JsonBuilder, which says what is wrong with it.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"

namespace credence {

/// Takes one item after another. Each function returns false where something else stands next, or the
/// bytes end; the reader is then of no further use.
class CborReader {
 public:
  /// What is known of a list or an object that is being read.
  struct Items {
    std::size_t left = 0;
  };

  explicit CborReader(std::string_view bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  /// The place of the next item.
  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] bool is_done() const { return at_ == end_; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  /// The head of a list, which has no more entries than there are bytes.
  [[nodiscard]] bool list(Items& items) { return list(items.left); }
  /// The head of an object.
  [[nodiscard]] bool object(Items& items) { return object(items.left); }
  /// Returns whether another entry or member follows.
  [[nodiscard]] static bool has_next(Items& items) { return items.left > 0 && items.left-- > 0; }
  /// Returns how many follow.
  [[nodiscard]] static std::size_t announced(const Items& items) { return items.left; }

  [[nodiscard]] bool key(std::string_view& key) { return text(key); }
  [[nodiscard]] bool is_list() const { return at_ != end_ && byte() >> 5 == 4; }
  /// A text, UTF-8.
  [[nodiscard]] bool text(std::string_view& text) { return any_text(text) && is_utf8(text); }
  /// A text for one who looks at each of its bytes.
  [[nodiscard]] bool any_text(std::string_view& text) {
    std::size_t size = 0;
    if (!head(3, size) || size > left()) return false;
    text = {at_, size};
    at_ += size;
    return true;
  }
  /// A finite number.
  [[nodiscard]] bool number(double& number) {
    if (at_ == end_) return false;
    const unsigned first = byte();
    if (first < 0x18) {
      number = first;
      ++at_;
      return true;
    }
    return longer_number(first, number);
  }
  /// A list of finite numbers.
  [[nodiscard]] bool numbers(std::vector<double>& numbers) {
    std::size_t entries = 0;
    if (!list(entries)) return false;
    numbers.resize(entries);
    double* to = numbers.data();
    while (entries > 0) {
      const std::size_t taken = eight_bytes(to, entries) ? 8 : 1;
      if (taken == 1 && !number(*to)) return false;
      to += taken;
      entries -= taken;
    }
    return true;
  }
  /// These very bytes.
  [[nodiscard]] bool takes(std::string_view bytes) {
    if (left() < bytes.size() || std::memcmp(at_, bytes.data(), bytes.size()) != 0) return false;
    at_ += bytes.size();
    return true;
  }
  /// Any item, of no more than so many levels.
  [[nodiscard]] bool skip(int levels = 64) {
    if (at_ == end_ || levels == 0) return false;
    const unsigned first = byte();
    std::size_t size = 0;
    switch (first >> 5) {
      case 0:
      case 1:
        return head(first >> 5, size);
      case 3:
        return head(3, size) && pass(size);
      case 4:
        return list(size) && skip_all(size, levels - 1);
      case 5:
        return object(size) && skip_all(2 * size, levels - 1);
      default:
        break;
    }
    ++at_;
    if (first >= 0xf4 && first <= 0xf6) return true;  // false, true, null
    return first >= 0xf9 && first <= 0xfb && pass(std::size_t{2} << (first - 0xf9));
  }

 private:
  [[nodiscard]] unsigned byte(std::size_t behind = 0) const {
    return static_cast<unsigned char>(at_[behind]);
  }
  [[nodiscard]] bool list(std::size_t& entries) { return head(4, entries) && entries <= left(); }
  [[nodiscard]] bool object(std::size_t& members) {
    return head(5, members) && members <= left() / 2;
  }
  [[nodiscard]] bool pass(std::size_t size) {
    if (size > left()) return false;
    at_ += size;
    return true;
  }
  [[nodiscard]] bool skip_all(std::size_t items, int levels) {
    for (; items > 0; --items)
      if (!skip(levels)) return false;
    return true;
  }
  // Eight numbers of a byte each; false, and nothing is taken, where one of the next is no such.
  [[nodiscard]] bool eight_bytes(double* numbers, std::size_t wanted) {
    constexpr std::uint64_t each = 0x0101010101010101U;
    std::uint64_t eight = 0;
    if (wanted < sizeof eight || left() < sizeof eight) return false;
    std::memcpy(&eight, at_, sizeof eight);
    // What is added takes a byte of 0x18 or more to its highest bit, or has that bit before.
    if (((eight | (eight + 0x68 * each)) & 0x80 * each) != 0) return false;
    for (std::size_t i = 0; i < sizeof eight; ++i) numbers[i] = static_cast<unsigned char>(at_[i]);
    at_ += sizeof eight;
    return true;
  }
  // A whole number of 1, 2, 4 or 8 bytes, the highest first.
  [[nodiscard]] bool whole(unsigned size, std::uint64_t& value) {
    if (left() < size) return false;
    value = 0;
    if (size == sizeof value && std::endian::native == std::endian::little) {
      std::memcpy(&value, at_, sizeof value);
      value = __builtin_bswap64(value);
    } else {
      for (unsigned i = 0; i < size; ++i) value = value << 8 | byte(i);
    }
    at_ += size;
    return true;
  }
  // The head of an item of a kind, whose length is stated.
  [[nodiscard]] bool head(unsigned kind, std::size_t& value) {
    if (at_ == end_ || byte() >> 5 != kind) return false;
    const unsigned low = byte() & 31;
    ++at_;
    value = low;
    if (low < 24) return true;
    std::uint64_t stated = 0;
    if (low > 27 || !whole(1U << (low - 24), stated)) return false;
    value = stated;
    return true;
  }
  [[nodiscard]] bool longer_number(unsigned first, double& number) {
    std::uint64_t value = 0;
    if (first >> 5 <= 1) {
      constexpr auto largest = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
      if (!head(first >> 5, value)) return false;
      number = static_cast<double>(value);
      if (first >> 5 == 0) return true;
      number = static_cast<double>(-1 - static_cast<std::int64_t>(value & largest));
      return value <= largest;
    }
    ++at_;
    if (first == 0xfb && whole(8, value))
      number = std::bit_cast<double>(value);
    else if (first == 0xfa && whole(4, value))
      number = std::bit_cast<float>(static_cast<std::uint32_t>(value));
    else
      return false;
    return std::isfinite(number);
  }

  const char* at_;
  const char* end_;
};

}  // namespace credence
