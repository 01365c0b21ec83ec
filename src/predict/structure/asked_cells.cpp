// Finds the classes that the levels of a group's parents rule out, by the parents' own terms.
#include "predict/structure/asked_cells.hpp"

#include <algorithm>
#include <cmath>
#include <credence/base/sum.hpp>
#include <limits>
#include <map>

#include "base/names.hpp"
#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"
#include "predict/structure/structure_scores.hpp"

namespace credence::detail {
namespace {

bool is_mode(Estimator estimator) { return estimator == Estimator::maximum_a_posteriori; }

// The pseudo-counts of a feature in a class; empty where the prior is a word such as 'auto'.
std::vector<double> counts_in_numbers(const AnyBlock& block, Index j, std::string_view klass,
                                      std::size_t levels) {
  const PriorSpec prior = block.prior(j);
  const bool own = std::any_of(prior.by_class.begin(), prior.by_class.end(),
                               [&](const auto& entry) { return entry.first == klass; });
  if (!own && prior.values.empty()) return {};
  std::vector<double> counts = pseudo_counts_of(prior, klass, levels);
  counts.resize(levels);
  return counts;
}

// The number of levels that have a probability.
std::size_t levels_of_feature(const AnyBlock& block, Index j) {
  if (block.family().facts().datum == DatumKind::answer) return 2;
  return block.feature(j).levels.size() + static_cast<std::size_t>(block.feature(j).reserved());
}

// Whether the mode gives a level probability 0, or does not exist. A column's only level has 1.
// in  weights: of all levels, pseudo-counts included
bool is_mode_zero(const std::vector<double>& weights, std::size_t level) {
  if (weights.size() == 1 || weights[level] > 1) return false;
  return weights.size() > 2 || !(weights[1 - level] < weights[level]);
}

// Whether the mode of each cell of a feature is 0 at every level without rows in that cell.
bool is_zero_at_nothing(const StructurePosteriors& structure, Index group,
                        const std::string& name) {
  const Posterior<Model>& cells = structure.of(group, 0);
  const FeaturePlace place = place_of_feature(cells, name);
  const AnyBlock& block = *cells.blocks[place.block];
  const std::size_t levels = levels_of_feature(block, place.feature);
  if (block.prior(place.feature).values.empty() || levels == 1) return false;
  const auto counts = pseudo_counts_of(block.prior(place.feature), {}, levels);
  return std::all_of(counts.begin(), counts.end(),
                     [&](double one) { return one <= 1 && one == counts.front(); });
}

// Cuts the levels of some parents out of a level of all parents, written as contexts write it.
std::string level_of_some(const std::string& level, const std::vector<std::size_t>& places) {
  const std::vector<std::string> all = levels_in(level);
  std::string some;
  for (const std::size_t place : places) {
    if (!some.empty()) some += between;
    some += has_missing(level, place) ? std::string(missing_mark) : escaped(all[place]);
  }
  return some;
}

// The places of names among others, up to the first name that is not among them.
std::vector<std::size_t> places_among(const std::vector<std::string>& names,
                                      const std::vector<std::string>& all) {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto at = std::find(all.begin(), all.end(), name);
    if (at == all.end()) break;
    places.push_back(static_cast<std::size_t>(at - all.begin()));
  }
  return places;
}

}  // namespace

AskedCells::AskedCells(const StructurePosteriors& structure, Estimator estimator)
    : structure_(structure),
      estimator_(estimator),
      terms_(structure.plan.groups.size()),
      together_(structure.plan.groups.size(), -1) {
  if (estimator != Estimator::maximum_likelihood && !is_mode(estimator)) return;
  for (const std::vector<GroupModel>& tier : structure.plan.tiers)
    for (const GroupModel& model : tier) add_model(model);
}

void AskedCells::add_model(const GroupModel& model) {
  const auto& groups = structure_.plan.groups;
  const auto at = [](Index group) { return static_cast<std::size_t>(group); };
  for (const Index top : model.groups)
    for (Index group = top; group >= 0; group = groups[at(group)].fallback) {
      const bool together = model.parents >= 0 && !groups[at(model.parents)].own.empty() &&
                            groups[at(group)].context == groups[at(model.parents)].context;
      if (together)
        together_[at(group)] = model.parents;
      else
        add_terms(group, model);
    }
}

Index AskedCells::group_of(const GroupModel& model, const std::string& feature) const {
  for (const Index group : model.groups)
    if (among(structure_.plan.groups[static_cast<std::size_t>(group)].children, feature))
      return group;
  return -1;
}

// Follows the fallbacks of the parent's group until its own parents are all among those of `group`. Rows
// may read the groups on the way, so their terms must be 0 at unseen levels as well.
Index AskedCells::read_from(Index group, const GroupModel& model, const std::string& parent,
                            std::vector<std::size_t>& places) const {
  const std::vector<std::string>& known = structure_.parents[static_cast<std::size_t>(group)];
  Index from = group_of(model, parent);
  while (from >= 0) {
    const auto& own = structure_.parents[static_cast<std::size_t>(from)];
    places = places_among(own, known);
    if (places.size() == own.size()) return from;
    if (is_mode(estimator_) && !is_zero_at_nothing(structure_, from, parent)) return -1;
    from = structure_.plan.groups[static_cast<std::size_t>(from)].fallback;
  }
  return -1;
}

