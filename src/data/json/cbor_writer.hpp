#pragma once
// CBOR written item by item, as write_cbor writes values.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "data/json/schema_json.hpp"

namespace credence {

/// Appends items to a string.
class CborWriter {
 public:
  explicit CborWriter(std::string& bytes) : bytes_(bytes) {}

  void list(std::size_t entries) { head(4, entries); }
  void object(std::size_t members) { head(5, members); }
  /// throws  Error{schema} quoting a text that is not UTF-8
  void text(std::string_view text) {
    if (!is_utf8(text)) (void)write_json(Json(text), -1);  // which throws
    head(3, text.size());
    bytes_ += text;
  }
  /// Whole numbers below 2^53 as such, else the shorter float that is exact.
  /// in  number: finite
  void number(double number) {
    constexpr double exact = 9007199254740992;
    const bool is_whole = std::trunc(number) == number && std::abs(number) < exact &&
                          !(number == 0 && std::signbit(number));
    if (is_whole && number >= 0) return head(0, static_cast<std::uint64_t>(number));
    if (is_whole) return head(1, static_cast<std::uint64_t>(-1 - number));
    constexpr double largest = std::numeric_limits<float>::max();
    const bool is_short =
        std::abs(number) <= largest && static_cast<double>(static_cast<float>(number)) == number;
    bytes_ += static_cast<char>(is_short ? 0xfa : 0xfb);
    if (is_short)
      whole(std::bit_cast<std::uint32_t>(static_cast<float>(number)), 4);
    else
      whole(std::bit_cast<std::uint64_t>(number), 8);
  }

 private:
  void whole(std::uint64_t value, int size) {
    for (int i = size; i-- > 0;) bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
  }
  void head(unsigned kind, std::uint64_t value) {
    const unsigned first = kind << 5;
    if (value < 24) {
      bytes_ += static_cast<char>(first | static_cast<unsigned>(value));
      return;
    }
    const int power = value <= 0xff ? 0 : value <= 0xffff ? 1 : value <= 0xffffffff ? 2 : 3;
    bytes_ += static_cast<char>(first | static_cast<unsigned>(24 + power));
    whole(value, 1 << power);
  }

  std::string& bytes_;
};

}  // namespace credence
