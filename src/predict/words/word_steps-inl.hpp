// Sums of steps of the words of a document. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_STEPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_STEPS_INL
#undef CREDENCE_WORD_STEPS_INL
#else
#define CREDENCE_WORD_STEPS_INL
#endif

#include <algorithm>
#include <cstring>

#include <hwy/highway.h>

#include "data/table/word_rows-inl.hpp"
#include "predict/words/word_labels.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace step_kernels {

namespace hn = hwy::HWY_NAMESPACE;

// How many values ahead the rows of words are fetched.
constexpr Index steps_ahead = 96;

// The rows of steps that a document adds up.
struct StepList {
  const std::uint32_t* rows = nullptr;
  const std::int16_t* counts = nullptr;  // how often each
  Index size = 0;
  const std::uint32_t* words = nullptr;  // as they are stored, of which `ahead` may be read
  Index ahead = 0;
};

// Some classes of a table of steps.
struct StepTable {
  const std::int16_t* steps = nullptr;
  Index stride = 0;
  Index word_stride = 0;  // from the first row of a word to that of the next
};

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
// The sums of Lanes classes: 8, 16, 32 or 64.
template <Index Lanes>
void add_steps(const StepTable& table, const StepList& list, std::int32_t* HWY_RESTRICT sums) {
  std::fill_n(sums, Lanes, 0);
  for (Index i = 0; i < list.size; ++i) {
    if (i + steps_ahead < list.ahead)
      __builtin_prefetch(table.steps + Index{list.words[i + steps_ahead]} * table.word_stride);
    const std::int16_t* HWY_RESTRICT const row = table.steps + Index{list.rows[i]} * table.stride;
    for (Index k = 0; k < Lanes; ++k) sums[k] += row[k] * list.counts[i];
  }
}
#else
template <Index Lanes>
using StepTag = hn::CappedTag<std::int16_t, static_cast<std::size_t>(Lanes)>;

// Sums of two rows at a time: steps of both are interleaved in each 16 bytes, first those of the lower
// four of eight classes and then those of the upper four.
template <class D>
class StepSums {
 public:
  static constexpr auto lanes = static_cast<Index>(hn::MaxLanes(D()));

  HWY_INLINE StepSums() { lower_ = upper_ = lower_rest_ = upper_rest_ = hn::Zero(wide); }
  HWY_INLINE void add(const std::int16_t* first, const std::int16_t* second, hn::Vec<D> counts) {
    const D d;
    const auto a = hn::Load(d, first);
    const auto b = hn::Load(d, second);
    lower_ = hn::ReorderWidenMulAccumulate(wide, hn::InterleaveLower(d, a, b), counts, lower_,
                                           lower_rest_);
    upper_ = hn::ReorderWidenMulAccumulate(wide, hn::InterleaveUpper(d, a, b), counts, upper_,
                                           upper_rest_);
  }
  HWY_INLINE void store(std::int32_t* HWY_RESTRICT to) const {
    alignas(64) std::int32_t halves[2][lanes / 2];
    hn::Store(hn::RearrangeToOddPlusEven(lower_, lower_rest_), wide, halves[0]);
    hn::Store(hn::RearrangeToOddPlusEven(upper_, upper_rest_), wide, halves[1]);
    for (Index at = 0; at < lanes; at += 8) {
      std::memcpy(to + at, halves[0] + at / 2, 4 * sizeof *to);
      std::memcpy(to + at + 4, halves[1] + at / 2, 4 * sizeof *to);
    }
  }

 private:
  static constexpr hn::RepartitionToWide<D> wide{};
  hn::Vec<hn::RepartitionToWide<D> > lower_, upper_;
  // Some machines spread sums over two vectors.
  hn::Vec<hn::RepartitionToWide<D> > lower_rest_, upper_rest_;
};

template <Index Lanes>
HWY_INLINE void fetch_steps(const std::int16_t* row) {
  for (Index at = 0; at < Lanes; at += 32) __builtin_prefetch(row + at);
}

