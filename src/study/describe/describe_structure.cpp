// Structures of posteriors, with the cells of each level of parents.
#include "study/describe/describe_structure.hpp"

#include <algorithm>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <unordered_map>

#include "learn/structure/contexts.hpp"
#include "predict/structure/structure_posteriors.hpp"

namespace credence::detail {
namespace {

// The rows of each level of a context, in the order of their first class.
std::vector<LevelRows> rows_of_levels(const ContextPosterior& context) {
  std::vector<LevelRows> levels;
  std::unordered_map<std::string, std::size_t> places;
  const LabelColumn& label = context.children.label;
  for (std::size_t k = 0; k < label.classes.size(); ++k) {
    const std::string level = context_of(label.classes[k]).level;
    const auto [place, is_new] = places.try_emplace(level, levels.size());
    if (is_new) levels.push_back({.levels = levels_in(level)});
    levels[place->second].rows += label.counts.counts[k];
  }
  return levels;
}

std::vector<LevelRows> levels_of(const Posterior<Model>& posterior,
                                 const std::vector<std::string>& parents) {
  for (const ContextPosterior& context : posterior.contexts)
    if (context.parents == parents) return rows_of_levels(context);
  return {};
}

// Groups of features with parents, which the models of a plan name; not those that stand in for them.
std::vector<std::size_t> groups_of(const StructurePlan& plan) {
  std::vector<std::size_t> groups;
  if (plan.tiers.empty() || plan.looks_up) return groups;
  for (const GroupModel& model : plan.tiers.front())
    for (const Index group : model.groups) {
      const TermGroup& of = plan.groups[static_cast<std::size_t>(group)];
      if (of.context >= 0 && !of.children.empty())
        groups.push_back(static_cast<std::size_t>(group));
    }
  return groups;
}

ContextDescription describe_level(const StructurePosteriors& structure, std::size_t group,
                                  std::size_t level, const DescribeOptions& options) {
  const TermGroup& of = structure.plan.groups[group];
  ContextDescription description{
      .parents = structure.parents[group],
      .level = {.levels = levels_in(of.levels[level]), .rows = of.rows[level]}};
  const Posterior<Model>& cells =
      structure.of(static_cast<Index>(group), static_cast<Index>(level));
  for (const Box<AnyBlock>& block : cells.blocks)
    studied(block->family())
        .describe(*block, structure.naive.label.classes, options, description.features);
  return description;
}

void add_contexts(const Posterior<Model>& posterior, const DescribeOptions& options,
                  StructureDescription& description) {
  const StructurePosteriors structure = structure_posteriors(posterior, description.found);
  const std::vector<std::size_t> groups = groups_of(structure.plan);
  for (const std::size_t group : groups) {
    const TermGroup& of = structure.plan.groups[group];
    const auto asked = std::count_if(of.children.begin(), of.children.end(), [&](const auto& name) {
      return asks_for(options.features, name);
    });
    description.context_cells += asked * std::ssize(of.levels);
  }
  if (description.context_cells > options.most_contexts) return;
  for (const std::size_t group : groups)
    for (std::size_t level = 0; level < structure.plan.groups[group].levels.size(); ++level) {
      ContextDescription context = describe_level(structure, group, level, options);
      if (!context.features.empty()) description.contexts.push_back(std::move(context));
    }
}

}  // namespace

StructureDescription describe_structure(const Posterior<Model>& posterior,
                                        const DescribeOptions& options) {
  StructureDescription description;
  description.found.asked = posterior.model.schema().structure;
  std::string why = why_undefined([&] {
    description.found = found_structure(posterior);
    for (const SuperParents& model : description.found.models)
      description.levels.push_back(levels_of(posterior, model.parents));
    if (description.found.asked.kind == StructureKind::lookup)
      description.distinct_rows = std::ssize(rows_of_levels(posterior.contexts[0]));
    add_contexts(posterior, options, description);
  });
  if (!why.empty()) description.found.notes.push_back(std::move(why));
  return description;
}

}  // namespace credence::detail
