// Counts of contexts as logarithms of shares, in the order in which rows ask for them.
#include "predict/pair_terms.hpp"

#include <algorithm>
#include <cmath>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/typed_block.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>

#include "learn/context_priors.hpp"
#include "learn/contexts.hpp"

namespace credence::detail {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool has_shares(const AnyBlock& block) {
  return typed_if<BetaBernoulli>(block) != nullptr ||
         typed_if<DirichletCategorical>(block) != nullptr;
}

// The weight of each level of a cell; those behind the last that it has stay 0.
void read_counts(const AnyBlock& block, Index j, Index klass, std::span<double> counts) {
  std::fill(counts.begin(), counts.end(), 0.0);
  if (const auto* answers = typed_if<BetaBernoulli>(block)) {
    counts[0] = answers->cell(j, klass).zeros;
    counts[1] = answers->cell(j, klass).ones;
    return;
  }
  const std::vector<double>& seen = typed_if<DirichletCategorical>(block)->cell(j, klass).counts;
  std::copy(seen.begin(), seen.end(), counts.begin());
}

// ln of the share of each level of a cell, `step` apart, and of the same level once one row with it is
// left out. Nothing where there was no such row.
void write_shares(std::span<const double> counts, std::span<const double> prior, std::size_t step,
                  double* shares, double* without) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0) +
                     std::accumulate(prior.begin(), prior.end(), 0.0);
  const double log_all = std::log(all);
  for (std::size_t k = 0; k < counts.size(); ++k)
    shares[k * step] = std::log(counts[k] + prior[k]) - log_all;
  if (without == nullptr) return;
  const double log_rest = std::log(all - 1);
  for (std::size_t k = 0; k < counts.size(); ++k)
    without[k * step] = counts[k] >= 1 ? std::log(counts[k] - 1 + prior[k]) - log_rest : nothing;
}

// The pseudo-counts of one feature in the contexts of a posterior: the same in all of them, or not.
class CellPriors {
 public:
  CellPriors(const AnyBlock& block, Index j, std::size_t levels) {
    const PriorSpec prior = block.prior(j);
    all_ = pseudo_counts_of(prior, {}, levels);
    for (const auto& [name, of_class] : prior.by_class)
      some_.emplace(name, pseudo_counts_of(of_class, {}, levels));
  }
  [[nodiscard]] std::span<const double> of(const std::string& klass,
                                           const std::string& level) const {
    if (some_.empty()) return all_;
    const auto at = some_.find(context_name(klass, level));
    return at == some_.end() ? all_ : at->second;
  }

 private:
  std::vector<double> all_;
  std::map<std::string, std::vector<double>> some_;
};

// The pseudo-counts of a feature given the class alone: one list a class.
std::vector<std::vector<double>> priors_alone(const AnyBlock& block, Index j, std::size_t levels,
                                              const std::vector<std::string>& classes) {
  std::vector<std::vector<double>> priors;
  if (const auto* answers = typed_if<BetaBernoulli>(block)) {
    for (const Beta& prior : BlockPriors<BetaBernoulli>(*answers).of(j, classes))
      priors.push_back({prior.zeros, prior.ones});
    return priors;
  }
  const auto& categories = *typed_if<DirichletCategorical>(block);
  for (Dirichlet& prior : BlockPriors<DirichletCategorical>(categories).of(j, classes)) {
    prior.weights.resize(levels, 0.0);
    priors.push_back(std::move(prior.weights));
  }
  return priors;
}

// The logarithm of what each model weighs in an average, in the order of the contexts.
std::vector<double> log_weights_of(const Posterior<Model>& posterior) {
  std::vector<double> logs(static_cast<std::size_t>(posterior.contexts.size()), 0.0);
  if (posterior.model.schema().structure.average == ModelWeights::uniform) return logs;
  const FoundStructure found = found_structure(posterior);
  for (std::size_t i = 0; i < logs.size(); ++i) logs[i] = std::log(found.models[i].weight);
  return logs;
}

bool has_pair_terms(const Posterior<Model>& posterior, Estimator estimator, PairTerms::For rows) {
  const Structure& structure = posterior.model.schema().structure;
  const bool mean = estimator == Estimator::posterior_mean || estimator == Estimator::predictive;
  const bool moves =  // models whose weights a row changes
      rows == PairTerms::For::left_out_rows && structure.average == ModelWeights::evidence;
  return mean && !moves && structure.kind == StructureKind::aode && !structure.like_weka &&
         structure.subsumption_rows == 0 && structure.average != ModelWeights::stacked &&
         posterior.contexts.size() > 0 &&
         std::all_of(posterior.blocks.begin(), posterior.blocks.end(),
                     [](const Box<AnyBlock>& block) { return has_shares(*block); });
}

}  // namespace

