// Contexts cut into levels, and which groups of features make a model.
#include "predict/structure/structure_posteriors.hpp"
#include "base/names.hpp"

#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/learn/keep.hpp>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"
#include "predict/structure/implications.hpp"

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

// Cuts a posterior of contexts into its levels. Each has the priors of its own contexts alone: with a copy
// of all in each level, memory and time would grow with the square of their number.
class LevelCutter {
 public:
  // in  all, classes: outlive it
  LevelCutter(const Posterior<Model>& all, const std::vector<std::string>& classes)
      : all_(all), classes_(classes) {
    Schema schema = all.model.schema();
    for (std::size_t j = 0; j < schema.columns.size(); ++j) {
      if (schema.columns[j].prior.by_class.empty()) continue;
      schema.columns[j].prior = {};
      auto& of_column = priors_.emplace_back(j, OfContext()).second;
      for (const auto& [context, prior] : all.model.schema().columns[j].prior.by_class)
        of_column.emplace(context, &prior);
    }
    if (!priors_.empty()) bare_ = with_priors_of(all, std::move(schema));
  }

  [[nodiscard]] Posterior<Model> cut(const std::string& level, const LevelGroups& groups) const {
    if (priors_.empty()) return level_posterior(all_, level, groups, classes_);
    Posterior<Model> one = level_posterior(bare_, level, groups, classes_);
    Schema schema = bare_.model.schema();
    for (const auto& [column, of_context] : priors_) {
      PriorSpec own;
      for (const std::string& context : one.label.classes)
        if (const auto at = of_context.find(context); at != of_context.end())
          own.by_class.emplace_back(context, *at->second);
      if (own.by_class.empty()) own = all_.model.schema().columns[column].prior;
      schema.columns[column].prior = std::move(own);
    }
    Posterior<Model> ready = with_priors_of(one, std::move(schema));
    ready.label = std::move(one.label);
    return ready;
  }

 private:
  using OfContext = std::unordered_map<std::string_view, const PriorSpec*>;

  const Posterior<Model>& all_;
  const std::vector<std::string>& classes_;
  std::vector<std::pair<std::size_t, OfContext>>
      priors_;             // of columns that have some for each context
  Posterior<Model> bare_;  // the same without these
};

// Makes groups and models of a structure.
class Planner {
 public:
  Planner(const Posterior<Model>& posterior, const FoundStructure& found, Grouping grouping)
      : found_(found),
        grouping_(found.asked.subsumption_rows > 0 ? Grouping::apart : grouping),
        ready_(with_context_priors(posterior)),
        places_(ready_) {
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
    const LevelCutter cutter(some, classes);
    for (const auto& [level, groups] : levels_of(all, classes)) {
      cells.push_back(cutter.cut(level, groups));
      group.levels.push_back(level);
      group.rows.push_back(sum_of(cells[cells.size() - 1].label.counts.counts));
    }
    cells.push_back(cutter.cut({}, LevelGroups(classes.size())));
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
      return places_.find(children, name).has_value() || among(parents, name);
    });
    const Structure& asked = found_.asked;
    const bool levels = std::all_of(parents.begin(), parents.end(), [&](const std::string& name) {
      return has_counted_levels(*ready_.blocks[places_.of(name).block]);
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
      const FeaturePlace place = places_.of(parents.front());
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
    for (const auto& model : found_.models) {
      if (!(model.weight > 0)) continue;
      models.push_back(average_of(model.parents));
      models.back().log_weight = std::log(model.weight);
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
  FeaturePlaces places_;
  std::vector<std::string> all_;
  StructurePosteriors out_;
};

std::string names_together(const std::vector<std::string>& parents) {
  std::string text;
  for (const std::string& parent : parents) text += (text.empty() ? "" : ", ") + parent;
  return text;
}

}  // namespace

StructurePosteriors structure_posteriors(const Posterior<Model>& posterior,
                                         const FoundStructure& found, Grouping grouping) {
  return Planner(posterior, found, grouping).plan();
}

void name_contexts(const StructurePosteriors& structure, Index group, Index level,
                   std::vector<UndefinedCell>& cells) {
  const auto at = static_cast<std::size_t>(group);
  if (structure.plan.groups[at].context < 0) return;
  const std::vector<std::string>& parents = structure.parents[at];
  for (UndefinedCell& cell : cells) {
    if (cell.klass.empty()) continue;
    cell.klass = context_of(cell.klass).klass;
    if (level >= std::ssize(structure.plan.groups[at].levels)) {
      cell.klass += ", " + names_together(parents) + " = (not in the training rows)";
      continue;
    }
    const std::vector<std::string> levels =
        levels_in(structure.plan.groups[at].levels[static_cast<std::size_t>(level)]);
    for (std::size_t i = 0; i < parents.size(); ++i)
      cell.klass += ", " + parents[i] + " = " + levels[i];
  }
}

std::vector<std::string> names_of_levels(const FeatureFacts& feature, const ColumnSchema& column) {
  if (!feature.levels.empty()) return feature.levels;
  return column.levels.size() == 2 ? column.levels : std::vector<std::string>{"0", "1"};
}

double levels_below_one(const StructurePosteriors& structure, Index group, Index klass) {
  const TermGroup& of = structure.plan.groups[static_cast<std::size_t>(group)];
  double others = of.own.levels;
  for (Index level = 0; level < std::ssize(of.levels); ++level) {
    const std::vector<double>& rows = structure.of(group, level).label.counts.counts;
    if (rows[static_cast<std::size_t>(klass)] + of.own.each >= 1) --others;
  }
  return others;
}

bool lacks_mode(const OwnTerms& own, double below_one) {
  if (own.empty() || own.each >= 1) return false;
  if (own.with_class || own.levels > 2) return below_one > 0;
  return own.levels == 2 && below_one == 2;
}

UndefinedCell levels_without_mode(const StructurePosteriors& structure, Index group, Index klass) {
  const auto at = static_cast<std::size_t>(group);
  return {.feature = names_together(structure.parents[at]),
          .klass = structure.naive.label.classes[static_cast<std::size_t>(klass)],
          .why = "a level with a pseudo-count of " + to_text(structure.plan.groups[at].own.each) +
                 " was not seen, so that the distribution of levels has no mode"};
}

}  // namespace credence::detail
