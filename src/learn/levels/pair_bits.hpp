#pragma once
// A bit a row for each level of a column: two levels meet in as many rows as their bits have in common.
#include <cstddef>
#include <cstdint>

namespace credence::detail {

/// Planes of bits have a multiple of so many words of 64 rows.
inline constexpr std::size_t plane_words = 8;

/// Returns whether the instruction set in use counts the bits of many rows at once.
[[nodiscard]] bool counts_bits();

/// Writes the plane of one level.
/// in      codes: 64 a word
/// out     how many rows have it
std::uint32_t write_plane(const std::uint8_t* codes, std::uint8_t level, std::size_t words,
                          std::uint64_t* plane);

/// Counts in how many rows each level of one column meets each level of another.
/// in      planes: those of a column lie one behind the other
/// out     counts: levels of `a` x levels of `b`
/// cost    some four cycles for 512 rows of each pair of levels, with AVX-512
void count_shared(const std::uint64_t* a, std::size_t a_levels, const std::uint64_t* b,
                  std::size_t b_levels, std::size_t words, std::uint32_t* counts);

}  // namespace credence::detail
