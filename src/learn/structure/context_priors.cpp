// Pseudo-counts of contexts: alike, by imagined rows, or from the feature given the class alone.
#include "learn/structure/context_priors.hpp"

#include <algorithm>
#include <credence/base/sum.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <set>

#include "learn/structure/contexts.hpp"
#include "learn/structure/naive_part.hpp"

namespace credence::detail {
namespace {

double count_levels_of(const AnyBlock& block, Index j) {
  return block.family().facts().datum == DatumKind::answer
             ? 2.0
             : static_cast<double>(block.feature(j).levels.size());
}

// Gives every feature of levels the pseudo-count that `weight(levels)` says; one without any counts as one of one.
template <class Weight>
Posterior<Model> with_pseudo_counts(const Posterior<Model>& posterior, const Weight& weight) {
  Schema schema = posterior.model.schema();
  const ColumnPlaces places(schema);
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; has_counted_levels(*block) && j < block->size(); ++j)
      schema.columns[places.of(block->feature(j).name)].prior = level_prior(
          block->family().facts().datum, weight(std::max(1.0, count_levels_of(*block, j))));
  return with_priors_of(posterior, std::move(schema));
}

// The levels of the contexts that were seen, and one that was never seen.
std::set<std::string> levels_of(const Posterior<Model>& children) {
  std::set<std::string> levels{std::string()};
  for (const std::string& name : children.label.classes) levels.insert(context_of(name).level);
  return levels;
}

// Adds the prior of a class as that of each of its contexts.
void add_contexts(const std::string& klass, const std::set<std::string>& levels,
                  const PriorSpec& of_class, PriorSpec& spread) {
  for (const std::string& level : levels)
    spread.by_class.emplace_back(context_name(klass, level), of_class);
}

// The posterior mean of each level of a feature in a class, times the strength, as a prior.
// in  before: the prior of the feature
PriorSpec shares_of(const AnyBlock& block, Index j, Index at, const std::string& klass,
                    const PriorSpec& before, double strength) {
  std::vector<double> shares = block.level_weights(j, at);
  shares.resize(shares.size() + static_cast<std::size_t>(block.feature(j).reserved()));
  const std::vector<double> prior = pseudo_counts_of(before, klass, shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] += prior[i];
  const double total = compensated_sum(shares);
  for (double& share : shares) share *= strength / total;
  if (block.family().facts().datum == DatumKind::answer)
    return {.values = {{"ones", shares[1]}, {"zeros", shares[0]}}};
  return {.values = {{"weights", shares}}};
}

// What backs off: the posterior given the class alone, every prior of it numbers.
struct BackOff {
  const Posterior<Model>& naive;
  FeaturePlaces places;  // in it
  double strength;
};

// The prior of a feature in all contexts of some levels.
PriorSpec backed_off(const BackOff& from, const std::string& feature,
                     const std::set<std::string>& levels) {
  const FeaturePlace place = from.places.of(feature);
  const AnyBlock& alone = *from.naive.blocks[place.block];
  const PriorSpec before = alone.prior(place.feature);
  PriorSpec prior;
  for (Index klass = 0; klass < from.naive.label.size(); ++klass) {
    const std::string& name = from.naive.label.classes[static_cast<std::size_t>(klass)];
    add_contexts(name, levels, shares_of(alone, place.feature, klass, name, before, from.strength),
                 prior);
  }
  return prior;
}

Posterior<Model> backed_off(const Posterior<Model>& children, const BackOff& from) {
  Schema schema = children.model.schema();
  const ColumnPlaces places(schema);
  const std::set<std::string> levels = levels_of(children);
  for (const Box<AnyBlock>& block : children.blocks) {
    if (!has_counted_levels(*block)) continue;
    for (Index j = 0; j < block->size(); ++j) {
      const std::string& name = block->feature(j).name;
      PriorSpec prior = backed_off(from, name, levels);
      if (!prior.by_class.empty()) schema.columns[places.of(name)].prior = std::move(prior);
    }
  }
  return with_priors_of(children, std::move(schema));
}

// The prior of a feature for each class, as the prior of each context of the class.
PriorSpec for_contexts(const PriorSpec& prior, const std::set<std::string>& levels) {
  if (prior.by_class.empty()) return prior;
  PriorSpec spread;
  for (const auto& [klass, of_class] : prior.by_class)
    add_contexts(klass, levels, of_class, spread);
  return spread;
}

bool has_numbers(const Posterior<Model>& posterior) {
  return std::any_of(posterior.blocks.begin(), posterior.blocks.end(),
                     [](const auto& block) { return !has_counted_levels(*block); });
}

// Gives features that are no levels the numbers that their priors stand for given the class alone.
void settle_numbers(Posterior<Model>& posterior) {
  const bool any =
      std::any_of(posterior.contexts.begin(), posterior.contexts.end(),
                  [](const ContextPosterior& context) { return has_numbers(context.children); });
  if (!any) return;
  const Posterior<Model> frozen = freeze(naive_part(posterior));
  const Schema& alone = frozen.model.schema();
  const ColumnPlaces places(alone);
  for (ContextPosterior& context : posterior.contexts) {
    if (!has_numbers(context.children)) continue;
    Schema schema = context.children.model.schema();
    const ColumnPlaces own(schema);
    const std::set<std::string> levels = levels_of(context.children);
    for (const Box<AnyBlock>& block : context.children.blocks)
      for (Index j = 0; !has_counted_levels(*block) && j < block->size(); ++j) {
        const std::string& name = block->feature(j).name;
        schema.columns[own.of(name)].prior =
            for_contexts(alone.columns[places.of(name)].prior, levels);
      }
    context.children = with_priors_of(context.children, std::move(schema));
  }
}

void apply(const ContextPrior& prior, Posterior<Model>& posterior) {
  if (prior.kind == ContextPrior::Kind::back_off) {
    const Posterior<Model> naive = freeze(naive_part(posterior));
    const BackOff from{.naive = naive, .places = FeaturePlaces(naive), .strength = prior.strength};
    for (ContextPosterior& context : posterior.contexts)
      context.children = backed_off(context.children, from);
    return;
  }
  const double rows = prior.strength;
  for (ContextPosterior& context : posterior.contexts) {
    const double parents = levels_together(posterior, context);
    context.children = with_pseudo_counts(context.children,
                                          [&](double levels) { return rows / (parents * levels); });
  }
  Nested<ContextPosterior> contexts = std::move(posterior.contexts);
  posterior = with_imagined_rows(std::move(posterior));
  posterior.contexts = std::move(contexts);
}

}  // namespace

