// A first guess at what the columns of a table are (docs/reference/data.md states the rules).
#include <credence/data/infer.hpp>

#include <credence/data/arff.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/number.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "data/bytes/ascii.hpp"
#include "data/csv/file_cells.hpp"
#include "data/table/cell_remedies.hpp"
#include "data/table/column_summary.hpp"

namespace credence {

namespace {

// A column of numbers with a few other cells is a mistake that nobody should have to find out
// later.
void check_almost_numbers(const Table& table, const Column& column, const Summary& summary) {
  const Index others = summary.cells - summary.numbers;
  if (summary.first_other < 0 || summary.numbers == 0) return;
  const bool only_extremes = others == summary.extremes;
  if (20 * summary.numbers < 19 * summary.cells && !only_extremes) return;
  const std::string text = as_written(column, summary.first_other);
  throw Error(ErrorCode::parse,
              "column '" + column.name + "' holds numbers, but " +
                  table.place(column, summary.first_other) + " holds '" + text + "'; " +
                  remedy_for_cell(column, text) + ", or choose a family with " +
                  family_set(column.name, "categorical"),
              table.where(column, summary.first_other));
}

struct Guess {
  std::string family = {};
  std::string warning = {};  // what the reader of the data should know of it
  bool is_text = false;      // not used, but may be read as words
};

[[nodiscard]] bool holds_one_value(const Summary& summary) {
  return summary.cells > 0 && summary.numbers == summary.cells ? summary.first_numbers.size() == 1
                                                               : summary.distinct_texts == 1;
}

// Whether whole numbers number the rows, in any order and with gaps: all of them are different, and
// they lie within twice as many. Measurements that do so by chance would be a wonder at 50 rows.
struct NumbersRows {
  template <class T>
  [[nodiscard]] static bool of(Strided<T> numbers) {
    constexpr Index least = 50;
    if (numbers.size < least) return false;
    const auto at = [&](Index row) { return static_cast<double>(numbers[row]); };
    double lowest = at(0);
    double highest = lowest;
    for (Index row = 0; row < numbers.size; ++row) {
      if (std::floor(at(row)) != at(row)) return false;  // NaN is no whole number
      lowest = std::min(lowest, at(row));
      highest = std::max(highest, at(row));
      if (!(highest - lowest < 2 * static_cast<double>(numbers.size))) return false;
    }
    std::vector<bool> seen(static_cast<std::size_t>(highest - lowest) + 1, false);
    for (Index row = 0; row < numbers.size; ++row) {
      const auto place = static_cast<std::size_t>(at(row) - lowest);
      if (seen[place]) return false;
      seen[place] = true;
    }
    return true;
  }
  bool operator()(const RealColumn& column) const { return of(column.view()); }
  bool operator()(const NumberView& column) const {
    return std::visit([](const auto& numbers) { return of(numbers); }, column.numbers);
  }
  bool operator()(const FileColumn& column) const {
    const auto numbers = column.numbers();
    return numbers && of(*numbers);
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

[[nodiscard]] Guess guess_numbers(const Column& column, const Summary& summary) {
  if (summary.first_numbers == std::set<double>{0, 1}) return {.family = "bernoulli"};
  if (std::visit(NumbersRows{}, column.cells))
    return {.family = "none",
            .warning =
                "numbers the rows and is not used: its whole numbers are all different and close "
                "together; use " +
                family_set(column.name, "normal") + " if it is a measurement"};
  return {.family = "normal"};
}

// Numbers that blanks or commas make texts.
[[nodiscard]] std::string warning_of_near_numbers(const Table& table, const Column& column,
                                                  const Summary& summary) {
  const auto holds = [&](const std::string& what, const std::string& remedy) {
    return "holds numbers with " + what + ", first '" + as_written(column, summary.first_other) +
           "' at " + table.place(column, summary.first_other) + ", which are no numbers: use " +
           remedy + " if they should be";
  };
  if (summary.padded > 0 && summary.numbers + summary.padded == summary.cells)
    return holds("blanks around them", "CsvOptions::trim");
  const auto may_separate_thousands = [&](const std::string& marks, const std::string& where,
                                          const std::string& remedy) {
    return "holds numbers with " + marks + where + ", first '" +
           as_written(column, summary.first_other) + "' at " +
           table.place(column, summary.first_other) + ", which are no numbers: take the " + marks +
           " out of the file where they separate thousands, or use " + remedy +
           " if decimals stand behind them";
  };
  if (summary.thousands > 0 && summary.numbers + summary.thousands == summary.cells)
    return may_separate_thousands("commas", " before three digits", "CsvOptions::decimal = ','");
  if (summary.points > 0 && summary.numbers + summary.points == summary.cells)
    return may_separate_thousands("points", "", "CsvOptions::decimal = '.'");
  if (summary.commas > 0 && summary.numbers + summary.commas == summary.cells)
    return holds("decimal commas", "CsvOptions::decimal = ','");
  if (summary.marked > 0 && summary.numbers + summary.marked == summary.cells)
    return "holds numbers with marks of money, percent or thousands, first '" +
           as_written(column, summary.first_other) + "' at " +
           table.place(column, summary.first_other) +
           ", which are no numbers: take the marks out of the file if they should be";
  return {};
}

constexpr Index least_different = 10;  // texts that are no likely levels of a category

// Numbers among which a few texts stand, as where a missing cell has a mark of its own; and dates.
[[nodiscard]] std::string warning_of_measurements(const Table& table, const Column& column,
                                                  const Summary& summary, bool is_used) {
  constexpr Index most_others = 3;
  if (summary.distinct_texts <= least_different) return {};
  const std::string outcome = is_used ? "each counts as a category" : "it is not used";
  if (summary.dates == summary.cells)
    return "holds dates, so that " + outcome + ": use " + column_dropped(column.name) +
           ", or write numbers in their place, such as days or months";
  if (2 * summary.numbers < summary.cells || summary.distinct_others > most_others) return {};
  const std::string text = as_written(column, summary.first_other);
  return "holds numbers in " + std::to_string(summary.numbers) + " of its " +
         std::to_string(summary.cells) + " cells, but " + table.place(column, summary.first_other) +
         " holds '" + text + "', so that " + outcome + "; " + remedy_for_cell(column, text);
}

// Texts of which most are different.
[[nodiscard]] Guess guess_distinct(const Table& table, const Column& column,
                                   const Summary& summary) {
  constexpr Index least_words = 3;  // of a text, on average
  const bool is_text = summary.words >= least_words * summary.cells;
  return {.family = "none",
          .warning = "has " + std::to_string(summary.distinct_texts) + " distinct values in " +
                     std::to_string(table.rows()) + " rows and is not used: it looks like " +
                     (is_text ? "text; use " : "an identifier; use ") +
                     family_set(column.name, "multinomial") +
                     (is_text ? " to read its words" : " if it is text"),
          .is_text = is_text};
}

[[nodiscard]] Guess guess(const Table& table, const Column& column) {
  const Summary summary = summary_of(column);
  if (summary.cells == 0)
    return {.family = "none", .warning = "has only missing cells and is not used"};
  if (std::holds_alternative<DocumentView>(column.cells)) return {.family = "multinomial"};
  check_almost_numbers(table, column, summary);
  if (holds_one_value(summary)) return {.family = "none", .warning = "is constant and is not used"};
  if (summary.numbers == summary.cells) return guess_numbers(column, summary);
  const bool many = summary.distinct_texts > 100 && 2 * summary.distinct_texts > table.rows();
  std::string warning = warning_of_near_numbers(table, column, summary);
  if (warning.empty()) warning = warning_of_measurements(table, column, summary, !many);
  if (many && warning.empty()) return guess_distinct(table, column, summary);
  if (warning.empty() && summary.cells >= least_different &&
      summary.distinct_texts == summary.cells)
    warning = "holds another text in each of its " + std::to_string(summary.cells) +
              " cells, so that no row tells anything of another: use " +
              column_dropped(column.name) + " if it is an identifier or a date";
  return {.family = many ? "none" : "categorical", .warning = std::move(warning)};
}

void check_options(const Table& table, const InferOptions& options) {
  if (options.label.empty())
    throw Error(ErrorCode::schema, "no label is given; name the column that holds the classes");
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

// The families that are not guessed, by the names of their columns.
[[nodiscard]] std::unordered_map<std::string_view, std::string> families_given(
    const InferOptions& options) {
  std::unordered_map<std::string_view, std::string> given;
  for (const std::string& name : options.drop) given.emplace(name, "none");
  given.insert(options.families.begin(), options.families.end());
  return given;
}

// The texts of a column that has two of them: a binary column by name. Empty for others.
[[nodiscard]] std::vector<std::string> two_texts(const Table& table, const Column& column) {
  const Summary summary = summary_of(column);
  if (summary.numbers == summary.cells || summary.distinct_texts > 2) return {};
  std::vector<std::string> levels = codes_of(table, column).levels;
  return levels.size() == 2 ? levels : std::vector<std::string>{};
}

// Whether a column of that family lists so many declared levels.
[[nodiscard]] bool has_levels(const std::string& family, std::size_t count) {
  return family == "categorical" || (family == "bernoulli" && count == 2);
}

// A text without capitals (of ASCII) and without the blanks around it.
[[nodiscard]] std::string plain_form(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  return lower_case(text.substr(first, text.find_last_not_of(blanks) + 1 - first));
}

// What to know of two texts of a column that are alike but for capitals and blanks around them; nothing
// where there are none.
[[nodiscard]] std::string warning_of_like_texts(const Table& table, const Column& column) {
  const Summary summary = summary_of(column);
  if (summary.numbers == summary.cells || summary.distinct_texts < 2) return {};
  std::map<std::string, std::string> seen;
  for (const std::string& level : codes_of(table, column).levels) {
    const auto [like, is_new] = seen.emplace(plain_form(level), level);
    if (!is_new)
      return "column '" + column.name + "' holds '" + like->second + "' and '" + level +
             "', which differ in capitals or blanks alone and count as two: make them alike in the "
             "file if they are one";
  }
  return {};
}

// Reads the words of a text that would otherwise leave the schema without a feature.
void take_only_text(const Inference& result, std::vector<Guess>& guesses) {
  const auto may_be_feature = [](const Guess& guess) {
    return guess.family != "none" || guess.is_text;
  };
  if (std::count_if(guesses.begin(), guesses.end(), may_be_feature) != 1) return;
  for (std::size_t i = 0; i < guesses.size(); ++i)
    if (guesses[i].is_text)
      guesses[i] = {.family = "multinomial",
                    .warning =
                        "is read as words, since it looks like text and no other column is "
                        "a feature: " +
                        family_set(result.schema.columns[i].name, "multinomial")};
}

// Of the label and of columns whose texts are levels.
void warn_of_like_texts(const Table& table, Inference& result) {
  const auto warn = [&](const std::string& name) {
    std::string warning = warning_of_like_texts(table, table.column(name));
    if (!warning.empty()) result.warnings.push_back(std::move(warning));
  };
  warn(result.schema.label);
  for (const ColumnSchema& column : result.schema.columns)
    if (column.family == "categorical" || column.family == "bernoulli") warn(column.name);
}

// Of columns that were said to hold texts, and hold numbers: these may be counts of words.
void warn_of_numbers_as_words(const Table& table, Inference& result) {
  for (const ColumnSchema& column : result.schema.columns) {
    if (column.family != "multinomial") continue;
    const Summary summary = summary_of(table.column(column.name));
    if (summary.cells > 0 && summary.numbers == summary.cells)
      result.warnings.push_back(
          "column '" + column.name +
          "' holds numbers, each of which family 'multinomial' reads as a word: where they count a "
          "word, put the columns of all words into one block of a schema, {\"name\": \"words\", "
          "\"family\": \"multinomial\", \"columns\": [...]}");
  }
}

}  // namespace

bool is_constant(const Column& column) { return holds_one_value(summary_of(column)); }

Inference infer_schema(const Table& table, const InferOptions& options) {
  check_options(table, options);
  Inference result;
  result.schema.label = options.label;
  const auto given = families_given(options);
  std::vector<Guess> guesses;
  for (const Column& column : table.columns()) {
    std::vector<std::string> levels = declared_levels(column);
    if (column.name == options.label) {
      result.schema.classes = std::move(levels);
      continue;
    }
    const auto family = given.find(column.name);
    guesses.push_back(family == given.end() ? guess(table, column)
                                            : Guess{.family = family->second});
    if (guesses.back().family == "bernoulli" && levels.empty()) levels = two_texts(table, column);
    if (!has_levels(guesses.back().family, levels.size())) levels.clear();
    result.schema.columns.push_back({.name = column.name, .levels = std::move(levels)});
  }
  take_only_text(result, guesses);
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    ColumnSchema& column = result.schema.columns[i];
    column.family = guesses[i].family;
    const std::string& warning = guesses[i].warning;
    if (warning.empty()) continue;
    result.warnings.push_back("column '" + column.name + "' " + warning);
    if (column.family == "none") result.unused.emplace_back(column.name, warning);
  }
  warn_of_like_texts(table, result);
  warn_of_numbers_as_words(table, result);
  return result;
}

void check_features_left(const Table& table, const Inference& inference) {
  const std::vector<ColumnSchema>& columns = inference.schema.columns;
  if (std::any_of(columns.begin(), columns.end(),
                  [](const ColumnSchema& column) { return column.family != "none"; }))
    return;
  const std::string source = table.file().empty() ? "the table" : "'" + table.file() + "'";
  std::string what = source + " has no column that is a feature";
  bool has_remedy = columns.empty();  // of a column that may have a family
  constexpr std::size_t shown = 20;
  for (std::size_t i = 0; i < std::min(shown, columns.size()); ++i) {
    const std::string& name = columns[i].name;
    const auto why = std::find_if(inference.unused.begin(), inference.unused.end(),
                                  [&](const auto& column) { return column.first == name; });
    what += "; column '" + name + "' " +
            (why == inference.unused.end() ? "was left out by name" : why->second);
    has_remedy |= why != inference.unused.end() && why->second.find("; use ") != std::string::npos;
  }
  if (columns.empty()) what += ": label '" + inference.schema.label + "' is all there is; add one";
  if (columns.size() > shown)
    what += "; and " + std::to_string(columns.size() - shown) +
            (columns.size() - shown == 1 ? " more column" : " more columns");
  if (!has_remedy) what += "; keep a column, or give rows in which one varies";
  throw Error(ErrorCode::schema, what, Location{.file = table.file()});
}

bool looks_like_measurement(std::span<const std::string> classes, double rows) {
  constexpr std::size_t most_classes = 20;
  constexpr double least_rows = 100;
  return classes.size() > most_classes && rows >= least_rows &&
         10 * static_cast<double>(classes.size()) > rows &&
         std::all_of(classes.begin(), classes.end(),
                     [](const std::string& name) { return to_number(name).has_value(); });
}

}  // namespace credence
