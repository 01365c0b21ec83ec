// Normal densities of many rows: sums of squares in registers, 32 rows and five classes at a time.
#include "predict/normals/normal_scores.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/normals/normal_scores.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/normals/row_block-inl.hpp"
#include "predict/normals/standardise.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
template <bool separated, Index size>
void sum_squares(const StripBlock& block, const double* parameters, LinesAhead&, double* sums) {
  std::fill(sums, sums + size * block_rows, 0.0);
  for (Index j = 0; j < block.width; ++j)
    for (Index k = 0; k < size; ++k) {
      const double rate = parameters[2 * (j * size + k)];
      const double shift = parameters[2 * (j * size + k) + 1];
      const double* x = block.numbers + j * block_rows;
      for (Index i = 0; i < block_rows; ++i) {
        const double z = separated ? (x[i] - shift) * rate : x[i] * rate - shift;
        sums[k * block_rows + i] += z * z;
      }
    }
}

template <bool separated>
void add_present_class(const StripBlock& block, const double* parameters, const double* norms,
                       Index size, double* joints) {
  for (Index i = 0; i < block_rows; ++i) {
    double squares = 0;
    double norm = 0;
    for (Index j = 0; j < block.width; ++j) {
      const double x = block.numbers[j * block_rows + i];
      const double present = block.present[j * block_rows + i];
      const double rate = parameters[2 * j * size];
      const double shift = parameters[2 * j * size + 1] * present;
      const double z = separated ? (x - shift) * rate : x * rate - shift;
      squares += z * z;
      norm += norms[j * size] * present;
    }
    joints[i] += norm - squares;
  }
}

inline void add_difference(double* joints, double norm, const double* sums) {
  for (Index i = 0; i < block_rows; ++i) joints[i] += norm - sums[i];
}
#else
// sums[class of the group][32] of z^2.
template <bool separated, Index size>
HWY_NOINLINE void sum_squares(const StripBlock& block, const double* HWY_RESTRICT parameters,
                              LinesAhead& ahead, double* HWY_RESTRICT sums) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = lanes == 8 ? 4 : 2;  // 20 or 10 sums of 32 or 16 registers
  LinesAhead lines = ahead;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V sum[size][vectors];
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v) sum[k][v] = hn::Zero(d);
    const double* at = parameters;
    for (Index j = 0; j < block.width; ++j) {
      const double* numbers = block.numbers + j * block_rows + row;
      lines.ask(vectors);
      V x[vectors];
      for (Index v = 0; v < vectors; ++v) x[v] = hn::Load(d, numbers + v * lanes);
      for (Index k = 0; k < size; ++k, at += 2) {
        const V rate = hn::Set(d, at[0]);
        const V shift = hn::Set(d, at[1]);
        for (Index v = 0; v < vectors; ++v) {
          const V z =
              separated ? hn::Mul(hn::Sub(x[v], shift), rate) : hn::MulSub(x[v], rate, shift);
          sum[k][v] = hn::MulAdd(z, z, sum[k][v]);
        }
      }
    }
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v)
        hn::Store(sum[k][v], d, sums + k * block_rows + row + v * lanes);
  }
  ahead = lines;
}

// One class, where cells are missing: their terms and norms are dropped.
template <bool separated>
HWY_NOINLINE void add_present_class(const StripBlock& block, const double* parameters,
                                    const double* norms, Index size, double* joints) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = lanes == 8 ? 4 : 2;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V squares[vectors];
    V norm[vectors];
    for (Index v = 0; v < vectors; ++v) squares[v] = norm[v] = hn::Zero(d);
    for (Index j = 0; j < block.width; ++j) {
      const V rate = hn::Set(d, parameters[2 * j * size]);
      const V shift = hn::Set(d, parameters[2 * j * size + 1]);
      const V full = hn::Set(d, norms[j * size]);
      for (Index v = 0; v < vectors; ++v) {
        const Index at = j * block_rows + row + v * lanes;
        const V x = hn::Load(d, block.numbers + at);
        const V present = hn::Load(d, block.present + at);
        const V z = separated ? hn::Mul(hn::NegMulAdd(shift, present, x), rate)
                              : hn::NegMulAdd(shift, present, hn::Mul(x, rate));
        squares[v] = hn::MulAdd(z, z, squares[v]);
        norm[v] = hn::MulAdd(full, present, norm[v]);
      }
    }
    for (Index v = 0; v < vectors; ++v) {
      double* to = joints + row + v * lanes;
      hn::Store(hn::Add(hn::Load(d, to), hn::Sub(norm[v], squares[v])), d, to);
    }
  }
}

inline void add_difference(double* joints, double norm, const double* sums) {
  const hn::ScalableTag<double> d;
  for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
    hn::Store(hn::Add(hn::Load(d, joints + i), hn::Sub(hn::Set(d, norm), hn::Load(d, sums + i))), d,
              joints + i);
}
#endif

template <bool separated>
class NormalKernel {
 public:
  explicit NormalKernel(const StandardisedCells& cells) : cells_(cells) {}

  bool add(ClassGroup group, const StripBlock& block, LinesAhead& ahead, BlockJoints joints,
           Overflow overflow) const {
    if (joints.lost != nullptr) return add_keeping(group, block, ahead, joints, overflow);
    alignas(64) double sums[detail::tile_classes * block_rows];
    sum(group.size, block, parameters(group, block), ahead, sums);
    // A cell that is NaN or infinite shows in every class alike: the first is enough.
    if (overflow == Overflow::ends && group.first == 0 && !all_finite(sums, block_rows))
      return false;
    for (Index k = 0; k < group.size; ++k)
      add_difference(joints.of_class(live(group.first + k)), strip_norm(block, group.first + k),
                     sums + k * block_rows);
    return true;
  }

