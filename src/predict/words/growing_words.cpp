// Documents and words that join: what each adds to the log densities. As many documents at once as
// fit in a vector.
#include "predict/words/growing_words.hpp"

#include <credence/base/special.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <cmath>

#include "predict/tiles/impossible.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/words/growing_words.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#ifndef CREDENCE_GROWING_WORDS_TYPES
#define CREDENCE_GROWING_WORDS_TYPES
namespace credence::detail {
namespace {

// Documents of one class, with room behind them up to a full vector.
struct GrowingDocuments {
  std::size_t count;
  const double* sums;          // of the words that joined
  const std::int64_t* places;  // of their lengths in a table
};

}  // namespace
}  // namespace credence::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace credence::detail {
namespace {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Logarithms of first, first + 1, ... up to a full vector.
void logs_of_run(double first, std::size_t count, double* logs) {
  const hn::ScalableTag<double> d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d))
    hn::StoreU(hn::Log(d, hn::Iota(d, first + static_cast<double>(i))), d, logs + i);
}

// Adds sum less rise to each joint that is not -inf.
void add_grown_documents(const GrowingDocuments& documents, const double* rises, double* joint) {
  const hn::ScalableTag<double> d;
  const hn::RebindToSigned<decltype(d)> d_places;
  const auto none = hn::Set(d, impossible);
  for (std::size_t i = 0; i < documents.count; i += hn::Lanes(d)) {
    const auto rise = hn::GatherIndex(d, rises, hn::LoadU(d_places, documents.places + i));
    const auto before = hn::LoadU(d, joint + i);
    const auto after = hn::Add(before, hn::Sub(hn::LoadU(d, documents.sums + i), rise));
    hn::StoreU(hn::IfThenElse(hn::Eq(before, none), none, after), d, joint + i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace
}  // namespace credence::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence::detail {
namespace {

HWY_EXPORT(logs_of_run);
HWY_EXPORT(add_grown_documents);

// Whether every word has the same weight before data, however many words there are.
bool is_the_same_for_each(const PriorSpec& prior) {
  if (!prior.by_class.empty())
    return std::all_of(prior.by_class.begin(), prior.by_class.end(),
                       [](const auto& one) { return is_the_same_for_each(one.second); });
  return prior.word.empty() && prior.values.size() == 1 && prior.values.front().first == "each";
}

}  // namespace

std::optional<GrowingWords> GrowingWords::of(const Posterior<Model>& one, const BoundTable& bound,
                                             std::span<const Index> rows,
                                             const std::vector<double>& log_class_probabilities) {
  const AnyBlock& block = *one.blocks.front();
  if (typed_if<DirichletMultinomial>(block) == nullptr || !is_the_same_for_each(block.prior(0)))
    return std::nullopt;
  const Estimates estimates = estimate(one, Estimator::predictive, log_class_probabilities);
  if (!estimates.undefined.empty()) return std::nullopt;
  GrowingWords growing;
  typed_table<DirichletMultinomial>(*estimates.tables.front())
      .visit([&]<class Density>(const std::vector<Density>& densities) {
        if constexpr (std::is_same_v<Density, CompoundMultinomial>)
          for (const Density& density : densities) growing.weights_.push_back(density.weights);
      });
  growing.totals_.resize(growing.weights_.size());
  growing.stride_ = (rows.size() + padding - 1) / padding * padding;
  growing.lengths_.assign(rows.size(), 0.0);
  growing.places_.assign(growing.stride_, 0);
  growing.documents_of_[0] = std::ssize(rows);
  growing.sums_.assign(growing.stride_ * growing.weights_.size(), 0.0);
  if (!growing.take_documents(block.feature(0), bound, rows)) return std::nullopt;
  return growing;
}

bool GrowingWords::take_documents(const FeatureFacts& feature, const BoundTable& bound,
                                  std::span<const Index> rows) {
  const auto& cells = bound.blocks.front().of<WordCounts>().feature(0);
  const WordRows& documents = cells.documents();
  const Slots slots = slots_of(feature, cells);
  holders_.resize(feature.levels.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    if (documents.missing != nullptr && (*documents.missing)[row]) return false;
    for (std::uint64_t at = documents.offsets[row]; at < documents.offsets[row + 1]; ++at) {
      const Index word = slots.of[documents.words[at]];
      const double count = documents.counts[at];
      if (!is_amount(count)) return false;
      if (word >= 0 && count > 0)
        holders_[static_cast<std::size_t>(word)].push_back({.document = i, .count = count});
    }
  }
  return true;
}

std::int64_t GrowingWords::place_of_length(double length) {
  if (!(length < static_cast<double>(short_lengths)) || length != std::floor(length))
    return short_lengths;
  return static_cast<std::int64_t>(length);
}

void GrowingWords::lengthen(const Holder& holder) {
  double& length = lengths_[holder.document];
  std::int64_t& place = places_[holder.document];
  --documents_of_[static_cast<std::size_t>(place)];
  length += holder.count;
  place = place_of_length(length);
  ++documents_of_[static_cast<std::size_t>(place)];
}

void GrowingWords::add(Index word) {
  const auto at = static_cast<std::size_t>(word);
  for (std::size_t klass = 0; klass < weights_.size(); ++klass) {
    if (weights_[klass].empty()) continue;
    const double weight = weights_[klass][at];
    totals_[klass].add(weight);
    if (holders_[at].empty()) continue;
    const double once = std::log(weight);
    for (const Holder& holder : holders_[at])
      sums_[klass * stride_ + holder.document] +=
          holder.count == 1 ? once : log_gamma_ratio(weight, holder.count);
  }
  for (const Holder& holder : holders_[at]) lengthen(holder);
}

// Each from the one before it: a length adds ln(total + length - 1).
GrowingWords::Rises GrowingWords::rises_above(double total) const {
  Rises logs{};
  std::size_t longest = short_lengths - 1;
  while (longest > 0 && documents_of_[longest] == 0) --longest;
  HWY_DYNAMIC_DISPATCH(logs_of_run)(total, longest, logs.data());
  Rises rises{};
  for (std::size_t length = 0; length < longest; ++length)
    rises[length + 1] = rises[length] + logs[length];
  return rises;
}

void GrowingWords::add_to(const ScoreTile& joints) const {
  for (std::size_t klass = 0; klass < weights_.size(); ++klass) {
    if (weights_[klass].empty()) continue;
    const double total = totals_[klass].value();
    const Rises rises = rises_above(total);
    const GrowingDocuments documents{
        .count = lengths_.size(), .sums = sums_.data() + klass * stride_, .places = places_.data()};
    double* joint = joints.of_class(static_cast<Index>(klass));
    HWY_DYNAMIC_DISPATCH(add_grown_documents)(documents, rises.data(), joint);
    if (documents_of_[short_lengths] == 0) continue;
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      if (places_[i] == static_cast<std::int64_t>(short_lengths) && joint[i] != impossible)
        joint[i] -= log_gamma_ratio(total, lengths_[i]);
  }
}

}  // namespace credence::detail
#endif  // HWY_ONCE
