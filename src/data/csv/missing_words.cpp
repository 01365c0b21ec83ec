// Cells that were read as missing because of a word.
#include <credence/data/infer.hpp>

#include <algorithm>
#include <cmath>
#include <map>

#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

using Counts = std::map<std::string_view, Index>;

[[nodiscard]] Counts among_numbers(const FileColumn::State& cells) {
  Counts counts;
  if (!cells.has_missing_word) return counts;
  const std::vector<std::string>& marks = cells.text->options().missing;
  for (Index row = 0; row < cells.size; ++row) {
    const double number = cells.numbers.get()[row];
    if (!std::isnan(number)) continue;
    const auto mark = mark_of_number(number);
    if (mark && detail::is_word_mark(marks.at(*mark))) ++counts[marks[*mark]];
  }
  return counts;
}

[[nodiscard]] Counts among_texts(const FileColumn::State& cells) {
  const DistinctTexts& texts = *cells.texts;
  std::vector<Index*> of_code(texts.texts.size(), nullptr);
  Counts counts;
  for (std::size_t i = 0; i < texts.texts.size(); ++i)
    if (texts.missing[i] && detail::is_word_mark(texts.texts[i]))
      of_code[i] = &counts[texts.texts[i]];
  if (counts.empty()) return counts;
  for (Index row = 0; row < cells.size; ++row)
    if (Index* const count = of_code[static_cast<std::size_t>(cells.codes.get()[row])]) ++*count;
  std::erase_if(counts, [](const auto& entry) { return entry.second == 0; });
  return counts;
}

// The columns whose cells may be missing because of a word.
[[nodiscard]] std::vector<std::string> columns_concerned(const Schema& schema) {
  std::vector<std::string> names{schema.label};
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == "none") continue;
    const bool is_text = column.family == "multinomial" && column.columns.empty();
    if (!is_text && column.columns.empty()) names.push_back(column.name);
    names.insert(names.end(), column.columns.begin(), column.columns.end());
  }
  return names;
}

}  // namespace

std::vector<MissingWord> missing_words(const Table& table, const Schema& schema) {
  std::vector<MissingWord> found;
  for (const std::string& name : columns_concerned(schema)) {
    const Column* column = table.find(name);
    const auto* cells = column == nullptr ? nullptr : std::get_if<FileColumn>(&column->cells);
    if (cells == nullptr) continue;
    const FileColumn::State& state = cells->state();
    for (const auto& [mark, count] : state.texts ? among_texts(state) : among_numbers(state))
      found.push_back({.column = name, .mark = std::string(mark), .cells = count});
  }
  return found;
}

}  // namespace credence
