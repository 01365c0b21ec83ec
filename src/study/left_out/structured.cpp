// Stacked weights, selected features, and all that a structure needs rows for.
#include <credence/study/structured.hpp>

#include <credence/base/special.hpp>

#include "base/names.hpp"
#include "learn/structure/context_priors.hpp"
#include "study/left_out/classes_without.hpp"
#include "study/left_out/structure_left_out.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

namespace credence {
namespace {

bool is_stacked(const Structure& structure) {
  return structure.average == ModelWeights::stacked && structure.model_weights.empty() &&
         (structure.kind == StructureKind::aode || structure.kind == StructureKind::a2de);
}

bool selects(const Structure& structure) {
  return structure.kind == StructureKind::kdb && structure.select && structure.most_parents > 0;
}

double weight_of(const BoundTable& bound, Index row) {
  return bound.weights.empty() ? 1.0 : bound.weights[static_cast<std::size_t>(row)];
}

// ln P(own class | row, without the row) of each row under one model of an average.
std::vector<double> log_shares(const Posterior<Model>& posterior,
                               const detail::StructurePosteriors& structure, Estimator estimator,
                               const BoundTable& bound, std::span<const Index> rows,
                               std::span<const Index> own) {
  const LeaveOneOut left =
      detail::leave_one_out_of_plan(posterior, structure, estimator, bound, rows);
  if (!left.undefined.empty()) throw undefined_error(estimator, left.undefined);
  std::vector<double> logs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    logs.push_back(left.predictions.log_probabilities(
        static_cast<Index>(i))[static_cast<std::size_t>(own[i])]);
  return logs;
}

// Logs of shares become shares over the greatest of their row, which none can be too small for.
void to_ratios(std::vector<std::vector<double>>& shares) {
  if (shares.empty()) return;
  for (std::size_t n = 0; n < shares.front().size(); ++n) {
    double most = -std::numeric_limits<double>::infinity();
    for (const auto& of : shares) most = std::max(most, of[n]);
    for (auto& of : shares) of[n] = std::isinf(most) ? 0 : std::exp(of[n] - most);
  }
}

// Weights of the mixture under which rows are most probable; shares: models x rows, each row times a
// number of its own. Rows that all models call impossible do not count.
std::vector<double> mixture_weights(const std::vector<std::vector<double>>& shares,
                                    std::span<const double> row_weights) {
  constexpr int most_steps = 10000;
  constexpr double close = 1e-12;
  const std::size_t models = shares.size();
  std::vector<double> weights(models, 1.0 / static_cast<double>(models));
  double total = 0;
  for (std::size_t n = 0; n < row_weights.size(); ++n)
    if (std::any_of(shares.begin(), shares.end(), [&](const auto& of) { return of[n] > 0; }))
      total += row_weights[n];
  if (total == 0) return weights;
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> next(models, 0.0);
    for (std::size_t n = 0; n < row_weights.size(); ++n) {
      double mixture = 0;
      for (std::size_t i = 0; i < models; ++i) mixture += weights[i] * shares[i][n];
      if (!(mixture > 0)) continue;
      for (std::size_t i = 0; i < models; ++i)
        next[i] += row_weights[n] * weights[i] * shares[i][n] / mixture;
    }
    double moved = 0;
    for (std::size_t i = 0; i < models; ++i) {
      next[i] /= total;
      moved = std::max(moved, std::abs(next[i] - weights[i]));
    }
    weights = std::move(next);
    if (moved < close) break;
  }
  return weights;
}

// The order of the features of kDB and the parents of each.
std::vector<FoundParents> in_order(const Posterior<Model>& posterior) {
  std::vector<FoundParents> features = found_structure(posterior).features;
  // Each feature stands behind its parents, and there are as many of them as may be.
  const std::vector<std::string> order = dependence_order(posterior);
  std::vector<FoundParents> sorted;
  for (const std::string& name : order)
    for (FoundParents& of : features)
      if (of.feature == name) sorted.push_back(std::move(of));
  return sorted;
}

// The same structure with at most so many parents for each feature.
FoundStructure with_fewer_parents(const Posterior<Model>& posterior,
                                  const std::vector<FoundParents>& features, Index most) {
  FoundStructure found{.asked = posterior.model.schema().structure, .features = features};
  for (FoundParents& of : found.features)
    if (std::ssize(of.parents) > most) of.parents.resize(static_cast<std::size_t>(most));
  return found;
}

// Running losses of growing sets of features: one entry for none of them and one after each.
class GrowingLoss {
 public:
  GrowingLoss(const Posterior<Model>& posterior, Estimator estimator, const BoundTable& bound,
              std::span<const Index> rows)
      : bound_(bound),
        rows_(rows),
        own_(detail::own_classes(posterior.label, bound.label, *bound.table, rows)),
        classes_(posterior.label.classes.size()) {
    detail::ClassesWithout probabilities(posterior.label, estimator);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& logs = probabilities.without(own_[i], weight_of(bound, rows[i]))
                             .fallback.log_class_probabilities;
      joint_.insert(joint_.end(), logs.begin(), logs.end());
    }
  }

