#pragma once
// Random numbers that cost nothing to seed, for very many short streams of draws.
#include <cstdint>
#include <limits>

namespace credence {

/// The generator SplitMix64: one number of state, advanced by a constant and mixed. Passes the usual
/// batteries of tests, but has a period of 2^64 only: where a stream is long, take a Random.
/// source  Steele, Lea and Flood (2014), Fast splittable pseudorandom number generators
class SplitMix64 {
 public:
  using result_type = std::uint64_t;

  explicit SplitMix64(std::uint64_t seed = 0) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// The next 64 random bits.
  result_type operator()() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31U);
  }

  /// Uniform on {0, ..., bound - 1}; bound >= 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t state_;
};

/// Returns a number each bit of which depends on each bit of the given one; no two numbers share
/// theirs.
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t bits) { return SplitMix64{bits}(); }

}  // namespace credence
