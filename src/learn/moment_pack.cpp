// Columns stored one by one, turned into rows.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/moment_pack.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <algorithm>

#include "base/transpose-inl.hpp"
#include "learn/moment_arrays.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE void copy_eight(const double* from, double* HWY_RESTRICT to) {
  for (Index i = 0; i < 8; ++i) to[i] = from[i];
}
HWY_INLINE void copy_eight(const float* from, double* HWY_RESTRICT to) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> narrow;
  for (Index i = 0; i < 8; i += static_cast<Index>(hn::Lanes(d)))
    hn::StoreU(hn::PromoteTo(d, hn::LoadU(narrow, from + i)), d, to + i);
}

// Eight columns, the last of them over again where there are fewer.
template <class T>
struct EightColumns {
  const T* columns[8];

  HWY_INLINE void fetch(Index from, Index to) const {
    constexpr Index line = static_cast<Index>(64 / sizeof(T));
    for (Index i = from; i < to; i += line)
      for (const T* const column : columns) __builtin_prefetch(column + i);
  }
  HWY_INLINE void pack_8x8(Index row, double* HWY_RESTRICT to) const {
    HWY_ALIGN double block[64];
    for (Index j = 0; j < 8; ++j) copy_eight(columns[j] + row, block + 8 * j);
    transpose_8x8(block, 8, to, detail::packed_columns);
  }
  HWY_INLINE void pack(Index first, Index rows, double* HWY_RESTRICT to) const {
    Index i = 0;
    for (; i + 8 <= rows; i += 8) pack_8x8(first + i, to + i * detail::packed_columns);
    for (; i < rows; ++i)
      for (Index j = 0; j < 8; ++j)
        to[i * detail::packed_columns + j] = static_cast<double>(columns[j][first + i]);
  }
};

// Where so many columns are read in turn, the processor does not see the next rows coming.
template <class T>
HWY_INLINE void pack_all(std::span<const T* const> columns, Index first, Index rows, Index later,
                         double* HWY_RESTRICT to) {
  const auto size = static_cast<Index>(columns.size());
  for (Index j = 0; j < size; j += 8) {
    EightColumns<T> eight;
    for (Index k = 0; k < 8; ++k)
      eight.columns[k] = columns[static_cast<std::size_t>(std::min(j + k, size - 1))];
    eight.fetch(first + rows, first + rows + later);
    eight.pack(first, rows, to + j);
  }
}

void pack_doubles(std::span<const double* const> columns, Index first, Index rows, Index later,
                  double* to) {
  pack_all(columns, first, rows, later, to);
}
void pack_floats(std::span<const float* const> columns, Index first, Index rows, Index later,
                 double* to) {
  pack_all(columns, first, rows, later, to);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
HWY_EXPORT(pack_doubles);
HWY_EXPORT(pack_floats);

namespace detail {

void pack_columns(std::span<const double* const> columns, Index first, Index rows, Index later,
                  double* to) {
  HWY_DYNAMIC_DISPATCH(pack_doubles)(columns, first, rows, later, to);
}
void pack_columns(std::span<const float* const> columns, Index first, Index rows, Index later,
                  double* to) {
  HWY_DYNAMIC_DISPATCH(pack_floats)(columns, first, rows, later, to);
}

}  // namespace detail
}  // namespace credence
#endif
