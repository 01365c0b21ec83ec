// One table of densities for each block.
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/learn/found_structure.hpp>
#include <limits>
#include <utility>

#include "learn/contexts.hpp"
#include "predict/levels_together.hpp"
#include "predict/pair_terms.hpp"
#include "predict/structure_posteriors.hpp"
#include "predict/structure_scores.hpp"

namespace credence {

Estimates::Estimates() = default;
Estimates::Estimates(const Estimates& other) = default;
Estimates::Estimates(Estimates&& other) noexcept = default;
Estimates& Estimates::operator=(const Estimates& other) = default;
Estimates& Estimates::operator=(Estimates&& other) noexcept = default;
Estimates::~Estimates() = default;

namespace detail {
namespace {

// The share of the largest variance that scikit-learn adds to every variance.
constexpr double scikit_learn_smoothing = 1e-9;

}  // namespace

double variance_floor(const Posterior<Model>& posterior, Estimator estimator) {
  double floor = 0;
  if (estimator != Estimator::scikit_learn) return floor;
  for (const Box<AnyBlock>& block : posterior.blocks) {
    const ScoredFamily& family = scored(block->family());
    if (!family.known_to_scikit_learn())
      throw Error(ErrorCode::schema, "scikit-learn has no counterpart of family '" +
                                         std::string(block->family().facts().name) +
                                         "' of column '" + block->feature(0).name +
                                         "'; choose another family");
    floor = std::max(floor, scikit_learn_smoothing * family.largest_variance(*block));
  }
  return floor;
}

Estimates estimate(const Posterior<Model>& posterior, Estimator estimator,
                   const std::vector<double>& log_class_probabilities) {
  Estimates result;
  result.model = posterior.model;
  result.estimator = estimator;
  result.classes = posterior.label.classes;
  result.log_class_probabilities = log_class_probabilities;
  result.most_frequent = most_frequent_class(posterior.label);
  const EstimateContext context{.estimator = estimator,
                                .classes = result.classes,
                                .log_class_probabilities = result.log_class_probabilities,
                                .variance_floor = variance_floor(posterior, estimator)};
  for (const Box<AnyBlock>& block : posterior.blocks)
    result.tables.emplace_back(scored(block->family()).table(*block, context, result.undefined));
  return result;
}

}  // namespace detail

namespace {

// The tables of one level of a group. Nothing is asked of a class that has probability 0, or in which the level
// has it.
// in  logs: of the classes; what is not -inf does not matter;  together: those that parents rule out together
Estimates estimate_level(const detail::StructurePosteriors& structure, Index group, Index level,
                         Estimator estimator, std::vector<double> logs,
                         const std::vector<std::vector<bool>>& together) {
  const auto at = static_cast<std::size_t>(group);
  const detail::TermGroup& of = structure.plan.groups[at];
  const Posterior<Model>& cells = structure.of(group, level);
  for (double& log : logs)
    if (!std::isinf(log)) log = 0;
  if (level < std::ssize(of.levels)) {
    const std::string& name = of.levels[static_cast<std::size_t>(level)];
    const auto none = detail::impossible_classes(structure, group, name, estimator);
    const std::vector<double>& all = structure.naive.label.counts.counts;
    const double total = compensated_sum(all);
    const std::vector<double>& rows = cells.label.counts.counts;
    for (std::size_t c = 0; c < logs.size(); ++c)
      if (none[c] || together[static_cast<std::size_t>(level)][c] ||
          (!of.own.empty() && std::isinf(detail::own_log_term(of.own, rows[c], all[c], total,
                                                              std::ssize(logs), estimator))))
        logs[c] = -std::numeric_limits<double>::infinity();
  }
  Estimates tables = detail::estimate(cells, estimator, logs);
  detail::name_contexts(structure, group, tables.undefined);
  return tables;
}

// Adds the classes in which levels that parents take together have no mode.
void add_levels_without_mode(const detail::StructurePosteriors& structure, Index group,
                             Estimates& result) {
  if (result.estimator != Estimator::maximum_a_posteriori) return;
  for (std::size_t c = 0; c < result.classes.size(); ++c) {
    const auto klass = static_cast<Index>(c);
    if (!std::isinf(result.log_class_probabilities[c]) && lacks_mode(structure, group, klass))
      result.undefined.push_back(levels_without_mode(structure, group, klass));
  }
}

// Adds the tables of a structure; cells that no row can ask for may be undefined.
void add_structure(const Posterior<Model>& posterior, Estimator estimator, Estimates& result) {
  if (estimator == Estimator::scikit_learn)
    throw Error(ErrorCode::schema, "scikit-learn has no counterpart of structure '" +
                                       name_of(posterior.model.schema().structure) +
                                       "'; choose another estimator");
  const detail::StructurePosteriors structure =
      detail::structure_posteriors(posterior, found_structure(posterior));
  StructureEstimates made{.plan = structure.plan,
                          .cells = std::vector<Nested<Estimates>>(structure.cells.size()),
                          .class_rows = posterior.label.counts.counts,
                          .pairs = detail::PairTerms::of(posterior, estimator)};
  const bool asks_features = !structure.plan.looks_up || structure.plan.centre_is_naive;
  for (std::size_t g = 0; g < structure.cells.size(); ++g) {
    const detail::TermGroup& group = structure.plan.groups[g];
    std::vector<double>& rows = made.level_rows.emplace_back();
    const auto together = detail::impossible_together(structure, static_cast<Index>(g), estimator);
    for (Index level = 0; level < structure.cells[g].size(); ++level) {
      const auto of = static_cast<Index>(g);
      const auto& counts = structure.of(of, level).label.counts.counts;
      rows.insert(rows.end(), counts.begin(), counts.end());
      Estimates tables =
          estimate_level(structure, of, level, estimator, result.log_class_probabilities, together);
      const bool asked = group.context < 0
                             ? asks_features
                             : (level < std::ssize(group.levels) &&
                                detail::is_seen_enough(group.rows[static_cast<std::size_t>(level)],
                                                       structure.plan.least_rows));
      if (asked)
        result.undefined.insert(result.undefined.end(), tables.undefined.begin(),
                                tables.undefined.end());
      made.cells[g].push_back(std::move(tables));
    }
    add_levels_without_mode(structure, static_cast<Index>(g), result);
  }
  result.structure.push_back(std::move(made));
}

// Features of a tree have their weights wherever they are scored.
void share_weights(Estimates& result) {
  for (StructureEstimates& structure : result.structure)
    if (!structure.plan.is_average())
      for (Nested<Estimates>& group : structure.cells)
        for (Estimates& level : group) level.feature_weights = result.feature_weights;
}

}  // namespace

Estimates estimate(const Posterior<Model>& posterior, Estimator estimator) {
  std::vector<double> logs;
  try {
    logs = log_class_probabilities(posterior.label, estimator);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    Estimates result;
    result.model = posterior.model;
    result.estimator = estimator;
    result.classes = posterior.label.classes;
    result.most_frequent = most_frequent_class(posterior.label);
    result.undefined.push_back({.feature = posterior.label.name, .klass = {}, .why = error.what()});
    return result;
  }
  Estimates result = detail::estimate(posterior, estimator, logs);
  if (posterior.feature_weights.estimator == to_string(estimator))
    result.feature_weights = posterior.feature_weights;
  if (posterior.contexts.empty()) return result;
  const std::vector<UndefinedCell> of_columns = std::exchange(result.undefined, {});
  try {
    add_structure(posterior, estimator, result);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    // A prior that the columns' own cells give has no answer: there is none for any context.
    result.undefined = of_columns;
    if (result.undefined.empty())
      result.undefined.push_back(
          {.feature = posterior.label.name, .klass = {}, .why = error.what()});
  }
  share_weights(result);
  return result;
}

}  // namespace credence
