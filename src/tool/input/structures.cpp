// Structures that flags and schemas ask for, and what was found of them.
#include "input/structures.hpp"

#include <credence/data/convert.hpp>
#include <credence/detail/base/shell_words.hpp>
#include <credence/learn/family_type.hpp>
#include <credence/learn/found_structure.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr std::size_t most_levels = 1000;

using Names = std::vector<std::string>;

// The features of a schema that consist of one column.
Names single_features(const Schema& schema) {
  Names names;
  for (const ColumnSchema& column : schema.columns) {
    const FamilyType* family = shipped_families().find(column);
    if (family == nullptr || !column.columns.empty()) continue;
    const DatumKind datum = family->facts().datum;
    if (datum != DatumKind::words && datum != DatumKind::numbers) names.push_back(column.name);
  }
  return names;
}

std::size_t levels_of(const ColumnSchema& column, const Table& table) {
  const FamilyType* family = shipped_families().find(column);
  if (family == nullptr || family->facts().datum != DatumKind::category) return 0;
  if (!column.levels.empty()) return column.levels.size();
  return codes_of(table, table.column(column.name)).levels.size();
}

// The columns that name rows rather than describe them.
Names identifiers(const Schema& schema, const Table& table, Console& console) {
  Names names;
  for (const std::string& name : single_features(schema)) {
    const std::size_t levels = levels_of(*schema.find(name), table);
    if (levels <= most_levels) continue;
    names.push_back(name);
    console.note(
        fmt::format("column '{}' has {} levels and is no parent of others (an identifier?); "
                    "--parents names those that may be",
                    name, levels));
  }
  return names;
}

// The features that --parents names: each value is one, or a list.
Names parents_asked(const Schema& schema, const Names& values, const Table& table) {
  const auto is_listed = [&](const std::string& name) { return schema.find(name) != nullptr; };
  Names parents = names_in(values, "--parents", is_listed);
  for (const std::string& name : parents) {
    if (name == schema.label)
      throw UsageError(fmt::format(
          "flag '--parents' names the label '{}', on which all features depend anyway", name));
    const ColumnSchema* column = schema.find(name);
    if (column == nullptr) check_column(table, name, "--parents");
    if (column == nullptr || column->family == "none")
      throw UsageError(
          fmt::format("flag '--parents' names column '{}', which is no feature; choose a family "
                      "with --column {}",
                      name, detail::shell_word(name + "=FAMILY")));
  }
  return parents;
}

bool has_contexts(const Structure& structure) {
  return structure.kind == StructureKind::tan || structure.kind == StructureKind::kdb ||
         structure.kind == StructureKind::aode || structure.kind == StructureKind::a2de;
}

// Leaves identifiers out of the parents of structures that would have all columns.
void leave_out_identifiers(std::vector<Structure>& structures, const Schema& schema,
                           const Table& table, Console& console) {
  const auto is_open = [](const Structure& structure) {
    return has_contexts(structure) && structure.may_be_parents.empty() && structure.given.empty();
  };
  if (std::none_of(structures.begin(), structures.end(), is_open)) return;
  const Names gone = identifiers(schema, table, console);
  if (gone.empty()) return;
  Names left = single_features(schema);
  std::erase_if(left, [&](const std::string& name) {
    return std::find(gone.begin(), gone.end(), name) != gone.end();
  });
  for (Structure& structure : structures)
    if (is_open(structure)) structure.may_be_parents = left;
}

}  // namespace

std::vector<Structure> structures_asked(const Schema& schema, const ModelFlags& flags,
                                        const Table& table, Console& console) {
  std::vector<Structure> structures = flags.structure.structures();
  if (flags.structure.named.empty()) structures.push_back(schema.structure);
  const Names parents = parents_asked(schema, flags.structure.parents, table);
  for (Structure& structure : structures) {
    if (structure.kind == StructureKind::naive) continue;
    structure.edges = schema.structure.edges;
    if (!parents.empty()) structure.may_be_parents = parents;
  }
  leave_out_identifiers(structures, schema, table, console);
  const auto is_naive = [](const Structure& one) { return one.kind == StructureKind::naive; };
  if (flags.like_scikit_learn && std::none_of(structures.begin(), structures.end(), is_naive))
    throw UsageError(
        "flag '--like scikit-learn' is for naive Bayes; add naive to --structure, or leave out "
        "one of the two");
  return structures;
}

Model settled(const Model& model, const Table& table, const ModelFlags& flags, Console& console) {
  if (!needs_settling(model)) return model;
  const Structure& before = model.schema().structure;
  const BoundTable bound = credence::bind(with_structure(model, {}), table, flags.weights());
  Model found = settle_structure(model, bound, all_rows(bound.rows));
  const Structure& after = found.schema().structure;
  const Index columns = std::ssize(after.edges) - std::ssize(before.edges);
  std::string what;
  if (columns > 0) what = "the edges of " + counted(columns, "column", "columns") + " of numbers";
  if (after.given != before.given)
    what += (what.empty() ? "" : " and ") + std::string("the parents");
  if (what.empty()) return found;
  console.note(fmt::format("structure '{}': {} were found in a pass of their own over the rows",
                           name_of(after), what));
  return found;
}

void note_structure(const Posterior<Model>& posterior, Console& console) {
  const Structure& structure = posterior.model.schema().structure;
  if (structure.kind == StructureKind::naive) return;
  const FoundStructure found = found_structure(posterior);
  const auto has_parents = [](const FoundParents& of) { return !of.parents.empty(); };
  const std::string name = name_of(structure);
  const auto arcs = std::count_if(found.features.begin(), found.features.end(), has_parents);
  if (!found.features.empty())
    console.note(fmt::format("structure '{}': {} of {} depend{} on others", name, arcs,
                             counted(std::ssize(found.features), "feature", "features"),
                             arcs == 1 ? "s" : ""));
  if (!found.models.empty())
    console.note(fmt::format("structure '{}': the average of {}", name,
                             counted(std::ssize(found.models), "model", "models")));
  for (const std::string& note : found.notes) console.note(note);
}

}  // namespace credence::tool
