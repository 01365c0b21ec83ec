// Counts of contexts as shares, in the order in which rows ask for them.
#include "predict/structure/pair_terms.hpp"

#include <algorithm>
#include <cmath>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/typed_block.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"
#include "predict/structure/pair_products.hpp"

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

// The share of each level of a cell, `step` apart, and of the same level once one row with it is left
// out. Nothing where there was no such row.
// in  without: null where it is not asked for
void write_shares(std::span<const double> counts, std::span<const double> prior, std::size_t step,
                  double* shares, double* without) {
  const double seen = std::accumulate(counts.begin(), counts.end(), 0.0);
  const double pseudo = std::accumulate(prior.begin(), prior.end(), 0.0);
  const double all = seen + pseudo;
  for (std::size_t k = 0; k < counts.size(); ++k) shares[k * step] = (counts[k] + prior[k]) / all;
  if (without == nullptr) return;
  for (std::size_t k = 0; k < counts.size(); ++k)
    without[k * step] = counts[k] >= 1 ? (counts[k] - 1 + prior[k]) / (seen - 1 + pseudo) : nothing;
}

// The exponent of the least share of some that is none of 0 and nothing; 0 where there is none.
int least_exponent(const double* shares, std::size_t count, std::size_t step) {
  double least = 1;
  for (std::size_t k = 0; k < count; ++k)
    if (shares[k * step] > 0 && shares[k * step] < least) least = shares[k * step];
  return std::ilogb(least);
}

// The levels of a parent in the order of their names, and the context of each class; -1 for none.
std::map<std::string, std::vector<Index>> contexts_of_levels(
    const LabelColumn& label, const std::vector<std::string>& classes) {
  std::map<std::string, std::vector<Index>> levels;
  Index k = 0;
  for (const PlacedContext& of : placed_contexts(label.classes, classes)) {
    std::vector<Index>& contexts = levels[of.level];
    contexts.resize(classes.size(), -1);
    contexts[static_cast<std::size_t>(of.klass)] = k++;
  }
  return levels;
}

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

// What each model weighs in an average, in the order of the contexts.
std::vector<double> weights_of(const Posterior<Model>& posterior) {
  std::vector<double> weights(static_cast<std::size_t>(posterior.contexts.size()), 1.0);
  if (posterior.model.schema().structure.average == ModelWeights::uniform) return weights;
  const FoundStructure found = found_structure(posterior);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = found.models[i].weight;
  return weights;
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

// Products keep within the range of normal doubles while the exponents of shares add up to at least
// this, and starts are no smaller than the exponents that are left say.
constexpr int least_product = -780;
constexpr int least_part = -80;

}  // namespace

bool PairTerms::are_large(std::span<const double> logs) {
  return std::all_of(logs.begin(), logs.end(), [](double log) {
    return std::isinf(log) || log >= least_part * std::numbers::ln2;
  });
}

std::shared_ptr<const PairTerms> PairTerms::of(const Posterior<Model>& posterior,
                                               Estimator estimator, For rows) {
  if (!has_pair_terms(posterior, estimator, rows)) return nullptr;
  const auto made = std::make_shared<PairTerms>();
  // Where something is undefined, the plan of the structure says what.
  const auto taken = detail::if_defined([&] {
    made->log_classes_ = credence::log_class_probabilities(posterior.label, estimator);
    made->left_out_ = rows == For::left_out_rows;
    made->least_rows_ = posterior.model.schema().structure.least_rows;
    const bool plain = posterior.model.schema().structure.prior.kind == ContextPrior::Kind::each;
    made->weights_ = weights_of(posterior);
    return plain ? made->take(posterior) : made->take(with_context_priors(posterior));
  });
  return taken.value_or(false) ? made : nullptr;
}

// in  posterior: its priors are numbers
bool PairTerms::take(const Posterior<Model>& posterior) {
  take_features(posterior);
  group_features();
  if (entries_ * width_ > std::numeric_limits<std::uint32_t>::max()) return false;
  logarithms_ = !are_large(log_classes_) ||
                least_exponent(alone_.data(), alone_.size(), 1) < least_part ||
                least_exponent(weights_.data(), weights_.size(), 1) < least_part;
  return take_parents(posterior);
}

