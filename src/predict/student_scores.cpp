// Student's t densities of many rows. The logarithm is taken of the product of many factors
// 1 + z^2. What is kept is the product minus 1: for many degrees of freedom z^2 is small, and next
// to 1 its digits would be lost, then multiplied by the degrees.
#include <credence/predict/normal_scores.hpp>

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/student_scores.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/row_block-inl.hpp"
#include "predict/standardise.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
using detail::StudentCells;

// Features begin ... end - 1 of a strip.
struct Run {
  Index begin = 0;
  Index end = 0;
};

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
template <bool separated, Index size>
void multiply_factors(const StripBlock& block, Run run, const double* parameters, LinesAhead&,
                      double* products) {
  std::fill(products, products + size * block_rows, 0.0);
  for (Index j = run.begin; j < run.end; ++j)
    for (Index k = 0; k < size; ++k) {
      const double rate = parameters[2 * (j * size + k)];
      const double shift = parameters[2 * (j * size + k) + 1];
      const double* x = block.numbers + j * block_rows;
      double* product = products + k * block_rows;
      for (Index i = 0; i < block_rows; ++i) {
        const double z = separated ? (x[i] - shift) * rate : x[i] * rate - shift;
        const double square = z * z;
        product[i] = product[i] * square + (product[i] + square);
      }
    }
}

template <bool separated>
void multiply_present(const StripBlock& block, Run run, const double* parameters, Index size,
                      double* product) {
  std::fill(product, product + block_rows, 0.0);
  for (Index j = run.begin; j < run.end; ++j) {
    const double rate = parameters[2 * j * size];
    for (Index i = 0; i < block_rows; ++i) {
      const double x = block.numbers[j * block_rows + i];
      const double shift = parameters[2 * j * size + 1] * block.present[j * block_rows + i];
      const double z = separated ? (x - shift) * rate : x * rate - shift;
      const double square = z * z;
      product[i] = product[i] * square + (product[i] + square);
    }
  }
}

inline void add_present_norms(const StripBlock& block, const double* norms, Index size,
                              double* totals) {
  for (Index j = 0; j < block.width; ++j)
    for (Index i = 0; i < block_rows; ++i)
      totals[i] += norms[j * size] * block.present[j * block_rows + i];
}

inline void subtract_logarithms(double weight, const double* products, double* totals) {
  for (Index i = 0; i < block_rows; ++i) totals[i] -= weight * std::log1p(products[i]);
}
#else
// products[class of the group][32]: (1 + z^2) (1 + z^2) ... - 1 over the run.
template <bool separated, Index size>
HWY_NOINLINE void multiply_factors(const StripBlock& block, Run run,
                                   const double* HWY_RESTRICT parameters, LinesAhead& ahead,
                                   double* HWY_RESTRICT products) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = lanes == 8 ? 4 : 2;
  LinesAhead lines = ahead;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V product[size][vectors];
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v) product[k][v] = hn::Zero(d);
    const double* at = parameters + 2 * run.begin * size;
    for (Index j = run.begin; j < run.end; ++j) {
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
          const V square = hn::Mul(z, z);
          product[k][v] = hn::MulAdd(product[k][v], square, hn::Add(product[k][v], square));
        }
      }
    }
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v)
        hn::Store(product[k][v], d, products + k * block_rows + row + v * lanes);
  }
  ahead = lines;
}

// One class, where cells are missing: their factors are 1.
template <bool separated>
HWY_NOINLINE void multiply_present(const StripBlock& block, Run run, const double* parameters,
                                   Index size, double* products) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = 4;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V product[vectors];
    for (Index v = 0; v < vectors; ++v) product[v] = hn::Zero(d);
    for (Index j = run.begin; j < run.end; ++j) {
      const V rate = hn::Set(d, parameters[2 * j * size]);
      const V shift = hn::Set(d, parameters[2 * j * size + 1]);
      for (Index v = 0; v < vectors; ++v) {
        const Index at = j * block_rows + row + v * lanes;
        const V x = hn::Load(d, block.numbers + at);
        const V present = hn::Load(d, block.present + at);
        const V z = separated ? hn::Mul(hn::NegMulAdd(shift, present, x), rate)
                              : hn::NegMulAdd(shift, present, hn::Mul(x, rate));
        const V square = hn::Mul(z, z);
        product[v] = hn::MulAdd(product[v], square, hn::Add(product[v], square));
      }
    }
    for (Index v = 0; v < vectors; ++v) hn::Store(product[v], d, products + row + v * lanes);
  }
}

inline void add_present_norms(const StripBlock& block, const double* norms, Index size,
                              double* totals) {
  const hn::ScalableTag<double> d;
  for (Index j = 0; j < block.width; ++j)
    for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
      hn::Store(
          hn::MulAdd(hn::Set(d, norms[j * size]), hn::Load(d, block.present + j * block_rows + i),
                     hn::Load(d, totals + i)),
          d, totals + i);
}

