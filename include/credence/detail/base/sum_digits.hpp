#pragma once
// The digits of a long exact sum, behind one pointer: most sums have none, and then take no more.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace credence::detail {

/// Digits of 32 bits and what was not carried yet: the digit at place i counts 2^(32 i) each.
class SumDigits {
 public:
  SumDigits() = default;
  SumDigits(const SumDigits& other);
  SumDigits(SumDigits&&) noexcept = default;
  SumDigits& operator=(const SumDigits& other);
  SumDigits& operator=(SumDigits&&) noexcept = default;
  ~SumDigits() = default;

  [[nodiscard]] bool empty() const { return !words_; }
  /// Returns the digits, the lowest first.
  [[nodiscard]] std::span<const std::int64_t> all() const {
    return words_ ? std::span<const std::int64_t>(words_.get() + head, size())
                  : std::span<const std::int64_t>();
  }
  [[nodiscard]] std::span<std::int64_t> all() {
    return words_ ? std::span(words_.get() + head, size()) : std::span<std::int64_t>();
  }
  /// The place of the first digit, and how many additions were not carried; 0 without digits.
  [[nodiscard]] int first() const { return words_ ? static_cast<int>(words_[0]) : 0; }
  [[nodiscard]] std::uint32_t uncarried() const {
    return words_ ? static_cast<std::uint32_t>(words_[1]) : 0;
  }
  /// There must be digits.
  void set_uncarried(std::uint32_t additions) {
    words_[1] = static_cast<std::int64_t>(size() << 32 | additions);
  }

  /// Returns whether there are digits at all places from `first` up to `last`.
  [[nodiscard]] bool reach(int first, int last) const {
    return words_ && first >= this->first() && last <= this->first() + static_cast<int>(size());
  }
  /// Lets digits be at these places; those that were not are 0.
  void extend(int first, int last);

 private:
  static constexpr std::size_t head = 2;  // words in front of the digits

  [[nodiscard]] std::size_t size() const {
    return words_ ? static_cast<std::size_t>(words_[1] >> 32) : 0;
  }

  // The place of the first digit; how many there are, above how many additions; the digits.
  std::unique_ptr<std::int64_t[]> words_;
};

}  // namespace credence::detail
