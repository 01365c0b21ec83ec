// Which contexts a structure counts, and the rows of a table by the levels of parents.
#include "learn/structure/contexts.hpp"
#include "base/names.hpp"

#include <algorithm>
#include <credence/detail/learn/block_cells.hpp>
#include <map>
#include <unordered_map>

namespace credence::detail {
namespace {

constexpr char escape = '\\';  // before a separator or itself inside of a level

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

// Where the first separator stands that is none of a level's own letters; npos where there is none.
std::size_t find_separator(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape)
      ++i;
    else if (text[i] == between)
      return i;
  }
  return std::string_view::npos;
}

bool is_block(const ColumnSchema& column, const FamilyFacts& family) {
  return !column.columns.empty() || family.datum == DatumKind::words ||
         family.datum == DatumKind::numbers;
}

bool is_number(DatumKind datum) { return datum == DatumKind::number || datum == DatumKind::count; }

// The features of one column with their families, in the order of the schema.
template <class Visitor>
void for_each_single(const Model& model, Visitor&& visit) {
  for (const ColumnSchema& column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    if (family != nullptr && !is_block(column, family->facts())) visit(column, family->facts());
  }
}

std::vector<std::string> without(std::vector<std::string> names,
                                 const std::vector<std::string>& gone) {
  std::erase_if(names, [&](const std::string& name) { return among(gone, name); });
  return names;
}

// The contexts of listed parents: features of the same parents together, and the same features with
// fewer parents, which stand in where a context was hardly seen.
std::vector<ContextPlan> plans_of_given(const std::vector<ParentsOf>& given) {
  std::vector<ContextPlan> plans;
  std::map<std::vector<std::string>, std::size_t> plan_of;
  const auto add = [&](const std::vector<std::string>& parents, const std::string& child) {
    const auto [at, is_new] = plan_of.emplace(parents, plans.size());
    if (is_new) plans.push_back({.parents = parents});
    ContextPlan& plan = plans[at->second];
    if (!among(plan.children, child)) plan.children.push_back(child);
  };
  for (const ParentsOf& of : given)
    for (std::size_t n = of.parents.size(); n > 0; --n)
      add({of.parents.begin(), of.parents.begin() + static_cast<std::ptrdiff_t>(n)}, of.feature);
  return plans;
}

std::vector<ContextPlan> plans_of_pairs(const Model& model) {
  std::vector<ContextPlan> plans;
  const std::vector<std::string> children = possible_children(model);
  for (const std::string& parent : possible_parents(model, false))
    plans.push_back({.parents = {parent}, .children = without(children, {parent})});
  return plans;
}

void add_triples(const Model& model, std::vector<ContextPlan>& plans) {
  const std::vector<std::string> children = possible_children(model);
  const std::vector<std::string> parents = possible_parents(model, false);
  for (std::size_t i = 0; i < parents.size(); ++i)
    for (std::size_t l = i + 1; l < parents.size(); ++l)
      plans.push_back({.parents = {parents[i], parents[l]},
                       .children = without(children, {parents[i], parents[l]})});
}

}  // namespace

std::optional<std::vector<double>> parent_edges(const Schema& schema, const ColumnSchema& column) {
  for (const ParentEdges& of : schema.structure.edges)
    if (of.column == column.name) return of.edges;
  if (column.family != "histogram") return std::nullopt;
  for (const auto& [key, value] : column.prior.values)
    if (const auto* edges = std::get_if<std::vector<double>>(&value);
        edges != nullptr && key == "edges" && edges->size() >= 2)
      return std::vector<double>(edges->begin() + 1, edges->end() - 1);
  return std::nullopt;
}

std::vector<std::string> possible_parents(const Model& model, bool with_open) {
  const Schema& schema = model.schema();
  const std::vector<std::string>& asked = schema.structure.may_be_parents;
  std::vector<std::string> names;
  for_each_single(model, [&](const ColumnSchema& column, const FamilyFacts& family) {
    if (!asked.empty() && !among(asked, column.name)) return;
    if (!is_number(family.datum) || with_open || parent_edges(schema, column))
      names.push_back(column.name);
  });
  return names;
}

std::vector<std::string> possible_children(const Model& model) {
  std::vector<std::string> names;
  for_each_single(
      model, [&](const ColumnSchema& column, const FamilyFacts&) { names.push_back(column.name); });
  return names;
}

bool has_pairs(const Structure& structure) {
  switch (structure.kind) {
    case StructureKind::naive:
    case StructureKind::given:
    case StructureKind::lookup:
      return false;
    case StructureKind::kdb:
      return structure.most_parents > 0;
    default:
      return true;
  }
}

std::vector<ContextPlan> listed_contexts(const Model& model) {
  const Structure& structure = model.schema().structure;
  if (structure.kind == StructureKind::lookup)
    return {{.parents = possible_parents(model, false), .children = {}}};
  if (structure.kind == StructureKind::given) return plans_of_given(structure.given);
  if (structure.kind != StructureKind::kdb || !has_pairs(structure)) return {};
  std::vector<ContextPlan> plans = plans_of_given(structure.given);
  std::erase_if(plans, [](const ContextPlan& plan) { return plan.parents.size() < 2; });
  return plans;
}

