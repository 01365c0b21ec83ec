#pragma once
// The cells of rows as small whole numbers, so that tables of pairs of columns can be counted.
#include <credence/learn/bound_table.hpp>

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

/// Numbers as codes of bins that hold about as much weight each: equal numbers share a bin, and
/// where there are no more different numbers than bins each has its own.
/// in   numbers: NaN where missing;  weights: one for each number, above 0;  bins: at least 2
[[nodiscard]] CodedColumn binned(std::string name, std::span<const double> numbers,
                                 std::span<const double> weights, Index bins);

/// Renumbers the words so that only those that occur have a name.
void settle(CodedWords& documents, const std::string& feature, std::span<const std::string> words);

/// Returns rows of a bound table as codes, numbers in bins.
/// in   truth: for each row of the table its class;  rows: positions in the table, all with a class
[[nodiscard]] CodedRows coded_rows(const Schema& schema, const BoundTable& bound,
                                   std::span<const Index> truth, Index classes,
                                   std::span<const Index> rows, Index bins);

}  // namespace credence::detail
