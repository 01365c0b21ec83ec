// Bins of numbers, and words that occur.
#include "study/coded_rows.hpp"

#include <credence/learn/keep.hpp>

#include "study/datum_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <credence/detail/learn/block_cells.hpp>
#include <limits>

namespace credence::detail {

namespace {

// Where a run of equal numbers begins, as close to a position as can be.
std::vector<double>::const_iterator border_near(const std::vector<double>& sorted, Index position) {
  const auto at = sorted.begin() + position;
  const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), *at);
  return at - first <= end - at ? first : end;
}

}  // namespace

CodedColumn binned(std::string name, std::span<const double> numbers, Index bins) {
  std::vector<double> sorted;
  for (const double number : numbers)
    if (!std::isnan(number)) sorted.push_back(number);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> cuts = sorted;  // the smallest number of each bin
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (std::ssize(cuts) > bins) {
    cuts.assign(1, sorted.front());
    for (Index bin = 1; bin < bins; ++bin) {
      const auto cut = border_near(sorted, bin * std::ssize(sorted) / bins);
      if (cut != sorted.end() && *cut > cuts.back()) cuts.push_back(*cut);
    }
  }
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
    coded.columns.push_back(binned(feature.name, numbers, bins));
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
    coded.columns.push_back(binned(part_name(feature.name, feature.columns[j]), columns[j], bins));
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
