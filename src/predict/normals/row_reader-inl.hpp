// Reading 32 rows of a panel at a time, of any number type and layout. For kernels: included once
// for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_ROW_READER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_ROW_READER_INL
#undef CREDENCE_ROW_READER_INL
#else
#define CREDENCE_ROW_READER_INL
#endif

#include <algorithm>
#include <credence/detail/data/panel.hpp>

#include "base/transpose-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr Index block_rows = 32;

// Lines of memory that are wanted soon, asked for a few at a time between other work: a burst of
// them would wait for itself. They go to the second level of the cache: the first is full of what
// is worked on, and so few lines can be on their way to it that the work would wait.
struct LinesAhead {
  const char* const* starts = nullptr;
  const char* const* end = nullptr;
  Index lines = 0;  // behind each start
  Index line = 0;

  HWY_INLINE void ask(Index count) {
    for (; count > 0 && starts != end; --count) {
      __builtin_prefetch(*starts + 64 * line, 0, 2);
      if (++line < lines) continue;
      line = 0;
      ++starts;
    }
  }
};

// Lanes of the next few entries, as doubles.
template <class D>
HWY_INLINE hn::Vec<D> load_numbers(D d, const double* from) {
  return hn::LoadU(d, from);
}
template <class D>
HWY_INLINE hn::Vec<D> load_numbers(D d, const float* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), from));
}
template <class D>
HWY_INLINE hn::Vec<D> load_numbers(D d, const std::int32_t* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::int32_t, D>(), from));
}
template <class D>
HWY_INLINE hn::Vec<D> load_numbers(D d, const std::int64_t* from) {
  return hn::ConvertTo(d, hn::LoadU(hn::Rebind<std::int64_t, D>(), from));
}
template <class D>
HWY_INLINE hn::Vec<D> load_numbers(D d, const std::uint8_t* from) {
  const hn::Rebind<std::int32_t, D> whole;
  return hn::PromoteTo(d, hn::PromoteTo(whole, hn::LoadU(hn::Rebind<std::uint8_t, D>(), from)));
}

enum class Layout { rows, columns, scattered };

// Where the rows of a tile lie, and up to 32 of them at a time. Rows short of 32 are filled up by
// repeating the last.
template <class T>
class RowReader {
 public:
  RowReader(const Panel<T>& panel, RowSpan rows) : panel_(panel), rows_(rows) {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    if (panel.row_major())
      layout_ = Layout::rows;
    else if (panel.stride == 1 && rows.list == nullptr)
      layout_ = Layout::columns;
#endif
  }

  // Rows from `first` of the tile on.
  void start(Index first, Index strips) {
    first_ = first;
    count_ = std::min(block_rows, rows_.count - first);
    for (Index i = 0; i < block_rows; ++i)
      offsets_[i] = rows_[first + std::min(i, count_ - 1)] * panel_.stride;
    find_next(strips == 1 || layout_ == Layout::columns ? 3 : 1);
  }

  [[nodiscard]] Index count() const { return count_; }
  [[nodiscard]] RowSpan rows() const { return rows_; }
  [[nodiscard]] const Panel<T>& panel() const { return panel_; }
  [[nodiscard]] double number(Index i, Index j) const {
    return static_cast<double>(panel_.column(j)[offsets_[i]]);
  }

  // Features begin ... begin + width - 1, minus their centres (one a feature of these):
  // to[feature][32].
  void pack(Index begin, Index width, const double* centres, double* to) const {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    if (layout_ == Layout::rows && width >= lanes) return pack_rows(begin, width, centres, to);
    if (layout_ == Layout::columns && count_ == block_rows)
      return pack_columns(begin, width, centres, to);
#endif
    for (Index j = 0; j < width; ++j) {
      const T* column = panel_.column(begin + j);
      const double centre = centres[j];
      double* out = to + j * block_rows;
      // Eight at a time, unrolled: where the loop comes to lie in memory must not matter.
      for (Index i = 0; i < block_rows; i += 8)
        for (Index k = i; k < i + 8; ++k)
          out[k] = static_cast<double>(column[offsets_[k]]) - centre;
    }
  }

  // Whether the strips of all rows are better taken one after another: each column lies in pages of
  // its own.
  [[nodiscard]] bool strip_by_strip() const { return layout_ == Layout::columns; }