void PairTerms::take_features(const Posterior<Model>& posterior) {
  const std::vector<std::string>& classes = posterior.label.classes;
  classes_ = classes.size();
  width_ = pair_width(left_out_ ? 2 * classes_ : classes_);
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    for (Index j = 0; j < posterior.blocks[b]->size(); ++j) {
      Feature feature{.block = b, .place = j, .facts = posterior.blocks[b]->feature(j)};
      feature.levels =
          typed_if<BetaBernoulli>(*posterior.blocks[b]) != nullptr
              ? 2
              : feature.facts.levels.size() + static_cast<std::size_t>(feature.facts.reserved());
      feature.first = levels_;
      levels_ += feature.levels + 1;
      features_.push_back(std::move(feature));
    }
  alone_.assign(levels_ * width_, 1.0);
  std::vector<double> counts;
  for (const Feature& feature : features_) {
    const AnyBlock& block = *posterior.blocks[feature.block];
    const auto priors = priors_alone(block, feature.place, feature.levels, classes);
    counts.resize(feature.levels);
    for (std::size_t c = 0; c < classes_; ++c) {
      double* const at = alone_.data() + feature.first * width_ + c;
      read_counts(block, feature.place, static_cast<Index>(c), counts);
      write_shares(counts, priors[c], width_, at, left_out_ ? at + classes_ : nullptr);
    }
  }
}

// Puts features of few levels together while all entries of a level of a parent are few, or hardly more
// than they would be apart: fewer entries to look up for a row.
void PairTerms::group_features() {
  constexpr std::size_t few = 4096;  // doubles
  constexpr std::size_t some = 256;
  for (std::size_t f = 0; f < features_.size(); ++f)
    groups_.push_back({.features = {f}, .entries = features_[f].levels + 1});
  entries_ = levels_;
  const std::size_t most =
      std::max({entries_, std::min(2 * entries_, few / width_), some / width_});
  const auto fewer = [](const Group& a, const Group& b) { return a.entries > b.entries; };
  while (groups_.size() > 1) {
    std::stable_sort(groups_.begin(), groups_.end(), fewer);
    Group& into = groups_[groups_.size() - 2];
    const Group& last = groups_.back();
    const std::size_t more = into.entries * last.entries - into.entries - last.entries;
    if (entries_ + more > most) break;
    entries_ += more;
    into.entries *= last.entries;
    into.features.insert(into.features.end(), last.features.begin(), last.features.end());
    groups_.pop_back();
  }
  std::size_t first = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    std::sort(groups_[g].features.begin(), groups_[g].features.end());
    std::size_t step = 1;
    for (const std::size_t f : groups_[g].features) {
      features_[f].group = g;
      features_[f].step = step;
      step *= features_[f].levels + 1;
    }
    groups_[g].first = first;
    first += groups_[g].entries;
  }
}

