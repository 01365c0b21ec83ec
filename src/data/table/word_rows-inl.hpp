// What kernels for documents of words share: looking a document over. Included once for each
// instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_ROWS_INL
#undef CREDENCE_WORD_ROWS_INL
#else
#define CREDENCE_WORD_ROWS_INL
#endif

#include <algorithm>
#include <cmath>
#include <credence/detail/data/word_rows.hpp>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// One document: what stands between two offsets.
struct Document {
  const std::uint32_t* words = nullptr;
  const double* counts = nullptr;
  Index size = 0;
};

HWY_INLINE Document document_at(const WordRows& documents, Index row) {
  const std::uint64_t begin = documents.offsets[row];
  return {.words = documents.words + begin,
          .counts = documents.counts + begin,
          .size = static_cast<Index>(documents.offsets[row + 1] - begin)};
}

// Asks for what is stored 4,096 values behind a document, so far that it goes to the second cache.
HWY_INLINE void fetch_behind(const Document& document) {
  constexpr Index ahead = 4096;
  for (Index at = 0; at < document.size; at += 16) {
    __builtin_prefetch(document.words + at + ahead, 0, 2);
    __builtin_prefetch(document.counts + at + ahead, 0, 2);
    __builtin_prefetch(document.counts + at + ahead + 8, 0, 2);
  }
}

HWY_INLINE bool is_missing(const WordRows& documents, Index row) {
  return documents.missing != nullptr && (*documents.missing)[static_cast<std::size_t>(row)];
}

HWY_INLINE bool is_amount(double value) { return value >= 0 && value <= largest_amount; }

// Whether every value is a count of at least `least`, which is 0 or above; NaN is none.
HWY_INLINE bool within(const double* values, Index size, double least) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<double> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const auto low = hn::Set(d, least);
  const auto high = hn::Set(d, largest_amount);
  auto good = hn::Eq(low, low);
  Index i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    good = hn::And(good, hn::And(hn::Ge(value, low), hn::Le(value, high)));
  }
  bool all = hn::AllTrue(d, good);
  for (; i < size; ++i) all = all && values[i] >= least && values[i] <= largest_amount;
  return all;
}

HWY_INLINE bool all_amounts(const double* values, Index size) { return within(values, size, 0); }

// Whether every word stands below `bound`.
HWY_INLINE bool all_below(const std::uint32_t* words, Index size, Index bound) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::uint32_t> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  auto largest = hn::Zero(d);
  Index i = 0;
  for (; i + lanes <= size; i += lanes) largest = hn::Max(largest, hn::LoadU(d, words + i));
  Index last = size == 0 ? -1 : Index{hn::GetLane(hn::MaxOfLanes(d, largest))};
  for (; i < size; ++i) last = std::max(last, Index{words[i]});
  return last < bound;
}

// The first entry of a document that no document may have: its place in storage, or the size.
inline Index first_fault(const Document& document, Index bound) {
  for (Index i = 0; i < document.size; ++i) {
    if (Index{document.words[i]} >= bound) return i;
    if (!std::isnan(document.counts[i]) && !is_amount(document.counts[i])) return i;
  }
  return document.size;
}

inline bool any_nan(const double* values, Index size) {
  return std::any_of(values, values + size,
                     [](double value) HWY_ATTR { return std::isnan(value); });
}

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
