// Contexts cut into levels, and which groups of features make a model.
#include "predict/structure_posteriors.hpp"
#include "base/names.hpp"

#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/learn/keep.hpp>
#include <map>

#include "learn/context_priors.hpp"
#include "learn/contexts.hpp"
#include "predict/implications.hpp"

namespace credence::detail {
namespace {

// Some features of a posterior; all of them without a copy's detour.
Posterior<Model> some_features(const Posterior<Model>& posterior,
                               const std::vector<std::string>& names) {
  return std::ssize(names) == std::ssize(posterior.model.schema().columns) ? posterior
                                                                           : keep(posterior, names);
}

// Where the contexts of one level stand among those of a posterior: one list a class, empty where the
// class never met the level.
using LevelGroups = std::vector<std::vector<Index>>;

// The levels of a context in the order of its names, and where their classes stand.
std::map<std::string, LevelGroups> levels_of(const Posterior<Model>& children,
                                             const std::vector<std::string>& classes) {
  std::map<std::string, LevelGroups> levels;
  Index k = 0;
  for (const PlacedContext& of : placed_contexts(children.label.classes, classes)) {
    LevelGroups& groups = levels[of.level];
    groups.resize(classes.size());
    groups[static_cast<std::size_t>(of.klass)].push_back(k++);
  }
  return levels;
}

// The posterior of one level: class c is the context of c and the level.
Posterior<Model> level_posterior(const Posterior<Model>& children, const std::string& level,
                                 const LevelGroups& groups,
                                 const std::vector<std::string>& classes) {
  Posterior<Model> one;
  one.model = children.model;
  one.label = {.name = children.label.name};
  one.label.prior.kind = ClassPrior::Kind::uniform;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    one.label.classes.push_back(context_name(classes[c], level));
    double rows = 0;
    for (const Index k : groups[c])
      rows += children.label.counts.counts[static_cast<std::size_t>(k)];
    one.label.counts.counts.push_back(rows);
  }
  for (const Box<AnyBlock>& block : children.blocks)
    one.blocks.emplace_back(block->regrouped(groups));
  return one;
}

// Makes groups and models of a structure.
class Planner {
 public:
  Planner(const Posterior<Model>& posterior, const FoundStructure& found, Grouping grouping)
      : found_(found),
        grouping_(found.asked.subsumption_rows > 0 ? Grouping::apart : grouping),
        ready_(with_context_priors(posterior)) {
    out_.naive = ready_;
    out_.naive.contexts = {};
    out_.naive.model = with_structure(ready_.model, {});
    const Structure& asked = found.asked;
    out_.plan.least_rows = asked.least_rows;
    out_.plan.missing_counts = !asked.like_weka;
    out_.plan.pools = asked.average == ModelWeights::stacked;
    out_.plan.subsumption_rows = asked.subsumption_rows;
    out_.plan.by_evidence = asked.average == ModelWeights::evidence;
    for (const Box<AnyBlock>& block : ready_.blocks)
      for (Index j = 0; j < block->size(); ++j) all_.push_back(block->feature(j).name);
  }

  StructurePosteriors plan() {
    if (found_.asked.kind == StructureKind::lookup)
      plan_look_up();
    else if (!found_.models.empty())
      plan_average();
    else
      plan_tree();
    return std::move(out_);
  }

 private:
  Index add_group(TermGroup group, Nested<Posterior<Model>> cells) {
    out_.plan.groups.push_back(std::move(group));
    out_.parents.push_back(group_parents(out_.plan.groups.back()));
    if (out_.parents.back().size() == 1)
      out_.plan.groups.back().parent = out_.parents.back().front();
    out_.cells.push_back(std::move(cells));
    return std::ssize(out_.plan.groups) - 1;
  }

  [[nodiscard]] std::vector<std::string> group_parents(const TermGroup& group) const {
    if (group.context < 0) return {};
    return ready_.contexts[group.context].parents;
  }

  // Features given the class alone.
  Index add_naive(const std::vector<std::string>& children) {
    Nested<Posterior<Model>> cells;
    cells.push_back(some_features(out_.naive, children));
    return add_group({.children = children}, std::move(cells));
  }