// The sums of Lanes classes: 8, 16, 32 or 64.
template <Index Lanes>
void add_steps(const StepTable& table, const StepList& list, std::int32_t* HWY_RESTRICT sums) {
  using D = StepTag<Lanes>;
  constexpr Index lanes = StepSums<D>::lanes;
  constexpr Index vectors = Lanes / lanes;
  StepSums<D> all[vectors];
  const auto add = [&](Index i, Index j, const std::int16_t* both) HWY_ATTR {
    const std::int16_t* HWY_RESTRICT const first = table.steps + Index{list.rows[i]} * table.stride;
    const std::int16_t* HWY_RESTRICT const second =
        table.steps + Index{list.rows[j]} * table.stride;
    std::int32_t counts = 0;
    std::memcpy(&counts, both, sizeof counts);
    const auto pairs = hn::BitCast(D(), hn::Set(hn::RepartitionToWide<D>(), counts));
    for (Index v = 0; v < vectors; ++v) all[v].add(first + v * lanes, second + v * lanes, pairs);
  };
  Index i = 0;
  for (; i + 2 <= list.size; i += 2) {
    if (i + steps_ahead + 1 < list.ahead) {
      const std::uint32_t* const soon = list.words + i + steps_ahead;
      fetch_steps<Lanes>(table.steps + Index{soon[0]} * table.word_stride);
      fetch_steps<Lanes>(table.steps + Index{soon[1]} * table.word_stride);
    }
    add(i, i + 1, list.counts + i);
  }
  if (i < list.size) {
    const std::int16_t last[2] = {list.counts[i], 0};
    add(i, i, last);
  }
  for (Index v = 0; v < vectors; ++v) all[v].store(sums + v * lanes);
}
#endif

// Whole counts in 16 bits; false where one is none, or too large. Adds them to `tokens`.
HWY_INLINE bool pack_counts(const double* HWY_RESTRICT counts, Index size,
                            std::int16_t* HWY_RESTRICT packed, double& tokens) {
  constexpr double most = 32767;
  Index i = 0;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  const hn::ScalableTag<double> d;
  const hn::Rebind<std::int32_t, decltype(d)> whole;
  const hn::Rebind<std::int16_t, decltype(d)> narrow;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto low = hn::Zero(d), high = hn::Set(d, most);
  auto good = hn::Eq(low, low);
  auto sum = low;
  for (; i + lanes <= size; i += lanes) {
    const auto count = hn::LoadU(d, counts + i);
    const auto rounded = hn::DemoteTo(whole, count);
    good = hn::And(good, hn::And(hn::Eq(hn::PromoteTo(d, rounded), count),
                                 hn::And(hn::Ge(count, low), hn::Le(count, high))));
    sum = hn::Add(sum, count);
    hn::StoreU(hn::DemoteTo(narrow, rounded), narrow, packed + i);
  }
  if (!hn::AllTrue(d, good)) return false;
  tokens += hn::GetLane(hn::SumOfLanes(d, sum));
#endif
  for (; i < size; ++i) {
    if (!(counts[i] >= 0 && counts[i] <= most)) return false;
    packed[i] = static_cast<std::int16_t>(counts[i]);
    if (static_cast<double>(packed[i]) != counts[i]) return false;
    tokens += counts[i];
  }
  return true;
}

// How many words from the first on occur once or twice: each has a row for either. Adds their counts to
// `tokens`.
HWY_INLINE Index pack_few(const std::uint32_t* HWY_RESTRICT words,
                          const double* HWY_RESTRICT counts, Index size,
                          std::uint32_t* HWY_RESTRICT rows, double& tokens) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<std::uint32_t, decltype(d)> narrow;
  const hn::Rebind<std::int32_t, decltype(d)> whole;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto one = hn::Set(d, 1.0), two = hn::Set(d, 2.0);
  auto sum = hn::Zero(d);
  Index i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto count = hn::LoadU(d, counts + i);
    if (!hn::AllTrue(d, hn::Or(hn::Eq(count, one), hn::Eq(count, two)))) break;
    sum = hn::Add(sum, count);
    const auto beside = hn::BitCast(narrow, hn::DemoteTo(whole, hn::Sub(count, one)));
    const auto first = hn::ShiftLeft<1>(hn::LoadU(narrow, words + i));
    hn::StoreU(hn::Add(first, beside), narrow, rows + i);
  }
  tokens += hn::GetLane(hn::SumOfLanes(d, sum));
  return i;
}

}  // namespace step_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