  void add(std::span<const double> terms) {
    for (std::size_t i = 0; i < joint_.size(); ++i) joint_[i] += terms[i];
  }

  [[nodiscard]] double value() const {
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto row = std::span(joint_).subspan(i * classes_, classes_);
      const double weight = weight_of(bound_, rows_[i]);
      const double own = row[static_cast<std::size_t>(own_[i])];
      if (std::isinf(own)) return std::numeric_limits<double>::infinity();
      sum += weight * (log_sum_exp(row) - own);
      total += weight;
    }
    return sum / total;
  }

 private:
  const BoundTable& bound_;
  std::span<const Index> rows_;
  std::vector<Index> own_;
  std::size_t classes_;
  std::vector<double> joint_;
};

// Where the group of a feature stands in a plan of one group a feature.
Index group_of(const detail::StructurePlan& plan, const std::string& feature) {
  for (const Index group : plan.tiers.front().front().groups)
    if (plan.groups[static_cast<std::size_t>(group)].children.front() == feature) return group;
  return -1;
}

// Says in numbers that rows are imagined, for a schema without an arc, whose contexts would say it.
void take_imagined_rows(const Posterior<Model>& posterior, Schema& schema) {
  if (!schema.structure.given.empty() || !detail::imagines_rows(posterior)) return;
  const Posterior<Model> imagined = detail::with_imagined_rows(posterior);
  schema.class_prior = imagined.model.schema().class_prior;
  for (ColumnSchema& column : schema.columns)
    if (column.family != "none") column.prior = imagined.model.schema().find(column.name)->prior;
}

// The features that leaving rows out keeps, and the parents that they keep.
StructuredPosterior with_selected_features(StructuredPosterior all, std::span<const Index> rows,
                                           Estimator estimator) {
  const std::vector<PrefixLoss> losses = prefix_losses(all.posterior, estimator, all.bound, rows);
  const auto best =
      std::min_element(losses.begin(), losses.end(), [](const PrefixLoss& a, const PrefixLoss& b) {
        return std::tie(a.log_loss, a.features, a.most_parents) <
               std::tie(b.log_loss, b.features, b.most_parents);
      });
  const std::vector<FoundParents> features = in_order(all.posterior);
  std::vector<std::string> gone;
  for (std::size_t i = static_cast<std::size_t>(best->features); i < features.size(); ++i)
    gone.push_back(features[i].feature);
  Schema schema = all.posterior.model.schema();
  for (const std::string& name : gone) *schema.find(name) = {.name = name, .family = "none"};
  const auto is_gone = [&](const std::string& name) { return detail::among(gone, name); };
  Structure& structure = schema.structure;
  structure.kind = StructureKind::given;
  structure.given.clear();
  std::erase_if(structure.may_be_parents, is_gone);
  std::erase_if(structure.edges, [&](const ParentEdges& of) { return is_gone(of.column); });
  for (const FoundParents& of :
       with_fewer_parents(all.posterior, features, best->most_parents).features)
    if (!of.parents.empty() && !is_gone(of.feature))
      structure.given.push_back({.feature = of.feature, .parents = of.parents});
  take_imagined_rows(all.posterior, schema);
  const Model model = with_schema(all.posterior.model, std::move(schema));
  StructuredPosterior some{.posterior = empty_posterior(model, all.posterior.summation),
                           .bound = all.bound.part(model)};
  detail::join_classes(some.posterior, all.posterior.label.classes);
  observe(some.posterior, some.bound, rows);
  return some;
}