  // What is read some time after this strip.
  LinesAhead ahead(Index strip, Index width) {
    if (layout_ == Layout::scattered) return {};
    const Index strips = (panel_.width() + width - 1) / width;
    if (layout_ == Layout::columns) return later_rows(strip, width);
    if (strip + 2 >= strips) return later_rows((strip + 2) % strips, width);
    return lines_of(offsets_, (strip + 2) * width, width);
  }

 private:
  static constexpr Index longest_strip = 128;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  static constexpr Index lanes = HWY_MAX_BYTES / 8;

  HWY_NOINLINE void pack_rows(Index begin, Index width, const double* centres, double* to) const {
    const hn::FixedTag<double, lanes> d;
    using V = hn::Vec<decltype(d)>;
    const T* cells = panel_.column(begin);
    for (Index i = 0; i < block_rows; i += lanes) {
      const T* from[lanes];
      for (Index k = 0; k < lanes; ++k) from[k] = cells + offsets_[i + k];
      for (Index j = 0; j < width; j += lanes) {
        // The last features go through twice rather than one by one.
        const Index at = std::min(j, width - lanes);
        const V centre = hn::LoadU(d, centres + at);
        transpose_vectors([&](Index k)
                              HWY_ATTR { return hn::Sub(load_numbers(d, from[k] + at), centre); },
                          [&](Index k, V numbers)
                              HWY_ATTR { hn::Store(numbers, d, to + (at + k) * block_rows + i); });
      }
    }
  }

  HWY_NOINLINE void pack_columns(Index begin, Index width, const double* centres,
                                 double* to) const {
    const hn::FixedTag<double, lanes> d;
    for (Index j = 0; j < width; ++j) {
      const T* from = panel_.column(begin + j) + offsets_[0];
      const auto centre = hn::Set(d, centres[j]);
      for (Index i = 0; i < block_rows; i += lanes)
        hn::Store(hn::Sub(load_numbers(d, from + i), centre), d, to + j * block_rows + i);
    }
  }
#endif

  // Behind consecutive rows of the tile lie those of the next, which the caller most likely asks
  // for next.
  void find_next(Index blocks) {
    const Index next = first_ + blocks * block_rows;
    const Index end = rows_.list != nullptr ? rows_.count : panel_.rows - rows_.first;
    has_next_ = next < end;
    if (!has_next_ || layout_ == Layout::scattered) return;
    for (Index i = 0; i < block_rows; ++i)
      next_offsets_[i] = rows_[std::min(next + i, end - 1)] * panel_.stride;
  }

  LinesAhead later_rows(Index strip, Index width) {
    if (!has_next_) return {};
    return lines_of(next_offsets_, strip * width, width);
  }

  LinesAhead lines_of(const Index* offsets, Index begin, Index strip) {
    const Index width = std::min(strip, panel_.width() - begin);
    const auto lines = [](Index count) {
      return (count * static_cast<Index>(sizeof(T)) + 63) / 64;
    };
    if (layout_ == Layout::columns) {
      for (Index j = 0; j < width; ++j)
        starts_[j] = reinterpret_cast<const char*>(panel_.column(begin + j) + offsets[0]);
      return {.starts = starts_, .end = starts_ + width, .lines = lines(block_rows)};
    }
    const T* cells = panel_.column(begin);
    // Rows without gaps are one run of lines.
    if (offsets[block_rows - 1] - offsets[0] == (block_rows - 1) * width) {
      starts_[0] = reinterpret_cast<const char*>(cells + offsets[0]);
      return {.starts = starts_, .end = starts_ + 1, .lines = lines(block_rows * width)};
    }
    for (Index i = 0; i < block_rows; ++i)
      starts_[i] = reinterpret_cast<const char*>(cells + offsets[i]);
    return {.starts = starts_, .end = starts_ + block_rows, .lines = lines(width)};
  }

  const Panel<T>& panel_;
  RowSpan rows_;
  Layout layout_ = Layout::scattered;
  Index first_ = 0;
  Index count_ = 0;
  bool has_next_ = false;
  Index offsets_[block_rows] = {};
  Index next_offsets_[block_rows] = {};
  const char* starts_[longest_strip] = {};
};

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
