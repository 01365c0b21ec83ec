#pragma once
// Counting rows of few classes, all of them in one or two machine words.
#include <array>
#include <bit>
#include <credence/detail/learn/tile.hpp>
#include <cstdint>

namespace credence::detail {

/// A byte for each of at most 8 * words classes. Rows are counted by adding words, so that no row
/// waits for the counter of the row before it.
template <int words>
struct ClassBytes {
  static constexpr std::size_t most_classes = 8 * words;
  /// Rows that fit a byte.
  static constexpr Index most_rows = 255;

  std::array<std::uint64_t, words> bytes{};

  /// 1 for a class, 0 for all others; 0 for all where a row is skipped (class -1).
  static constexpr ClassBytes one(Code klass) {
    ClassBytes result;
    if (klass >= 0) result.add(static_cast<std::size_t>(klass), 1);
    return result;
  }
  [[nodiscard]] constexpr Index of(std::size_t klass) const {
    return static_cast<Index>(bytes[klass / 8] >> 8 * (klass % 8) & 255);
  }
  constexpr void add(std::size_t klass, std::uint64_t more) {
    bytes[klass / 8] += more << 8 * (klass % 8);
  }
  constexpr void take(std::size_t klass, std::uint64_t less) {
    bytes[klass / 8] -= less << 8 * (klass % 8);
  }
  constexpr ClassBytes& operator+=(const ClassBytes& other) {
    for (std::size_t k = 0; k < words; ++k) bytes[k] += other.bytes[k];
    return *this;
  }
  friend constexpr ClassBytes operator+(ClassBytes a, const ClassBytes& b) { return a += b; }

  /// Calls f(class) for those whose byte is at least 128.
  template <class F>
  constexpr void for_each_at_least_128(const F& f) const {
    for (std::size_t k = 0; k < words; ++k)
      for (std::uint64_t left = bytes[k] & tops; left != 0; left &= left - 1)
        f(8 * k + static_cast<std::size_t>(std::countr_zero(left)) / 8);
  }
  [[nodiscard]] constexpr bool any_at_least_128() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : bytes) all |= word;
    return (all & tops) != 0;
  }

 private:
  static constexpr std::uint64_t tops = 0x8080808080808080;
};

/// Counts rows by looking up what one row of its class adds.
template <int words>
class ClassCounter {
 public:
  ClassCounter() {
    for (std::size_t k = 0; k < ones_.size(); ++k)
      ones_[k] = ClassBytes<words>::one(static_cast<Code>(k) - 1);
  }

  /// Of eight rows.
  [[nodiscard]] ClassBytes<words> eight(const Code* classes) const {
    return ((one(classes[0]) + one(classes[1])) + (one(classes[2]) + one(classes[3]))) +
           ((one(classes[4]) + one(classes[5])) + (one(classes[6]) + one(classes[7])));
  }
  /// Of at most ClassBytes::most_rows rows.
  [[nodiscard]] ClassBytes<words> count(const Code* classes, Index rows) const {
    ClassBytes<words> result;
    Index i = 0;
    for (; i + 8 <= rows; i += 8) result += eight(classes + i);
    for (; i < rows; ++i) result += one(classes[i]);
    return result;
  }

 private:
  [[nodiscard]] const ClassBytes<words>& one(Code klass) const {
    return ones_[static_cast<std::size_t>(klass + 1)];
  }

  std::array<ClassBytes<words>, ClassBytes<words>::most_classes + 1> ones_;
};

}  // namespace credence::detail
