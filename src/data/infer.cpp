// A first guess at what the columns of a table are (docs/reference/data.md states the rules).
#include <credence/data/infer.hpp>

#include <credence/data/arff.hpp>
#include <credence/data/number.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "data/file_cells.hpp"

namespace credence {

namespace {

// What the cells of a column look like.
struct Summary {
  Index cells = 0;         // that are not missing
  Index numbers = 0;       // among them
  Index padded = 0;        // the others that would be numbers without the blanks around them
  Index extremes = 0;      // among them: nan, inf, 1e400
  Index first_other = -1;  // the first row that holds no finite number
  std::set<double> first_numbers;  // up to three distinct numbers
  Index distinct_texts = 0;
};

void add_number(Summary& summary, double number, Index count = 1) {
  summary.cells += count;
  summary.numbers += count;
  if (summary.first_numbers.size() < 3) summary.first_numbers.insert(number);
}

[[nodiscard]] bool is_padded_number(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  const std::size_t end = text.find_last_not_of(" \t") + 1;
  if (begin == std::string_view::npos || end - begin == text.size()) return false;
  return to_number(text.substr(begin, end - begin)).has_value();
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
    return summary;
  }

  // `count` cells of one text, the first of them in `row`.
  static void add_text(Summary& summary, std::string_view text, Index row, Index count = 1) {
    NumberFault fault = NumberFault::none;
    if (const auto number = to_number(text, &fault)) return add_number(summary, *number, count);
    summary.cells += count;
    if (fault != NumberFault::not_a_number) summary.extremes += count;
    if (is_padded_number(text)) summary.padded += count;
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
      add_text(summary, cells.texts->texts[i], first_rows[i], counts[i]);
      ++summary.distinct_texts;
    }
    return summary;
  }
};

// A column of numbers with a few other cells is a mistake that nobody should have to find out
// later.
void check_almost_numbers(const Table& table, const Column& column, const Summary& summary) {
  const Index others = summary.cells - summary.numbers;
  if (summary.first_other < 0 || summary.numbers == 0) return;
  const bool only_extremes = others == summary.extremes;
  if (20 * summary.numbers < 19 * summary.cells && !only_extremes) return;
  const std::string cell = "'" + as_written(column, summary.first_other) + "'";
  throw Error(ErrorCode::parse,
              "column '" + column.name + "' holds numbers, but " +
                  table.place(column, summary.first_other) + " holds " + cell +
                  "; name it with CsvOptions::missing = " + cell +
                  " if it marks a missing cell, or choose a family with InferOptions::families = " +
                  column.name + "=categorical",
              table.where(column, summary.first_other));
}

struct Guess {
  std::string family = {};
  std::string warning = {};  // what the reader of the data should know of it
};

[[nodiscard]] bool holds_one_value(const Summary& summary) {
  return summary.cells > 0 && summary.numbers == summary.cells ? summary.first_numbers.size() == 1
                                                               : summary.distinct_texts == 1;
}

[[nodiscard]] Guess guess_numbers(const Summary& summary) {
  if (summary.first_numbers == std::set<double>{0, 1}) return {.family = "bernoulli"};
  return {.family = "normal"};
}

[[nodiscard]] Guess guess(const Table& table, const Column& column) {
  const Summary summary = std::visit(Summarise{}, column.cells);
  if (summary.cells == 0)
    return {.family = "none", .warning = "has only missing cells and is not used"};
  if (std::holds_alternative<DocumentView>(column.cells)) return {.family = "multinomial"};
  check_almost_numbers(table, column, summary);
  if (holds_one_value(summary)) return {.family = "none", .warning = "is constant and is not used"};
  if (summary.numbers == summary.cells) return guess_numbers(summary);
  const bool many = summary.distinct_texts > 100 && 2 * summary.distinct_texts > table.rows();
  const std::string family = many ? "none" : "categorical";
  if (summary.numbers + summary.padded == summary.cells)
    return {.family = family,
            .warning = "holds numbers with blanks around them, first at " +
                       table.place(column, summary.first_other) +
                       ", which are no numbers: use CsvOptions::trim if they should be"};
  if (many)
    return {.family = family,
            .warning = "has " + std::to_string(summary.distinct_texts) + " distinct values in " +
                       std::to_string(table.rows()) +
                       " rows and is not used: identifier or text? use InferOptions::drop = " +
                       column.name + " or InferOptions::families = " + column.name +
                       "=multinomial"};
  return {.family = family};
}

void check_options(const Table& table, const InferOptions& options) {
  static_cast<void>(table.column(options.label));
  std::vector<std::string> named = options.drop;
  for (const auto& [name, family] : options.families) named.push_back(name);
  std::set<std::string> seen;
  for (const std::string& name : named) {
    static_cast<void>(table.column(name));
    if (name == options.label)
      throw Error(ErrorCode::schema, "column '" + name +
                                         "' is the label, so it can neither be dropped nor have a "
                                         "family; choose another label or column");
    if (!seen.insert(name).second)
      throw Error(
          ErrorCode::schema,
          "column '" + name + "' is dropped or given a family more than once; name it once");
  }
}

// The family of a column by drop, by name, or by guess; a guess may come with a warning.
[[nodiscard]] Guess family_of(const Table& table, const Column& column,
                              const InferOptions& options) {
  const auto& drop = options.drop;
  if (std::find(drop.begin(), drop.end(), column.name) != drop.end()) return {.family = "none"};
  for (const auto& [name, family] : options.families)
    if (name == column.name) return {.family = family};
  return guess(table, column);
}

// Whether a column of that family lists so many declared levels.
[[nodiscard]] bool has_levels(const std::string& family, std::size_t count) {
  return family == "categorical" || (family == "bernoulli" && count == 2);
}

}  // namespace

bool is_constant(const Column& column) {
  return holds_one_value(std::visit(Summarise{}, column.cells));
}

Inference infer_schema(const Table& table, const InferOptions& options) {
  check_options(table, options);
  Inference result;
  result.schema.label = options.label;
  for (const Column& column : table.columns()) {
    std::vector<std::string> levels = declared_levels(column);
    if (column.name == options.label) {
      result.schema.classes = std::move(levels);
      continue;
    }
    const Guess found = family_of(table, column, options);
    if (!has_levels(found.family, levels.size())) levels.clear();
    result.schema.columns.push_back(
        {.name = column.name, .family = found.family, .levels = std::move(levels)});
    if (!found.warning.empty())
      result.warnings.push_back("column '" + column.name + "' " + found.warning);
    if (!found.warning.empty() && found.family == "none")
      result.unused.emplace_back(column.name, found.warning);
  }
  return result;
}

}  // namespace credence
