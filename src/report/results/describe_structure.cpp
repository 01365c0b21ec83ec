// A structure in a description: arcs, models of averages, cells given levels of parents.
#include "report/results/describe_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/listing/listing.hpp"
#include "report/listing/text_table.hpp"
#include "report/results/found_structure.hpp"

namespace credence {
namespace {

using report::listed;
using report::printable;
using report::short_number;
using report::TextTable;

constexpr std::size_t shown_models = 50;
constexpr std::size_t listed_levels = 6;

std::string number_or_dash(double value) { return std::isnan(value) ? "-" : short_number(value); }

// "no 3, yes 5": levels of parents with their rows.
std::string levels_text(const std::vector<LevelRows>& levels) {
  std::vector<std::string> each;
  for (const LevelRows& level : levels)
    each.push_back(fmt::format("{} {}", fmt::join(level.levels, "/"), short_number(level.rows)));
  return listed(each, listed_levels);
}

std::string arcs_text(const FoundStructure& found) {
  TextTable table(2);
  table.add({"feature", "parents", "gain", "information"});
  for (const FoundParents& of : found.features)
    table.add({of.feature, of.parents.empty() ? "-" : listed(of.parents),
               of.parents.empty() ? "-" : number_or_dash(of.gain), number_or_dash(of.information)});
  return "  gain: log evidence for the parents against none; information: with the first parent, "
         "given the class; nats\n" +
         table.text(2);
}

std::string models_text(const StructureDescription& structure) {
  const std::vector<SuperParents>& models = structure.found.models;
  const std::vector<double> weights = report::weights_of(structure.found);
  TextTable table(1);
  table.add({"parent of all others", "log evidence", "weight", "rows of its levels"});
  const std::size_t shown = std::min(models.size(), shown_models);
  for (std::size_t i = 0; i < shown; ++i)
    table.add({listed(models[i].parents), number_or_dash(models[i].log_evidence),
               short_number(weights[i]),
               i < structure.levels.size() ? levels_text(structure.levels[i]) : ""});
  std::string text = table.text(2);
  if (shown < models.size()) text += fmt::format("  ... {} more models\n", models.size() - shown);
  return text;
}

// " given smoker = yes, age = >41, 5 rows".
std::string given_text(const ContextDescription& context) {
  std::string text = " given ";
  for (std::size_t i = 0; i < context.parents.size() && i < context.level.levels.size(); ++i)
    text +=
        fmt::format("{}{} = {}", i == 0 ? "" : ", ", context.parents[i], context.level.levels[i]);
  return text + fmt::format(", {} row{}", short_number(context.level.rows),
                            context.level.rows == 1 ? "" : "s");
}

}  // namespace

static void list(auto& to, const LevelRows& level) {
  to("levels", level.levels);
  to("rows", level.rows);
}

std::string report::structure_text(const StructureDescription& structure) {
  const FoundStructure& found = structure.found;
  std::string text = "\nstructure " + report::sentence_of(found) + '\n';
  if (structure.distinct_rows > 0)
    text += fmt::format("  {} seen\n",
                        counted(structure.distinct_rows, "distinct row", "distinct rows"));
  if (!found.features.empty()) text += arcs_text(found);
  if (!found.models.empty()) text += models_text(structure);
  for (const std::string& note : found.notes) text += "  note: " + printable(note) + '\n';
  if (structure.contexts.empty() && structure.context_cells > 0)
    text += fmt::format("  {} given levels of parents are not shown\n",
                        counted(structure.context_cells, "cell", "cells"));
  return text;
}

std::string report::contexts_text(const StructureDescription& structure, double mass) {
  std::string text;
  for (const ContextDescription& context : structure.contexts)
    for (const FeatureDescription& feature : context.features)
      text += feature_text(feature, mass, given_text(context));
  return text;
}

Json report::structure_json(const StructureDescription& structure, double mass) {
  Json entry = report::found_json(structure.found);
  for (std::size_t i = 0; i < structure.levels.size(); ++i)
    entry["models"][i]["levels"] = json_of(structure.levels[i]);
  if (structure.distinct_rows > 0) entry["distinct_rows"] = structure.distinct_rows;
  entry["context_cells"] = structure.context_cells;
  entry["contexts"] = Json::array();
  for (const ContextDescription& context : structure.contexts) {
    Json level = {{"parents", context.parents},
                  {"levels", context.level.levels},
                  {"rows", number(context.level.rows)},
                  {"features", Json::array()}};
    for (const FeatureDescription& feature : context.features)
      level["features"].push_back(feature_json(feature, mass));
    entry["contexts"].push_back(std::move(level));
  }
  return entry;
}

}  // namespace credence
