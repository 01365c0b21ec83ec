// The labels of documents that follow from sums of steps. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_STEP_LABELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_STEP_LABELS_INL
#undef CREDENCE_WORD_STEP_LABELS_INL
#else
#define CREDENCE_WORD_STEP_LABELS_INL
#endif

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "predict/words/word_repeats-inl.hpp"
#include "predict/words/word_steps-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace step_kernels {

using detail::WordSteps;
using detail::WordTable;
using document_kernels::Document;

// Sums of steps are whole numbers of 32 bits: 65,000 x 32,767 is less than 2^31.
constexpr double most_tokens = 65000;
constexpr Index most_stored = 65000;

// What a document adds beside its list of rows.
struct Beside {
  double tokens = 0;
  double rows = 0;                 // how many the list adds up
  const double* length = nullptr;  // what its length takes from each class; null: nothing
  const double* words = nullptr;   // what words add that no row stands for; null: nothing
};

// The log joint of each class by steps, but for what all classes share.
class StepJoints {
 public:
  StepJoints(const WordSteps& steps, std::span<const double> priors)
      : steps_(steps),
        sums_(static_cast<std::size_t>(steps.stride)),
        joints_(sums_.size()),
        priors_(sums_.size(), -std::numeric_limits<double>::infinity()) {
    std::copy(priors.begin(), priors.end(), priors_.begin());
    for (const double prior : priors)
      if (std::isfinite(prior)) largest_prior_ = std::max(largest_prior_, std::abs(prior));
  }

  // Sums up the steps of some rows.
  void add(const StepList& list) {
    for (Index first = 0; first < steps_.stride; first += 64) add_block(first, list);
  }
  // The sum of a lane.
  [[nodiscard]] Index sum(Index lane) const { return sums_[static_cast<std::size_t>(lane)]; }

  // The class that is ahead of all others beyond doubt, else -1; in: how many values are stored.
  //
  // Each row that is added misses what it stands for, less the middle of the row, by half a step and
  // by less than a thousandth of one for the rounding of the division (see least_step). Log joints as
  // they are rounded miss their exact sums: a sum of n terms by no more than 2^-53 x (n - 1) / (1 -
  // 2^-53 n) times the sum of their sizes, and each product by 2^-53; n is the number of stored
  // values and a few more, and the bound below is twice that for WordScores, for the sum here, and for
  // 64 more terms. What compound densities compute of a word or a length errs by less than 1e-12 of
  // its size more, which tests hold WordScores to. So two classes whose joints by steps differ by more
  // than twice all of that have log joints in the same order.
  [[nodiscard]] Code label(Index stored, const Beside& beside) {
    if (beside.length != nullptr) add_beside(beside.length);
    if (beside.words != nullptr) add_beside(beside.words);
    const double own = steps_.rows_a_word == 1 ? 0 : 2e-12;
    const double rounding = own + (static_cast<double>(stored) + 64) / 4503599627370496.0;
    const double sizes = largest_prior_ + beside.tokens * steps_.largest + steps_.largest_length;
    return ahead_by(2 * (beside.rows * 0.501 * steps_.step + rounding * sizes));
  }

 private:
  void add_block(Index first, const StepList& list) {
    std::int32_t* const sums = sums_.data() + first;
    const StepTable table{.steps = steps_.steps.data() + first,
                          .stride = steps_.stride,
                          .word_stride = steps_.stride * steps_.rows_a_word};
    const Index classes = std::min<Index>(64, steps_.stride - first);
    const auto add = classes == 8    ? add_steps<8>
                     : classes == 16 ? add_steps<16>
                     : classes == 32 ? add_steps<32>
                                     : add_steps<64>;
    add(table, list, sums);
    const hn::ScalableTag<double> d;
    const hn::Rebind<std::int32_t, decltype(d)> whole;
    const auto step = hn::Set(d, steps_.step);
    for (Index k = 0; k < classes; k += static_cast<Index>(hn::Lanes(d))) {
      const auto sum = hn::PromoteTo(d, hn::LoadU(whole, sums + k));
      const auto prior = hn::LoadU(d, priors_.data() + first + k);
      hn::StoreU(hn::MulAdd(step, sum, prior), d, joints_.data() + first + k);
    }
  }

