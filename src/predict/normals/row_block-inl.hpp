// 32 rows as score kernels want them: feature after feature, centred, missing cells set apart. For
// kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_ROW_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_ROW_BLOCK_INL
#undef CREDENCE_ROW_BLOCK_INL
#else
#define CREDENCE_ROW_BLOCK_INL
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include <credence/detail/base/large_array.hpp>

#include "predict/normals/row_reader-inl.hpp"
#include "predict/normals/standardise.hpp"
#include "predict/tiles/keep-inl.hpp"

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using detail::StandardisedCells;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
inline double log_of_number(double x) {
  if (x > 0 && x <= std::numeric_limits<double>::max()) return std::log(x);
  return x != x ? x : std::numeric_limits<double>::infinity();
}
#endif

// Numbers packed without centres become the logarithm minus the centre; what has none becomes
// infinite. The logarithms that are there are added to sums[32].
inline void take_logarithms(double* x, Index width, const double* centres, double* sums) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  for (Index at = 0; at < width * block_rows; ++at) {
    const double logarithm = log_of_number(x[at]);
    if (logarithm == logarithm) sums[at % block_rows] += logarithm;
    x[at] = logarithm - centres[at / block_rows];
  }
#else
  const hn::ScalableTag<double> d;
  const auto infinite = hn::Set(d, std::numeric_limits<double>::infinity());
  for (Index j = 0; j < width; ++j) {
    const auto centre = hn::Set(d, centres[j]);
    for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d))) {
      const auto number = hn::Load(d, x + j * block_rows + i);
      const auto has = hn::And(hn::Gt(number, hn::Zero(d)), hn::Lt(number, infinite));
      const auto missing = hn::IsNaN(number);
      const auto logarithm =
          hn::IfThenElse(has, hn::Log(d, number), hn::IfThenElse(missing, number, infinite));
      hn::Store(hn::Add(hn::Load(d, sums + i), hn::IfThenZeroElse(missing, logarithm)), d,
                sums + i);
      hn::Store(hn::Sub(logarithm, centre), d, x + j * block_rows + i);
    }
  }
#endif
}

// Missing entries become 0; present[] becomes 1 where there is an entry and 0 where there is none.
// Whether an entry is infinite.
inline bool split_missing(double* x, Index size, double* present) {
  bool infinite = false;
  for (Index at = 0; at < size; ++at) {
    const bool missing = x[at] != x[at];
    infinite |= std::abs(x[at]) > std::numeric_limits<double>::max();
    present[at] = missing ? 0.0 : 1.0;
    x[at] = missing ? 0.0 : x[at];
  }
  return infinite;
}

// The first entry of a tile outside the support, row by row.
template <class T>
std::optional<Entry> find_fault(const Panel<T>& panel, RowSpan rows, Scale scale) {
  for (Index i = 0; i < rows.count; ++i)
    for (Index j = 0; j < panel.width(); ++j) {
      const auto x = static_cast<double>(panel.at(rows[i], j));
      const bool not_positive = scale == Scale::logarithm && x <= 0;
      if (not_positive || std::isinf(x)) return Entry{.row = rows[i], .column = j};
    }
  return std::nullopt;
}

// Whether no entry is infinite or NaN.
inline bool all_finite(const double* values, Index size) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  double sum = 0;
  for (Index at = 0; at < size; ++at) sum += values[at] * 0;
  return sum == 0;
#else
  const hn::ScalableTag<double> d;
  auto sum = hn::Zero(d);
  for (Index at = 0; at < size; at += static_cast<Index>(hn::Lanes(d)))
    sum = hn::MulAdd(hn::Load(d, values + at), hn::Zero(d), sum);
  return hn::AllTrue(d, hn::Eq(sum, hn::Zero(d)));
#endif
}

// What a strip of features of 32 rows looks like to a kernel.
struct StripBlock {
  Index strip = 0;  // position
  Index begin = 0;  // first feature
  Index width = 0;
  double* numbers = nullptr;  // width x 32
  double* present = nullptr;  // width x 32, 1 or 0; null unless cells may be missing

