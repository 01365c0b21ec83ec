// Scores of documents: tables of logarithms, of which each word adds a row to the sums of all
// classes.
#include "predict/words/word_scores.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <credence/base/sum.hpp>
#include <mutex>

#include "predict/words/word_labels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/words/word_scores.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/words/word_kernels-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
using document_kernels::fill_lengths;
using document_kernels::score_documents;
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(fill_lengths);
HWY_EXPORT(score_documents);

/// Tables that are made when they are first asked for.
struct detail::LazyWordTables {
  std::once_flag steps_once;
  std::unique_ptr<const WordSteps> steps;
  std::once_flag lengths_once;
  LargeArray<double> lengths;
};

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The number of words of the longest density that is in use.
template <class Density>
Index longest(std::span<const Density> densities, const std::vector<bool>& live,
              std::vector<double> Density::*values) {
  assert(densities.size() == live.size());
  std::size_t size = 0;
  for (std::size_t klass = 0; klass < densities.size(); ++klass)
    if (live[klass]) size = std::max(size, (densities[klass].*values).size());
  return static_cast<Index>(size);
}

// Labels by steps, where these tell them apart.
class WordLabelFinder final : public LabelFinder {
 public:
  WordLabelFinder(const detail::WordSteps& steps, const detail::WordTable& table,
                  const WordRows& documents, std::span<const double> priors)
      : steps_(&steps), table_(table), documents_(documents), priors_(priors) {}

  // Puts the steps in the order of the words of the data, where they can be.
  void place_words() {
    if (documents_.translate == nullptr) return;
    placed_ = steps_->placed(documents_);
    if (!placed_) return;
    steps_ = &*placed_;
    documents_.translate = nullptr;
  }
  void find(RowSpan rows, std::span<Code> label) const override {
    detail::find_word_labels(*steps_, table_, documents_, rows, priors_, label);
  }

 private:
  const detail::WordSteps* steps_;
  std::optional<detail::WordSteps> placed_ = {};
  detail::WordTable table_;
  WordRows documents_;
  std::span<const double> priors_;
};

}  // namespace

// Classes without probability, and those that fill up the cache line, add 0.
void WordScores::shape(const std::vector<bool>& live, Index words) {
  constexpr Index line = 8;
  classes_ = std::ssize(live);
  words_ = words;
  stride_ = std::max<Index>(1, (classes_ + line - 1) / line) * line;
  live_ = live;
  lazy_ = std::make_shared<detail::LazyWordTables>();
  logs_.assign(static_cast<std::size_t>((words + 1) * stride_), 0);
}

WordScores::WordScores(std::span<const Multinomial> densities, const std::vector<bool>& live) {
  shape(live, longest(densities, live, &Multinomial::probabilities));
  for (Index word = 0; word <= words_; ++word)
    for (Index klass = 0; klass < classes_; ++klass) {
      const auto k = static_cast<std::size_t>(klass);
      if (!live[k]) continue;
      const std::vector<double>& probabilities = densities[k].probabilities;
      const auto at = static_cast<std::size_t>(word);
      const double p = at < probabilities.size() ? probabilities[at] : 0;
      logs_[static_cast<std::size_t>(entry(word, klass))] = std::log(p);
      impossible_ = impossible_ || (word < words_ && p == 0);
    }
}

WordScores::WordScores(std::span<const CompoundMultinomial> densities,
                       const std::vector<bool>& live) {
  shape(live, longest(densities, live, &CompoundMultinomial::weights));
  weights_.assign(logs_.size(), 1);
  totals_.assign(static_cast<std::size_t>(stride_), 1000);
  for (Index klass = 0; klass < classes_; ++klass) {
    const auto k = static_cast<std::size_t>(klass);
    if (!live[k]) continue;
    const std::vector<double>& weights = densities[k].weights;
    const double total = compensated_sum(weights);
    // Without a word every document that has a token is impossible, whatever its length says.
    if (!weights.empty()) totals_[k] = total;
    many_ = many_ && totals_[k] >= detail::stirling_start;
    moderate_ =
        moderate_ && totals_[k] >= detail::smallest_factor && totals_[k] <= detail::largest_factor;
    for (Index word = 0; word <= words_; ++word) {
      const auto from = static_cast<std::size_t>(word);
      const auto to = static_cast<std::size_t>(entry(word, klass));
      if (from < weights.size()) weights_[to] = weights[from];
      logs_[to] = from < weights.size() ? std::log(weights[from]) : -infinity;
    }
  }
}

std::optional<Entry> WordScores::add(const WordRows& documents, const RowSpan& rows,
                                     const ScoreTile& tile) const {
  assert(tile.classes == classes_ && tile.rows == rows.count);
  detail::WordTable seen = table();
  if (documents.rows > detail::most_length) seen.lengths = lengths();
  return HWY_DYNAMIC_DISPATCH(score_documents)(seen, documents, rows, tile);
}

const double* WordScores::lengths() const {
  if (!lazy_ || weights_.empty()) return nullptr;
  std::call_once(lazy_->lengths_once, [this] {
    lazy_->lengths.assign(static_cast<std::size_t>((detail::most_length + 1) * stride_), 0);
    HWY_DYNAMIC_DISPATCH(fill_lengths)(table(), lazy_->lengths.data());
  });
  return lazy_->lengths.data();
}

std::unique_ptr<LabelFinder> WordScores::label_finder(const WordRows& documents,
                                                      const RowSpan& rows,
                                                      std::span<const double> priors) const {
  if (!lazy_ || impossible_ || documents.rows == 0) return nullptr;
  const auto stored =
      static_cast<double>(documents.offsets[documents.rows] - documents.offsets[0]) *
      static_cast<double>(rows.count) / static_cast<double>(documents.rows);
  if (stored < (weights_.empty() ? 16 : 64) * static_cast<double>(words_)) return nullptr;
  std::call_once(lazy_->steps_once, [this] {
    lazy_->steps = std::make_unique<const detail::WordSteps>(table(), live_);
  });
  if (!lazy_->steps->usable) return nullptr;
  auto finder = std::make_unique<WordLabelFinder>(*lazy_->steps, table(), documents, priors);
  if (stored >= 16 * static_cast<double>(documents.vocabulary)) finder->place_words();
  return finder;
}

detail::WordTable WordScores::table() const {
  return {.logs = logs_.data(),
          .weights = weights_.empty() ? nullptr : weights_.data(),
          .totals = totals_.data(),
          .classes = classes_,
          .words = words_,
          .stride = stride_,
          .impossible = impossible_,
          .moderate = moderate_,
          .many = many_};
}

}  // namespace credence
#endif