std::shared_ptr<const PairTerms> PairTerms::of(const Posterior<Model>& posterior,
                                               Estimator estimator, For rows) {
  if (!has_pair_terms(posterior, estimator, rows)) return nullptr;
  const auto made = std::make_shared<PairTerms>();
  try {
    made->log_classes_ = credence::log_class_probabilities(posterior.label, estimator);
    const auto take = [&](const Posterior<Model>& ready) {
      made->take_features(ready, rows);
      return made->has_places() && made->take_parents(ready, rows);
    };
    const Structure& structure = posterior.model.schema().structure;
    const bool plain = structure.prior.kind == ContextPrior::Kind::each;
    if (!(plain ? take(posterior) : take(with_context_priors(posterior)))) return nullptr;
    const std::vector<double> weights = log_weights_of(posterior);
    for (Parent& parent : made->parents_)
      parent.log_weight = weights[static_cast<std::size_t>(parent.context)];
    made->least_rows_ = structure.least_rows;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return nullptr;  // the plan of the structure says what is undefined
  }
  return made;
}

void PairTerms::take_features(const Posterior<Model>& posterior, For rows) {
  const std::vector<std::string>& classes = posterior.label.classes;
  classes_ = classes.size();
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    for (Index j = 0; j < posterior.blocks[b]->size(); ++j) {
      Feature feature{.block = b, .place = j, .facts = posterior.blocks[b]->feature(j)};
      feature.first = missing_;
      feature.levels =
          typed_if<BetaBernoulli>(*posterior.blocks[b]) != nullptr
              ? 2
              : feature.facts.levels.size() + static_cast<std::size_t>(feature.facts.reserved());
      missing_ += feature.levels;
      features_.push_back(std::move(feature));
    }
  alone_.assign((missing_ + 1) * classes_, 0.0);
  if (rows == For::left_out_rows) alone_without_ = alone_;
  std::vector<double> counts;
  for (const Feature& feature : features_) {
    const AnyBlock& block = *posterior.blocks[feature.block];
    const auto priors = priors_alone(block, feature.place, feature.levels, classes);
    counts.resize(feature.levels);
    for (std::size_t c = 0; c < classes_; ++c) {
      const std::size_t at = feature.first * classes_ + c;
      read_counts(block, feature.place, static_cast<Index>(c), counts);
      write_shares(counts, priors[c], classes_, alone_.data() + at,
                   alone_without_.empty() ? nullptr : alone_without_.data() + at);
    }
  }
}

bool PairTerms::has_places() const {
  return (missing_ + 1) * classes_ <= std::numeric_limits<std::uint32_t>::max();
}

bool PairTerms::take_parents(const Posterior<Model>& posterior, For rows) {
  for (Index i = 0; i < posterior.contexts.size(); ++i) {
    const ContextPosterior& context = posterior.contexts[i];
    Parent parent{.context = i};
    while (features_[parent.feature].facts.name != context.parents.front()) ++parent.feature;
    std::size_t others = 0;
    for (const Box<AnyBlock>& block : context.children.blocks)
      others += has_shares(*block) ? static_cast<std::size_t>(block->size()) : 0;
    if (others + 1 != features_.size()) return false;
    if (!fill(context.children, posterior.label.classes, parent, rows)) return false;
    parents_.push_back(std::move(parent));
  }
  return true;
}

bool PairTerms::fill(const Posterior<Model>& children, const std::vector<std::string>& classes,
                     Parent& parent, For rows) const {
  std::map<std::string, std::vector<Index>> levels;  // and the context of each class, -1 for none
  for (Index k = 0; k < children.label.size(); ++k) {
    const ContextOf of = context_of(children.label.classes[static_cast<std::size_t>(k)]);
    const auto klass = std::find(classes.begin(), classes.end(), of.klass) - classes.begin();
    std::vector<Index>& contexts = levels[of.level];
    contexts.resize(classes_, -1);
    contexts[static_cast<std::size_t>(klass)] = k;
  }
  for (const auto& [level, contexts] : levels) {
    parent.levels.push_back(level);
    double& seen = parent.rows.emplace_back(0.0);
    for (const Index k : contexts)
      if (k >= 0) seen += children.label.counts.counts[static_cast<std::size_t>(k)];
  }
  levels.try_emplace({}, classes_, Index{-1});
  const std::size_t width = (missing_ + 1) * classes_;
  parent.terms.assign((parent.levels.size() + 1) * width, 0.0);
  if (rows == For::left_out_rows) parent.without = parent.terms;
  for (const Feature& feature : features_) {
    if (&feature == &features_[parent.feature]) continue;
    const FeaturePlace place = place_of_feature(children, feature.facts.name);
    const AnyBlock& block = *children.blocks[place.block];
    if (block.feature(place.feature).levels != feature.facts.levels) return false;
    const CellPriors priors(block, place.feature, feature.levels);
    std::vector<double> counts(feature.levels);
    for (std::size_t level = 0; level <= parent.levels.size(); ++level)
      for (std::size_t c = 0; c < classes_; ++c) {
        const bool never = level == parent.levels.size();
        const Index k = never ? -1 : levels.at(parent.levels[level])[c];
        std::fill(counts.begin(), counts.end(), 0.0);
        if (k >= 0) read_counts(block, place.feature, k, counts);
        const std::size_t at = level * width + feature.first * classes_ + c;
        write_shares(counts, priors.of(classes[c], never ? std::string() : parent.levels[level]),
                     classes_, parent.terms.data() + at,
                     parent.without.empty() ? nullptr : parent.without.data() + at);
      }
  }
  return true;
}

}  // namespace credence::detail
