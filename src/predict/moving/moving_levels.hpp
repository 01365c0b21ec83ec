#pragma once
// Leave-one-out scorers of categories and words: a density costs what the datum holds, not what
// there are levels.
#include <array>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/predict/moving_cells.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <limits>

namespace credence {

namespace detail {

/// Returns a category as a document of one word.
[[nodiscard]] inline std::array<WordCount, 1> words_in(Code code) {
  return {WordCount{.word = static_cast<std::uint32_t>(code), .count = 1}};
}
[[nodiscard]] inline std::span<const WordCount> words_in(const WordCounts& document) {
  return document;
}

/// Cells of levels under a Dirichlet prior. Every estimate gives a level a share of some total:
/// counts under maximum likelihood, weights less 1 under maximum a posteriori, else weights. The
/// total is kept, and what the datum takes from it is subtracted with the rounding carried along.
template <ConjugateFamily F>
class MovingLevels : public ReferenceMovingCells<F> {
 public:
  using Reference = ReferenceMovingCells<F>;
  using Datum = typename Reference::Datum;
  using Statistics = typename Reference::Statistics;

  MovingLevels() = default;
  MovingLevels(const Block<F>& block, const EstimateContext& context) : Reference(block, context) {
    settle();
    if constexpr (!compound) find_without_one();
  }

  [[nodiscard]] double log_density_without(Index j, Index klass, const Datum& datum,
                                           double weight) const {
    if constexpr (!compound)
      if (weight == 1 && !without_one_.empty()) {
        const std::vector<double>& known = without_one_[this->at(j, klass)];
        const auto level = static_cast<std::size_t>(datum);
        if (level < known.size() && !std::isnan(known[level])) return known[level];
      }
    return find_without(j, klass, datum, weight);
  }

  [[nodiscard]] double log_evidence(Index j, Index klass, const Datum& datum, double weight) const {
    const std::vector<double>& prior = this->prior(j, klass).weights;
    const std::vector<double>& counts = this->seen(j, klass).counts;
    CompensatedSum sum;
    CompensatedSum tokens;
    for (const WordCount& entry : words_in(datum)) {
      if (entry.count == 0) continue;
      sum.add(log_gamma_ratio(prior[entry.word] + counts[entry.word], weight * entry.count));
      tokens.add(weight * entry.count);
    }
    if (tokens.value() == 0) return 0;
    sum.add(-log_gamma_ratio(totals_[this->at(j, klass)].sum.value(), tokens.value()));
    return sum.value();
  }
  void observe(Index j, Index klass, const Datum& datum, double weight) {
    without_one_.clear();
    Reference::observe(j, klass, datum, weight);
    for (const WordCount& entry : words_in(datum))
      totals_[this->at(j, klass)].sum.add(weight * entry.count);
  }
  void clear() {
    Reference::clear();
    settle();
    without_one_.clear();
  }

 private:
  static constexpr bool compound = !std::is_same_v<typename F::Likelihood, typename F::Predictive>;

  /// What the shares of a cell are shares of.
  struct Total {
    CompensatedSum sum;
    bool plain = true;  ///< no share is negative, and there are at least two, under a known prior
  };
  /// The share of a level before it is divided by the total.
  struct Share {
    std::span<const double> prior;
    std::span<const double> counts;
    Estimator estimator = Estimator::predictive;
    double weight = 0;

    [[nodiscard]] double of(std::size_t level, double count) const {
      if (estimator == Estimator::maximum_likelihood) return count;
      const double sum = prior[level] + count;
      return estimator == Estimator::maximum_a_posteriori ? sum - 1 : sum;
    }
    [[nodiscard]] double full(const WordCount& entry) const {
      return of(entry.word, counts[entry.word]);
    }
    [[nodiscard]] double left(const WordCount& entry) const {
      return of(entry.word, taken_back(counts[entry.word], weight * entry.count, "counts"));
    }
  };

  [[nodiscard]] double find_without(Index j, Index klass, const Datum& datum, double weight) const {
    const Share share{.prior = this->prior(j, klass).weights,
                      .counts = this->seen(j, klass).counts,
                      .estimator = this->estimator(),
                      .weight = weight};
    const Total& full = totals_[this->at(j, klass)];
    if (!full.plain) return Reference::log_density_without(j, klass, datum, weight);
    const auto words = words_in(datum);
    CompensatedSum left = full.sum;
    bool plain = true;
    for (const WordCount& entry : words) {
      if (entry.word >= share.counts.size())
        return Reference::log_density_without(j, klass, datum, weight);
      const double rest = share.left(entry);
      left.add(-share.full(entry));
      left.add(rest);
      plain = plain && !(rest < 0);
    }
    // The reference decides where there is no estimate, or hardly anything is left.
    if (!plain || !(left.value() > 1e-9 * full.sum.value()))
      return Reference::log_density_without(j, klass, datum, weight);
    return compound && this->estimator() == Estimator::predictive
               ? log_compound(words, share, left.value())
               : log_product(words, share, left.value());
  }

  template <class Words>
  [[nodiscard]] static double log_product(const Words& words, const Share& share, double total) {
    CompensatedSum sum;
    for (const WordCount& entry : words) sum.add(x_log_y(entry.count, share.left(entry) / total));
    return sum.value();
  }
  template <class Words>
  [[nodiscard]] static double log_compound(const Words& words, const Share& share, double total) {
    CompensatedSum sum;
    CompensatedSum tokens;
    for (const WordCount& entry : words) {
      if (entry.count == 0) continue;
      sum.add(log_gamma_ratio(share.left(entry), entry.count));
      tokens.add(entry.count);
    }
    if (tokens.value() == 0) return 0;
    sum.add(-log_gamma_ratio(total, tokens.value()));
    return sum.value();
  }

  void settle() {
    totals_.clear();
    for (Index j = 0; j < this->size(); ++j)
      for (Index klass = 0; klass < this->classes(); ++klass) totals_.push_back(total_of(j, klass));
  }
  [[nodiscard]] Total total_of(Index j, Index klass) const {
    const Share share{.prior = this->prior(j, klass).weights,
                      .counts = this->seen(j, klass).counts,
                      .estimator = this->estimator(),
                      .weight = 0};
    if (!this->scored(j)) return {.sum = {}, .plain = false};  // there is no prior
    Total total;
    total.plain = share.counts.size() > 1;
    for (std::size_t level = 0; level < share.counts.size(); ++level) {
      const double value = share.of(level, share.counts[level]);
      total.sum.add(value);
      total.plain = total.plain && !(value < 0);
    }
    return total;
  }

  // Of each level that was seen what is left without a row of weight 1: rows share it.
  void find_without_one() {
    for (Index j = 0; j < this->size(); ++j)
      for (Index klass = 0; klass < this->classes(); ++klass) {
        const std::vector<double>& counts = this->seen(j, klass).counts;
        std::vector<double>& known =
            without_one_.emplace_back(counts.size(), std::numeric_limits<double>::quiet_NaN());
        for (std::size_t level = 0; level < counts.size(); ++level)
          if (counts[level] >= 1 && totals_[this->at(j, klass)].plain)
            known[level] = found_or_none(j, klass, static_cast<Datum>(level));
      }
  }
  // NaN where there is no estimate, which is found anew for the row that asks.
  [[nodiscard]] double found_or_none(Index j, Index klass, Datum level) const {
    try {
      return find_without(j, klass, level, 1);
    } catch (const Error&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }

  std::vector<Total> totals_;                     // features x classes, feature-major
  std::vector<std::vector<double>> without_one_;  // the same, levels each; empty: not kept
};

}  // namespace detail

}  // namespace credence
