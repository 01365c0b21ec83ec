// What kernels for documents of words share: looking a document over, and rows of count columns as
// doubles. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_ROWS_INL
#undef CREDENCE_WORD_ROWS_INL
#else
#define CREDENCE_WORD_ROWS_INL
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/detail/data/word_rows.hpp>
#include <limits>
#include <optional>
#include <type_traits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// One document: what stands between two offsets.
template <class Count>
struct Document {
  const std::uint32_t* words = nullptr;
  const Count* counts = nullptr;
  Index size = 0;
};

template <class Count>
HWY_INLINE Document<Count> document_at(const WordRows<Count>& documents, Index row) {
  const std::uint64_t begin = documents.offsets[row];
  return {.words = documents.words + begin,
          .counts = documents.counts + begin,
          .size = static_cast<Index>(documents.offsets[row + 1] - begin)};
}

template <class Count>
HWY_INLINE bool is_missing(const WordRows<Count>& documents, Index row) {
  return documents.missing != nullptr && (*documents.missing)[static_cast<std::size_t>(row)];
}

template <class T>
HWY_INLINE bool is_amount(T value) {
  const auto number = static_cast<double>(value);
  return number >= 0 && number <= largest_amount;
}

template <class T>
HWY_INLINE bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return value != value;
  else
    return false;
}

// Whether every value is a count of at least `least`, which is 0 or above; NaN is none.
template <class Real>
HWY_INLINE bool within(const Real* values, Index size, Real least) {
  namespace hn = hwy::HWY_NAMESPACE;
  constexpr Real most = std::is_same_v<Real, double> ? static_cast<Real>(largest_amount)
                                                     : std::numeric_limits<Real>::max();
  const hn::ScalableTag<Real> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const auto low = hn::Set(d, least);
  const auto high = hn::Set(d, most);
  auto good = hn::Eq(low, low);
  Index i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    good = hn::And(good, hn::And(hn::Ge(value, low), hn::Le(value, high)));
  }
  bool all = hn::AllTrue(d, good);
  for (; i < size; ++i) all = all && values[i] >= least && values[i] <= most;
  return all;
}

template <class T>
HWY_INLINE bool all_amounts(const T* values, Index size) {
  if constexpr (std::is_floating_point_v<T>) {
    return within(values, size, T{0});
  } else if constexpr (std::is_signed_v<T>) {
    T bits = 0;
    for (Index i = 0; i < size; ++i) bits = static_cast<T>(bits | values[i]);
    return bits >= 0;
  } else {
    return true;
  }
}

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
template <class Count>
inline Index first_fault(const Document<Count>& document, Index bound) {
  for (Index i = 0; i < document.size; ++i) {
    if (Index{document.words[i]} >= bound) return i;
    if (!is_nan(document.counts[i]) && !is_amount(document.counts[i])) return i;
  }
  return document.size;
}

template <class T>
inline bool any_nan(const T* values, Index size) {
  return std::any_of(values, values + size, [](T value) HWY_ATTR { return is_nan(value); });
}

// Some rows of count columns as doubles, a strip of columns at a time: [row][column of the strip].
struct CountRows {
  static constexpr Index rows = 8;
  static constexpr Index strip = 256;

  alignas(64) std::array<double, static_cast<std::size_t>(rows* strip)> values;

  const double* row(Index i) const { return values.data() + i * strip; }

  // Column by column where a column lies side by side: eight rows of it are one cache line.
  template <class T>
  void read(const Panel<T>& panel, const RowSpan& taken, Index first, Index columns) {
    for (Index j = 0; j < columns; ++j) {
      const T* const column = panel.column(first + j);
      for (Index i = 0; i < taken.count; ++i)
        values[static_cast<std::size_t>(i * strip + j)] =
            static_cast<double>(column[taken[i] * panel.stride]);
    }
  }
  template <class T>
  void read_side_by_side(const Panel<T>& panel, const RowSpan& taken, Index first, Index columns) {
    for (Index i = 0; i < taken.count; ++i) {
      const T* HWY_RESTRICT const from = panel.column(first) + taken[i] * panel.stride;
      double* HWY_RESTRICT const to = values.data() + i * strip;
      for (Index j = 0; j < columns; ++j) to[j] = static_cast<double>(from[j]);
    }
  }
};

// Rows of a panel, at most eight, that are read strip by strip, more than once if need be.
template <class T>
class CountGroup {
 public:
  CountGroup(const Panel<T>& panel, bool side_by_side)
      : panel_(panel), side_by_side_(side_by_side) {}

  // Chooses the rows. Afterwards `take` tells which of them are not missing.
  // out     the first entry that is no count
  std::optional<Entry> choose(const RowSpan& taken, bool* take) {
    taken_ = taken;
    held_ = -1;
    std::array<Index, CountRows::rows> fault;
    fault.fill(panel_.width());
    std::fill(take, take + taken.count, true);
    for (Index first = 0; first < panel_.width(); first += CountRows::strip) {
      const Index columns = hold(first);
      for (Index i = 0; i < taken.count; ++i)
        look_over(rows_.row(i), first, columns, take[i], fault[static_cast<std::size_t>(i)]);
    }
    for (Index i = 0; i < taken.count; ++i)
      if (fault[static_cast<std::size_t>(i)] < panel_.width())
        return Entry{.row = taken[i], .column = fault[static_cast<std::size_t>(i)]};
    return std::nullopt;
  }

  // Reads the strip that begins at a column, and says how many columns it has.
  Index hold(Index first) {
    const Index columns = std::min(CountRows::strip, panel_.width() - first);
    if (held_ == first) return columns;
    held_ = first;
    if (side_by_side_)
      rows_.read_side_by_side(panel_, taken_, first, columns);
    else
      rows_.read(panel_, taken_, first, columns);
    return columns;
  }
  const double* row(Index i) const { return rows_.row(i); }

 private:
  static void look_over(const double* values, Index first, Index columns, bool& take,
                        Index& fault) {
    if (within(values, columns, 0.0)) return;
    for (Index j = columns; j-- > 0;) {
      if (is_nan(values[j]))
        take = false;
      else if (!is_amount(values[j]) && (fault >= first + j))
        fault = first + j;
    }
  }

  const Panel<T>& panel_;
  bool side_by_side_;
  RowSpan taken_;
  Index held_ = -1;
  CountRows rows_;
};

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
