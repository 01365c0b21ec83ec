// Bins of numbers, and words that occur.
#include "study/selection/coded_rows.hpp"

#include <credence/learn/keep.hpp>

#include "study/rows/datum_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <credence/detail/learn/block_cells.hpp>
#include <limits>
#include <utility>

namespace credence::detail {

namespace {

// A number, and the weight of all rows that hold less.
struct Step {
  double number = 0;
  double below = 0;
};

// The numbers that there are, in order; at the end one for the weight of all rows. Sums do not depend
// on the order of rows, since these are sorted.
std::vector<Step> steps_of(std::span<const double> numbers, std::span<const double> weights) {
  std::vector<std::pair<double, double>> sorted;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isnan(numbers[i])) sorted.emplace_back(numbers[i], weights[i]);
  std::sort(sorted.begin(), sorted.end());
  std::vector<Step> steps;
  double below = 0;
  for (const auto& [number, weight] : sorted) {
    if (steps.empty() || number > steps.back().number) steps.push_back({number, below});
    below += weight;
  }
  steps.push_back({std::numeric_limits<double>::infinity(), below});
  return steps;
}

// The number that begins as close to a position, below the weight of all rows, as can be.
double border_near(const std::vector<Step>& steps, double position) {
  const auto next = std::upper_bound(steps.begin(), steps.end() - 1, position,
                                     [](double at, const Step& step) { return at < step.below; });
  const Step& own = *(next - 1);
  return position - own.below <= next->below - position ? own.number : next->number;
}

// The smallest number of each bin.
std::vector<double> smallest_of_bins(const std::vector<Step>& steps, Index bins) {
  std::vector<double> cuts;
  for (const Step& step : steps) cuts.push_back(step.number);
  cuts.pop_back();
  if (std::ssize(cuts) <= bins) return cuts;
  cuts.resize(1);
  const double total = steps.back().below;
  // Where weights count rows, a position is that of a row.
  const bool counted = std::all_of(steps.begin(), steps.end(), [](const Step& step) {
    return step.below == std::floor(step.below);
  });
  for (Index bin = 1; bin < bins; ++bin) {
    const double share = static_cast<double>(bin) * total / static_cast<double>(bins);
    const double cut = border_near(steps, counted ? std::floor(share) : share);
    if (cut > cuts.back() && std::isfinite(cut)) cuts.push_back(cut);
  }
  return cuts;
}

}  // namespace

CodedColumn binned(std::string name, std::span<const double> numbers,
                   std::span<const double> weights, Index bins) {
  const std::vector<double> cuts = smallest_of_bins(steps_of(numbers, weights), bins);
  CodedColumn column{.name = std::move(name), .levels = std::max<Index>(1, std::ssize(cuts))};
  for (const double number : numbers)
    column.codes.push_back(
        std::isnan(number) ? missing_code
                           : static_cast<Code>(std::upper_bound(cuts.begin(), cuts.end(), number) -
                                               cuts.begin() - 1));
  return column;
}

void settle(CodedWords& documents, const std::string& feature, std::span<const std::string> words) {
  std::vector<bool> occurs(words.size(), false);
  for (const std::uint32_t word : documents.words) occurs[word] = true;
  std::vector<std::uint32_t> place(words.size(), 0);
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (!occurs[word]) continue;
    place[word] = static_cast<std::uint32_t>(documents.names.size());
    documents.names.push_back(part_name(feature, words[word]));
  }
  for (std::uint32_t& word : documents.words) word = place[word];
}

namespace {

template <class Datum>
void add_coded(const ColumnSchema& feature, const Cells<Datum>& cells, std::span<const Index> rows,
               Index bins, CodedRows& coded) {
  const Slots slots = own_slots(cells);
  Datum datum{};
  if constexpr (std::is_same_v<Datum, bool> || std::is_same_v<Datum, Code>) {
    CodedColumn column{.name = feature.name, .levels = 2};
    if constexpr (std::is_same_v<Datum, Code>) column.levels = std::ssize(cells.levels());
    for (const Index row : rows)
      column.codes.push_back(cells.read(row, slots, datum) ? static_cast<Code>(datum)
                                                           : missing_code);
    coded.columns.push_back(std::move(column));
  } else {
    std::vector<double> numbers;
    for (const Index row : rows)
      numbers.push_back(cells.read(row, slots, datum) ? number_of(datum)
                                                      : std::numeric_limits<double>::quiet_NaN());
    coded.columns.push_back(binned(feature.name, numbers, coded.weights, bins));
  }
}

void add_coded(const ColumnSchema& feature, const Cells<std::vector<double>>& cells,
               std::span<const Index> rows, Index bins, CodedRows& coded) {
  std::vector<std::vector<double>> columns(feature.columns.size());
  std::vector<double> datum;
  for (const Index row : rows) {
    (void)cells.read(row, {}, datum);
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j].push_back(datum[j]);
  }
  for (std::size_t j = 0; j < columns.size(); ++j)
    coded.columns.push_back(
        binned(part_name(feature.name, feature.columns[j]), columns[j], coded.weights, bins));
}

void add_coded(const ColumnSchema& feature, const Cells<WordCounts>& cells,
               std::span<const Index> rows, Index, CodedRows& coded) {
  const Slots slots = own_slots(cells);
  CodedWords documents;
  WordCounts datum;
  for (const Index row : rows) {
    documents.missing.push_back(!cells.read(row, slots, datum));
    for (const WordCount& entry : datum)
      if (entry.count > 0) documents.words.push_back(entry.word);
    documents.first.push_back(documents.words.size());
  }
  settle(documents, feature.name, cells.levels());
  coded.documents.push_back(std::move(documents));
}

}  // namespace

CodedRows coded_rows(const Schema& schema, const BoundTable& bound, std::span<const Index> truth,
                     Index classes, std::span<const Index> rows, Index bins) {
  CodedRows coded{.classes = classes};
  for (const Index row : rows) {
    const auto at = static_cast<std::size_t>(row);
    coded.truth.push_back(static_cast<Code>(truth[at]));
    coded.weights.push_back(bound.weights.empty() ? 1.0 : bound.weights[at]);
  }
  for (const BoundBlock& block : bound.blocks) {
    const auto features = features_of(*block.family, schema);
    block.visit([&](const auto& cells) {
      for (std::size_t j = 0; j < features.size(); ++j)
        add_coded(*features[j], cells.features[j], rows, bins, coded);
    });
  }
  return coded;
}

}  // namespace credence::detail
