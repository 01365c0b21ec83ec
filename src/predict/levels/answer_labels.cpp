// Labels of binary answers: how far one class is ahead of another, as a sum of bytes.
#include "predict/levels/answer_labels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/levels/answer_labels.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using detail::AnswerSteps;

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
using Bytes = hn::Vec<hn::ScalableTag<std::uint8_t>>;
using Pairs = hn::Vec<hn::ScalableTag<std::int16_t>>;

// How far ahead of a row memory is asked for.
constexpr Index bytes_ahead = 8192;

// Answers times numbers, each two of them added. Nothing is cut off where answers are 0 and 1.
HWY_INLINE Pairs products(Bytes answers, const std::int8_t* numbers) {
  const auto steps = hn::LoadU(hn::ScalableTag<std::int8_t>(), numbers);
#if HWY_TARGET == HWY_AVX3
  return Pairs{_mm512_maddubs_epi16(answers.raw, steps.raw)};
#else
  return Pairs{_mm256_maddubs_epi16(answers.raw, steps.raw)};
#endif
}

// The answers of a row behind its last whole vector, and zeros. Nothing behind them is read.
class LastAnswers {
 public:
  explicit LastAnswers(Index columns)
      : count_(static_cast<std::size_t>(columns) % hn::Lanes(d_)), used_(hn::FirstN(d_, count_)) {}

  [[nodiscard]] HWY_INLINE Bytes operator()(const std::uint8_t* from) const {
#if HWY_TARGET == HWY_AVX3
    return hn::MaskedLoad(used_, d_, from);
#else
    alignas(32) std::uint8_t answers[32] = {};
    std::memcpy(answers, from, count_);
    return hn::Load(d_, answers);
#endif
  }

 private:
  static constexpr hn::ScalableTag<std::uint8_t> d_ = {};
  std::size_t count_;
  hn::Mask<hn::ScalableTag<std::uint8_t>> used_;
};

// Not a sum of any row: 4,096 columns of 32,768 are 2^27.
constexpr std::int32_t no_sum = std::numeric_limits<std::int32_t>::min();

// A pair of answers adds at most 256 in size to one of 16 bits, and a lane gets a pair of each vector: 128
// vectors of 32 bytes hold most_answer_columns, and add up to -2^15 at the least.
HWY_INLINE std::int32_t sum_of_steps(const std::uint8_t* HWY_RESTRICT from, Index columns,
                                     const std::int8_t* HWY_RESTRICT high_steps,
                                     const std::int8_t* HWY_RESTRICT low_steps,
                                     const LastAnswers& last) {
  const hn::ScalableTag<std::uint8_t> d;
  const hn::ScalableTag<std::int16_t> pair_d;
  const hn::ScalableTag<std::int32_t> sum_d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  auto any = hn::Zero(d);
  auto high = hn::Zero(pair_d), low = high;
  const auto add = [&](Bytes answers, Index at) HWY_ATTR {
    any = hn::Or(any, answers);
    high = hn::Add(high, products(answers, high_steps + at));
    low = hn::Add(low, products(answers, low_steps + at));
  };
  Index j = 0;
  for (; j + lanes <= columns; j += lanes) {
    __builtin_prefetch(from + j + bytes_ahead);
    add(hn::LoadU(d, from + j), j);
  }
  if (j < columns) add(last(from + j), j);
  if (!hn::AllTrue(d, hn::Lt(any, hn::Set(d, std::uint8_t{2})))) return no_sum;
  auto odd = hn::Zero(sum_d);
  auto sum = hn::ReorderWidenMulAccumulate(sum_d, high, hn::Set(pair_d, std::int16_t{256}),
                                           hn::Zero(sum_d), odd);
  sum = hn::ReorderWidenMulAccumulate(sum_d, low, hn::Set(pair_d, std::int16_t{1}), sum, odd);
  return hn::GetLane(hn::SumOfLanes(sum_d, hn::Add(sum, odd)));
}

// The labels that follow from sums, without a branch: which class is ahead is as good as random.
HWY_INLINE void put_labels(const AnswerSteps& steps, const std::int32_t* HWY_RESTRICT sums,
                           Index count, Code* HWY_RESTRICT label) {
  const double start = steps.start, step = steps.step, doubt = steps.doubt;
  const Code first = steps.classes.first, second = steps.classes.second;
  for (Index i = 0; i < count; ++i) {
    const double ahead = start + step * sums[i];
    const Code one = -static_cast<Code>(ahead > doubt), other = -static_cast<Code>(ahead < -doubt);
    const Code none =
        static_cast<Code>(sums[i] == no_sum) - 1;  // all bits but where there is no sum
    label[i] = (((one & first) | (other & second) | ~(one | other)) & none) | ~none;
  }
}

