// Which classes the parents of a group rule out together.
#include "predict/levels_together.hpp"

#include <algorithm>
#include <map>

#include "base/names.hpp"
#include "learn/contexts.hpp"

namespace credence::detail {
namespace {

// Where among a group's parents those stand that one of them depends on first, and itself; empty where there
// are none. Rows whose levels of the group were seen never read its term by fewer.
std::vector<std::size_t> read_by(const StructurePosteriors& structure, Index group,
                                 std::size_t parent) {
  const std::vector<std::string>& parents = structure.parents[static_cast<std::size_t>(group)];
  std::vector<std::string> own;  // of the parent
  for (std::size_t g = 0; g < structure.parents.size(); ++g)
    if (among(structure.plan.groups[g].children, parents[parent]) &&
        structure.parents[g].size() > own.size())
      own = structure.parents[g];
  std::vector<std::size_t> places;
  for (const std::string& name : own) {
    const auto at = std::find(parents.begin(), parents.end(), name);
    if (at == parents.end()) break;
    places.push_back(static_cast<std::size_t>(at - parents.begin()));
  }
  if (!places.empty()) places.push_back(parent);
  return places;
}

// The levels of some parents, which they have in one level of all.
std::vector<std::string> levels_of_some(const std::string& level,
                                        const std::vector<std::size_t>& places) {
  const std::vector<std::string> all = levels_in(level);
  std::vector<std::string> some;
  for (const std::size_t place : places) some.push_back(all[place]);
  return some;
}

}  // namespace

std::vector<std::vector<bool>> impossible_together(const StructurePosteriors& structure,
                                                   Index group, Estimator estimator) {
  const auto at = static_cast<std::size_t>(group);
  const std::vector<std::string>& levels = structure.plan.groups[at].levels;
  const std::size_t classes = structure.naive.label.classes.size();
  std::vector<std::vector<bool>> impossible(levels.size(), std::vector<bool>(classes, false));
  const std::size_t parents = structure.plan.is_average() ? 0 : structure.parents[at].size();
  for (std::size_t i = 0; i < parents; ++i) {
    if (!is_own_term_zero(structure, group, i, estimator)) continue;
    const std::vector<std::size_t> places = read_by(structure, group, i);
    if (places.empty()) continue;
    std::map<std::vector<std::string>, std::vector<double>> seen;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      std::vector<double>& rows = seen[levels_of_some(levels[level], places)];
      rows.resize(classes);
      const auto& counts = structure.of(group, static_cast<Index>(level)).label.counts.counts;
      for (std::size_t c = 0; c < classes; ++c) rows[c] += counts[c];
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
      if (has_missing(levels[level], i)) continue;  // rules no class out
      const std::vector<double>& rows = seen[levels_of_some(levels[level], places)];
      for (std::size_t c = 0; c < classes; ++c)
        if (!(rows[c] > 0)) impossible[level][c] = true;
    }
  }
  return impossible;
}

}  // namespace credence::detail