// totals -= weight ln(1 + product)
inline void subtract_logarithms(double weight, const double* products, double* totals) {
  const hn::ScalableTag<double> d;
  for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
    hn::Store(hn::NegMulAdd(hn::Set(d, weight), hn::Log1p(d, hn::Load(d, products + i)),
                            hn::Load(d, totals + i)),
              d, totals + i);
}
#endif

template <bool separated>
class StudentKernel {
 public:
  explicit StudentKernel(const StudentCells& cells)
      : student_(cells), cells_(cells.standardised), classes_(std::ssize(cells_.live)) {}

  bool add(ClassGroup group, const StripBlock& block, LinesAhead& ahead, BlockJoints joints) const {
    alignas(64) double totals[detail::tile_classes * block_rows];
    alignas(64) double products[detail::tile_classes * block_rows];
    for (Index k = 0; k < group.size; ++k)
      std::fill_n(
          totals + k * block_rows, block_rows,
          cells_.strip_norms[static_cast<std::size_t>(block.strip * classes_ + group.first + k)]);
    for (Index run = first_run(block.strip); run < first_run(block.strip + 1); ++run) {
      multiply(group.size, block, range(run, block), parameters(group, block), ahead, products);
      if (!all_finite(products, group.size * block_rows)) return false;
      for (Index k = 0; k < group.size; ++k)
        subtract_logarithms(weight(run, group.first + k), products + k * block_rows,
                            totals + k * block_rows);
    }
    for (Index k = 0; k < group.size; ++k)
      add_totals(totals + k * block_rows, joints.of_class(live(group.first + k)));
    return true;
  }

  template <class T>
  void add_present(ClassGroup group, const StripBlock& block, const RowReader<T>& reader,
                   BlockJoints joints) const {
    for (Index k = 0; k < group.size; ++k)
      add_present_class(group, k, block, reader, joints.of_class(live(group.first + k)));
  }

 private:
  static void multiply(Index size, const StripBlock& block, Run run, const double* parameters,
                       LinesAhead& ahead, double* products) {
    static_assert(detail::tile_classes == 5);
    if (size == 1) return multiply_factors<separated, 1>(block, run, parameters, ahead, products);
    if (size == 2) return multiply_factors<separated, 2>(block, run, parameters, ahead, products);
    if (size == 3) return multiply_factors<separated, 3>(block, run, parameters, ahead, products);
    if (size == 4) return multiply_factors<separated, 4>(block, run, parameters, ahead, products);
    multiply_factors<separated, 5>(block, run, parameters, ahead, products);
  }

  static void add_totals(const double* totals, double* joints) {
    for (Index i = 0; i < block_rows; ++i) joints[i] += totals[i];
  }

  template <class T>
  void add_present_class(ClassGroup group, Index k, const StripBlock& block,
                         const RowReader<T>& reader, double* joints) const {
    alignas(64) double totals[block_rows] = {};
    alignas(64) double products[block_rows];
    const double* norms =
        cells_.norms.data() + cells_.features * group.first + block.begin * group.size + k;
    add_present_norms(block, norms, group.size, totals);
    for (Index run = first_run(block.strip); run < first_run(block.strip + 1); ++run) {
      multiply_present<separated>(block, range(run, block), parameters(group, block) + 2 * k,
                                  group.size, products);
      if (all_finite(products, block_rows))
        subtract_logarithms(weight(run, group.first + k), products, totals);
      else
        subtract_one_by_one(run, group.first + k, block, reader, totals);
    }
    add_totals(totals, joints);
  }

  // Where no double holds the product.
  template <class T>
  void subtract_one_by_one(Index run, Index klass, const StripBlock& block,
                           const RowReader<T>& reader, double* totals) const {
    const Run features = range(run, block);
    for (Index j = features.begin; j < features.end; ++j) {
      const StudentT& density =
          student_.densities[static_cast<std::size_t>((block.begin + j) * classes_ + klass)];
      for (Index i = 0; i < reader.count(); ++i) {
        if (block.present[j * block_rows + i] == 0) continue;
        const double number = reader.number(i, block.begin + j);
        const double x = cells_.scale == Scale::plain ? number : std::log(number);
        totals[i] -= weight(run, klass) * detail::log1p_squared(density, x);
      }
    }
  }

  [[nodiscard]] Index first_run(Index strip) const {
    return student_.first_runs[static_cast<std::size_t>(strip)];
  }
  [[nodiscard]] Run range(Index run, const StripBlock& block) const {
    const Index begin = run == first_run(block.strip)
                            ? block.begin
                            : student_.run_ends[static_cast<std::size_t>(run - 1)];
    return {.begin = begin - block.begin,
            .end = student_.run_ends[static_cast<std::size_t>(run)] - block.begin};
  }
  [[nodiscard]] double weight(Index run, Index klass) const {
    return student_.weights[static_cast<std::size_t>(run * classes_ + klass)];
  }
  [[nodiscard]] Index live(Index k) const { return cells_.live[static_cast<std::size_t>(k)]; }
  [[nodiscard]] const double* parameters(ClassGroup group, const StripBlock& block) const {
    return cells_.parameters.data() +
           2 * (cells_.features * group.first + block.begin * group.size);
  }

