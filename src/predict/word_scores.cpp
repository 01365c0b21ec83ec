// Scores of documents: tables of logarithms, of which each word adds a row to the sums of all
// classes.
#include "predict/word_scores.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <credence/base/sum.hpp>
#include <tuple>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/word_scores.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "predict/word_kernels-inl.hpp"

#ifndef CREDENCE_WORD_SCORES_TYPES
#define CREDENCE_WORD_SCORES_TYPES
namespace credence {
namespace {

template <class Count>
using ScoreDocuments = std::optional<Entry> (*)(const detail::WordTable&, const WordRows<Count>&,
                                                const RowSpan&, const ScoreTile&);
template <class T>
using ScoreColumns = std::optional<Entry> (*)(const detail::WordTable&, const Panel<T>&,
                                              const RowSpan&, const ScoreTile&);

template <template <class> class Kernel>
using ForEachType = std::tuple<Kernel<double>, Kernel<float>, Kernel<std::uint8_t>,
                               Kernel<std::int32_t>, Kernel<std::int64_t>>;

struct ScoreKernels {
  ForEachType<ScoreDocuments> documents;
  ForEachType<ScoreColumns> columns;
};

}  // namespace
}  // namespace credence
#endif

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace {
namespace HWY_NAMESPACE {

using namespace credence::HWY_NAMESPACE::document_kernels;

ScoreKernels score_kernels() {
  return {
      .documents = {score_documents<double>, score_documents<float>, score_documents<std::uint8_t>,
                    score_documents<std::int32_t>, score_documents<std::int64_t>},
      .columns = {score_columns<double>, score_columns<float>, score_columns<std::uint8_t>,
                  score_columns<std::int32_t>, score_columns<std::int64_t>},
  };
}

}  // namespace HWY_NAMESPACE
}  // namespace
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
namespace {

HWY_EXPORT(score_kernels);

constexpr double infinity = std::numeric_limits<double>::infinity();

// The number of words of the longest density that is in use.
template <class Density>
Index longest(std::span<const Density> densities, const std::vector<bool>& live,
              std::vector<double> Density::*values) {
  std::size_t size = 0;
  for (std::size_t klass = 0; klass < densities.size(); ++klass)
    if (live[klass]) size = std::max(size, (densities[klass].*values).size());
  return static_cast<Index>(size);
}

}  // namespace

// Classes without probability, and those that fill up the cache line, add 0.
void WordScores::shape(Index classes, Index words) {
  constexpr Index line = 8;
  classes_ = classes;
  words_ = words;
  stride_ = std::max<Index>(1, (classes + line - 1) / line) * line;
  logs_.assign(static_cast<std::size_t>((words + 1) * stride_), 0);
}

WordScores::WordScores(std::span<const Multinomial> densities, const std::vector<bool>& live) {
  assert(densities.size() == live.size());
  shape(static_cast<Index>(densities.size()),
        longest(densities, live, &Multinomial::probabilities));
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

WordScores::WordScores(std::span<const DirichletMultinomial> densities,
                       const std::vector<bool>& live) {
  assert(densities.size() == live.size());
  shape(static_cast<Index>(densities.size()),
        longest(densities, live, &DirichletMultinomial::weights));
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

template <class Count>
std::optional<Entry> WordScores::add(const WordRows<Count>& documents, const RowSpan& rows,
                                     const ScoreTile& tile) const {
  assert(tile.classes == classes_ && tile.rows == rows.count);
  const ScoreKernels kernels = HWY_DYNAMIC_DISPATCH(score_kernels)();
  return std::get<ScoreDocuments<Count>>(kernels.documents)(table(), documents, rows, tile);
}

template <class T>
std::optional<Entry> WordScores::add(const Panel<T>& panel, const RowSpan& rows,
                                     const ScoreTile& tile) const {
  assert(tile.classes == classes_ && tile.rows == rows.count);
  const ScoreKernels kernels = HWY_DYNAMIC_DISPATCH(score_kernels)();
  return std::get<ScoreColumns<T>>(kernels.columns)(table(), panel, rows, tile);
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

using Fault = std::optional<Entry>;
template Fault WordScores::add(const WordRows<double>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const WordRows<float>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const WordRows<std::uint8_t>&, const RowSpan&,
                               const ScoreTile&) const;
template Fault WordScores::add(const WordRows<std::int32_t>&, const RowSpan&,
                               const ScoreTile&) const;
template Fault WordScores::add(const WordRows<std::int64_t>&, const RowSpan&,
                               const ScoreTile&) const;
template Fault WordScores::add(const Panel<double>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const Panel<float>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const Panel<std::uint8_t>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const Panel<std::int32_t>&, const RowSpan&, const ScoreTile&) const;
template Fault WordScores::add(const Panel<std::int64_t>&, const RowSpan&, const ScoreTile&) const;

}  // namespace credence
#endif