// The rows that were learned from, which alone can be left out.
std::vector<Index> learned_rows(const BoundTable& bound, std::span<const Index> rows) {
  std::vector<Index> learned;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(learned),
               [&](Index row) { return detail::teaches(bound.label, bound.weights, row); });
  return learned;
}

}  // namespace

bool is_found_in_rows(const Model& model) {
  const Structure& structure = model.schema().structure;
  return needs_settling(model) || is_stacked(structure) || selects(structure);
}

StructuredPosterior learn_structured(const Model& model, const BoundTable& bound,
                                     std::span<const Index> rows, Estimator estimator,
                                     std::span<const std::string> classes) {
  const Model settled = settle_structure(model, bound, rows);
  BoundTable counted = bound.part(settled);  // first: contexts may take too much memory
  StructuredPosterior learned{.posterior = empty_posterior(settled), .bound = std::move(counted)};
  detail::join_classes(learned.posterior, classes);
  observe(learned.posterior, learned.bound, rows);
  Structure structure = settled.schema().structure;
  if (is_stacked(structure)) {
    structure.model_weights =
        stacked_weights(learned.posterior, estimator, learned.bound, learned_rows(bound, rows));
    learned.posterior.model = with_structure(settled, std::move(structure));
  } else if (selects(structure)) {
    return with_selected_features(std::move(learned), learned_rows(bound, rows), estimator);
  }
  return learned;
}

StructuredPosterior learn_structured(const Model& model, const Table& table, Estimator estimator,
                                     std::string_view weight) {
  (void)table.column(model.schema().label);
  const BoundTable bound = credence::bind(with_structure(model, {}), table, weight);
  return learn_structured(model, bound, all_rows(bound.rows), estimator);
}

std::vector<double> stacked_weights(const Posterior<Model>& posterior, Estimator estimator,
                                    const BoundTable& bound, std::span<const Index> rows) {
  FoundStructure found = found_structure(posterior);
  for (SuperParents& model : found.models) model.weight = 1;
  detail::StructurePosteriors structure = detail::structure_posteriors(posterior, found);
  const auto tiers = structure.plan.tiers;
  structure.plan.by_evidence = false;
  const std::vector<Index> own =
      detail::own_classes(posterior.label, bound.label, *bound.table, rows);
  std::vector<std::vector<double>> shares;
  for (const detail::GroupModel& model : tiers.front()) {
    structure.plan.tiers = {{model}, tiers.back()};
    shares.push_back(log_shares(posterior, structure, estimator, bound, rows, own));
  }
  to_ratios(shares);
  std::vector<double> weights;
  for (const Index row : rows) weights.push_back(weight_of(bound, row));
  return shares.empty() ? std::vector<double>() : mixture_weights(shares, weights);
}

std::vector<PrefixLoss> prefix_losses(const Posterior<Model>& posterior, Estimator estimator,
                                      const BoundTable& bound, std::span<const Index> rows) {
  const Index most = posterior.model.schema().structure.most_parents;
  const std::vector<FoundParents> features = in_order(posterior);
  std::vector<PrefixLoss> losses;
  for (Index parents = 0; parents <= most; ++parents) {
    const FoundStructure found = with_fewer_parents(posterior, features, parents);
    const detail::StructurePosteriors structure =
        detail::structure_posteriors(posterior, found, detail::Grouping::apart);
    std::vector<Index> groups;
    for (const FoundParents& of : features) groups.push_back(group_of(structure.plan, of.feature));
    GrowingLoss loss(posterior, estimator, bound, rows);
    if (parents == 0) losses.push_back({.log_loss = loss.value()});
    Index count = 0;
    const std::vector<UndefinedCell> undefined = detail::for_each_group_left_out(
        posterior, structure, estimator, bound, rows, groups,
        [&](Index, std::span<const double> terms) {
          loss.add(terms);
          losses.push_back(
              {.features = ++count, .most_parents = parents, .log_loss = loss.value()});
        });
    if (!undefined.empty()) throw undefined_error(estimator, undefined);
  }
  return losses;
}

}  // namespace credence