bool find_answer_labels(const AnswerSteps& steps, const Panel<std::uint8_t>& panel,
                        const RowSpan& rows, Code* label) {
  constexpr Index together = 64;
  alignas(64) std::int32_t sums[together];
  const LastAnswers last(steps.columns);
  const std::int8_t* high = steps.high.data();
  const std::int8_t* low = steps.low.data();
  for (Index row = 0; row < rows.count; row += together) {
    const Index count = HWY_MIN(together, rows.count - row);
    for (Index i = 0; i < count; ++i)
      sums[i] = sum_of_steps(&panel.at(rows[row + i], 0), steps.columns, high, low, last);
    put_labels(steps, sums, count, label + row);
  }
  return true;
}
#else
bool find_answer_labels(const AnswerSteps&, const Panel<std::uint8_t>&, const RowSpan&, Code*) {
  return false;
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence::detail {

HWY_EXPORT(find_answer_labels);

namespace {

// 256 x 127 + 127 is the largest number of two bytes with signs.
constexpr double most_steps = 32600;

// Shorter ones would be denormal, and of few digits.
constexpr double least_step = 1e-300;

// By how much more a 1 adds to the first log joint than to the second.
double weight_of(const AnswerTerms& term) {
  return (term.first[1] - term.first[0]) - (term.second[1] - term.second[0]);
}

double size_of(const AnswerTerms& term) {
  return std::abs(term.first[0]) + std::abs(term.first[1]) + std::abs(term.second[0]) +
         std::abs(term.second[1]);
}

class AnswerLabelFinder final : public LabelFinder {
 public:
  AnswerLabelFinder(AnswerSteps steps, const Panel<std::uint8_t>& panel)
      : steps_(std::move(steps)), panel_(panel) {}

  // Whether the instruction set in use finds any.
  [[nodiscard]] bool find_some(RowSpan rows, std::span<Code> label) const {
    return HWY_DYNAMIC_DISPATCH(find_answer_labels)(steps_, panel_, rows, label.data());
  }
  void find(RowSpan rows, std::span<Code> label) const override {
    if (!find_some(rows, label)) std::fill(label.begin(), label.end(), Code{-1});
  }

 private:
  AnswerSteps steps_;
  Panel<std::uint8_t> panel_;
};

}  // namespace

// A column's number misses its weight by half a step, and by less than a thousandth of one for the
// rounding of the division. All that is rounded, here and in log joints, are sums of at most 4 x columns
// + 64 terms and the terms themselves: each sum misses its own by no more than 2^-53 x that number times
// the sum of the sizes of all terms, which for the products of steps is that of their weights. Twice that
// is doubted, so that a row which is decided has log joints in the same order.
AnswerSteps::AnswerSteps(std::span<const AnswerTerms> terms, const BothClasses& pair)
    : classes(pair), columns(std::ssize(terms)) {
  double longest = 0;
  double sizes = std::abs(pair.first_prior) + std::abs(pair.second_prior);
  start = pair.first_prior - pair.second_prior;
  for (const AnswerTerms& term : terms) {
    start += term.first[0] - term.second[0];
    sizes += size_of(term);
    longest = std::max(longest, std::abs(weight_of(term)));
  }
  usable = std::isfinite(sizes) && std::isfinite(longest) && columns <= most_answer_columns;
  if (!usable) return;
  step = std::max(longest / most_steps, least_step);
  const auto count = static_cast<double>(columns);
  sizes += step * count;
  doubt = 0.501 * step * count + sizes * (4 * count + 64) / 4503599627370496.0;
  const auto padded = static_cast<std::size_t>((columns + 63) / 64 * 64);
  high.assign(padded, 0);
  low.assign(padded, 0);
  for (std::size_t j = 0; j < terms.size(); ++j) {
    const auto whole = static_cast<int>(std::nearbyint(weight_of(terms[j]) / step));
    const int upper = (whole + 128 + 65536) / 256 - 256;  // rounded down
    high[j] = static_cast<std::int8_t>(upper);
    low[j] = static_cast<std::int8_t>(whole - 256 * upper);
  }
}

std::unique_ptr<LabelFinder> answer_label_finder(std::span<const AnswerTerms> terms,
                                                 const BothClasses& classes,
                                                 const Panel<std::uint8_t>& panel) {
  AnswerSteps steps(terms, classes);
  if (!steps.usable) return nullptr;
  auto finder = std::make_unique<AnswerLabelFinder>(std::move(steps), panel);
  if (!finder->find_some({}, {})) return nullptr;
  return finder;
}

}  // namespace credence::detail
#endif
