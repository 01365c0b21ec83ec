// What messages advise on the cells of a column that should be numbers, and on names that are some.
#include "data/table/cell_remedies.hpp"

#include <credence/data/number.hpp>
#include <credence/detail/base/nearest.hpp>
#include <credence/detail/base/shell_words.hpp>

#include <algorithm>
#include <variant>

#include "data/csv/csv_text.hpp"
#include "data/csv/file_cells.hpp"

namespace credence {

namespace {

[[nodiscard]] std::string_view without_blanks(std::string_view name) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = name.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(blanks) + 1 - first);
}

[[nodiscard]] bool has_blanks_around(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  return !text.empty() && (blanks.find(text.front()) != std::string_view::npos ||
                           blanks.find(text.back()) != std::string_view::npos);
}

// Whether a text stands in the first row of a column whose names no header gave.
[[nodiscard]] bool may_be_name(const FileColumn::State& cells, std::string_view text) {
  const CsvOptions& options = cells.text->options();
  return !options.header && options.names.empty() && cells.codes && cells.texts &&
         cells.texts->texts[static_cast<std::size_t>(cells.codes.get()[0])] == text;
}

// Of a dialect's column.
[[nodiscard]] std::string remedy_for_field(const FileColumn::State& cells, std::string_view text) {
  NumberFault fault = NumberFault::none;
  static_cast<void>(number_of_cell(text, cells.text->options().decimal, &fault));
  if (fault == NumberFault::too_large)
    return "correct or remove the row, or use another unit, since numbers end at about 1.8e308";
  if (cells.text->options().decimal == ',' && to_number(text))
    return "read decimal points with CsvOptions::decimal = '.'";
  if (may_be_name(cells, text))
    return "read the first line as names with CsvOptions::header = true";
  if (has_decimal_comma(text) || has_thousands_commas(text)) return remedy_for_commas(text);
  if (has_blanks_around(text)) return "drop the blanks around fields with CsvOptions::trim";
  return "name it with CsvOptions::missing = " + detail::in_quotes_of_shell(text) +
         " if it marks a missing cell";
}

// What the format of a column advises; empty for separated text.
[[nodiscard]] std::string_view remedy_of_format(const FileColumn& column) {
  const CellAccess* cells = column.state().cells;
  return cells == nullptr ? std::string_view{} : cells->remedy;
}

struct RemedyForCell {
  std::string_view text;

  std::string operator()(const FileColumn& column) const {
    const std::string_view remedy = remedy_of_format(column);
    return remedy.empty() ? remedy_for_field(column.state(), text) : std::string(remedy);
  }
  std::string operator()(const CodeColumn&) const { return of_codes(); }
  std::string operator()(const CodeView&) const { return of_codes(); }
  template <class Other>
  std::string operator()(const Other&) const {
    return "give a number, or an empty text for a missing cell";
  }
  static std::string of_codes() { return "give a number, or missing_code for a missing cell"; }
};

}  // namespace

std::string family_set(const std::string& column, std::string_view family) {
  return "InferOptions::families = " + detail::shell_word(column + "=" + std::string(family));
}

std::string column_dropped(const std::string& column) {
  return "InferOptions::drop = " + detail::shell_word(column);
}

std::string remedy_for_cell(const Column& column, std::string_view text) {
  const auto* of_file = std::get_if<FileColumn>(&column.cells);
  if (of_file != nullptr && text == column.name && remedy_of_format(*of_file).empty())
    return "delete the line if it repeats the header";
  return std::visit(RemedyForCell{text}, column.cells);
}

std::string remedy_for_name(std::string_view name, const std::vector<std::string_view>& names) {
  for (const std::string_view other : names)
    if (without_blanks(other) == name)
      return "; '" + std::string(other) + "' has blanks around it, which CsvOptions::trim drops";
  return detail::did_you_mean(name, names);
}

std::string remedy_for_header(const std::vector<Column>& columns) {
  const auto is_of_text = [](const Column& column) {
    const auto* cells = std::get_if<FileColumn>(&column.cells);
    return cells != nullptr && remedy_of_format(*cells).empty();
  };
  if (columns.empty()) return {};
  if (columns.size() == 1 && is_of_text(columns[0]) &&
      columns[0].name.find_first_of(" \t,;|:") != std::string::npos)
    return ", or name the character between fields with CsvOptions::separator";
  if (columns.front().name.starts_with("sep=") && is_of_text(columns.front()))
    return ", or delete the first line, which tells Excel the separator";
  if (std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
        return is_of_text(column) && to_number(column.name);
      }))
    return ", or give the names of all columns with CsvOptions::names if the first line is a row";
  std::size_t place = 0;
  if (std::all_of(columns.begin(), columns.end(), [&](const Column& column) {
        return is_of_text(column) && column.name == "c" + std::to_string(++place);
      }))
    return ", or give the names of all columns with CsvOptions::names = NAME,... if the file has "
           "none";
  return {};
}

}  // namespace credence
