// Trees, orders and weights of averages from the statistics of pairs.
#include <credence/learn/found_structure.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/learn/evidence.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "learn/structure/branching.hpp"
#include "learn/structure/context_priors.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/structure_evidence.hpp"

namespace credence {
namespace {

// x ln x, 0 for nothing.
double x_log_x(double x) { return x > 0 ? x * std::log(x) : 0; }

// Mutual information of a table's rows and columns, times the total: sums of x ln x.
class TableInformation {
 public:
  void add(const std::vector<std::vector<double>>& rows) {
    double all = 0;
    std::vector<double> columns;
    for (const std::vector<double>& row : rows) {
      columns.resize(std::max(columns.size(), row.size()));
      double sum = 0;
      for (std::size_t k = 0; k < row.size(); ++k) {
        sum += row[k];
        columns[k] += row[k];
        add_term(x_log_x(row[k]));
      }
      add_term(-x_log_x(sum));
      all += sum;
    }
    for (const double column : columns) add_term(-x_log_x(column));
    add_term(x_log_x(all));
    total_ += all;
  }
  // 0 for what rounding of the terms explains: what is independent has no information, and decides nothing.
  [[nodiscard]] double value() const {
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * size_;
    const double sum = sum_.value();
    return total_ > 0 && sum > rounding ? sum / total_ : 0;
  }

 private:
  void add_term(double term) {
    sum_.add(term);
    size_ += std::abs(term);
  }

  CompensatedSum sum_;
  double size_ = 0;  // of the terms
  double total_ = 0;
};

// Information of a child and the levels of a context's parent, given the class.
double information_in(const Posterior<Model>& posterior, const ContextPosterior& context,
                      detail::FeaturePlace place) {
  const Posterior<Model>& children = context.children;
  const AnyBlock& block = *children.blocks[place.block];
  std::vector<std::vector<std::vector<double>>> tables(posterior.label.classes.size());
  Index k = 0;
  for (const auto& [klass, level] :
       detail::placed_contexts(children.label.classes, posterior.label.classes)) {
    if (!detail::has_missing(level))
      tables[static_cast<std::size_t>(klass)].push_back(block.level_weights(place.feature, k));
    ++k;
  }
  TableInformation information;
  for (const auto& table : tables) information.add(table);
  return information.value();
}

// What pairs of features have in common, given the class.
class PairInformation {
 public:
  explicit PairInformation(const Posterior<Model>& posterior)
      : posterior_(posterior), places_(posterior) {
    for (const ContextPosterior& context : posterior.contexts)
      if (context.parents.size() == 1) contexts_.emplace(context.parents.front(), &context);
  }

  [[nodiscard]] bool has_levels(const std::string& feature) const {
    return detail::has_counted_levels(*posterior_.blocks[places_.of(feature).block]);
  }

  // Throws where the two were not counted together.
  [[nodiscard]] double of(const std::string& a, const std::string& b) const {
    for (const auto& [parent, child] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      const auto context = contexts_.find(*parent);
      if (context == contexts_.end()) continue;
      if (const auto place = places_.find(context->second->children, *child))
        return information_in(posterior_, *context->second, *place);
    }
    throw Error(ErrorCode::schema,
                "features '" + a + "' and '" + b +
                    "' were not counted together; give the model a structure that counts pairs, "
                    "such as tan or aode");
  }