void AskedCells::add_terms(Index group, const GroupModel& model) {
  const auto at = static_cast<std::size_t>(group);
  const std::vector<std::string>& parents = structure_.parents[at];
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!has_counted_levels(structure_.naive, parents[i])) continue;  // numbers rule no class out
    std::vector<std::size_t> places;
    const Index from = read_from(group, model, parents[i], places);
    if (from < 0) continue;
    const Posterior<Model>& cells = structure_.of(from, 0);
    ParentTerm term{.group = from, .feature = place_of_feature(cells, parents[i])};
    const std::vector<std::string> names =
        names_of_levels(cells.blocks[term.feature.block]->feature(term.feature.feature),
                        *structure_.naive.model.schema().find(parents[i]));
    std::map<std::string, Index> level_at;
    for (const std::string& level : structure_.plan.groups[static_cast<std::size_t>(from)].levels)
      level_at.emplace(level, std::ssize(level_at));
    for (const std::string& level : structure_.plan.groups[at].levels) {
      Place& place = term.places.emplace_back();
      const auto known = level_at.find(level_of_some(level, places));
      if (known != level_at.end()) place.level = known->second;
      if (known == level_at.end() && !places.empty()) continue;
      const auto value = std::find(names.begin(), names.end(), levels_in(level)[i]);
      if (!has_missing(level, i) && value != names.end()) place.value = value - names.begin();
    }
    terms_[at].push_back(std::move(term));
  }
}

bool AskedCells::is_zero(const ParentTerm& term, Index level, Index klass,
                         const LeftOutRow* without) const {
  const Place& place = term.places[static_cast<std::size_t>(level)];
  if (place.value < 0) return false;
  const Posterior<Model>& cells = structure_.of(term.group, place.level);
  const AnyBlock& block = *cells.blocks[term.feature.block];
  const auto value = static_cast<std::size_t>(place.value);
  std::vector<double> weights = block.level_weights(term.feature.feature, klass);
  weights.resize(levels_of_feature(block, term.feature.feature));
  if (without != nullptr) {
    const Place& own = term.places[static_cast<std::size_t>(without->level)];
    if (own.level == place.level && own.value >= 0) {
      double& weight = weights[static_cast<std::size_t>(own.value)];
      weight = std::max(0.0, weight - without->weight);
    }
  }
  if (!is_mode(estimator_)) return !(weights[value] > 0);
  const std::string& name = cells.label.classes[static_cast<std::size_t>(klass)];
  const auto prior = counts_in_numbers(block, term.feature.feature, name, weights.size());
  if (prior.empty()) return false;
  for (std::size_t k = 0; k < prior.size(); ++k) weights[k] += prior[k];
  return is_mode_zero(weights, value);
}

bool AskedCells::is_zero_together(Index group, Index level, Index klass,
                                  const LeftOutRow* without) const {
  const Index together = together_[static_cast<std::size_t>(group)];
  const std::vector<double>& all = structure_.naive.label.counts.counts;
  const auto c = static_cast<std::size_t>(klass);
  double rows = structure_.of(together, level).label.counts.counts[c];
  const double less = without == nullptr ? 0 : without->weight;
  if (without != nullptr && without->level == level) rows = std::max(0.0, rows - less);
  return std::isinf(own_log_term(structure_.plan.groups[static_cast<std::size_t>(together)].own,
                                 rows, std::max(0.0, all[c] - less), compensated_sum(all) - less,
                                 std::ssize(all), estimator_));
}

bool AskedCells::asks(Index group, Index level, Index klass, const LeftOutRow* without) const {
  const auto at = static_cast<std::size_t>(group);
  if (level >= std::ssize(structure_.plan.groups[at].levels)) return true;
  double rows = structure_.of(group, level).label.counts.counts[static_cast<std::size_t>(klass)];
  if (without != nullptr && without->level == level) rows -= without->weight;
  if (rows > 0) return true;
  if (together_[at] >= 0) return !is_zero_together(group, level, klass, without);
  return std::none_of(terms_[at].begin(), terms_[at].end(),
                      [&](const ParentTerm& term) { return is_zero(term, level, klass, without); });
}

bool AskedCells::is_read(Index group, Index level, double rows) const {
  const StructurePlan& plan = structure_.plan;
  const TermGroup& of = plan.groups[static_cast<std::size_t>(group)];
  if (of.context < 0) return !plan.looks_up || plan.centre_is_naive;
  if (level >= std::ssize(of.levels)) return false;
  if (!plan.missing_counts && has_missing(of.levels[static_cast<std::size_t>(level)])) return false;
  return is_seen_enough(rows, plan.least_rows);
}

Estimates estimate_level(const StructurePosteriors& structure, const AskedCells& asked, Index group,
                         Index level, Estimator estimator, std::vector<double> logs) {
  for (std::size_t c = 0; c < logs.size(); ++c)
    logs[c] = std::isinf(logs[c]) || !asked.asks(group, level, static_cast<Index>(c))
                  ? -std::numeric_limits<double>::infinity()
                  : 0;
  return estimate(structure.of(group, level), estimator, logs);
}

}  // namespace credence::detail
