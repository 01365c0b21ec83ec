// Counts what the cells of a column look like.
#include "data/table/column_summary.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "data/csv/file_cells.hpp"
#include "data/table/written_forms.hpp"

namespace credence {

namespace {

void add_number(Summary& summary, double number, Index count = 1) {
  summary.cells += count;
  summary.words += count;
  summary.numbers += count;
  if (summary.first_numbers.size() < 3) summary.first_numbers.insert(number);
}

[[nodiscard]] bool is_padded_number(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  const std::size_t end = text.find_last_not_of(" \t") + 1;
  if (begin == std::string_view::npos || end - begin == text.size()) return false;
  return to_number(text.substr(begin, end - begin)).has_value();
}

[[nodiscard]] Index words_between_blanks(std::string_view text) {
  Index words = 0;
  bool in_word = false;
  for (const char byte : text) {
    const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n';
    if (!is_blank && !in_word) ++words;
    in_word = !is_blank;
  }
  return words;
}

struct Summarise {
  Summary operator()(const RealColumn& column) const { return of_finite(column.view()); }

  Summary operator()(const NumberView& column) const {
    return std::visit([](const auto& numbers) { return of_finite(numbers); }, column.numbers);
  }

  Summary operator()(const CodeColumn& column) const {
    return of_codes({.data = column.codes.data(), .size = static_cast<Index>(column.codes.size())});
  }
  Summary operator()(const CodeView& column) const { return of_codes(column.codes); }

  // Categories by declaration: whether their levels look like numbers is not asked.
  static Summary of_codes(Strided<Code> codes) {
    Summary summary;
    std::unordered_set<Code> distinct;
    for (Index row = 0; row < codes.size; ++row) {
      const Code code = codes[row];
      if (code == missing_code) continue;
      ++summary.cells;
      distinct.insert(code);
    }
    summary.distinct_texts = static_cast<Index>(distinct.size());
    return summary;
  }

  Summary operator()(const DocumentView& column) const {
    Summary summary;
    summary.cells = column.rows;
    return summary;
  }

  Summary operator()(const TextColumn& column) const {
    Summary summary;
    std::unordered_set<std::string_view> distinct;
    for (Index row = 0; row < column.size(); ++row) {
      if (column.missing(row)) continue;
      add_text(summary, column[row], row);
    }
    if (summary.numbers == summary.cells) return summary;
    for (Index row = 0; row < column.size(); ++row)
      if (!column.missing(row)) distinct.insert(column[row]);
    summary.distinct_texts = static_cast<Index>(distinct.size());
    summary.distinct_others = std::count_if(distinct.begin(), distinct.end(),
                                            [](std::string_view text) { return !to_number(text); });
    return summary;
  }

  // `count` cells of one text, the first of them in `row`.
  static void add_text(Summary& summary, std::string_view text, Index row, Index count = 1,
                       char decimal = '.') {
    NumberFault fault = NumberFault::none;
    if (const auto number = number_of_cell(text, decimal, &fault))
      return add_number(summary, *number, count);
    summary.cells += count;
    summary.words += count * words_between_blanks(text);
    if (fault != NumberFault::not_a_number) summary.extremes += count;
    if (is_padded_number(text)) summary.padded += count;
    if (has_decimal_comma(text)) summary.commas += count;
    if (decimal == ',' && to_number(text)) summary.points += count;
    if (has_thousands_commas(text)) summary.thousands += count;
    if (is_marked_number(text)) summary.marked += count;
    if (is_date(text)) summary.dates += count;
    if (summary.first_other < 0 || row < summary.first_other) summary.first_other = row;
  }

  Summary operator()(const FileColumn& column) const {
    if (column.numbers()) return of_finite(*column.numbers());
    return column.state().is_declared ? of_declared(column.state()) : of_texts(column.state());
  }

  // Of numbers, no more is asked than whether there are three.
  template <class T>
  static Summary of_finite(Strided<T> numbers) {
    Summary summary;
    for (Index row = 0; row < numbers.size && summary.first_numbers.size() < 3; ++row) {
      const auto number = static_cast<double>(numbers[row]);
      if (!std::isnan(number) && !summary.first_numbers.contains(number))
        add_number(summary, number);
    }
    return summary;
  }

  static Summary of_declared(const FileColumn::State& cells) {
    std::vector<bool> occurs(cells.texts->texts.size(), false);
    Summary summary;
    for (Index row = 0; row < cells.size; ++row) {
      const auto code = static_cast<std::size_t>(cells.codes.get()[row]);
      if (cells.texts->missing[code]) continue;
      ++summary.cells;
      occurs[code] = true;
    }
    summary.distinct_texts = std::count(occurs.begin(), occurs.end(), true);
    return summary;
  }

  static Summary of_texts(const FileColumn::State& cells) {
    const std::size_t size = cells.texts->texts.size();
    std::vector<Index> counts(size, 0);
    std::vector<Index> first_rows(size, -1);
    for (Index row = 0; row < cells.size; ++row) {
      const auto code = static_cast<std::size_t>(cells.codes.get()[row]);
      if (counts[code]++ == 0) first_rows[code] = row;
    }
    Summary summary;
    for (std::size_t i = 0; i < size; ++i) {
      if (counts[i] == 0 || cells.texts->missing[i]) continue;
      const Index numbers_before = summary.numbers;
      add_text(summary, cells.texts->texts[i], first_rows[i], counts[i],
               cells.text->options().decimal);
      ++summary.distinct_texts;
      if (summary.numbers == numbers_before) ++summary.distinct_others;
    }
    return summary;
  }
};

}  // namespace

Summary summary_of(const Column& column) { return std::visit(Summarise{}, column.cells); }

}  // namespace credence