 private:
  const Posterior<Model>& posterior_;
  detail::FeaturePlaces places_;
  std::unordered_map<std::string_view, const ContextPosterior*> contexts_;  // by their only parent
};

// Information of a feature of levels and the class.
double information_of_class(const Posterior<Model>& posterior, const std::string& feature) {
  const auto place = detail::place_of_feature(posterior, feature);
  std::vector<std::vector<double>> rows;
  for (Index klass = 0; klass < posterior.label.size(); ++klass)
    rows.push_back(posterior.blocks[place.block]->level_weights(place.feature, klass));
  TableInformation information;
  information.add(rows);
  return information.value();
}

// Information of the bins of a numeric parent and the class, from the rows of a context that it divides.
double information_of_bins(const Posterior<Model>& posterior, const std::string& parent) {
  for (const ContextPosterior& context : posterior.contexts) {
    const auto at = std::find(context.parents.begin(), context.parents.end(), parent);
    if (at == context.parents.end()) continue;
    const auto place = static_cast<std::size_t>(at - context.parents.begin());
    const auto& cells = context.children.label;
    std::map<std::string, std::vector<double>> bins;
    const auto of_cells = detail::placed_contexts(cells.classes, posterior.label.classes);
    for (std::size_t k = 0; k < of_cells.size(); ++k) {
      const auto& [klass, level] = of_cells[k];
      if (detail::has_missing(level, place)) continue;
      std::vector<double>& bin = bins[detail::levels_in(level)[place]];
      bin.resize(posterior.label.classes.size());
      bin[static_cast<std::size_t>(klass)] += cells.counts.counts[k];
    }
    std::vector<std::vector<double>> rows;
    for (auto& [level, bin] : bins) rows.push_back(std::move(bin));
    TableInformation information;
    information.add(rows);
    return information.value();
  }
  return 0;
}

bool backs_off(const Posterior<Model>& posterior) {
  return posterior.model.schema().structure.prior.kind == ContextPrior::Kind::back_off;
}

// What arcs are chosen by. There is no evidence under 'back_off', where that under the default prior
// chooses: the cells of the contexts themselves have it.
detail::StructureEvidence choosing_evidence(const Posterior<Model>& posterior) {
  if (!backs_off(posterior)) return detail::StructureEvidence(posterior);
  Posterior<Model> by_default = posterior;
  Structure structure = posterior.model.schema().structure;
  structure.prior = {};
  by_default.model = with_structure(posterior.model, std::move(structure));
  return detail::StructureEvidence(by_default);
}

// What a tree or an order is found from.
class Finder {
 public:
  explicit Finder(const Posterior<Model>& posterior)
      : posterior_(posterior),
        information_(posterior),
        evidence_(choosing_evidence(posterior)),
        features_(detail::possible_children(posterior.model)) {
    const auto parents = detail::possible_parents(posterior.model, false);
    may_be_parents_.insert(parents.begin(), parents.end());
    for (const std::string& name : features_)
      only_levels_ = only_levels_ && information_.has_levels(name);
  }

