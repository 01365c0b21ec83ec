#pragma once
// The cells of rows as small whole numbers, so that tables of pairs of columns can be counted.
#include <credence/learn/keep.hpp>
#include <credence/study/labelled_rows.hpp>

namespace credence::detail {

/// A column as codes, one for each row; missing_code where the cell is missing.
struct CodedColumn {
  std::string name = {};
  Index levels = 0;
  std::vector<Code> codes = {};
};

/// The words of documents, each a column of yes and no: whether it occurs.
struct CodedWords {
  std::vector<std::string> names = {};    ///< of words that some row holds, as keep takes them
  std::vector<std::size_t> first = {0};   ///< rows + 1: where the words of a row begin
  std::vector<std::uint32_t> words = {};  ///< positions among the names
  std::vector<bool> missing = {};         ///< rows: there is no document
};

/// Rows of a table as codes.
struct CodedRows {
  Index classes = 0;
  std::vector<Code> truth = {};      ///< one for each row
  std::vector<double> weights = {};  ///< one for each row
  std::vector<CodedColumn> columns = {};
  std::vector<CodedWords> documents = {};
};

/// Numbers as codes of bins that hold about as many rows each: equal numbers share a bin, and where
/// there are no more different numbers than bins each has its own.
/// in   numbers: NaN where missing;  bins: at least 2
[[nodiscard]] CodedColumn binned(std::string name, std::span<const double> numbers, Index bins);

/// Renumbers the words so that only those that occur have a name.
void settle(CodedWords& documents, const std::string& feature, std::span<const std::string> words);

[[nodiscard]] inline double number_of(double datum) { return datum; }
[[nodiscard]] inline double number_of(const Count& datum) { return datum.count / datum.exposure; }

/// Every level of the data under its own number.
template <class Datum>
[[nodiscard]] Slots own_slots(const Cells<Datum>& cells) {
  Slots slots;
  for (std::size_t level = 0; level < cells.levels().size(); ++level)
    slots.of.push_back(static_cast<Index>(level));
  return slots;
}

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

inline void add_coded(const ColumnSchema& feature, const Cells<std::vector<double>>& cells,
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

inline void add_coded(const ColumnSchema& feature, const Cells<WordCounts>& cells,
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

/// Rows of a bound table as codes, numbers in bins.
/// in   truth: for each row of the table its class;  rows: positions in the table, all with a class
template <class List>
[[nodiscard]] CodedRows coded_rows(const Schema& schema, const BoundTable<List>& bound,
                                   std::span<const Index> truth, Index classes,
                                   std::span<const Index> rows, Index bins) {
  CodedRows coded{.classes = classes};
  for (const Index row : rows) {
    const auto at = static_cast<std::size_t>(row);
    coded.truth.push_back(static_cast<Code>(truth[at]));
    coded.weights.push_back(bound.weights.empty() ? 1.0 : bound.weights[at]);
  }
  for (const auto& any : bound.blocks)
    std::visit(
        [&]<class F>(const BlockCells<F>& block) {
          const auto features = features_of<F>(schema);
          for (std::size_t j = 0; j < features.size(); ++j)
            add_coded(*features[j], block.features[j], rows, bins, coded);
        },
        any);
  return coded;
}

}  // namespace credence::detail
