// Structures that models may have, and what is found in rows before contexts can be counted.
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/detail/base/nearest.hpp>
#include <map>

#include "base/names.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/each_alone.hpp"
#include "learn/structure/structure_faults.hpp"

namespace credence {
namespace {

constexpr Index most_parents_of_one = 16;  // each set of its first parents is counted

// "column 'sizse' ..., did you mean 'size'?"
std::string unknown_feature(const std::string& name, const std::vector<std::string>& known) {
  return "the structure names '" + name + "', which is no feature of one column" +
         detail::did_you_mean(name, known);
}

// Whether some feature is its own ancestor. Features are settled once all their parents are; those of a
// cycle never are.
bool has_cycle(const std::vector<ParentsOf>& given) {
  std::map<std::string, std::size_t> unsettled_parents;
  std::map<std::string, std::vector<std::string>> children;
  for (const ParentsOf& of : given) unsettled_parents[of.feature] = 0;
  for (const ParentsOf& of : given)
    for (const std::string& parent : of.parents)
      if (unsettled_parents.contains(parent)) {
        ++unsettled_parents[of.feature];
        children[parent].push_back(of.feature);
      }
  std::vector<std::string> settled;
  for (const auto& [feature, parents] : unsettled_parents)
    if (parents == 0) settled.push_back(feature);
  for (std::size_t i = 0; i < settled.size(); ++i)
    for (const std::string& child : children[settled[i]])
      if (--unsettled_parents[child] == 0) settled.push_back(child);
  return settled.size() < unsettled_parents.size();
}

void add_given_faults(const std::vector<ParentsOf>& given, const std::vector<std::string>& known,
                      std::vector<std::string>& faults) {
  std::vector<std::string> features;
  for (const ParentsOf& of : given) {
    if (!detail::among(known, of.feature)) faults.push_back(unknown_feature(of.feature, known));
    if (detail::among(features, of.feature))
      faults.push_back("the structure lists the parents of '" + of.feature +
                       "' twice; keep one entry");
    if (std::ssize(of.parents) > most_parents_of_one)
      faults.push_back("the structure gives '" + of.feature + "' " +
                       std::to_string(of.parents.size()) + " parents; give at most " +
                       std::to_string(most_parents_of_one));
    features.push_back(of.feature);
    for (auto parent = of.parents.begin(); parent != of.parents.end(); ++parent) {
      if (!detail::among(known, *parent)) faults.push_back(unknown_feature(*parent, known));
      if (*parent == of.feature)
        faults.push_back("the structure makes '" + of.feature + "' its own parent; remove it");
      if (std::find(of.parents.begin(), parent, *parent) != parent)
        faults.push_back("the structure lists parent '" + *parent + "' of '" + of.feature +
                         "' twice; keep one entry");
    }
  }
  if (faults.empty() && has_cycle(given))
    faults.emplace_back("the parents of the structure go round in a circle; take one arc out");
}

// The columns of numbers that are parents without edges.
std::vector<std::string> open_parents(const Model& model) {
  const Structure& structure = model.schema().structure;
  std::vector<std::string> open;
  if (structure.kind == StructureKind::naive) return open;
  const std::vector<std::string> known = detail::possible_parents(model, false);
  for (const std::string& name : detail::possible_parents(model, true)) {
    if (detail::among(known, name)) continue;
    const bool asked =
        structure.kind != StructureKind::given ||
        std::any_of(structure.given.begin(), structure.given.end(),
                    [&](const ParentsOf& of) { return detail::among(of.parents, name); });
    if (asked) open.push_back(name);
  }
  return open;
}

bool lacks_parents(const Structure& structure) {
  return structure.kind == StructureKind::kdb && structure.most_parents > 1 &&
         structure.given.empty();
}

// The inner edges of a histogram's prior that is numbers.
std::vector<double> inner_edges(const PriorSpec& prior) {
  for (const auto& [key, value] : prior.values)
    if (const auto* edges = std::get_if<std::vector<double>>(&value);
        edges != nullptr && key == "edges" && edges->size() > 2)
      return {edges->begin() + 1, edges->end() - 1};
  return {};
}

// Edges between which the numbers tell the classes apart, by the description length of the label.
std::vector<ParentEdges> found_edges(const Model& model, const std::vector<std::string>& columns,
                                     const BoundTable& bound, std::span<const Index> rows) {
  Schema schema{.label = model.schema().label, .missing = model.schema().missing};
  for (const std::string& name : columns)
    schema.columns.push_back({.name = name, .family = "histogram", .prior = {.word = "mdl"}});
  const Model bins(std::move(schema));
  BoundTable cells = credence::bind(bins, *bound.table);
  cells.label = bound.label;
  cells.weights = bound.weights;
  Posterior<Model> posterior = empty_posterior(bins);
  observe(posterior, cells, rows);
  std::vector<ParentEdges> found;
  detail::for_each_alone(posterior, columns, [&](const auto& name, const auto& alone) {
    ParentEdges of{.column = name};
    try {
      of.edges = inner_edges(freeze(alone).model.schema().find(name)->prior);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined) throw;  // a column without a number: one bin
    }
    found.push_back(std::move(of));
  });
  return found;
}

}  // namespace

