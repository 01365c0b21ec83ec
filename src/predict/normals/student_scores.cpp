// Student's t densities of many rows. The logarithm is taken of the product of many factors
// 1 + z^2. What is kept is the product minus 1: for many degrees of freedom z^2 is small, and next
// to 1 its digits would be lost, then multiplied by the degrees.

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/normals/student_scores.cpp"
#include "base/targets.hpp"
#include "predict/normals/normal_scores.hpp"
#include "predict/tiles/impossible.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/normals/standardise.hpp"
#include "predict/normals/student_factors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
using detail::StudentCells;

template <bool separated>
class StudentKernel {
 public:
  explicit StudentKernel(const StudentCells& cells)
      : student_(cells), cells_(cells.standardised), classes_(std::ssize(cells_.live)) {}

  bool add(ClassGroup group, const StripBlock& block, LinesAhead& ahead, BlockJoints joints,
           Overflow overflow) const {
    alignas(64) double totals[detail::tile_classes * block_rows];
    alignas(64) double products[detail::tile_classes * block_rows];
    alignas(64) double lost[detail::tile_classes * block_rows] = {};
    for (Index k = 0; k < group.size; ++k)
      std::fill_n(
          totals + k * block_rows, block_rows,
          cells_.strip_norms[static_cast<std::size_t>(block.strip * classes_ + group.first + k)]);
    for (Index run = first_run(block.strip); run < first_run(block.strip + 1); ++run) {
      const Run all = range(run, block);
      for (Run some = first_of(all, joints); some.begin < all.end; some = next_of(some, all)) {
        multiply(group.size, block, some, parameters(group, block), ahead, products);
        if (!all_finite(products, group.size * block_rows)) {
          if (overflow == Overflow::ends) return false;
          leave_out(products, group.size * block_rows, totals);
        }
        for (Index k = 0; k < group.size; ++k)
          subtract_logarithms(weight(run, group.first + k), products + k * block_rows,
                              totals + k * block_rows,
                              joints.lost == nullptr ? nullptr : lost + k * block_rows);
      }
    }
    for (Index k = 0; k < group.size; ++k)
      add_totals(totals + k * block_rows, lost + k * block_rows, joints, live(group.first + k));
    return true;
  }

  template <class T>
  void add_present(ClassGroup group, const StripBlock& block, const RowReader<T>& reader,
                   BlockJoints joints) const {
    for (Index k = 0; k < group.size; ++k) add_present_class(group, k, block, reader, joints);
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

  static void add_totals(const double* totals, const double* lost, BlockJoints joints,
                         Index klass) {
    if (joints.lost != nullptr) return joints.add_keeping(klass, 1, totals, lost);
    for (Index i = 0; i < block_rows; ++i) joints.of_class(klass)[i] += totals[i];
  }

  template <class T>
  void add_present_class(ClassGroup group, Index k, const StripBlock& block,
                         const RowReader<T>& reader, BlockJoints joints) const {
    alignas(64) double totals[block_rows] = {};
    alignas(64) double lost[block_rows] = {};
    alignas(64) double products[block_rows];
    add_norms(group, k, block, joints, totals, lost);
    for (Index run = first_run(block.strip); run < first_run(block.strip + 1); ++run) {
      const Run all = range(run, block);
      for (Run some = first_of(all, joints); some.begin < all.end; some = next_of(some, all)) {
        multiply_present<separated>(block, some, parameters(group, block) + 2 * k, group.size,
                                    products);
        if (!all_finite(products, block_rows))
          subtract_one_by_one(some, group.first + k, block, reader, products, totals, lost);
        subtract_logarithms(weight(run, group.first + k), products, totals,
                            joints.lost == nullptr ? nullptr : lost);
      }
    }
    add_totals(totals, lost, joints, live(group.first + k));
  }

  void add_norms(ClassGroup group, Index k, const StripBlock& block, BlockJoints joints,
                 double* totals, double* lost) const {
    if (joints.lost == nullptr)
      return add_present_norms(block, norms(group, block) + k, group.size, totals);
    for (Index first = 0; first < block.width; first += terms_together) {
      const StripBlock part = block.part(first);
      alignas(64) double sums[block_rows] = {};
      add_present_norms(part, norms(group, part) + k, group.size, sums);
      add_all_keeping(sums, 1, block_rows, totals, lost);
    }
  }

  // Products that no double holds say nothing more, and their totals are not finite.
  static void leave_out(double* products, Index size, double* totals) {
    for (Index at = 0; at < size; ++at) {
      if (std::isfinite(products[at])) continue;
      products[at] = 0;
      totals[at] = detail::impossible;
    }
  }

  // The rows whose product no double holds, which then says nothing more.
  template <class T>
  void subtract_one_by_one(Run features, Index klass, const StripBlock& block,
                           const RowReader<T>& reader, double* products, double* totals,
                           double* lost) const {
    bool beyond[block_rows];
    for (Index i = 0; i < block_rows; ++i) {
      beyond[i] = !std::isfinite(products[i]);
      if (beyond[i]) products[i] = 0;
    }
    for (Index j = features.begin; j < features.end; ++j) {
      const StudentT& density =
          student_.densities[static_cast<std::size_t>((block.begin + j) * classes_ + klass)];
      for (Index i = 0; i < reader.count(); ++i) {
        if (!beyond[i] || block.present[j * block_rows + i] == 0) continue;
        const double number = reader.number(i, block.begin + j);
        const double x = cells_.scale == Scale::plain ? number : std::log(number);
        const double weight = 0.5 * (density.degrees + 1);
        detail::add_keeping(-weight * detail::log1p_squared(density, x), totals[i], lost[i]);
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
  // The features of a run that are multiplied before their logarithm is taken: all, or a few.
  [[nodiscard]] static Run first_of(Run all, BlockJoints joints) {
    if (joints.lost == nullptr) return all;
    return {.begin = all.begin, .end = std::min(all.begin + terms_together, all.end)};
  }
  [[nodiscard]] static Run next_of(Run some, Run all) {
    return {.begin = some.end, .end = std::min(some.end + terms_together, all.end)};
  }
  [[nodiscard]] Index live(Index k) const { return cells_.live[static_cast<std::size_t>(k)]; }
  [[nodiscard]] const double* norms(ClassGroup group, const StripBlock& block) const {
    return cells_.norms.data() + cells_.features * group.first + block.begin * group.size;
  }
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
    // Many degrees: z^2 is multiplied by them, so that digits count in scales and not in spreads.
    const double spread = density.scale * std::sqrt(density.degrees);
    standards[at] = {.middle = density.location,
                     .spread = spread,
                     .norm = detail::log_half_step(0.5 * density.degrees) -
                             0.5 * detail::log_two_pi - std::log(density.scale),
                     .unit = std::min(spread, density.scale)};
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
