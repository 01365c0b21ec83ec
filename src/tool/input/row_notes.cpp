// Notes on rows of DATA.
#include "input/row_notes.hpp"

#include <credence/data/convert.hpp>
#include <credence/detail/base/parcel.hpp>
#include <credence/detail/base/shell_words.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/family/kernel.hpp>
#include <credence/learn/bound_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "input/reading.hpp"

namespace credence::tool {

void note_rows(const Table& table, const Schema& schema, const InputFlags& input,
               Console& console) {
  note_missing_words(table, schema, input, console);
  note_rows_without_label(
      {.rows = table.rows(), .skipped = rows_without_label(table, schema.label)}, schema.label,
      table.file(), console);
}

void note_certain_columns(const Schema& schema, Console& console) {
  for (const ColumnSchema& column : schema.columns)
    if (column.family == KernelNumbers::name)
      console.note(
          fmt::format("column '{}' ({}) counts as certain in intervals: the family has no prior",
                      column.name, column.family));
}

void RowsSeen::add(const Table& table, const Schema& schema) {
  counts_.rows += table.rows();
  counts_.skipped += rows_without_label(table, schema.label);
  add_missing_words(missing_words_, table, schema);
  file_ = table.file();
}

void RowsSeen::join_all(Ranks& ranks) {
  detail::Parcel own;
  own.put(static_cast<std::uint64_t>(counts_.rows));
  own.put(static_cast<std::uint64_t>(counts_.skipped));
  own.put(packed_words(missing_words_));
  own.put(file_);
  std::vector<std::string> all = ranks.exchange(own.packed());
  for (std::size_t rank = 1; ranks.is_first() && rank < all.size(); ++rank) {
    detail::Parcel other(std::move(all[rank]));
    counts_.rows += static_cast<Index>(other.number());
    counts_.skipped += static_cast<Index>(other.number());
    join_missing_words(missing_words_, words_from(other.text()));
    if (const std::string_view file = other.text(); !file.empty()) file_ = file;
  }
}

void RowsSeen::note(const Schema& schema, const InputFlags& input, Console& console) const {
  note_missing_words(missing_words_, schema, input, console);
  note_rows_without_label(counts_, schema.label, name_of_data(input, file_), console);
}

void note_rows_to_study(const Table& table, const Schema& schema, const InputFlags& input,
                        const ModelFlags& flags, Console& console) {
  note_rows(table, schema, input, console);
  const CodeColumn label = codes_of(table, table.column(schema.label));
  const std::vector<double> weights =
      flags.weight ? row_weights(table, *flags.weight) : std::vector<double>{};
  const std::vector<Index> rows = detail::positions_that_count(label, label.levels, weights);
  const std::vector<std::string> classes = detail::levels_at(label.levels, rows);
  if (classes.size() == 1)
    throw Error(
        ErrorCode::schema,
        fmt::format("label '{}' of {} has one class, '{}', and there is nothing to tell apart; "
                    "add rows of another class, or name another column with --label",
                    schema.label, table.file(), classes.front()),
        {.file = table.file()});
  const auto counted_rows = std::ssize(rows) - std::count(rows.begin(), rows.end(), Index{-1});
  note_header_as_row(schema.label, classes, console);
  note_measurement(schema.label, classes, static_cast<double>(counted_rows), console);
}

void note_header_as_row(const std::string& label, const std::vector<std::string>& classes,
                        Console& console) {
  if (std::find(classes.begin(), classes.end(), label) != classes.end())
    console.note(
        fmt::format("label '{0}' has a class '{0}', too: if a line repeats the header, "
                    "delete it",
                    label));
}

void note_measurement(const std::string& label, const std::vector<std::string>& classes,
                      double rows, Console& console) {
  if (looks_like_measurement(classes, rows))
    console.note(
        fmt::format("label '{}' looks like a measurement: {} different numbers in {} rows, "
                    "each of which becomes a class; credence predicts classes, not numbers",
                    label, classes.size(), rows));
}

void add_missing_words(std::vector<MissingWord>& found, const Table& table, const Schema& schema) {
  join_missing_words(found, missing_words(table, schema));
}

std::string packed_words(const std::vector<MissingWord>& words) {
  detail::Parcel parcel;
  for (const MissingWord& word : words) {
    parcel.put(word.column);
    parcel.put(word.mark);
    parcel.put(static_cast<std::uint64_t>(word.cells));
  }
  return parcel.packed();
}

std::vector<MissingWord> words_from(std::string_view packed) {
  detail::Parcel parcel{std::string(packed)};
  std::vector<MissingWord> words;
  while (!parcel.is_done()) {
    MissingWord word{.column = std::string(parcel.text()), .mark = std::string(parcel.text())};
    word.cells = static_cast<Index>(parcel.number());
    words.push_back(std::move(word));
  }
  return words;
}

void join_missing_words(std::vector<MissingWord>& found, std::vector<MissingWord> more) {
  for (MissingWord& word : more) {
    const auto known = std::find_if(found.begin(), found.end(), [&](const MissingWord& it) {
      return it.column == word.column && it.mark == word.mark;
    });
    if (known == found.end())
      found.push_back(std::move(word));
    else
      known->cells += word.cells;
  }
}

namespace {

bool is_among(const std::vector<std::string>& marks, const std::string& mark) {
  return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

std::string missing_flag(const std::string& mark) {
  return " --missing " + detail::in_quotes_of_shell(mark == "none" ? "=none" : mark);
}

// The flags that keep some marks as data, and all others as marks but those words by default that did not
// occur.
std::string flags_to_keep(const std::vector<MissingWord>& found, const Schema& schema,
                          const InputFlags& input) {
  const std::vector<std::string> by_default = default_missing();
  const std::vector<std::string> named = marks_named(input);
  std::string flags = "--missing none";
  for (const std::string& mark : schema.missing) {
    const bool is_found = std::any_of(found.begin(), found.end(),
                                      [&](const MissingWord& word) { return word.mark == mark; });
    const bool is_idle = detail::is_word_mark(mark) && is_among(by_default, mark);
    if (!is_found && !is_idle && !is_among(named, mark)) flags += missing_flag(mark);
  }
  return flags;
}

}  // namespace

void note_missing_words(std::vector<MissingWord> found, const Schema& schema,
                        const InputFlags& input, Console& console) {
  // A word that a flag, a schema or a posterior adds to those by default is no surprise.
  const std::vector<std::string> named = marks_named(input);
  const std::vector<std::string> by_default = default_missing();
  std::erase_if(found, [&](const MissingWord& it) {
    return is_among(named, it.mark) || !is_among(by_default, it.mark);
  });
  if (found.empty()) return;
  // Parts of a stream meet them in another order.
  std::sort(found.begin(), found.end(), [](const MissingWord& a, const MissingWord& b) {
    return std::tie(a.column, a.mark) < std::tie(b.column, b.mark);
  });
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, found.size()); ++i)
    text += fmt::format("{}{} '{}' in '{}'", i == 0 ? "" : ", ",
                        counted(found[i].cells, "cell", "cells"), found[i].mark, found[i].column);
  if (found.size() > shown) text += fmt::format(" and {} more", found.size() - shown);
  const bool is_one = found.size() == 1 && found.front().cells == 1;
  const bool is_one_mark = std::all_of(found.begin(), found.end(), [&](const MissingWord& word) {
    return word.mark == found.front().mark;
  });
  console.note(fmt::format("{} {} read as missing: {} keeps {}{}", text, is_one ? "is" : "are",
                           flags_to_keep(found, schema, input), is_one ? "it" : "them",
                           is_one_mark ? "" : "; add --missing for each that marks missing cells"));
}

void note_missing_words(const Table& table, const Schema& schema, const InputFlags& input,
                        Console& console) {
  note_missing_words(missing_words(table, schema), schema, input, console);
}

void note_rows_without_label(SkippedRows counts, const std::string& label, const std::string& file,
                             Console& console) {
  if (counts.skipped == counts.rows)
    throw Error(ErrorCode::schema,
                fmt::format("column '{}' of {} has no class in any of its {}; check --label and "
                            "--missing",
                            label, file, counted(counts.rows, "row", "rows")),
                {.file = file});
  if (counts.skipped > 0)
    console.note(fmt::format("{} of {} {} no class in column '{}' and {} skipped", counts.skipped,
                             counted(counts.rows, "row", "rows"),
                             counts.skipped == 1 ? "has" : "have", label,
                             counts.skipped == 1 ? "is" : "are"));
}

}  // namespace credence::tool
