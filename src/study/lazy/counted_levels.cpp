// Counts of levels, and the logarithms of what they leave.
#include "study/lazy/counted_levels.hpp"

#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/learn/typed_block.hpp>

namespace credence::detail {
namespace {

std::vector<double> weights_of(const Dirichlet& prior) { return prior.weights; }
std::vector<double> weights_of(const Beta& prior) { return {prior.zeros, prior.ones}; }

template <ConjugateFamily F>
LevelPriors priors_in(const Block<F>& block, Index j, std::span<const std::string> classes) {
  LevelPriors priors;
  for (const auto& prior : BlockPriors<F>(block).of(j, classes)) {
    priors.weights.push_back(weights_of(prior));
    priors.totals.push_back(compensated_sum(priors.weights.back()));
  }
  return priors;
}

}  // namespace

std::optional<LevelPriors> level_priors(const Posterior<Model>& frozen, const LevelColumn& column) {
  const AnyBlock& block = *frozen.blocks[column.block];
  const std::vector<std::string>& classes = frozen.label.classes;
  if (const auto* levels = typed_if<DirichletCategorical>(block))
    return priors_in(*levels, column.feature, classes);
  if (const auto* answers = typed_if<BetaBernoulli>(block))
    return priors_in(*answers, column.feature, classes);
  return std::nullopt;
}

void CountedLevels::add_column(const LevelPriors& priors, std::span<const Code> codes) {
  priors_.push_back(priors);
  std::vector<std::uint32_t> slots;
  slots.reserve(codes.size());
  for (const Code code : codes)
    slots.push_back(code == missing_code ? 0 : static_cast<std::uint32_t>(code) + 1);
  slots_.push_back(std::move(slots));
}

// Slots x classes: rows of the subset with each level.
std::vector<double> CountedLevels::counts(std::span<const Index> rows, std::size_t column) const {
  const std::vector<std::uint32_t>& slots = slots_[column];
  std::vector<double> counts((priors_[column].weights.front().size() + 1) * classes_);
  for (const Index row : rows) {
    const auto at = static_cast<std::size_t>(row);
    counts[slots[at] * classes_ + static_cast<std::size_t>(truth_[at])] += 1;
  }
  return counts;
}

// Slots x 2 x classes: the log density of each level with all rows of the subset, and without one
// row that has it. A missing cell adds 0.
std::vector<double> CountedLevels::terms(const std::vector<double>& counts,
                                         std::size_t column) const {
  const LevelPriors& prior = priors_[column];
  const std::size_t slots = counts.size() / classes_;
  std::vector<double> terms(2 * counts.size());
  for (std::size_t klass = 0; klass < classes_; ++klass) {
    double rows = 0;
    for (std::size_t slot = 1; slot < slots; ++slot) rows += counts[slot * classes_ + klass];
    // A row is taken from whole counts, in which no small pseudo-count is lost.
    const auto log_share = [&](std::size_t slot, double count, double all) {
      return std::log((prior.weights[klass][slot - 1] + count) / (prior.totals[klass] + all));
    };
    for (std::size_t slot = 1; slot < slots; ++slot) {
      const double count = counts[slot * classes_ + klass];
      double* to = &terms[2 * slot * classes_ + klass];
      to[0] = log_share(slot, count, rows);
      if (count > 0) to[classes_] = log_share(slot, count - 1, rows - 1);
    }
  }
  return terms;
}

void CountedLevels::add(std::span<const Index> rows, const std::vector<bool>& used,
                        std::span<double> joint) const {
  for (std::size_t column = 0; column < size(); ++column) {
    if (used[column]) continue;
    const std::vector<double> terms = this->terms(counts(rows, column), column);
    const std::vector<std::uint32_t>& slots = slots_[column];
    double* to = joint.data();
    for (const Index row : rows) {
      const auto at = static_cast<std::size_t>(row);
      const double* of_level = &terms[2 * slots[at] * classes_];
      const auto own = static_cast<std::size_t>(truth_[at]);
      for (std::size_t klass = 0; klass < classes_; ++klass)
        to[klass] += of_level[klass == own ? klass + classes_ : klass];
      to += classes_;
    }
  }
}

}  // namespace credence::detail