  void add_beside(const double* terms) {
    const hn::ScalableTag<double> d;
    for (Index k = 0; k < steps_.stride; k += static_cast<Index>(hn::Lanes(d)))
      hn::StoreU(hn::Add(hn::LoadU(d, joints_.data() + k), hn::LoadU(d, terms + k)), d,
                 joints_.data() + k);
  }

  [[nodiscard]] Code ahead_by(double least) const {
    const hn::ScalableTag<double> d;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    auto best = hn::Set(d, -std::numeric_limits<double>::infinity());
    for (Index k = 0; k < steps_.stride; k += lanes)
      best = hn::Max(best, hn::LoadU(d, joints_.data() + k));
    const auto close = hn::Sub(hn::MaxOfLanes(d, best), hn::Set(d, least));
    std::size_t count = 0;
    Index found = 0;
    for (Index k = 0; k < steps_.stride; k += lanes) {
      const auto mask = hn::Ge(hn::LoadU(d, joints_.data() + k), close);
      const std::size_t here = hn::CountTrue(d, mask);
      if (here == 0) continue;
      count += here;
      found = k + static_cast<Index>(hn::FindFirstTrue(d, mask));
    }
    return count == 1 ? static_cast<Code>(found) : -1;
  }

  const WordSteps& steps_;
  std::vector<std::int32_t> sums_;
  std::vector<double> joints_;
  std::vector<double> priors_;  // -inf behind the last class
  double largest_prior_ = 0;
};

// Documents as they are stored, one after another.
class StepRows {
 public:
  StepRows(const WordSteps& steps, const WordTable& table, const WordRows& documents,
           const RowSpan& rows, std::span<const double> priors)
      : steps_(steps),
        table_(table),
        documents_(documents),
        rows_(rows),
        bound_(documents.translate == nullptr ? std::min(documents.vocabulary, steps.words)
                                              : documents.vocabulary),
        joints_(steps, priors),
        repeats_(table.stride, steps.stride) {}

  [[nodiscard]] Code label(Index i) {
    const Index row = rows_[i];
    if (document_kernels::is_missing(documents_, row)) return -1;
    Document document = document_kernels::document_at(documents_, row);
    if (document.size > most_stored ||
        !document_kernels::all_below(document.words, document.size, bound_))
      return -1;
    if (rows_.list == nullptr) document_kernels::fetch_behind(document);
    const Index end = rows_.list == nullptr ? rows_.first + rows_.count : row + 1;
    const auto ahead = static_cast<Index>(documents_.offsets[end] - documents_.offsets[row]);
    StepList list{.words = document.words};
    if (documents_.translate == nullptr)
      list.ahead = ahead;
    else if (!move(document, ahead))
      return -1;
    return steps_.rows_a_word == 1 ? plain_label(document, list) : compound_label(document, list);
  }

 private:
  // Fetches the steps of a stored word that was not looked at.
  void fetch_moved(std::uint32_t word) const {
    if (Index{word} >= documents_.vocabulary) return;
    const Index place = std::max<Index>(0, documents_.translate[word]);
    __builtin_prefetch(steps_.steps.data() + place * steps_.stride * steps_.rows_a_word);
  }
  // Words move to their places, those without one to the reserved one, or nowhere.
  [[nodiscard]] bool move(Document& document, Index ahead) {
    moved_.resize(static_cast<std::size_t>(document.size));
    moved_counts_.assign(document.counts, document.counts + document.size);
    for (Index i = 0; i < document.size; ++i) {
      if (i + steps_ahead < ahead) fetch_moved(document.words[i + steps_ahead]);
      const auto at = static_cast<std::size_t>(i);
      Index place = documents_.translate[document.words[i]];
      if (place < 0) place = documents_.reserved;
      if (place >= steps_.words) return false;
      // Two words of the reserved place are one word under compound densities.
      if (place == documents_.reserved && place >= 0 && steps_.rows_a_word > 1) return false;
      // What is left out is looked at all the same: it may be no count.
      if (place < 0 && moved_counts_[at] >= 0 && moved_counts_[at] <= most_tokens)
        moved_counts_[at] = 0;
      moved_[at] = static_cast<std::uint32_t>(std::max<Index>(place, 0));
    }
    document.words = moved_.data();
    document.counts = moved_counts_.data();
    return true;
  }