  const StudentCells& student_;
  const StandardisedCells& cells_;
  Index classes_;
};

std::optional<Entry> add_student(const StudentCells& cells, const detail::AnyPanel& panel,
                                 RowSpan rows, const ScoreTile& tile) {
  const auto add = [&](const auto& kernel, const auto& numbers) {
    return add_rows<detail::longest_student_strip>(cells.standardised, kernel, numbers, rows, tile);
  };
  return std::visit(
      [&](const auto* numbers) {
        if (cells.standardised.separated) return add(StudentKernel<true>(cells), *numbers);
        return add(StudentKernel<false>(cells), *numbers);
      },
      panel);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(add_student);

namespace {

// With fewer degrees the tails are so heavy that factors of 1e10 occur.
constexpr double few_degrees = 100;
constexpr Index longest_run_of_few = 32;

std::vector<detail::Standard> standards_of(std::span<const StudentT> densities, Index classes,
                                           const std::vector<bool>& live) {
  std::vector<detail::Standard> standards(densities.size());
  for (std::size_t at = 0; at < densities.size(); ++at) {
    const StudentT& density = densities[at];
    if (!live[at % static_cast<std::size_t>(classes)]) continue;
    standards[at] = {.middle = density.location,
                     .spread = density.scale * std::sqrt(density.degrees),
                     .norm = detail::log_half_step(0.5 * density.degrees) -
                             0.5 * detail::log_two_pi - std::log(density.scale)};
  }
  return standards;
}

// The densities of one feature under the classes that are kept.
std::span<const StudentT> feature_of(const detail::StudentCells& cells, Index j) {
  const std::size_t classes = cells.standardised.live.size();
  return std::span(cells.densities).subspan(static_cast<std::size_t>(j) * classes, classes);
}

bool same_degrees(std::span<const StudentT> one, std::span<const StudentT> other) {
  return std::equal(one.begin(), one.end(), other.begin(),
                    [](const StudentT& a, const StudentT& b) { return a.degrees == b.degrees; });
}

Index run_end(const detail::StudentCells& cells, Index begin, Index strip_end) {
  const std::span<const StudentT> first = feature_of(cells, begin);
  const bool few = std::any_of(first.begin(), first.end(),
                               [](const StudentT& d) { return d.degrees < few_degrees; });
  const Index end = few ? std::min(begin + longest_run_of_few, strip_end) : strip_end;
  for (Index j = begin + 1; j < end; ++j)
    if (!same_degrees(first, feature_of(cells, j))) return j;
  return end;
}

void find_runs(detail::StudentCells& cells) {
  const detail::StandardisedCells& standardised = cells.standardised;
  for (Index strip = 0; strip < standardised.strips(); ++strip) {
    cells.first_runs.push_back(std::ssize(cells.run_ends));
    const Index strip_end = std::min((strip + 1) * standardised.strip, standardised.features);
    for (Index begin = strip * standardised.strip; begin < strip_end;
         begin = cells.run_ends.back()) {
      for (const StudentT& density : feature_of(cells, begin))
        cells.weights.push_back(0.5 * (density.degrees + 1));
      cells.run_ends.push_back(run_end(cells, begin, strip_end));
    }
  }
  cells.first_runs.push_back(std::ssize(cells.run_ends));
}

}  // namespace

StudentScores::StudentScores(std::span<const StudentT> densities, Index classes,
                             const std::vector<bool>& live, Scale scale) {
  cells_.standardised = detail::standardise(standards_of(densities, classes, live), classes, live,
                                            scale, detail::longest_student_strip);
  for (Index j = 0; j < cells_.standardised.features; ++j)
    for (const Index klass : cells_.standardised.live)
      cells_.densities.push_back(densities[static_cast<std::size_t>(j * classes + klass)]);
  find_runs(cells_);
}

template <class T>
std::optional<Entry> StudentScores::add(const Panel<T>& panel, RowSpan rows,
                                        const ScoreTile& tile) const {
  return HWY_DYNAMIC_DISPATCH(add_student)(cells_, &panel, rows, tile);
}

template std::optional<Entry> StudentScores::add(const Panel<double>&, RowSpan,
                                                 const ScoreTile&) const;
template std::optional<Entry> StudentScores::add(const Panel<float>&, RowSpan,
                                                 const ScoreTile&) const;
template std::optional<Entry> StudentScores::add(const Panel<std::uint8_t>&, RowSpan,
                                                 const ScoreTile&) const;
template std::optional<Entry> StudentScores::add(const Panel<std::int32_t>&, RowSpan,
                                                 const ScoreTile&) const;
template std::optional<Entry> StudentScores::add(const Panel<std::int64_t>&, RowSpan,
                                                 const ScoreTile&) const;

}  // namespace credence
#endif  // HWY_ONCE