bool PairTerms::take_parents(const Posterior<Model>& posterior) {
  parents_.clear();
  const FeaturePlaces places(posterior);
  for (Index i = 0; i < posterior.contexts.size(); ++i) {
    const ContextPosterior& context = posterior.contexts[i];
    Parent parent{.context = i};
    while (features_[parent.feature].facts.name != context.parents.front()) ++parent.feature;
    std::size_t others = 0;
    for (const Box<AnyBlock>& block : context.children.blocks)
      others += has_shares(*block) ? static_cast<std::size_t>(block->size()) : 0;
    if (others + 1 != features_.size()) return false;
    const bool factors = !logarithms_;
    if (!fill(context.children, places, posterior.label.classes, parent)) return false;
    if (factors && logarithms_) return take_parents(posterior);  // products are too small
    parents_.push_back(std::move(parent));
  }
  return true;
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

// The shares of all features in one context after another.
class PairTerms::LevelShares {
 public:
  LevelShares(const PairTerms& terms, const Posterior<Model>& children, const FeaturePlaces& places,
              std::size_t parent)
      : terms_(terms) {
    for (std::size_t f = 0; f < terms.features_.size(); ++f) {
      if (f == parent) continue;
      const Feature& feature = terms.features_[f];
      const FeaturePlace place = places.within(children, feature.facts.name);
      const AnyBlock& block = *children.blocks[place.block];
      same_ = same_ && block.feature(place.feature).levels == feature.facts.levels;
      cells_.push_back({.feature = feature,
                        .block = block,
                        .place = place.feature,
                        .priors = CellPriors(block, place.feature, feature.levels)});
    }
  }
  // Whether features have the same levels as given the class alone.
  [[nodiscard]] bool same_levels() const { return same_; }

  // in  context: -1 for one that was never seen
  // out  the least exponent of the product of shares
  int write(Index context, const std::string& klass, const std::string& level, double* shares) {
    int exponent = 0, without = 0;
    for (const Cell& cell : cells_) {
      const std::size_t levels = cell.feature.levels, width = terms_.width_;
      counts_.assign(levels, 0.0);
      if (context >= 0) read_counts(cell.block, cell.place, context, counts_);
      double* const at = shares + cell.feature.first * width;
      double* const left = terms_.left_out_ ? at + terms_.classes_ : nullptr;
      write_shares(counts_, cell.priors.of(klass, level), width, at, left);
      exponent += least_exponent(at, levels, width);
      if (left != nullptr) without += least_exponent(left, levels, width);
    }
    return std::min(exponent, without);
  }

 private:
  struct Cell {
    const Feature& feature;
    const AnyBlock& block;
    Index place;
    CellPriors priors;
  };
  const PairTerms& terms_;
  std::vector<Cell> cells_;
  std::vector<double> counts_;
  bool same_ = true;
};

// out  false where the features of a parent are others; the terms may turn out to be logarithms
bool PairTerms::fill(const Posterior<Model>& children, const FeaturePlaces& places,
                     const std::vector<std::string>& classes, Parent& parent) {
  LevelShares all(*this, children, places, parent.feature);
  if (!all.same_levels()) return false;
  std::map<std::string, std::vector<Index>> levels = contexts_of_levels(children.label, classes);
  for (const auto& [level, contexts] : levels) {
    parent.levels.push_back(level);
    double& seen = parent.rows.emplace_back(0.0);
    for (const Index k : contexts)
      if (k >= 0) seen += children.label.counts.counts[static_cast<std::size_t>(k)];
  }
  std::vector<Index> never(classes_, -1);
  parent.terms.resize((parent.levels.size() + 1) * entries_ * width_);
  std::vector<double> shares;
  for (std::size_t level = 0; level <= parent.levels.size(); ++level) {
    const bool known = level < parent.levels.size();
    const std::string name = known ? parent.levels[level] : std::string();
    const std::vector<Index>& contexts = known ? levels.at(name) : never;
    shares.assign(levels_ * width_, 1.0);
    for (std::size_t c = 0; c < classes_; ++c)
      if (all.write(contexts[c], classes[c], name, shares.data() + c) < least_product)
        logarithms_ = true;
    multiply(shares, parent.terms.data() + level * entries_ * width_);
  }
  return true;
}

// The products of shares that stand for each entry, or the sums of their logarithms.
void PairTerms::multiply(std::vector<double>& shares, double* entries) const {
  if (logarithms_)
    for (double& share : shares) share = std::log(share);
  for (const Group& group : groups_) {
    double* const to = entries + group.first * width_;
    std::size_t size = 0;  // doubles so far
    for (const std::size_t f : group.features) {
      const Feature& feature = features_[f];
      const double* const from = shares.data() + feature.first * width_;
      if (size == 0) {
        size = (feature.levels + 1) * width_;
        std::copy_n(from, size, to);
        continue;
      }
      for (std::size_t level = feature.levels + 1; level-- > 0;)
        for (std::size_t at = 0; at < size; at += width_)
          for (std::size_t c = 0; c < width_; ++c) {
            const double share = from[level * width_ + c];
            to[level * size + at + c] = logarithms_ ? to[at + c] + share : to[at + c] * share;
          }
      size *= feature.levels + 1;
    }
  }
}

}  // namespace credence::detail