  // The same, one group or one for each.
  void add_naive(const std::vector<std::string>& children, std::vector<Index>& groups) {
    if (children.empty()) return;
    if (grouping_ == Grouping::together) return groups.push_back(add_naive(children));
    for (const std::string& child : children) groups.push_back(add_naive({child}));
  }

  [[nodiscard]] Index find_context(const std::vector<std::string>& parents) const {
    for (Index i = 0; i < ready_.contexts.size(); ++i)
      if (ready_.contexts[i].parents == parents) return i;
    return -1;
  }

  // Features given the class and parents; without any, the levels of the parents alone.
  Index add_context(Index context, const std::vector<std::string>& children, Index fallback) {
    const Posterior<Model>& all = ready_.contexts[context].children;
    Posterior<Model> some;
    if (children.empty())
      some.label = all.label;
    else
      some = some_features(all, children);
    TermGroup group{.context = context, .fallback = fallback, .children = children};
    Nested<Posterior<Model>> cells;
    const std::vector<std::string>& classes = ready_.label.classes;
    for (const auto& [level, groups] : levels_of(all, classes)) {
      cells.push_back(level_posterior(some, level, groups, classes));
      group.levels.push_back(level);
      group.rows.push_back(sum_of(cells[cells.size() - 1].label.counts.counts));
    }
    cells.push_back(level_posterior(some, {}, LevelGroups(classes.size()), classes));
    return add_group(std::move(group), std::move(cells));
  }

  // The group of features with these parents, and the one that stands in for it.
  Index add_chain(std::vector<std::string> parents, const std::vector<std::string>& children) {
    if (parents.empty()) return add_naive(children);
    const Index context = find_context(parents);
    parents.pop_back();
    const Index fallback = add_chain(std::move(parents), children);
    return context < 0 ? fallback : add_context(context, children, fallback);
  }

  void plan_tree() {
    std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> by_parents;
    std::vector<std::string> alone = all_;
    for (const FoundParents& of : found_.features) {
      if (of.parents.empty()) continue;
      std::erase(alone, of.feature);
      auto at = std::find_if(by_parents.begin(), by_parents.end(),
                             [&](const auto& entry) { return entry.first == of.parents; });
      if (at == by_parents.end() || grouping_ == Grouping::apart)
        at = by_parents.insert(by_parents.end(), {of.parents, {}});
      at->second.push_back(of.feature);
    }
    GroupModel model;
    add_naive(alone, model.groups);
    for (const auto& [parents, children] : by_parents)
      model.groups.push_back(add_chain(parents, children));
    out_.plan.tiers.push_back({std::move(model)});
  }

  // p(levels of the parents | class): of one parent its own cell, of two the pair's.
  void add_own_terms(const std::vector<std::string>& parents, GroupModel& model) {
    std::vector<std::string> alone = all_;
    const Posterior<Model>& children = ready_.contexts[find_context(parents)].children;
    std::erase_if(alone, [&](const std::string& name) {
      return children.model.schema().find(name) != nullptr || among(parents, name);
    });
    const Structure& asked = found_.asked;
    const bool levels = std::all_of(parents.begin(), parents.end(), [&](const std::string& name) {
      return has_counted_levels(ready_, name);
    });
    const bool together = levels && (parents.size() == 2 || asked.like_weka);
    if (!together) alone.insert(alone.begin(), parents.front());
    add_naive(alone, model.groups);
    if (!together && parents.size() == 2)
      model.groups.push_back(add_chain({parents.front()}, {parents.back()}));
    if (!together) return;
    add_level_terms(out_.plan.groups[static_cast<std::size_t>(model.parents)], parents);
    model.with_class = !asked.like_weka;
  }

  void add_level_terms(TermGroup& group, const std::vector<std::string>& parents) {
    const Structure& asked = found_.asked;
    OwnTerms& own = group.own;
    own.levels = levels_together(ready_, ready_.contexts[find_context(parents)]);
    own.with_class = asked.like_weka;
    if (asked.prior.kind == ContextPrior::Kind::each) own.each = asked.prior.strength;
    if (asked.prior.kind == ContextPrior::Kind::rows)
      own.each = asked.like_weka ? 1 : asked.prior.strength / own.levels;
    if (asked.like_weka) {  // a missing cell is no level there
      for (std::size_t level = 0; level < group.levels.size(); ++level)
        if (has_missing(group.levels[level])) own.missing += group.rows[level];
      const FeaturePlace place = place_of_feature(ready_, parents.front());
      own.levels =
          static_cast<double>(ready_.blocks[place.block]->level_weights(place.feature, 0).size());
    }
  }

