#pragma once
// How normal and Student's t densities become the cells that the score kernels read.
#include <cstdint>
#include <variant>

#include "predict/normals/normal_scores.hpp"

namespace credence::detail {

/// Classes of a register tile: with 32 rows they fill the registers of AVX-512.
inline constexpr Index tile_classes = 5;
/// What is packed at once lies in the first level of the cache, with the parameters of a group.
inline constexpr Index longest_normal_strip = 96;
/// Shorter for Student's t: products of factors must stay doubles until their logarithm is taken.
inline constexpr Index longest_student_strip = 64;

/// The panels that kernels read.
using AnyPanel = std::variant<const Panel<double>*, const Panel<float>*, const Panel<std::uint8_t>*,
                              const Panel<std::int32_t>*, const Panel<std::int64_t>*>;

/// Classes of the next group when `left` are left: groups are as equal as can be.
[[nodiscard]] constexpr Index group_size(Index left) {
  const Index groups = (left + tile_classes - 1) / tile_classes;
  return groups == 0 ? 0 : (left + groups - 1) / groups;
}

/// A density of z^2: its middle, its spread (z = (x - middle) / spread) and its logarithm at z = 0.
struct Standard {
  double middle = 0;
  double spread = 1;
  double norm = 0;
  double unit = spread;  ///< what the digits of a shift count in
};

/// Cells of features x classes; longest_strip: as many features as are packed at once at most.
/// in      standards: feature-major, read for live classes only
[[nodiscard]] StandardisedCells standardise(std::span<const Standard> standards, Index classes,
                                            const std::vector<bool>& live, Scale scale,
                                            Index longest_strip);

}  // namespace credence::detail
