// Sums of eight rows x classes, turned and added to a tile. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_LEVEL_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_LEVEL_SUMS_INL
#undef CREDENCE_LEVEL_SUMS_INL
#else
#define CREDENCE_LEVEL_SUMS_INL
#endif

#include <hwy/highway.h>

#include "base/transpose-inl.hpp"
#include "predict/tiles/keep-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
// Four classes: two blocks of 4 x 4 are turned. Vectors of four lanes, as the sums were stored:
// wider ones would wait until these are in the cache.
HWY_INLINE void add_four_sums(const double* HWY_RESTRICT sums, const ScoreTile& tile, Index row) {
  const hn::FixedTag<double, 4> d;
  for (Index i = 0; i < 8; i += 4)
    transpose_vectors(
        d, [&](Index k) HWY_ATTR { return hn::Load(d, sums + 8 * (i + k)); },
        [&](Index klass, hn::Vec<decltype(d)> v) HWY_ATTR {
          if (klass >= tile.classes) return;
          double* to = tile.of_class(klass) + row + i;
          hn::StoreU(hn::Add(hn::LoadU(d, to), v), d, to);
        });
}
#endif

// Adds sums of 8 rows x 8 classes, of which kTogether are set, to those classes that there are.
template <Index kTogether>
HWY_INLINE void add_sums(const double* HWY_RESTRICT sums, const ScoreTile& tile, Index klass,
                         Index row) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
  if (kTogether == 4 && tile.lost == nullptr) return add_four_sums(sums, tile, row);
#endif
  alignas(64) double turned[64];
  transpose_8x8(sums, 8, turned, 8);
  const hn::CappedTag<double, 8> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const Index end = HWY_MIN(Index{8}, tile.classes - klass);
  for (Index k = 0; k < end; ++k) {
    double* to = tile.of_class(klass + k) + row;
    if (tile.lost != nullptr) {
      add_all_keeping(turned + 8 * k, 1, 8, to, tile.lost_of_class(klass + k) + row);
      continue;
    }
    for (Index i = 0; i < 8; i += lanes)
      hn::StoreU(hn::Add(hn::LoadU(d, to + i), hn::Load(d, turned + 8 * k + i)), d, to + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