  GroupModel average_of(const std::vector<std::string>& parents) {
    const Index context = find_context(parents);
    std::vector<std::string> children;
    for (const ColumnSchema& column : ready_.contexts[context].children.model.schema().columns)
      children.push_back(column.name);
    GroupModel model;
    if (grouping_ == Grouping::together || children.empty()) {
      model.parents = add_context(context, children, -1);
      model.groups.push_back(model.parents);
    } else {
      for (const std::string& child : children)
        model.groups.push_back(add_context(context, {child}, -1));
      model.parents = model.groups.front();
    }
    add_own_terms(parents, model);
    return model;
  }

  void plan_average() {
    std::vector<GroupModel> models;
    for (std::size_t i = 0; i < found_.models.size(); ++i) {
      if (!(found_.models[i].weight > 0)) continue;
      models.push_back(average_of(found_.models[i].parents));
      models.back().log_weight = std::log(found_.models[i].weight);
    }
    const bool pairs = !found_.models.empty() && found_.models.front().parents.size() == 2;
    out_.plan.tiers.push_back(std::move(models));
    if (out_.plan.subsumption_rows > 0) out_.plan.implications = implications_of(out_);
    if (pairs) {
      std::vector<GroupModel> single;
      for (const ContextPosterior& context : ready_.contexts)
        if (context.parents.size() == 1) single.push_back(average_of(context.parents));
      out_.plan.tiers.push_back(std::move(single));
    }
    add_naive_tier();
  }

  void add_naive_tier() {
    GroupModel naive;
    add_naive(all_, naive.groups);
    out_.plan.tiers.push_back({std::move(naive)});
  }

  void plan_look_up() {
    out_.plan.looks_up = true;
    out_.plan.centre_is_naive = found_.asked.centre == LookupCentre::naive;
    out_.plan.centre_rows = found_.asked.centre_rows;
    static_cast<void>(add_context(0, {}, -1));
    add_naive_tier();
  }

  const FoundStructure& found_;
  Grouping grouping_;
  Posterior<Model> ready_;
  std::vector<std::string> all_;
  StructurePosteriors out_;
};

// Whether the mode of a cell of levels is 0 where nothing was seen of the level, or does not exist. A column's
// only level has all.
bool is_zero_at_nothing(const AnyBlock& block, Index j) {
  const PriorSpec prior = block.prior(j);
  const FeatureFacts feature = block.feature(j);
  const bool is_answer = block.family().facts().datum == DatumKind::answer;
  const auto levels = is_answer ? 2 : std::ssize(feature.levels) + feature.reserved();
  if (prior.values.empty() || levels == 1) return false;
  const auto counts = pseudo_counts_of(prior, {}, static_cast<std::size_t>(levels));
  return std::all_of(counts.begin(), counts.end(),
                     [&](double one) { return one <= 1 && one == counts.front(); });
}

// Whether the mode of a parent's own term is 0 in a class that never has its level.
bool is_mode_zero(const StructurePosteriors& structure, std::size_t group,
                  const std::string& parent) {
  const StructurePlan& plan = structure.plan;
  if (!plan.groups[group].own.empty()) return plan.groups[group].own.each == 1;
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    // In an average the other groups of as many parents belong to other models.
    if (plan.is_average() && structure.parents[g].size() >= structure.parents[group].size())
      continue;
    if (!among(plan.groups[g].children, parent)) continue;
    const Posterior<Model>& cells = structure.of(static_cast<Index>(g), 0);
    const FeaturePlace place = place_of_feature(cells, parent);
    if (!is_zero_at_nothing(*cells.blocks[place.block], place.feature)) return false;
  }
  return true;
}

void find_zeros(StructurePosteriors& structure) {
  structure.zeros.resize(structure.parents.size());
  for (std::size_t g = 0; g < structure.parents.size(); ++g)
    for (const std::string& parent : structure.parents[g]) {
      const bool counted = has_counted_levels(structure.naive, parent);
      structure.zeros[g].push_back(
          {.frequency = counted, .mode = counted && is_mode_zero(structure, g, parent)});
    }
}

}  // namespace

