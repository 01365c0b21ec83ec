// Columns that count words, and the block that they make.
#include "input/word_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {

std::vector<std::string> word_columns(const ModelFlags& flags,
                                      const std::vector<std::string>& taken, const Table& table) {
  if (flags.words.empty()) return {};
  const std::unordered_set<std::string> others(taken.begin(), taken.end());
  std::vector<std::string> columns;
  if (flags.words == std::vector<std::string>{std::string(every_column)}) {
    for (const Column& column : table.columns())
      if (!others.contains(column.name)) columns.push_back(column.name);
    if (columns.empty())
      throw UsageError(
          "flag '--words' is for columns of counts, and other flags name every column; name fewer "
          "there");
    return columns;
  }
  columns = columns_of(flags.words, table, "--words");
  for (const std::string& name : columns)
    if (others.contains(name))
      throw UsageError(
          fmt::format("flag '--words' names column '{}', which is the label or which another flag "
                      "names; take it out of one of the two",
                      name));
  return columns;
}

void make_word_block(Schema& schema, std::vector<std::string> columns, Console& console) {
  if (columns.empty()) return;
  const std::unordered_set<std::string> to_count(columns.begin(), columns.end());
  std::erase_if(schema.columns, [&](const ColumnSchema& column) {
    return column.columns.empty() && to_count.contains(column.name);
  });
  const std::string name = free_name(schema, "words");
  console.note(fmt::format(
      "{} the block '{}'",
      counted(columns.size(), "column of counts makes", "columns of counts make"), name));
  schema.columns.push_back({.name = name, .family = "multinomial", .columns = std::move(columns)});
}

}  // namespace credence::tool
