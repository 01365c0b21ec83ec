// Subsumption: a level whose rows all have one level of another feature implies it.
#include "predict/structure/implications.hpp"

#include <algorithm>

#include "learn/structure/contexts.hpp"

namespace credence::detail {
namespace {

// The group whose levels are those of one feature; -1 where it is no parent.
Index group_of_parent(const StructurePlan& plan, const std::string& feature) {
  for (const GroupModel& model : plan.tiers.front())
    if (plan.groups[static_cast<std::size_t>(model.parents)].parent == feature)
      return model.parents;
  return -1;
}

// The level of the only child that all rows of a posterior have; empty where there is none.
std::string level_of_all(const Posterior<Model>& posterior, const Schema& schema) {
  const AnyBlock& child = *posterior.blocks.front();
  double rows = 0;
  std::vector<double> of_level;
  for (Index c = 0; c < posterior.label.size(); ++c) {
    rows += posterior.label.counts.counts[static_cast<std::size_t>(c)];
    const std::vector<double> weights = child.level_weights(0, c);
    of_level.resize(std::max(of_level.size(), weights.size()));
    for (std::size_t k = 0; k < weights.size(); ++k) of_level[k] += weights[k];
  }
  const auto all = std::find(of_level.begin(), of_level.end(), rows);
  if (all == of_level.end()) return {};
  const FeatureFacts& feature = child.feature(0);
  return names_of_levels(
      feature, *schema.find(feature.name))[static_cast<std::size_t>(all - of_level.begin())];
}

// Where a level of one parent stands in its group; -1 where it does not.
Index place_of_level(const TermGroup& group, const std::string& name) {
  for (std::size_t i = 0; i < group.levels.size(); ++i)
    if (!has_missing(group.levels[i]) && levels_in(group.levels[i]).front() == name)
      return static_cast<Index>(i);
  return -1;
}

// Adds the levels of the parent of a group's only child that imply a level of the child.
void add_of_group(const StructurePosteriors& structure, std::size_t g,
                  std::vector<Implication>& found) {
  const StructurePlan& plan = structure.plan;
  const TermGroup& group = plan.groups[g];
  if (group.parent.empty() || group.children.size() != 1) return;
  const Index given = group_of_parent(plan, group.parent);
  const Index silent = group_of_parent(plan, group.children.front());
  if (given < 0 || silent < 0) return;
  for (std::size_t level = 0; level < group.levels.size(); ++level) {
    if (has_missing(group.levels[level]) || !(group.rows[level] > plan.subsumption_rows)) continue;
    const std::string implied =
        level_of_all(structure.cells[g][static_cast<Index>(level)], structure.naive.model.schema());
    if (implied.empty()) continue;
    const Index at = place_of_level(plan.groups[static_cast<std::size_t>(silent)], implied);
    if (at >= 0) found.push_back({given, static_cast<Index>(level), silent, at, group.rows[level]});
  }
}

}  // namespace

std::vector<Implication> implications_of(const StructurePosteriors& structure) {
  std::vector<Implication> all;
  for (std::size_t g = 0; g < structure.plan.groups.size(); ++g) add_of_group(structure, g, all);
  std::vector<Implication> kept;
  for (const Implication& one : all) {
    const bool is_mutual = std::any_of(all.begin(), all.end(), [&](const Implication& other) {
      return other.group == one.silent_group && other.level == one.silent_level &&
             other.silent_group == one.group && other.silent_level == one.level;
    });
    if (!is_mutual || one.silent_group > one.group) kept.push_back(one);
  }
  return kept;
}

}  // namespace credence::detail