  [[nodiscard]] bool only_levels() const { return only_levels_; }
  [[nodiscard]] Index size() const { return std::ssize(features_); }
  [[nodiscard]] const std::string& name(Index j) const {
    return features_[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] bool may_be_parent(Index i) const { return may_be_parents_.contains(name(i)); }

  // What a pair of features of levels has in common, given the class.
  [[nodiscard]] double information(Index i, Index j) const {
    return information_.of(name(i), name(j));
  }
  // What the parent i gains for j, in log evidence.
  [[nodiscard]] double gain(Index i, Index j) const { return evidence_.gain({name(i)}, name(j)); }
  // What the class gains for j.
  [[nodiscard]] double gain_of_class(Index j) const { return evidence_.gain_of_class(name(j)); }

  [[nodiscard]] FoundParents parents_of(Index j, std::vector<std::string> parents) const {
    FoundParents found{.feature = name(j), .parents = std::move(parents)};
    if (found.parents.empty()) return found;
    found.gain = backs_off(posterior_) ? std::numeric_limits<double>::quiet_NaN()
                                       : evidence_.gain_or_nan(found.parents, found.feature);
    if (information_.has_levels(found.feature) && information_.has_levels(found.parents.front()))
      found.information = information_.of(found.feature, found.parents.front());
    return found;
  }

 private:
  const Posterior<Model>& posterior_;
  PairInformation information_;
  detail::StructureEvidence evidence_;
  std::vector<std::string> features_;
  std::set<std::string> may_be_parents_;
  bool only_levels_ = true;
};

std::vector<FoundParents> with_parents(const Finder& finder, const std::vector<Index>& parent) {
  std::vector<FoundParents> features;
  for (Index j = 0; j < finder.size(); ++j) {
    const Index of = parent[static_cast<std::size_t>(j)];
    features.push_back(finder.parents_of(
        j, of < 0 ? std::vector<std::string>() : std::vector<std::string>{finder.name(of)}));
  }
  return features;
}

// Whether information can choose: every feature has levels, and may be a parent.
bool by_information(const Finder& finder, TreeScore score) {
  if (score == TreeScore::evidence || !finder.only_levels()) return false;
  for (Index i = 0; i < finder.size(); ++i)
    if (!finder.may_be_parent(i)) return false;
  return true;
}

// Says under which prior the evidence chose where that is not the one asked for.
void note_evidence(FoundStructure& found) {
  if (found.asked.prior.kind == ContextPrior::Kind::back_off)
    found.notes.emplace_back(
        "the evidence that chooses arcs is that of the pair prior each=1: 'back_off' has none");
}

void find_tree(const Finder& finder, FoundStructure& found) {
  detail::ArcWeights weights(finder.size());
  const bool information = by_information(finder, found.asked.tree);
  for (Index i = 0; i < finder.size(); ++i)
    for (Index j = information ? i + 1 : 0; j < finder.size(); ++j) {
      if (i == j || !finder.may_be_parent(i)) continue;
      weights.at(i, j) = information ? finder.information(i, j) : finder.gain(i, j);
      if (information) weights.at(j, i) = weights.at(i, j);
    }
  found.features = with_parents(
      finder, information ? detail::spanning_tree(weights) : detail::maximum_branching(weights));
  if (!information && found.asked.tree == TreeScore::information && finder.size() > 1)
    found.notes.emplace_back(
        "the tree is chosen by evidence: information needs levels in all features, and each to be "
        "a "
        "possible parent");
  if (!information && finder.size() > 1) note_evidence(found);
  if (finder.size() > 1 && std::all_of(found.features.begin(), found.features.end(),
                                       [](const FoundParents& of) { return of.parents.empty(); }))
    found.notes.emplace_back("no arc gains evidence: the tree is naive Bayes");
}

// Features by what they say of the class; of equals the earlier.
std::vector<Index> order_of(const Finder& finder, const Posterior<Model>& posterior) {
  std::vector<double> of_class;
  for (Index j = 0; j < finder.size(); ++j)
    of_class.push_back(finder.only_levels() ? information_of_class(posterior, finder.name(j))
                                            : finder.gain_of_class(j));
  std::vector<Index> order(of_class.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return of_class[static_cast<std::size_t>(a)] > of_class[static_cast<std::size_t>(b)];
  });
  return order;
}

// The parents of each feature of kDB among those before it.
void find_k_dependence(const Finder& finder, const Posterior<Model>& posterior,
                       FoundStructure& found) {
  const bool levels = finder.only_levels();
  const std::vector<Index> order = order_of(finder, posterior);
  std::vector<std::vector<std::string>> parents(order.size());
  for (std::size_t t = 1; t < order.size(); ++t) {
    std::vector<std::pair<double, Index>> before;
    for (std::size_t s = 0; s < t; ++s)
      if (finder.may_be_parent(order[s]))
        before.emplace_back(
            levels ? finder.information(order[s], order[t]) : finder.gain(order[s], order[t]),
            order[s]);
    std::stable_sort(before.begin(), before.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const auto most =
        std::min<std::size_t>(before.size(), static_cast<std::size_t>(found.asked.most_parents));
    for (std::size_t i = 0; i < most; ++i)
      parents[static_cast<std::size_t>(order[t])].push_back(finder.name(before[i].second));
  }
  for (Index j = 0; j < finder.size(); ++j)
    found.features.push_back(finder.parents_of(j, parents[static_cast<std::size_t>(j)]));
  if (!levels && finder.size() > 1) note_evidence(found);
}

void take_given(const Finder& finder, FoundStructure& found) {
  std::unordered_map<std::string_view, const ParentsOf*> given;
  for (const ParentsOf& of : found.asked.given) given[of.feature] = &of;
  for (Index j = 0; j < finder.size(); ++j) {
    const auto of = given.find(finder.name(j));
    found.features.push_back(
        finder.parents_of(j, of == given.end() ? std::vector<std::string>() : of->second->parents));
  }
}

// The models of an average, and what they weigh.
void find_models(const Posterior<Model>& posterior, FoundStructure& found) {
  const detail::StructureEvidence evidence(posterior);
  const std::size_t parents = found.asked.kind == StructureKind::a2de ? 2 : 1;
  for (const ContextPosterior& context : posterior.contexts)
    if (context.parents.size() == parents)
      found.models.push_back({.parents = context.parents,
                              .log_evidence = evidence.of_average_or_nan(context.parents)});
  if (found.models.empty()) {
    found.notes.emplace_back("no feature can be a parent: the average is naive Bayes");
    return;
  }
  if (found.asked.average == ModelWeights::evidence) {
    double most = -std::numeric_limits<double>::infinity();
    for (const SuperParents& model : found.models) {
      if (std::isnan(model.log_evidence)) static_cast<void>(evidence.of_average(model.parents));
      most = std::max(most, model.log_evidence);
    }
    for (SuperParents& model : found.models) model.weight = std::exp(model.log_evidence - most);
  } else if (found.asked.average == ModelWeights::stacked) {
    const std::vector<double>& weights = found.asked.model_weights;
    if (weights.size() == found.models.size())
      for (std::size_t i = 0; i < weights.size(); ++i) found.models[i].weight = weights[i];
    else
      found.notes.emplace_back(
          "the weights of the models were not found in rows yet: all are equal");
  } else if (found.asked.average == ModelWeights::information) {
    for (SuperParents& model : found.models) {
      model.weight = 0;
      for (const std::string& parent : model.parents)
        model.weight += detail::has_counted_levels(posterior, parent)
                            ? information_of_class(posterior, parent)
                            : information_of_bins(posterior, parent);
    }
  }
}

}  // namespace

double conditional_information(const Posterior<Model>& posterior, std::string_view feature,
                               std::string_view other) {
  return PairInformation(posterior).of(std::string(feature), std::string(other));
}

std::vector<std::string> dependence_order(const Posterior<Model>& posterior) {
  const Finder finder(posterior);
  std::vector<std::string> names;
  for (const Index j : order_of(finder, posterior)) names.push_back(finder.name(j));
  return names;
}

FoundStructure found_structure(const Posterior<Model>& posterior) {
  FoundStructure found{.asked = posterior.model.schema().structure};
  switch (found.asked.kind) {
    case StructureKind::naive:
    case StructureKind::lookup:
      break;
    case StructureKind::tan:
      find_tree(Finder(posterior), found);
      break;
    case StructureKind::kdb:
      if (found.asked.most_parents > 0 && found.asked.given.empty())
        find_k_dependence(Finder(posterior), posterior, found);
      else
        take_given(Finder(posterior), found);
      break;
    case StructureKind::given:
      take_given(Finder(posterior), found);
      break;
    default:
      find_models(posterior, found);
  }
  const bool may_depend =
      found.asked.kind != StructureKind::naive && found.asked.kind != StructureKind::lookup;
  if (may_depend && detail::possible_children(posterior.model).size() == 1)
    found.notes.push_back("one column: " + name_of(found.asked) + " is naive Bayes");
  return found;
}

}  // namespace credence
