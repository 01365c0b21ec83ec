// `credence schema`: what a model of the data would be, for reading, editing and --schema.
#include <credence/detail/data/column_places.hpp>
#include <credence/learn/model_posterior.hpp>

#include "console/output.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "input/structures.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_schema {
namespace {

struct Flags {
  InputFlags input;
  ModelFlags model;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare_several(grammar);
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    model.structure.declare(grammar, TakesStructures::one);
    input.declare_dialect(grammar);
    grammar.at("--schema").may_be_replaced();
    common.declare(grammar, {Format::text, Format::json}, "an error");
    grammar.examples(
        "Examples:\n"
        "  credence schema patients.csv --label diagnosis > schema.json\n"
        "  credence schema patients.csv --label diagnosis --structure aode > schema.json\n"
        "  credence fit patients.csv --schema schema.json -o patients.json");
  }
};

// The levels that rows with a class hold: those that fit would learn.
void list_levels(Schema& schema, const Posterior<Model>& posterior) {
  const ColumnPlaces places(schema);
  for (const auto& block : posterior.blocks) {
    if (block->family().facts().datum != DatumKind::category) continue;
    for (Index j = 0; j < block->size(); ++j)
      schema.columns[places.of(block->feature(j).name)].levels = block->feature(j).levels;
  }
}

void list_unused(Schema& schema, const Table& table) {
  for (const std::string& name : columns_beside(schema, table))
    schema.columns.push_back({.name = name, .family = "none"});
}

void run(const Flags& flags, Console& console) {
  refuse_lazy_rules(flags.model.structure, "schema");
  Output output(flags.common.out, flags.common.overwrite());
  const Training training = read_training(flags.input, flags.model, console);
  const Table& table = training.data.table;
  note_rows(table, training.model.schema(), flags.input, console);
  Timings& timings = console.timings();
  const Model model = timings.time(
      Phase::observe, [&] { return settled(training.model, table, flags.model, console); });
  const Posterior<Model> posterior =
      timings.time(Phase::observe, [&] { return observe(model, table, flags.model.weights()); });
  Schema shown = model.schema();
  shown.classes = posterior.label.classes;
  list_levels(shown, posterior);
  list_unused(shown, table);
  timings.time(Phase::write, [&] { write_text(output, to_json(shown)); });
}

}  // namespace
}  // namespace of_schema

const Verb verbs::schema = verb<of_schema::Flags, of_schema::run>(
    "schema", "Show the inferred column types as an editable JSON schema");

}  // namespace credence::tool
