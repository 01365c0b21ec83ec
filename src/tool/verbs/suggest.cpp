// `credence suggest`: which family fits each column best.
#include <credence/detail/base/shell_words.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/report/text.hpp>
#include <credence/study/suggest.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "console/output.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "process/remedies.hpp"
#include "process/rounding.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_suggest {
namespace {

// The first flags of a command line, as they were given.
std::string as_given(const Grammar& grammar, std::size_t count) {
  std::string words;
  for (std::size_t i = 0; i < count; ++i) {
    const Flag& flag = grammar.flags()[i];
    const bool has_name = flag.kind != Flag::Kind::word && flag.kind != Flag::Kind::words;
    if (flag.on != nullptr && *flag.on) words += ' ' + flag.name;
    for (const std::string& value : flag.values)
      words += (has_name ? ' ' + flag.name : std::string()) + ' ' + detail::shell_word(value);
  }
  return words;
}

struct Flags {
  InputFlags input;
  ModelFlags model;
  CommonFlags common;
  std::string of_data;  ///< the flags that say what the data are, as they were given

  void declare(Grammar& grammar) {
    input.declare(grammar);
    model.declare_label(grammar);
    model.declare_drop(grammar);
    declare_weight(grammar, model.weight);
    input.declare_dialect(grammar);
    grammar.rule([this, count = grammar.flags().size()](const Grammar& given) {
      of_data = as_given(given, count);
    });
    common.declare(grammar, {Format::text, Format::json});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence suggest patients.csv --label diagnosis\n"
        "  credence fit patients.csv --label diagnosis --column visits=auto -o patients.json");
  }
};

// Throws for a table whose columns are all left out.
void check_any_column(const Suggestions& found, const Table& table, const SuggestOptions& asked) {
  if (!found.columns.empty()) return;
  Inference none{.schema = {.label = asked.label}};
  std::vector<std::string> names = asked.drop;
  if (!asked.weight.empty()) names.push_back(asked.weight);
  for (const std::string& name : names)
    none.schema.columns.push_back({.name = name, .family = "none"});
  check_features_left(table, none);
}

// Adds what the schema says of families, none of which is scored as it says.
void note_schema(const Schema& schema, const std::string& file, Suggestions& found) {
  const ColumnPlaces places(schema);
  std::vector<std::string> unknown;
  bool any = false;
  for (const Suggestion& column : found.columns) {
    const std::size_t at = places.of(column.feature);
    if (at == ColumnPlaces::nowhere || schema.columns[at].family == "none") continue;
    any = true;
    const std::string& given = schema.columns[at].family;
    if (std::none_of(column.families.begin(), column.families.end(),
                     [&](const FamilyEvidence& one) { return one.family == given; }))
      unknown.push_back(fmt::format("'{}' of column '{}'", given, column.feature));
  }
  if (!any) return;
  std::string note = fmt::format(
      "families and priors of schema '{}' are left aside: every family that the cells of a column "
      "admit is compared, under its default prior",
      file);
  if (!unknown.empty()) note += fmt::format("; not compared: {}", fmt::join(unknown, ", "));
  found.warnings.push_back(std::move(note));
}

// The suggestions, and the command that uses them, where there are some.
std::string text_of(const Suggestions& found, const Flags& flags) {
  if (std::all_of(found.columns.begin(), found.columns.end(),
                  [](const Suggestion& column) { return column.chosen == "none"; }))
    return with_wrapped_sentences(to_text(found));
  // Rows of one class can be described, but not compared.
  const char* verb = found.classes.size() > 1 ? "compare" : "schema";
  const std::string use =
      flags.input.schema
          ? fmt::format("name them in the schema '{}'", printable(*flags.input.schema))
          : fmt::format("credence {}{} --families auto", verb, flags.of_data);
  return fmt::format("{}\nTo use these families: {}\n", with_wrapped_sentences(to_text(found)),
                     use);
}

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  Timings& timings = console.timings();
  const Data data = timings.time(
      Phase::read, [&] { return read_training_data(flags.input, flags.model.label, console); });
  const SuggestOptions asked = suggest_options(flags.input, flags.model, data);
  Suggestions found = timings.time(Phase::observe, [&] { return suggest(data.table, asked); });
  check_any_column(found, data.table, asked);
  Schema schema{.label = asked.label};
  for (const Suggestion& column : found.columns)
    schema.columns.push_back({.name = column.feature, .family = column.chosen});
  note_rows(data.table, schema, flags.input, console);
  for (std::string& warning : found.warnings) warning = with_flags(without_families(warning));
  if (data.schema) note_schema(*data.schema, *flags.input.schema, found);
  timings.time(Phase::write, [&] {
    const CommonFlags& common = flags.common;
    write_text(output, common.format == Format::json ? rounded_json(to_json(found), common.digits)
                                                     : text_of(found, flags));
  });
}

}  // namespace
}  // namespace of_suggest

const Verb verbs::suggest = verb<of_suggest::Flags, of_suggest::run>(
    "suggest", "Rank the families for each column by their evidence");

}  // namespace credence::tool