Posterior<Model> with_priors_of(const Posterior<Model>& posterior, Schema schema) {
  PosteriorRecord record = record_of(posterior);
  record.schema = std::move(schema);
  record.contexts.clear();
  record.schema.structure = {};
  return posterior_of(record, posterior.model.families());
}

std::vector<double> pseudo_counts_of(const PriorSpec& prior, std::string_view klass,
                                     std::size_t levels) {
  for (const auto& [name, of_class] : prior.by_class)
    if (name == klass) return pseudo_counts_of(of_class, klass, levels);
  std::vector<double> counts(levels, 1.0);
  for (const auto& [member, value] : prior.values) {
    if (member == "zeros") counts.front() = std::get<double>(value);
    if (member == "ones") counts.back() = std::get<double>(value);
    if (member == "each") counts.assign(levels, std::get<double>(value));
    if (member == "weights") counts = std::get<std::vector<double>>(value);
  }
  return counts;
}

ContextPosterior with_model(ContextPosterior context, const Model& model) {
  Schema schema = model.schema();
  const std::set<std::string> levels = levels_of(context.children);
  for (ColumnSchema& column : schema.columns) column.prior = for_contexts(column.prior, levels);
  context.children = with_priors_of(context.children, std::move(schema));
  return context;
}

bool imagines_rows(const Posterior<Model>& posterior) {
  return !posterior.contexts.empty() &&
         posterior.model.schema().structure.prior.kind == ContextPrior::Kind::rows;
}

Posterior<Model> with_imagined_rows(Posterior<Model> posterior) {
  posterior.contexts = {};
  const Structure structure = posterior.model.schema().structure;
  const ClassPrior classes = posterior.label.prior;  // which has the imagined rows
  posterior = with_pseudo_counts(posterior,
                                 [&](double levels) { return structure.prior.strength / levels; });
  Schema schema = posterior.model.schema();
  posterior.label.prior = schema.class_prior = classes;
  schema.structure = structure;
  posterior.model = with_schema(posterior.model, std::move(schema));
  return posterior;
}

bool has_counted_levels(const AnyBlock& block) {
  const DatumKind datum = block.family().facts().datum;
  return datum == DatumKind::answer || datum == DatumKind::category;
}

bool has_counted_levels(const Posterior<Model>& posterior, std::string_view feature) {
  return has_counted_levels(*posterior.blocks[place_of_feature(posterior, feature).block]);
}

double levels_together(const Posterior<Model>& posterior, const ContextPosterior& context) {
  double product = 1;
  for (std::size_t i = 0; i < context.parents.size(); ++i) {
    const std::string& parent = context.parents[i];
    const FeaturePlace place = place_of_feature(posterior, parent);
    const AnyBlock& block = *posterior.blocks[place.block];
    const Schema& schema = posterior.model.schema();
    const auto edges = parent_edges(schema, *schema.find(parent));
    double levels =
        edges ? static_cast<double>(edges->size() + 1) : count_levels_of(block, place.feature);
    for (const std::string& name : context.children.label.classes)
      if (has_missing(context_of(name).level, i)) {
        ++levels;
        break;
      }
    product *= levels;
  }
  return std::max(1.0, product);  // 0 where no row was seen
}

Posterior<Model> with_context_priors(Posterior<Model> posterior) {
  const ContextPrior prior = posterior.model.schema().structure.prior;
  settle_numbers(posterior);
  if (prior.kind != ContextPrior::Kind::each) apply(prior, posterior);
  return posterior;
}

void no_evidence_of_back_off() {
  throw Error(ErrorCode::undefined,
              "there is no log evidence under the context prior 'back_off', which is made from the "
              "same rows; use a context prior of 'each' or 'rows'");
}

}  // namespace credence::detail