  // A few of its features, from `first` on.
  [[nodiscard]] StripBlock part(Index first) const {
    return {.strip = strip,
            .begin = begin + first,
            .width = std::min(terms_together, width - first),
            .numbers = numbers + first * block_rows,
            .present = present == nullptr ? nullptr : present + first * block_rows};
  }
};

// Neighbours among the classes that are kept.
struct ClassGroup {
  Index first = 0;
  Index size = 0;
};

// Log joints of 32 rows, and what they lost, as in a tile.
struct BlockJoints {
  double* data = nullptr;
  Index stride = 0;
  double* lost = nullptr;

  [[nodiscard]] HWY_INLINE double* of_class(Index klass) const { return data + klass * stride; }
  [[nodiscard]] HWY_INLINE double* lost_of_class(Index klass) const {
    return lost + klass * stride;
  }

  // Adds `sign` times sums that have lost something themselves.
  HWY_INLINE void add_keeping(Index klass, double sign, const double* sums,
                              const double* lost_of_sums) const {
    add_all_keeping(sums, sign, block_rows, of_class(klass), lost_of_class(klass));
    add_all(lost_of_sums, sign, block_rows, lost_of_class(klass));
  }
};

// What a kernel does about a sum that no double holds: it ends, or goes on with the other rows.
enum class Overflow { ends, stays };

// Adds the scores of a strip of the rows that a reader stands at. A kernel takes a group of classes at a time:
//   bool add(group, block, LinesAhead&, joints, overflow)  adds and is true, or finds a sum that is not
//                        finite, adds nothing and is false; where these stay, so are their log joints
//   void add_present(group, block, reader, joints)  the same with missing cells
template <class T, class Kernel, Index longest_strip>
class BlockScorer {
 public:
  BlockScorer(const StandardisedCells& cells, const Kernel& kernel, RowReader<T>& reader)
      : cells_(cells), kernel_(kernel), reader_(reader) {}

  std::optional<Entry> add(Index strip, BlockJoints joints) {
    if (cells_.scale == Scale::plain) return add_strip(strip, joints);
    std::fill(logarithms_, logarithms_ + block_rows, 0.0);
    std::fill(lost_logarithms_, lost_logarithms_ + block_rows, 0.0);
    if (const auto fault = add_strip(strip, joints)) return fault;
    subtract_logarithms(joints);
    return std::nullopt;
  }

 private:
  StripBlock pack(Index strip, bool keeping) {
    const Index begin = strip * cells_.strip;
    const StripBlock block{.strip = strip,
                           .begin = begin,
                           .width = std::min(cells_.strip, cells_.features - begin),
                           .numbers = numbers_};
    if (cells_.scale == Scale::plain) {
      reader_.pack(begin, block.width, cells_.centres.data() + begin, numbers_);
      return block;
    }
    // Numbers are centred after the logarithm.
    const double zeros[longest_strip] = {};
    reader_.pack(begin, block.width, zeros, numbers_);
    if (keeping)
      take_logarithms_keeping(block);
    else
      take_logarithms(numbers_, block.width, cells_.centres.data() + begin, logarithms_);
    return block;
  }

  void take_logarithms_keeping(const StripBlock& block) {
    for (Index first = 0; first < block.width; first += terms_together) {
      const StripBlock part = block.part(first);
      alignas(64) double sums[block_rows] = {};
      take_logarithms(part.numbers, part.width, cells_.centres.data() + part.begin, sums);
      add_all_keeping(sums, 1, block_rows, logarithms_, lost_logarithms_);
    }
  }

  std::optional<Entry> add_strip(Index strip, BlockJoints joints) {
    LinesAhead ahead = reader_.ahead(strip, cells_.strip);
    StripBlock block = pack(strip, joints.lost != nullptr);
    const auto classes = static_cast<Index>(cells_.live.size());
    if (classes == 0) return split(block);
    for (Index first = 0, size = 0; first < classes; first += size) {
      size = detail::group_size(classes - first);
      const ClassGroup group{.first = first, .size = size};
      if (block.present == nullptr && kernel_.add(group, block, ahead, joints, Overflow::ends))
        continue;
      if (block.present == nullptr)
        if (const auto fault = split(block)) return fault;
      add_apart(group, block, ahead, joints);
    }
    return std::nullopt;
  }