  [[nodiscard]] Code plain_label(const Document& document, StepList& list) {
    if (std::ssize(counts_) <= document.size)
      counts_.resize(static_cast<std::size_t>(document.size + 1));
    double tokens = 0;
    if (!pack_counts(document.counts, document.size, counts_.data(), tokens) ||
        tokens > most_tokens)
      return -1;
    list.rows = document.words;
    list.counts = counts_.data();
    list.size = document.size;
    joints_.add(list);
    return joints_.label(list.size, {.tokens = tokens, .rows = tokens});
  }

  [[nodiscard]] Code compound_label(const Document& document, StepList& list) {
    if (std::ssize(counts_) <= document.size)
      counts_.resize(static_cast<std::size_t>(document.size + 1), 1);
    moved_rows_.resize(counts_.size());
    Beside beside;
    list.rows = moved_rows_.data();
    list.counts = counts_.data();
    repeats_.start();
    for (Index i = 0; i < document.size;) {
      const Index few = pack_few(document.words + i, document.counts + i, document.size - i,
                                 moved_rows_.data() + list.size, beside.tokens);
      list.size += few;
      const Index end = std::min(i + few + 8, document.size);
      for (i += few; i < end; ++i)
        if (!put(document.words[i], document.counts[i], list, beside)) return -1;
    }
    if (beside.tokens > static_cast<double>(detail::most_length)) return -1;
    beside.words = repeats_.terms();
    joints_.add(list);
    Index length = static_cast<Index>(beside.tokens);
    if (steps_.marks) {
      const Index marked = joints_.sum(steps_.mark());
      if (marked > 0 && documents_.reserved >= 0) return -1;  // their counts would have to be added up
      length -= marked;                                       // nobody knows them
    }
    beside.rows = static_cast<double>(list.size);
    beside.length = steps_.lengths.data() + length * steps_.stride;
    return joints_.label(list.size, beside);
  }
  // Puts a word into a list; false where its count has no place there.
  [[nodiscard]] bool put(std::uint32_t word, double count, StepList& list, Beside& beside) {
    beside.tokens += count;
    if (count == 1 || count == 2) {
      moved_rows_[static_cast<std::size_t>(list.size++)] = 2 * word + (count == 2 ? 1 : 0);
      return true;
    }
    if (count == 0) return true;
    if (!(count > 2 && count <= static_cast<double>(detail::most_repeats)) || !table_.moderate)
      return false;
    const auto whole = static_cast<Index>(count);
    if (static_cast<double>(whole) != count) return false;
    const Index place = steps_.places == nullptr ? Index{word} : steps_.places[word];
    if (documents_.reserved >= 0 && (place < 0 || place == documents_.reserved)) return false;
    if (place < 0) {
      beside.tokens -= count;
      return true;
    }
    moved_rows_[static_cast<std::size_t>(list.size++)] = 2 * word + 1;
    repeats_.add(table_.weights + place * table_.stride, whole);
    return true;
  }

  const WordSteps& steps_;
  const WordTable& table_;
  const WordRows& documents_;
  const RowSpan& rows_;
  Index bound_;
  StepJoints joints_;
  std::vector<std::int16_t> counts_;
  std::vector<std::uint32_t> moved_;
  std::vector<double> moved_counts_;
  std::vector<std::uint32_t> moved_rows_;
  Repeats repeats_;
};

inline void find_labels(const WordSteps& steps, const WordTable& table, const WordRows& documents,
                        const RowSpan& rows, std::span<const double> priors, Code* label) {
  StepRows all(steps, table, documents, rows, priors);
  for (Index i = 0; i < rows.count; ++i) label[i] = all.label(i);
}

}  // namespace step_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
