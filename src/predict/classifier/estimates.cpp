// One table of densities for each block.
#include <credence/predict/estimates.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/learn/found_structure.hpp>
#include <limits>
#include <utility>

#include "predict/structure/asked_cells.hpp"
#include "predict/structure/pair_terms.hpp"
#include "predict/structure/structure_posteriors.hpp"
#include "predict/structure/structure_scores.hpp"

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

// Adds the classes in which levels that parents take together have no mode.
void add_levels_without_mode(const detail::StructurePosteriors& structure, Index group,
                             Estimates& result) {
  if (result.estimator != Estimator::maximum_a_posteriori) return;
  for (std::size_t c = 0; c < result.classes.size(); ++c) {
    const auto klass = static_cast<Index>(c);
    if (!std::isinf(result.log_class_probabilities[c]) &&
        lacks_mode(structure.plan.groups[static_cast<std::size_t>(group)].own,
                   levels_below_one(structure, group, klass)))
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
  const detail::AskedCells asked(structure, estimator);
  for (std::size_t g = 0; g < structure.cells.size(); ++g) {
    const auto group = static_cast<Index>(g);
    std::vector<double>& rows = made.level_rows.emplace_back();
    for (Index level = 0; level < structure.cells[g].size(); ++level) {
      const auto& counts = structure.of(group, level).label.counts.counts;
      rows.insert(rows.end(), counts.begin(), counts.end());
      Estimates tables = detail::estimate_level(structure, asked, group, level, estimator,
                                                result.log_class_probabilities);
      detail::name_contexts(structure, group, level, tables.undefined);
      if (asked.is_read(group, level, detail::sum_of(counts)))
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
  std::string why =
      detail::why_undefined([&] { logs = log_class_probabilities(posterior.label, estimator); });
  if (!why.empty()) {
    Estimates result;
    result.model = posterior.model;
    result.estimator = estimator;
    result.classes = posterior.label.classes;
    result.most_frequent = most_frequent_class(posterior.label);
    result.undefined.push_back({.feature = posterior.label.name, .klass = {}, .why = why});
    return result;
  }
  Estimates result = detail::estimate(posterior, estimator, logs);
  if (posterior.feature_weights.estimator == to_string(estimator))
    result.feature_weights = posterior.feature_weights;
  if (posterior.contexts.empty()) return result;
  const std::vector<UndefinedCell> of_columns = std::exchange(result.undefined, {});
  why = detail::why_undefined([&] { add_structure(posterior, estimator, result); });
  if (!why.empty()) {
    // A prior that the columns' own cells give has no answer: there is none for any context.
    result.undefined = of_columns;
    if (result.undefined.empty())
      result.undefined.push_back({.feature = posterior.label.name, .klass = {}, .why = why});
  }
  share_weights(result);
  return result;
}

}  // namespace credence