  // Rows that miss cells, or whose sums no double holds, by the one kernel, the others by the other:
  // what a row gets must not depend on its neighbours, not even in the last digit.
  void add_apart(ClassGroup group, const StripBlock& block, LinesAhead& ahead, BlockJoints joints) {
    const auto classes = static_cast<std::size_t>(cells_.live.back() + 1);
    const bool keeping = joints.lost != nullptr;
    whole_.resize((keeping ? 2 : 1) * classes * block_rows);
    const BlockJoints whole{
        .data = whole_.data(),
        .stride = block_rows,
        .lost = keeping ? whole_.data() + classes * static_cast<std::size_t>(block_rows) : nullptr};
    for (Index k = group.first; k < group.first + group.size; ++k) {
      const Index klass = cells_.live[static_cast<std::size_t>(k)];
      std::copy_n(joints.of_class(klass), block_rows, whole.of_class(klass));
      if (keeping) std::copy_n(joints.lost_of_class(klass), block_rows, whole.lost_of_class(klass));
    }
    kernel_.add(group, block, ahead, whole, Overflow::stays);
    kernel_.add_present(group, block, reader_, joints);
    for (Index k = group.first; k < group.first + group.size; ++k) {
      const Index klass = cells_.live[static_cast<std::size_t>(k)];
      for (Index i = 0; i < block_rows; ++i)
        if (complete_[i] && std::isfinite(whole.of_class(klass)[i])) {
          joints.of_class(klass)[i] = whole.of_class(klass)[i];
          if (keeping) joints.lost_of_class(klass)[i] = whole.lost_of_class(klass)[i];
        }
    }
  }

  std::optional<Entry> split(StripBlock& block) {
    block.present = present_;
    const bool suspect = split_missing(numbers_, block.width * block_rows, present_);
    std::fill(complete_, complete_ + block_rows, true);
    for (Index at = 0; at < block.width * block_rows; ++at)
      if (present_[at] == 0) complete_[at % block_rows] = false;
    if (!suspect || checked_) return std::nullopt;
    checked_ = true;
    return find_fault(reader_.panel(), reader_.rows(), cells_.scale);
  }

  void subtract_logarithms(BlockJoints joints) const {
    for (const Index klass : cells_.live) {
      if (joints.lost != nullptr)
        joints.add_keeping(klass, -1, logarithms_, lost_logarithms_);
      else
        for (Index i = 0; i < block_rows; ++i) joints.of_class(klass)[i] -= logarithms_[i];
    }
  }

  const StandardisedCells& cells_;
  const Kernel& kernel_;
  RowReader<T>& reader_;
  bool checked_ = false;
  alignas(64) double numbers_[longest_strip * block_rows];
  alignas(64) double present_[longest_strip * block_rows];
  alignas(64) double logarithms_[block_rows];
  alignas(64) double lost_logarithms_[block_rows];
  bool complete_[block_rows];  // which rows miss no cell of the strip
  LargeArray<double> whole_;   // log joints as if no cell were missing
};

// Adds the scores of the rows of a tile, 32 at a time.
template <Index longest_strip, class Kernel, class T>
std::optional<Entry> add_rows(const StandardisedCells& cells, const Kernel& kernel,
                              const Panel<T>& panel, RowSpan rows, const ScoreTile& tile) {
  RowReader<T> reader(panel, rows);
  BlockScorer<T, Kernel, longest_strip> scorer(cells, kernel, reader);
  const Index strips = cells.strips();
  const Index together = reader.strip_by_strip() ? 1 : strips;
  for (Index begin = 0; begin < strips; begin += together)
    for (Index first = 0; first < rows.count; first += block_rows) {
      reader.start(first, strips);
      const BlockJoints joints{.data = tile.data + first,
                               .stride = tile.stride,
                               .lost = tile.lost == nullptr ? nullptr : tile.lost + first};
      for (Index strip = begin; strip < begin + together; ++strip)
        if (const auto fault = scorer.add(strip, joints)) return fault;
    }
  return std::nullopt;
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
