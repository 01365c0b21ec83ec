#pragma once
// Products, or sums of logarithms, of what the groups of features of a row say under one parent.
#include <credence/base/index.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace credence::detail {

/// How many doubles an entry of a table takes that has `lanes` of them: what is behind is neutral.
[[nodiscard]] constexpr std::size_t pair_width(std::size_t lanes) {
  if (lanes <= 2) return 2;
  if (lanes <= 4) return 4;
  return lanes <= 8 ? 8 : lanes + lanes % 2;
}

/// A level of a parent that does not count.
inline constexpr std::size_t no_pair_row = std::numeric_limits<std::size_t>::max();

/// A parent as a table of data asks for it.
struct PairParent {
  const double* terms = nullptr;             ///< entries of `width` doubles, level after level
  std::span<const std::size_t> row_of = {};  ///< of each code: where its level begins among them
  const double* starts = nullptr;  ///< codes x width, those of each class that a row is left out of
};

/// Rows as places.
struct PairRows {
  std::size_t rows = 0;
  std::size_t groups = 0;
  std::size_t width = 0;
  const std::uint32_t* places = nullptr;  ///< rows x groups: of entries within a level, in doubles
  const Index* own = nullptr;             ///< the class that each is left out of; null: none
};

/// Adds to each row's sums the product of its start and its entries; nothing where its level does not
/// count.
/// in      codes: of the parent, one a row;  sums: rows x width
/// out     skipped: 1 for a row whose level does not count; unchanged otherwise
void add_products(const PairRows& rows, const PairParent& parent, const Code* codes, double* sums,
                  unsigned char* skipped);

/// Writes for each row the sum of its start and its entries, which are logarithms; nothing where its
/// level does not count.
/// in      as above
void write_sums(const PairRows& rows, const PairParent& parent, const Code* codes, double* sums,
                unsigned char* skipped);

/// Every value becomes its logarithm; 0 becomes -inf, NaN stays.
/// in      values: 0, normal numbers or NaN
void take_logs(std::span<double> values);

}  // namespace credence::detail
