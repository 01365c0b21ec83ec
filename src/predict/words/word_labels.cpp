// Labels of documents: logarithms as whole steps of 16 bits, a line of memory a word.
#include "predict/words/word_labels.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <credence/base/special.hpp>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/words/word_labels.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/words/word_step_labels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
using step_kernels::find_labels;
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence::detail {

HWY_EXPORT(find_labels);

namespace {

constexpr double most_steps = 32767;

// A step this long is a thousand times what rounding takes from a term, whose size is at most some
// thousands: a logarithm of a double is at most 745 in size.
constexpr double least_step = 1e-9;

struct Spread {
  double middle = 0;
  double half = 0;
};

Spread spread_of(std::span<const double> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double middle = *low + (*high - *low) / 2;
  return {.middle = middle, .half = std::max(*high - middle, middle - *low)};
}

// The nearest whole number: it is cut off where there is no sign.
std::int16_t nearest(double number) {
  constexpr int above = 1 << 15;
  const int whole = static_cast<int>(number + (above + 0.5)) - above;
  return static_cast<std::int16_t>(std::clamp(whole, 1 - above, above - 1));
}

Index stride_of(Index classes) {
  if (classes <= 8) return 8;
  return classes <= 16 ? 16 : (classes + 31) / 32 * 32;
}

// What one row of steps stands for: the classes that have a probability, side by side.
class RowTerms {
 public:
  RowTerms(const WordTable& table, std::vector<Index> classes)
      : table_(table), classes_(std::move(classes)), terms_(classes_.size()) {}

  [[nodiscard]] const std::vector<Index>& classes() const { return classes_; }
  [[nodiscard]] std::span<const double> of(Index word, bool twice) {
    const Index at = word * table_.stride;
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      terms_[k] = table_.logs[at + classes_[k]];
      if (twice) terms_[k] += std::log1p(table_.weights[at + classes_[k]]);
    }
    return terms_;
  }

 private:
  const WordTable& table_;
  std::vector<Index> classes_;
  std::vector<double> terms_;
};

std::vector<Index> classes_of(const std::vector<bool>& live) {
  std::vector<Index> classes;
  for (std::size_t klass = 0; klass < live.size(); ++klass)
    if (live[klass]) classes.push_back(static_cast<Index>(klass));
  return classes;
}

constexpr Index most_words = Index{1} << 30;  // rows are numbered by 32 bits

// What the lengths of documents take from the classes.
void set_lengths(WordSteps& steps, const WordTable& table, const std::vector<Index>& classes) {
  steps.lengths.assign(static_cast<std::size_t>((most_length + 1) * steps.stride), 0);
  for (Index tokens = 1; tokens <= most_length; ++tokens)
    for (const Index klass : classes) {
      const double ratio = log_gamma_ratio(table.totals[klass], static_cast<double>(tokens));
      steps.lengths[static_cast<std::size_t>(tokens * steps.stride + klass)] = -ratio;
      steps.largest_length = std::max(steps.largest_length, std::abs(ratio));
      // What the last of many of the same word adds.
      steps.largest = std::max(steps.largest,
                               std::log1p(table.totals[klass] + static_cast<double>(most_repeats)));
    }
}

}  // namespace

WordSteps::WordSteps(const WordTable& table, const std::vector<bool>& live)
    : classes(table.classes),
      words(table.words),
      stride(stride_of(table.classes)),
      rows_a_word(table.weights == nullptr ? 1 : 2) {
  RowTerms terms(table, classes_of(live));
  usable = !terms.classes().empty() && words < most_words;
  double half = 0;
  for (Index row = 0; usable && row < words * rows_a_word; ++row) {
    const auto values = terms.of(row / rows_a_word, row % rows_a_word == 1);
    half = std::max(half, spread_of(values).half);
    for (const double value : values) {
      largest = std::max(largest, std::abs(value));
      usable = usable && std::isfinite(value);
    }
  }
  if (!usable) return;
  step = std::max(half / most_steps, least_step);
  largest += most_steps * step;
  steps.assign(static_cast<std::size_t>(words * rows_a_word * stride), 0);
  for (Index row = 0; row < words * rows_a_word; ++row) {
    const auto values = terms.of(row / rows_a_word, row % rows_a_word == 1);
    const double middle = spread_of(values).middle;
    for (std::size_t k = 0; k < values.size(); ++k)
      steps[static_cast<std::size_t>(row * stride + terms.classes()[k])] =
          nearest((values[k] - middle) / step);
  }
  if (rows_a_word > 1) set_lengths(*this, table, terms.classes());
}

std::optional<WordSteps> WordSteps::placed(const WordRows& documents) const {
  if (documents.vocabulary >= most_words) return std::nullopt;
  WordSteps same = *this;
  same.words = documents.vocabulary;
  same.places = documents.translate;
  const Index row = stride * rows_a_word;
  same.steps.assign(static_cast<std::size_t>(same.words * row), 0);
  for (Index word = 0; word < same.words; ++word) {
    const Index known = documents.translate[word];
    const Index place = known < 0 ? documents.reserved : known;
    if (place >= words) return std::nullopt;
    std::int16_t* const to = same.steps.data() + word * row;
    const bool is_own = place >= 0 && place != documents.reserved;
    if (rows_a_word == 1 || is_own) {
      if (place >= 0) std::copy_n(steps.data() + place * row, row, to);
      continue;
    }
    if (stride <= classes) return std::nullopt;
    same.marks = true;
    to[mark()] = 1;
    to[stride + mark()] = 2;
  }
  return same;
}

void find_word_labels(const WordSteps& steps, const WordTable& table, const WordRows& documents,
                      const RowSpan& rows, std::span<const double> priors, std::span<Code> label) {
  assert(steps.usable && std::ssize(priors) == steps.classes && std::ssize(label) == rows.count);
  HWY_DYNAMIC_DISPATCH(find_labels)(steps, table, documents, rows, priors, label.data());
}

}  // namespace credence::detail
#endif