std::vector<std::string> detail::structure_faults(const Model& model) {
  const Structure& structure = model.schema().structure;
  std::vector<std::string> faults;
  if (structure.kind == StructureKind::naive) return faults;
  const std::vector<std::string> known = possible_children(model);
  for (const std::string& name : structure.may_be_parents)
    if (!detail::among(known, name)) {
      const ColumnSchema* column = model.schema().find(name);
      const FamilyType* family = column == nullptr ? nullptr : model.families().find(*column);
      if (family == nullptr)
        faults.push_back(unknown_feature(name, known));
      else
        faults.push_back("'" + name + "' is a block of " +
                         (family->facts().datum == DatumKind::words ? "words" : "numbers") +
                         ": it cannot be a parent");
    }
  if (structure.kind == StructureKind::lookup && faults.empty() &&
      possible_parents(model, true).empty())
    faults.emplace_back(
        "the structure 'lookup' has no columns to look rows up by: texts and blocks cannot be; "
        "choose another structure");
  add_given_faults(structure.given, known, faults);
  if (structure.most_parents < 0 || structure.most_parents > most_parents_of_one)
    faults.push_back("the structure asks for " + std::to_string(structure.most_parents) +
                     " parents; ask for 0 to " + std::to_string(most_parents_of_one));
  if (!(structure.least_rows >= 0) || !std::isfinite(structure.least_rows))
    faults.push_back("a level of a parent is to have been seen in " +
                     to_text(structure.least_rows) + " rows; give a number of at least 0");
  if (!(structure.prior.strength > 0) || !std::isfinite(structure.prior.strength))
    faults.push_back("the prior of contexts has the strength " + to_text(structure.prior.strength) +
                     "; give a finite number above 0");
  if (!(structure.centre_rows > 0) || !std::isfinite(structure.centre_rows))
    faults.push_back("the centre of the look-up is worth " + to_text(structure.centre_rows) +
                     " rows; give a finite number above 0");
  return faults;
}

Model with_structure(const Model& model, Structure structure) {
  Schema schema = model.schema();
  schema.structure = std::move(structure);
  return with_schema(model, std::move(schema));
}

bool needs_settling(const Model& model) {
  return !open_parents(model).empty() || lacks_parents(model.schema().structure);
}

Model settle_structure(const Model& model, const BoundTable& bound, std::span<const Index> rows) {
  Structure structure = model.schema().structure;
  const std::vector<std::string> open = open_parents(model);
  if (!open.empty())
    for (ParentEdges& of : found_edges(model, open, bound, rows))
      structure.edges.push_back(std::move(of));
  if (!lacks_parents(structure)) return with_structure(model, std::move(structure));
  // Pairs first, which say who depends on whom.
  Structure pairs = structure;
  pairs.most_parents = 1;
  const Model counted = with_structure(model, pairs);
  const BoundTable cells = bound.part(counted);
  Posterior<Model> posterior = empty_posterior(counted);
  observe(posterior, cells, rows);
  Posterior<Model> asked = posterior;
  asked.model = with_structure(model, structure);
  for (const FoundParents& of : found_structure(asked).features)
    structure.given.push_back({.feature = of.feature, .parents = of.parents});
  if (structure.given.empty()) return counted;  // texts and blocks alone: nothing has a parent
  return with_structure(model, std::move(structure));
}

}  // namespace credence
