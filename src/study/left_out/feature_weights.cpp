#include <credence/study/feature_weights.hpp>

#include <credence/base/random.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/posterior_priors.hpp>

#include "learn/binding/check_bound.hpp"
#include "study/left_out/classes_without.hpp"
#include "study/left_out/weight_search.hpp"

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

using detail::FoundWeights;
using detail::TermTiles;
using detail::WeightProblem;
using Eigen::VectorXd;

// From as many features on no matrix of their curvature is made.
constexpr std::size_t most_for_newton = 200;

void check_weight_options(const FeatureWeightOptions& options) {
  if (options.rows < 0)
    throw Error(ErrorCode::domain, "feature weights were to be found from " +
                                       std::to_string(options.rows) +
                                       " rows; give a number, or 0 for all");
  if (options.kind == FeatureWeighting::subset && options.subsets < 1)
    throw Error(ErrorCode::domain, "the best of " + std::to_string(options.subsets) +
                                       " random subsets was asked for; give at least 1");
}

// The single exponent in [0, 1] of least log loss.
double common_weight(const TermTiles& tiles) {
  const TermTiles sums = tiles.summed();
  const WeightProblem problem{.tiles = sums, .upper = 1};
  return detail::least_by_newton(problem, VectorXd::Ones(1))[0];
}

VectorXd weights_of_each(const TermTiles& tiles) {
  const WeightProblem problem{
      .tiles = tiles, .centre = common_weight(tiles), .precision = detail::weight_precision};
  const auto count = static_cast<Eigen::Index>(tiles.features());
  const VectorXd start = VectorXd::Constant(count, problem.centre);
  return tiles.features() <= most_for_newton ? detail::least_by_newton(problem, start)
                                             : detail::least_by_limited_memory(problem, start);
}

VectorXd best_subset(const TermTiles& tiles, const FeatureWeightOptions& options) {
  Random random(options.seed);
  std::vector<std::vector<std::size_t>> subsets(static_cast<std::size_t>(options.subsets));
  for (auto& subset : subsets)
    for (std::size_t j = 0; j < tiles.features(); ++j)
      if (random.uniform() < 0.5) subset.push_back(j);
  const std::vector<double> losses = detail::subset_losses(tiles, subsets);
  const auto best = std::min_element(losses.begin(), losses.end()) - losses.begin();
  VectorXd weights = VectorXd::Zero(static_cast<Eigen::Index>(tiles.features()));
  for (const std::size_t j : subsets[static_cast<std::size_t>(best)])
    weights[static_cast<Eigen::Index>(j)] = 1;
  return weights;
}

VectorXd weights_asked(const TermTiles& tiles, const FeatureWeightOptions& options) {
  const auto count = static_cast<Eigen::Index>(tiles.features());
  switch (options.kind) {
    case FeatureWeighting::common:
      return VectorXd::Constant(count, common_weight(tiles));
    case FeatureWeighting::each:
      return weights_of_each(tiles);
    default:
      return best_subset(tiles, options);
  }
}

// Rows drawn class by class, each class by its share, in the order of the table.
// in  most: fewer than there are rows
std::vector<Index> stratified_sample(std::span<const Index> rows, std::span<const Index> own,
                                     Index classes, const FeatureWeightOptions& options) {
  std::vector<std::vector<Index>> of_class(static_cast<std::size_t>(classes));
  for (std::size_t i = 0; i < rows.size(); ++i)
    of_class[static_cast<std::size_t>(own[i])].push_back(rows[i]);
  Random random(options.seed);
  std::vector<Index> sample;
  for (std::vector<Index>& members : of_class) {
    const double share = static_cast<double>(members.size()) / static_cast<double>(rows.size());
    const double kept = std::max(1.0, std::floor(share * static_cast<double>(options.rows)));
    random.shuffle(members);
    members.resize(std::min(static_cast<std::size_t>(kept), members.size()));
    sample.insert(sample.end(), members.begin(), members.end());
  }
  std::sort(sample.begin(), sample.end());
  return sample;
}

}  // namespace

FoundWeights detail::find_weights(const LeftOutTerms& terms, std::string_view estimator,
                                  const FeatureWeightOptions& options) {
  if (!terms.undefined().empty()) return {.undefined = terms.undefined()};
  const TermTiles tiles(terms);
  if (!tiles.undefined().empty()) {
    FoundWeights none{.undefined = tiles.undefined()};
    return none;
  }
  const VectorXd values = weights_asked(tiles, options);
  const WeightProblem loss{.tiles = tiles};
  const auto log_loss = [&](const VectorXd& weights) {
    return weighted_loss(loss, weights, Slopes::none).log_loss;
  };
  return {.weights = {.kind = options.kind,
                      .estimator = std::string(estimator),
                      .names = {terms.names().begin(), terms.names().end()},
                      .values = {values.begin(), values.end()},
                      .rows = terms.rows(),
                      .log_loss_before = log_loss(VectorXd::Ones(values.size())),
                      .log_loss_after = log_loss(values)}};
}

FoundWeights detail::find_weights(const Posterior<Model>& posterior, Estimator estimator,
                                  const BoundTable& bound, std::span<const Index> rows,
                                  const FeatureWeightOptions& options) {
  check_weight_options(options);
  FoundWeights found;
  if (options.kind == FeatureWeighting::none) return found;
  const StructureKind structure = posterior.model.schema().structure.kind;
  if (options.kind != FeatureWeighting::common &&
      (structure == StructureKind::aode || structure == StructureKind::a2de ||
       structure == StructureKind::lookup))
    throw Error(ErrorCode::schema,
                "features have weights of their own in naive Bayes, trees and kDB; structure '" +
                    name_of(posterior.model.schema().structure) + "' can have a common weight");
  std::vector<Index> sample;
  if (options.rows > 0 && options.rows < std::ssize(rows))
    sample = stratified_sample(rows, own_classes(posterior.label, bound.label, *bound.table, rows),
                               posterior.label.size(), options);
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    const auto terms =
        left_out_terms(ready, estimator, bound, sample.empty() ? rows : sample, rows);
    found = find_weights(*terms, to_string(estimator), options);
  });
  for (UndefinedCell& cell : found.undefined)
    if (cell.feature.empty()) cell.feature = posterior.label.name;
  return found;
}

FeatureWeights find_feature_weights(const Posterior<Model>& posterior, Estimator estimator,
                                    const BoundTable& bound, std::span<const Index> rows,
                                    const FeatureWeightOptions& options) {
  detail::check_bound(bound, posterior.model, posterior.blocks,
                      RowSpan{.count = std::ssize(rows), .list = rows.data()});
  FoundWeights found = detail::find_weights(posterior, estimator, bound, rows, options);
  if (found.undefined.empty()) return std::move(found.weights);
  const Error error = undefined_error(estimator, found.undefined);
  throw Error(ErrorCode::undefined,
              "there are no feature weights: " + std::string(error.what()) +
                  "; feature weights exist for the estimators 'posterior_mean' and 'predictive', "
                  "which give every cell a density");
}

Posterior<Model> with_feature_weights(Posterior<Model> posterior, Estimator estimator,
                                      const Table& table, const FeatureWeightOptions& options,
                                      std::string_view weight) {
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  const std::vector<Index> truth =
      detail::positions_that_count(bound.label, posterior.label.classes, bound.weights);
  const detail::LabelledRows rows = detail::labelled_rows(truth, bound.weights);
  posterior.feature_weights = {};
  posterior.feature_weights = find_feature_weights(posterior, estimator, bound, rows.rows, options);
  return posterior;
}

}  // namespace credence