StructurePosteriors structure_posteriors(const Posterior<Model>& posterior,
                                         const FoundStructure& found, Grouping grouping) {
  StructurePosteriors structure = Planner(posterior, found, grouping).plan();
  find_zeros(structure);
  return structure;
}

bool is_own_term_zero(const StructurePosteriors& structure, Index group, std::size_t parent,
                      Estimator estimator) {
  const OwnZero& zero = structure.zeros[static_cast<std::size_t>(group)][parent];
  return estimator == Estimator::maximum_likelihood
             ? zero.frequency
             : estimator == Estimator::maximum_a_posteriori && zero.mode;
}

std::vector<bool> impossible_classes(const StructurePosteriors& structure, Index group,
                                     const std::string& level, Estimator estimator) {
  const std::vector<std::string>& parents = structure.parents[static_cast<std::size_t>(group)];
  std::vector<bool> impossible(structure.naive.label.classes.size(), false);
  const std::vector<std::string> levels = levels_in(level);
  for (std::size_t i = 0; i < parents.size() && i < levels.size(); ++i) {
    if (has_missing(level, i)) continue;  // rules no class out
    if (!is_own_term_zero(structure, group, i, estimator)) continue;
    const FeaturePlace place = place_of_feature(structure.naive, parents[i]);
    const AnyBlock& block = *structure.naive.blocks[place.block];
    const std::vector<std::string> names = names_of_levels(
        block.feature(place.feature), *structure.naive.model.schema().find(parents[i]));
    const auto at =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), levels[i]) - names.begin());
    for (std::size_t c = 0; c < impossible.size(); ++c) {
      const std::vector<double> weights = block.level_weights(place.feature, static_cast<Index>(c));
      if (at < weights.size() && weights[at] == 0) impossible[c] = true;
    }
  }
  return impossible;
}

void name_contexts(const StructurePosteriors& structure, Index group,
                   std::vector<UndefinedCell>& cells) {
  const auto at = static_cast<std::size_t>(group);
  if (structure.plan.groups[at].context < 0) return;
  const std::vector<std::string>& parents = structure.parents[at];
  for (UndefinedCell& cell : cells) {
    if (cell.klass.empty()) continue;
    const ContextOf context = context_of(cell.klass);
    const std::vector<std::string> levels = levels_in(context.level);
    cell.klass = context.klass;
    for (std::size_t i = 0; i < parents.size() && i < levels.size(); ++i)
      cell.klass += ", " + parents[i] + " = " + levels[i];
  }
}

std::vector<std::string> names_of_levels(const FeatureFacts& feature, const ColumnSchema& column) {
  if (!feature.levels.empty()) return feature.levels;
  return column.levels.size() == 2 ? column.levels : std::vector<std::string>{"0", "1"};
}

bool zero_at_nothing(const StructurePosteriors& structure, Index group, Estimator estimator) {
  const std::size_t parents = structure.parents[static_cast<std::size_t>(group)].size();
  for (std::size_t i = 0; i < parents; ++i)
    if (is_own_term_zero(structure, group, i, estimator)) return true;
  return false;
}

bool lacks_mode(const StructurePosteriors& structure, Index group, Index klass) {
  const TermGroup& of = structure.plan.groups[static_cast<std::size_t>(group)];
  if (of.own.empty() || of.own.each >= 1) return false;
  double seen = 0;
  for (Index level = 0; level < std::ssize(of.levels); ++level) {
    const std::vector<double>& rows = structure.of(group, level).label.counts.counts;
    if (rows[static_cast<std::size_t>(klass)] + of.own.each >= 1) ++seen;
  }
  return seen < of.own.levels;
}

UndefinedCell levels_without_mode(const StructurePosteriors& structure, Index group, Index klass) {
  const auto at = static_cast<std::size_t>(group);
  std::string parents;
  for (const std::string& parent : structure.parents[at])
    parents += (parents.empty() ? "" : ", ") + parent;
  return {.feature = parents,
          .klass = structure.naive.label.classes[static_cast<std::size_t>(klass)],
          .why = "a level with a pseudo-count of " + to_text(structure.plan.groups[at].own.each) +
                 " was not seen, so that the distribution of levels has no mode"};
}

}  // namespace credence::detail