std::vector<ContextPlan> context_plans(const Model& model) {
  const Structure& structure = model.schema().structure;
  std::vector<ContextPlan> plans;
  if (has_pairs(structure)) plans = plans_of_pairs(model);
  if (structure.kind == StructureKind::a2de) add_triples(model, plans);
  for (ContextPlan& plan : listed_contexts(model)) plans.push_back(std::move(plan));
  return plans;
}

std::size_t number_of_contexts(const Model& model) {
  const Structure& structure = model.schema().structure;
  std::size_t number = listed_contexts(model).size();
  if (!has_pairs(structure)) return number;
  const std::size_t parents = possible_parents(model, false).size();
  number += parents;
  if (structure.kind == StructureKind::a2de && parents > 0) number += parents * (parents - 1) / 2;
  return number;
}

std::vector<ContextSize> context_sizes(const Model& model) {
  const std::vector<ContextPlan> listed = listed_contexts(model);
  const std::size_t others = number_of_contexts(model) - listed.size();
  std::vector<ContextSize> sizes;
  if (others > 0) {
    const std::size_t features = possible_children(model).size();
    sizes.assign(possible_parents(model, false).size(), {.parents = 1, .children = features - 1});
    sizes.resize(others, {.parents = 2, .children = features - 2});  // of a2de
  }
  for (const ContextPlan& plan : listed)
    sizes.push_back({.parents = plan.parents.size(), .children = plan.children.size()});
  return sizes;
}

void check_settled(const Model& model) {
  const Structure& structure = model.schema().structure;
  if (structure.kind == StructureKind::naive) return;
  const std::vector<std::string> known = possible_parents(model, false);
  const auto refuse = [&](const std::string& name) {
    if (!among(known, name))
      throw Error(ErrorCode::schema,
                  "column '" + name + "' is a parent in structure '" + name_of(structure) +
                      "': give its edges or freeze them (learn_structured finds them in rows)");
  };
  if (structure.kind == StructureKind::given) {
    for (const ParentsOf& of : structure.given)
      for (const std::string& parent : of.parents) refuse(parent);
    return;
  }
  for (const std::string& name : possible_parents(model, true)) refuse(name);
  if (structure.kind == StructureKind::kdb && structure.most_parents > 1 && structure.given.empty())
    throw Error(ErrorCode::schema,
                "structure '" + name_of(structure) +
                    "' is counted once its parents are known: give them or freeze them "
                    "(learn_structured finds them in rows)");
}

PriorSpec level_prior(DatumKind datum, double each) {
  if (datum == DatumKind::answer) return {.values = {{"ones", each}, {"zeros", each}}};
  return {.values = {{"each", each}}};
}

Model context_model(const Model& model, const ContextPlan& plan) {
  const Schema& from = model.schema();
  Schema schema{.label = from.label, .missing = from.missing};
  const ContextPrior& prior = from.structure.prior;
  auto at = from.columns.begin();
  for (const std::string& name : plan.children) {
    at = find_around(from.columns.begin(), at, from.columns.end(),
                     [&](const ColumnSchema& one) { return one.name == name; });
    ColumnSchema column = *at;
    const DatumKind datum = model.families().find(column)->facts().datum;
    if (datum == DatumKind::answer || datum == DatumKind::category) {
      column.prior =
          level_prior(datum, prior.kind == ContextPrior::Kind::each ? prior.strength : 1);
    }
    schema.columns.push_back(std::move(column));
  }
  return with_schema(model, std::move(schema));
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == between || letter == escape) out += escape;
    out += letter;
  }
  return out;
}

std::string context_name(std::string_view klass, std::string_view level) {
  return escaped(klass) + between + std::string(level);
}

ContextOf context_of(std::string_view name) {
  const std::size_t at = find_separator(name);
  if (at == std::string_view::npos) return {.klass = unescaped(name), .level = {}};
  return {.klass = unescaped(name.substr(0, at)), .level = std::string(name.substr(at + 1))};
}

std::vector<PlacedContext> placed_contexts(const std::vector<std::string>& names,
                                           const std::vector<std::string>& classes) {
  std::unordered_map<std::string_view, Index> place_of;
  for (const std::string& klass : classes) place_of.emplace(klass, std::ssize(place_of));
  std::vector<PlacedContext> placed;
  placed.reserve(names.size());
  for (const std::string& name : names) {
    ContextOf context = context_of(name);
    const auto at = place_of.find(context.klass);
    placed.push_back(
        {.klass = at == place_of.end() ? -1 : at->second, .level = std::move(context.level)});
  }
  return placed;
}

std::vector<std::string> levels_in(std::string_view level) {
  std::vector<std::string> levels;
  while (true) {
    const std::size_t at = find_separator(level);
    const std::string_view one = level.substr(0, at);
    levels.push_back(one == missing_mark ? std::string(missing_level) : unescaped(one));
    if (at == std::string_view::npos) return levels;
    level.remove_prefix(at + 1);
  }
}

bool has_missing(std::string_view level) {
  while (true) {
    const std::size_t at = find_separator(level);
    if (level.substr(0, at) == missing_mark) return true;
    if (at == std::string_view::npos) return false;
    level.remove_prefix(at + 1);
  }
}

bool has_missing(std::string_view level, std::size_t parent) {
  for (; parent > 0; --parent) level.remove_prefix(find_separator(level) + 1);
  return level.substr(0, find_separator(level)) == missing_mark;
}

}  // namespace credence::detail
