// Documents and words that join: what each adds to the log densities.
#include "predict/growing_words.hpp"

#include <credence/base/special.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace credence::detail {
namespace {

// Whether every word has the same weight before data, however many words there are.
bool is_the_same_for_each(const PriorSpec& prior) {
  if (!prior.by_class.empty())
    return std::all_of(prior.by_class.begin(), prior.by_class.end(),
                       [](const auto& one) { return is_the_same_for_each(one.second); });
  return prior.word.empty() && prior.values.size() == 1 && prior.values.front().first == "each";
}

// ln Gamma(total + length) - ln Gamma(total), computed once for each short length.
class RiseByLength {
 public:
  explicit RiseByLength(double total) : total_(total) {
    known_.fill(std::numeric_limits<double>::quiet_NaN());
  }
  double operator()(double length) {
    if (length >= static_cast<double>(known_.size()) || length != std::floor(length))
      return log_gamma_ratio(total_, length);
    double& known = known_[static_cast<std::size_t>(length)];
    if (std::isnan(known)) known = log_gamma_ratio(total_, length);
    return known;
  }

 private:
  double total_;
  std::array<double, 256> known_{};
};

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

void GrowingWords::add(Index word) {
  const auto at = static_cast<std::size_t>(word);
  const std::size_t classes = weights_.size();
  for (std::size_t klass = 0; klass < classes; ++klass) {
    if (weights_[klass].empty()) continue;
    const double weight = weights_[klass][at];
    const double once = std::log(weight);
    totals_[klass].add(weight);
    for (const Holder& holder : holders_[at])
      sums_[holder.document * classes + klass] +=
          holder.count == 1 ? once : log_gamma_ratio(weight, holder.count);
  }
  for (const Holder& holder : holders_[at]) lengths_[holder.document] += holder.count;
}

std::vector<double> GrowingWords::terms() const {
  std::vector<double> terms = sums_;
  const std::size_t classes = weights_.size();
  for (std::size_t klass = 0; klass < classes; ++klass) {
    if (weights_[klass].empty()) continue;
    RiseByLength rise(totals_[klass].value());
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      terms[i * classes + klass] -= rise(lengths_[i]);
  }
  return terms;
}

}  // namespace credence::detail
