// `credence suggest`: which family the data of each column speak for.
#include <credence/report/text.hpp>
#include <credence/study/suggest.hpp>

#include "modelling.hpp"
#include "output.hpp"
#include "remedies.hpp"
#include "rounding.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

struct Flags {
  InputFlags input;
  ModelFlags model;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare(grammar);
    model.declare_label(grammar);
    model.declare_drop(grammar);
    declare_weight(grammar, model.weight);
    input.declare_dialect(grammar);
    common.declare(grammar, {Format::text, Format::json});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence suggest patients.csv --label diagnosis\n"
        "  credence fit patients.csv --label diagnosis --column visits=auto -o patients.json");
  }
};

void run(const Flags& flags, Console& console) {
  Output output(flags.common.out, flags.common.overwrite());
  Timings& timings = console.timings();
  const Data data = timings.time(
      Phase::read, [&] { return read_training_data(flags.input, flags.model.label, console); });
  const SuggestOptions asked = suggest_options(flags.input, flags.model, data);
  Suggestions found = timings.time(Phase::observe, [&] { return suggest(data.table, asked); });
  Schema schema{.label = asked.label};
  for (const Suggestion& column : found.columns)
    schema.columns.push_back({.name = column.feature, .family = column.chosen});
  note_rows(data.table, schema, flags.input, console);
  put_flags(found.warnings);
  timings.time(Phase::write, [&] {
    const CommonFlags& common = flags.common;
    write_text(output, common.format == Format::json ? rounded_json(to_json(found), common.digits)
                                                     : to_text(found));
  });
}

}  // namespace

const Verb verbs::suggest =
    verb<Flags, run>("suggest", "Rank the families for each column by their evidence");

}  // namespace credence::tool