  template <class T>
  void add_present(ClassGroup group, const StripBlock& block, const RowReader<T>&,
                   BlockJoints joints) const {
    for (Index k = 0; k < group.size; ++k) {
      const Index klass = live(group.first + k);
      if (joints.lost == nullptr) {
        add_present_class<separated>(block, parameters(group, block) + 2 * k,
                                     norms(group, block) + k, group.size, joints.of_class(klass));
        continue;
      }
      for (Index first = 0; first < block.width; first += terms_together) {
        const StripBlock part = block.part(first);
        alignas(64) double sums[block_rows] = {};
        add_present_class<separated>(part, parameters(group, part) + 2 * k, norms(group, part) + k,
                                     group.size, sums);
        add_all_keeping(sums, 1, block_rows, joints.of_class(klass), joints.lost_of_class(klass));
      }
    }
  }

 private:
  // A few features at a time, whose sums are added without losing digits.
  bool add_keeping(ClassGroup group, const StripBlock& block, LinesAhead& ahead, BlockJoints joints,
                   Overflow overflow) const {
    alignas(64) double sums[detail::tile_classes * block_rows];
    alignas(64) double totals[detail::tile_classes * block_rows];
    alignas(64) double lost[detail::tile_classes * block_rows] = {};
    for (Index k = 0; k < group.size; ++k)
      std::fill_n(totals + k * block_rows, block_rows, -strip_norm(block, group.first + k));
    for (Index first = 0; first < block.width; first += terms_together) {
      const StripBlock part = block.part(first);
      sum(group.size, part, parameters(group, part), ahead, sums);
      add_all_keeping(sums, 1, group.size * block_rows, totals, lost);
    }
    if (overflow == Overflow::ends && group.first == 0 && !all_finite(totals, block_rows))
      return false;
    for (Index k = 0; k < group.size; ++k)
      joints.add_keeping(live(group.first + k), -1, totals + k * block_rows, lost + k * block_rows);
    return true;
  }
  static void sum(Index size, const StripBlock& block, const double* parameters, LinesAhead& ahead,
                  double* sums) {
    static_assert(detail::tile_classes == 5);
    if (size == 1) return sum_squares<separated, 1>(block, parameters, ahead, sums);
    if (size == 2) return sum_squares<separated, 2>(block, parameters, ahead, sums);
    if (size == 3) return sum_squares<separated, 3>(block, parameters, ahead, sums);
    if (size == 4) return sum_squares<separated, 4>(block, parameters, ahead, sums);
    sum_squares<separated, 5>(block, parameters, ahead, sums);
  }
  [[nodiscard]] Index live(Index k) const { return cells_.live[static_cast<std::size_t>(k)]; }
  [[nodiscard]] double strip_norm(const StripBlock& block, Index k) const {
    const auto classes = static_cast<Index>(cells_.live.size());
    return cells_.strip_norms[static_cast<std::size_t>(block.strip * classes + k)];
  }
  [[nodiscard]] const double* norms(ClassGroup group, const StripBlock& block) const {
    return cells_.norms.data() + cells_.features * group.first + block.begin * group.size;
  }
  [[nodiscard]] const double* parameters(ClassGroup group, const StripBlock& block) const {
    return cells_.parameters.data() +
           2 * (cells_.features * group.first + block.begin * group.size);
  }

  const StandardisedCells& cells_;
};

std::optional<Entry> add_normal(const StandardisedCells& cells, const detail::AnyPanel& panel,
                                RowSpan rows, const ScoreTile& tile) {
  return std::visit(
      [&](const auto* numbers) {
        if (cells.separated)
          return add_rows<detail::longest_normal_strip>(cells, NormalKernel<true>(cells), *numbers,
                                                        rows, tile);
        return add_rows<detail::longest_normal_strip>(cells, NormalKernel<false>(cells), *numbers,
                                                      rows, tile);
      },
      panel);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(add_normal);

namespace {
std::vector<detail::Standard> standards_of(std::span<const Normal> densities, Index classes,
                                           const std::vector<bool>& live) {
  std::vector<detail::Standard> standards(densities.size());
  for (std::size_t at = 0; at < densities.size(); ++at) {
    const Normal& density = densities[at];
    if (!live[at % static_cast<std::size_t>(classes)]) continue;
    standards[at] = {.middle = density.mean,
                     .spread = std::numbers::sqrt2 * std::sqrt(density.variance),
                     .norm = -0.5 * (detail::log_two_pi + std::log(density.variance))};
  }
  return standards;
}
}  // namespace

NormalScores::NormalScores(std::span<const Normal> densities, Index classes,
                           const std::vector<bool>& live, Scale scale)
    : cells_(detail::standardise(standards_of(densities, classes, live), classes, live, scale,
                                 detail::longest_normal_strip)) {}

template <class T>
std::optional<Entry> NormalScores::add(const Panel<T>& panel, RowSpan rows,
                                       const ScoreTile& tile) const {
  return HWY_DYNAMIC_DISPATCH(add_normal)(cells_, &panel, rows, tile);
}

template std::optional<Entry> NormalScores::add(const Panel<double>&, RowSpan,
                                                const ScoreTile&) const;
template std::optional<Entry> NormalScores::add(const Panel<float>&, RowSpan,
                                                const ScoreTile&) const;
template std::optional<Entry> NormalScores::add(const Panel<std::uint8_t>&, RowSpan,
                                                const ScoreTile&) const;
template std::optional<Entry> NormalScores::add(const Panel<std::int32_t>&, RowSpan,
                                                const ScoreTile&) const;
template std::optional<Entry> NormalScores::add(const Panel<std::int64_t>&, RowSpan,
                                                const ScoreTile&) const;

}  // namespace credence
#endif  // HWY_ONCE
