// Log evidence of structures: sums over the contexts of each feature.
#include "learn/structure/structure_evidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/family/dirichlet_categorical.hpp>

#include "base/names.hpp"
#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"

namespace credence::detail {
namespace {

double log_mean_exp(const std::vector<double>& logs) {
  return log_sum_exp(logs) - std::log(static_cast<double>(logs.size()));
}

// ln of (a)(a+1)...(a+n-1) with ln a given, for an a that may be too small for a double.
double log_rising(double log_a, double n) {
  if (n == 0) return 0;
  const double a = std::exp(log_a);
  return log_a + (n < 1 ? -log_gamma_ratio(a + n, 1 - n) : log_gamma_ratio(a + 1, n - 1));
}

// The posterior with numbers for priors; as it is where there are none, and `undefined` says why.
Posterior<Model> numbered_if_possible(const Posterior<Model>& posterior, std::string& undefined) {
  try {
    if (posterior.model.schema().structure.prior.kind == ContextPrior::Kind::back_off &&
        !posterior.contexts.empty())
      no_evidence_of_back_off();
    return with_context_priors(posterior);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    undefined = error.what();
    return posterior;
  }
}

double evidence_at(const Posterior<Model>& posterior, FeaturePlace place) {
  return posterior.blocks[place.block]->log_evidence(place.feature, posterior.label.classes);
}

}  // namespace

StructureEvidence::StructureEvidence(const Posterior<Model>& posterior)
    : posterior_(numbered_if_possible(posterior, undefined_)), places_(posterior_) {
  for (Index i = 0; i < posterior_.contexts.size(); ++i)
    contexts_.emplace(posterior_.contexts[i].parents, i);
}

const ContextPosterior& StructureEvidence::context_of(
    const std::vector<std::string>& parents) const {
  if (const auto at = contexts_.find(parents); at != contexts_.end())
    return posterior_.contexts[at->second];
  throw Error(ErrorCode::schema, "features were not counted by the levels of " +
                                     quoted_list(parents) +
                                     "; give the model a structure that counts them");
}

double StructureEvidence::of(const std::vector<std::string>& parents,
                             const std::string& feature) const {
  if (parents.empty()) {
    if (const auto known = alone_.find(feature); known != alone_.end()) return known->second;
    return alone_[feature] = evidence_at(posterior_, places_.of(feature));
  }
  if (!undefined_.empty()) throw Error(ErrorCode::undefined, undefined_);
  const Posterior<Model>& children = context_of(parents).children;
  return evidence_at(children, places_.within(children, feature));
}

double StructureEvidence::gain(const std::vector<std::string>& parents,
                               const std::string& feature) const {
  return of(parents, feature) - of({}, feature);
}

double StructureEvidence::gain_or_nan(const std::vector<std::string>& parents,
                                      const std::string& feature) const {
  if (!contexts_.contains(parents)) return std::numeric_limits<double>::quiet_NaN();
  return if_defined([&] { return gain(parents, feature); })
      .value_or(std::numeric_limits<double>::quiet_NaN());
}

double StructureEvidence::gain_of_class(const std::string& feature) const {
  const FeaturePlace place = places_.of(feature);
  const AnyBlock& block = *posterior_.blocks[place.block];
  std::vector<Index> all(static_cast<std::size_t>(block.classes()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  const auto pooled = block.part(place.feature, nullptr)->regrouped(std::array{all});
  return of({}, feature) - pooled->log_evidence(0, std::array{std::string("all")});
}

double StructureEvidence::naive() const {
  double sum = log_evidence(posterior_.label);
  for (const Box<AnyBlock>& block : posterior_.blocks)
    sum += block->log_evidence(posterior_.label.classes);
  return sum;
}

// Of the levels that parents take together, as one column of categories; a parent of numbers has its
// own density instead, the second one's given the bin of the first.
double StructureEvidence::of_parents_together(const std::vector<std::string>& parents) const {
  if (parents.size() == 1) return of({}, parents.front());
  for (const std::string& parent : parents) {
    const DatumKind datum = posterior_.blocks[places_.of(parent).block]->family().facts().datum;
    if (datum != DatumKind::answer && datum != DatumKind::category)
      return of({}, parents.front()) + of({parents.front()}, parents.back());
  }
  const ContextPosterior& context = context_of(parents);
  const double levels = levels_together(posterior_, context);
  const ContextPrior& prior = posterior_.model.schema().structure.prior;
  const double each =
      prior.kind == ContextPrior::Kind::rows ? prior.strength / levels : prior.strength;
  const std::vector<PlacedContext> contexts =
      placed_contexts(context.children.label.classes, posterior_.label.classes);
  CompensatedSum sum;
  for (Index klass = 0; klass < posterior_.label.size(); ++klass) {
    double rows = 0;
    for (std::size_t k = 0; k < contexts.size(); ++k) {
      if (contexts[k].klass != klass) continue;
      const double count = context.children.label.counts.counts[k];
      rows += count;
      sum.add(log_rising(std::log(each), count));
    }
    sum.add(-log_rising(std::log(each * levels), rows));
  }
  return sum.value();
}

double StructureEvidence::of_average(const std::vector<std::string>& parents) const {
  if (!undefined_.empty()) throw Error(ErrorCode::undefined, undefined_);
  const Posterior<Model>& children = context_of(parents).children;
  CompensatedSum sum;
  sum.add(log_evidence(posterior_.label));
  sum.add(of_parents_together(parents));
  for (const Box<AnyBlock>& block : posterior_.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      const std::string& name = block->feature(j).name;
      if (places_.find(children, name))
        sum.add(of(parents, name));
      else if (!among(parents, name))
        sum.add(of({}, name));
    }
  return sum.value();
}

double StructureEvidence::of_average_or_nan(const std::vector<std::string>& parents) const {
  return detail::if_defined([&] { return of_average(parents); })
      .value_or(std::numeric_limits<double>::quiet_NaN());
}

// Rows as levels of one column: with the same pseudo-count each, or imagined rows in equal shares.
double StructureEvidence::of_whole_rows() const {
  const ContextPrior& prior = posterior_.model.schema().structure.prior;
  const ContextPosterior& context = posterior_.contexts[0];
  const double log_levels = std::log(levels_together(posterior_, context));
  const double log_strength = std::log(prior.strength);
  const bool is_shared = prior.kind == ContextPrior::Kind::rows;
  const double log_each = is_shared ? log_strength - log_levels : log_strength;
  const double log_all = is_shared ? log_strength : log_strength + log_levels;
  CompensatedSum sum;
  sum.add(log_evidence(posterior_.label));
  for (const double count : context.children.label.counts.counts)
    sum.add(log_rising(log_each, count));
  for (const double rows : posterior_.label.counts.counts) sum.add(-log_rising(log_all, rows));
  for (const Box<AnyBlock>& block : posterior_.blocks)
    for (Index j = 0; j < block->size(); ++j)
      if (const std::string& name = block->feature(j).name; !among(context.parents, name))
        sum.add(of({}, name));
  return sum.value();
}

double StructureEvidence::of(const FoundStructure& found) const {
  if (!undefined_.empty()) throw Error(ErrorCode::undefined, undefined_);
  const StructureKind kind = found.asked.kind;
  if (kind == StructureKind::lookup) return of_whole_rows();
  if (!found.models.empty()) {
    if (found.asked.average == ModelWeights::stacked ||
        found.asked.average == ModelWeights::information)
      throw Error(ErrorCode::undefined,
                  "log evidence is undefined for an average whose weights come from the rows; use "
                  "the average 'uniform' or 'evidence'");
    std::vector<double> logs;
    for (const SuperParents& model : found.models) logs.push_back(of_average(model.parents));
    return log_mean_exp(logs);
  }
  double sum = naive();
  for (const FoundParents& of_feature : found.features)
    if (!of_feature.parents.empty()) sum += gain(of_feature.parents, of_feature.feature);
  return sum;
}

}  // namespace credence::detail
