// What the kernels counted, as the statistics of the families.

#include <algorithm>
#include <array>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/gamma_poisson.hpp>

#include "learn/levels/answer_block_sums.hpp"
#include "learn/levels/category_block_sums.hpp"
#include "learn/levels/counted_totals.hpp"
#include "learn/words/word_block_sums.hpp"

namespace credence::detail {
namespace {

// ln k! for each count that is a level.
const std::array<double, count_levels>& log_factorials() {
  static const auto table = [] {
    std::array<double, count_levels> values{};
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = log_gamma(static_cast<double>(k) + 1);
    return values;
  }();
  return table;
}

}  // namespace

void AnswerBlockSums::reset(const Cells& cells, Index classes, bool weighted) {
  sums_.reset(cells, [&](LevelCounts& sums, const PanelRun& run) {
    const std::vector<Index> levels(static_cast<std::size_t>(run.width()), 2);
    sums.reset(levels, classes, announced(weighted), MinusOne::fault);
  });
}

void CategoryBlockSums::reset(const Cells& cells, Index classes, bool weighted) {
  classes_ = classes;
  levels_.clear();
  for (const auto& feature : cells.features) levels_.push_back(std::ssize(feature.levels()));
  std::vector<Index> counted;
  sums_.reset(cells, [&](LevelCounts& sums, const PanelRun& run) {
    counted.clear();
    for (Index j = 0; j < run.width(); ++j)  // a column of missing cells has no level
      counted.push_back(std::max<Index>(1, levels_[static_cast<std::size_t>(run.first() + j)]));
    sums.reset(counted, classes, announced(weighted), MinusOne::missing);
  });
}

CategoricalCounts CategoryBlockSums::statistics(Index feature, Index klass) const {
  const auto place = sums_.of(feature);
  CategoricalCounts statistics;
  for (Index level = 0; level < levels_[static_cast<std::size_t>(feature)]; ++level)
    statistics.counts.push_back(place.sums->count(place.column, klass, level));
  return statistics;
}

std::vector<bool> CategoryBlockSums::seen(Index feature) const {
  const auto place = sums_.of(feature);
  std::vector<bool> seen(static_cast<std::size_t>(levels_[static_cast<std::size_t>(feature)]));
  for (std::size_t level = 0; level < seen.size(); ++level)
    for (Index klass = 0; klass < classes_ && !seen[level]; ++klass)
      seen[level] = place.sums->count(place.column, klass, static_cast<Index>(level)) > 0;
  return seen;
}

CountTotals totals_of(const LevelCounts& counts, Index column, Index klass, CountTotals start) {
  CountTotals small;
  CompensatedSum log_base;
  for (Index x = 0; x < count_levels; ++x) {
    const double times = counts.count(column, klass, x);
    if (times == 0) continue;
    small.n += times;
    small.total += times * static_cast<double>(x);
    log_base.add(-times * log_factorials()[static_cast<std::size_t>(x)]);
  }
  small.exposure = small.n;
  small.log_base = log_base.value();
  small.merge(start);
  return small;
}

TrialTotals totals_of(const LevelCounts& counts, Index column, Index klass, TrialTotals start) {
  for (Index x = 0; x < count_levels; ++x) {
    const double times = counts.count(column, klass, x);
    start.successes += times;
    start.failures += times * static_cast<double>(x);
  }
  return start;
}

void WordBlockSums::reset(const Cells& cells, Index classes, bool) {
  sums_.resize(cells.features.size());
  for (std::size_t j = 0; j < sums_.size(); ++j)
    sums_[j].reset(std::ssize(cells.features[j].levels()), classes);
}

std::optional<Entry> WordBlockSums::add(const Cells& cells, const Tile& tile) {
  for (std::size_t j = 0; j < sums_.size(); ++j)
    if (const auto fault = sums_[j].add(cells.features[j].documents(), tile))
      return Entry{.row = fault->row, .column = static_cast<Index>(j)};
  return std::nullopt;
}

void WordBlockSums::merge(const WordBlockSums& other) {
  for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j].merge(other.sums_[j]);
}

std::vector<bool> WordBlockSums::seen(Index feature) const {
  const WordSums& sums = sums_[static_cast<std::size_t>(feature)];
  std::vector<double> most(static_cast<std::size_t>(sums.vocabulary()));
  for (Index klass = 0; klass < sums.classes(); ++klass) {
    const std::span<const double> counts = sums.counts(klass);
    for (std::size_t word = 0; word < counts.size(); ++word)
      most[word] = std::max(most[word], counts[word]);
  }
  std::vector<bool> seen(most.size());
  for (std::size_t word = 0; word < most.size(); ++word) seen[word] = most[word] > 0;
  return seen;
}

}  // namespace credence::detail
