// `credence schema`: what a model of the data would be, for reading, editing and --schema.
#include <credence/learn/model_posterior.hpp>

#include <algorithm>

#include "modelling.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

// The levels that rows with a class hold: those that fit would learn.
void list_levels(Schema& schema, const Posterior<Model>& posterior) {
  for (const auto& block : posterior.blocks) {
    if (block->family().facts().datum != DatumKind::category) continue;
    for (Index j = 0; j < block->size(); ++j)
      schema.find(block->feature(j).name)->levels = block->feature(j).levels;
  }
}

void list_unused(Schema& schema, const Table& table) {
  std::vector<std::string> read{schema.label};
  for (const ColumnSchema& column : schema.columns) {
    read.push_back(column.name);
    for (std::string& name : columns_read(column)) read.push_back(std::move(name));
  }
  for (const Column& column : table.columns())
    if (std::find(read.begin(), read.end(), column.name) == read.end())
      schema.columns.push_back({.name = column.name, .family = "none"});
}

}  // namespace

void schema(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  note_rows_without_label(data.table, model.schema().label, console);
  const Posterior<Model> posterior = timings.time(Phase::observe, [&] {
    return observe(model, data.table, options.weight.value_or(std::string()));
  });
  Schema shown = model.schema();
  shown.classes = posterior.label.classes;
  list_levels(shown, posterior);
  list_unused(shown, data.table);
  timings.time(Phase::write, [&] { write_text(output, to_json(shown)); });
}

}  // namespace credence::tool
