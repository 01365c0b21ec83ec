// Documents and words that join: what each adds to the log densities.
#include "predict/growing_words.hpp"

#include <credence/base/special.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <cmath>

#include "predict/impossible.hpp"

namespace credence::detail {
namespace {

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
  growing.lengths_.assign(rows.size(), 0.0);
  growing.places_.assign(rows.size(), 0);
  growing.documents_of_[0] = std::ssize(rows);
  growing.sums_.assign(rows.size() * growing.weights_.size(), 0.0);
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

std::uint16_t GrowingWords::place_of_length(double length) {
  if (!(length < static_cast<double>(short_lengths)) || length != std::floor(length))
    return short_lengths;
  return static_cast<std::uint16_t>(length);
}

void GrowingWords::lengthen(const Holder& holder) {
  double& length = lengths_[holder.document];
  std::uint16_t& place = places_[holder.document];
  --documents_of_[place];
  length += holder.count;
  place = place_of_length(length);
  ++documents_of_[place];
}

void GrowingWords::add(Index word) {
  const auto at = static_cast<std::size_t>(word);
  const std::size_t rows = lengths_.size();
  for (std::size_t klass = 0; klass < weights_.size(); ++klass) {
    if (weights_[klass].empty()) continue;
    const double weight = weights_[klass][at];
    const double once = std::log(weight);
    totals_[klass].add(weight);
    for (const Holder& holder : holders_[at])
      sums_[klass * rows + holder.document] +=
          holder.count == 1 ? once : log_gamma_ratio(weight, holder.count);
  }
  for (const Holder& holder : holders_[at]) lengthen(holder);
}

GrowingWords::Rises GrowingWords::rises_above(double total) const {
  Rises rises{};
  for (std::size_t length = 0; length < short_lengths; ++length)
    if (documents_of_[length] > 0)
      rises[length] = log_gamma_ratio(total, static_cast<double>(length));
  return rises;
}

void GrowingWords::add_to(const ScoreTile& joints) const {
  const std::size_t rows = lengths_.size();
  for (std::size_t klass = 0; klass < weights_.size(); ++klass) {
    if (weights_[klass].empty()) continue;
    const double total = totals_[klass].value();
    const Rises rises = rises_above(total);
    const double* sums = sums_.data() + klass * rows;
    double* joint = joints.of_class(static_cast<Index>(klass));
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t place = places_[i];
      const double rise =
          place < short_lengths ? rises[place] : log_gamma_ratio(total, lengths_[i]);
      joint[i] = joint[i] == impossible ? impossible : joint[i] + (sums[i] - rise);
    }
  }
}

}  // namespace credence::detail
