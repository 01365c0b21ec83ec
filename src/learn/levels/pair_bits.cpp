// Bits of bytes are looked up and added up in bytes, which are emptied before one can run over.
#include "learn/levels/pair_bits.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/levels/pair_bits.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

bool counts_many() { return HWY_TARGET != HWY_SCALAR; }

#if HWY_TARGET == HWY_SCALAR
std::uint32_t ones_of(std::uint64_t word) {
  std::uint32_t ones = 0;
  for (; word != 0; word &= word - 1) ++ones;
  return ones;
}

std::uint32_t write_bits(const std::uint8_t* codes, std::uint8_t level, std::size_t words,
                         std::uint64_t* plane) {
  std::uint32_t ones = 0;
  for (std::size_t w = 0; w < words; ++w) {
    plane[w] = 0;
    for (std::size_t i = 0; i < 64; ++i)
      plane[w] |= static_cast<std::uint64_t>(codes[64 * w + i] == level) << i;
    ones += ones_of(plane[w]);
  }
  return ones;
}

std::uint32_t shared(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint32_t ones = 0;
  for (std::size_t w = 0; w < words; ++w) ones += ones_of(a[w] & b[w]);
  return ones;
}
#else
using Bytes = hn::ScalableTag<std::uint8_t>;
using Words = hn::Repartition<std::uint64_t, Bytes>;
constexpr std::size_t vector_words = HWY_LANES(std::uint64_t);

std::uint32_t shared(const std::uint64_t* HWY_RESTRICT a, const std::uint64_t* HWY_RESTRICT b,
                     std::size_t words) {
  const Bytes bytes;
  const Words d;
  constexpr std::size_t most = 31 * vector_words;  // 8 bits each: at most 248 in a byte
  auto sum = hn::Zero(d);
  for (std::size_t first = 0; first < words; first += most) {
    const std::size_t end = HWY_MIN(words, first + most);
    auto ones = hn::Zero(bytes);
    for (std::size_t w = first; w < end; w += vector_words) {
      const auto both = hn::And(hn::Load(d, a + w), hn::Load(d, b + w));
      ones = hn::Add(ones, hn::PopulationCount(hn::BitCast(bytes, both)));
    }
    sum = hn::Add(sum, hn::SumsOf8(ones));
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d, sum)));
}

std::uint32_t write_bits(const std::uint8_t* HWY_RESTRICT codes, std::uint8_t level,
                         std::size_t words, std::uint64_t* HWY_RESTRICT plane) {
  const Bytes bytes;
  const std::size_t lanes = hn::Lanes(bytes);
  const auto wanted = hn::Set(bytes, level);
  auto* const to = reinterpret_cast<std::uint8_t*>(plane);
  for (std::size_t i = 0; i < 64 * words; i += lanes)
    hn::StoreMaskBits(bytes, hn::Eq(hn::Load(bytes, codes + i), wanted), to + i / 8);
  return shared(plane, plane, words);
}
#endif

void count_all_shared(const std::uint64_t* a, std::size_t a_levels, const std::uint64_t* b,
                      std::size_t b_levels, std::size_t words, std::uint32_t* counts) {
  for (std::size_t i = 0; i < a_levels; ++i)
    for (std::size_t k = 0; k < b_levels; ++k)
      *counts++ = shared(a + i * words, b + k * words, words);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(counts_many);
HWY_EXPORT(write_bits);
HWY_EXPORT(count_all_shared);

bool detail::counts_bits() { return HWY_DYNAMIC_DISPATCH(counts_many)(); }

std::uint32_t detail::write_plane(const std::uint8_t* codes, std::uint8_t level, std::size_t words,
                                  std::uint64_t* plane) {
  return HWY_DYNAMIC_DISPATCH(write_bits)(codes, level, words, plane);
}

void detail::count_shared(const std::uint64_t* a, std::size_t a_levels, const std::uint64_t* b,
                          std::size_t b_levels, std::size_t words, std::uint32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_all_shared)(a, a_levels, b, b_levels, words, counts);
}

}  // namespace credence
#endif  // HWY_ONCE
