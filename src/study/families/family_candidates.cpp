// What admits the cells of a column, one block for each family, and the best of each column.
#include "study/families/family_candidates.hpp"

#include <credence/data/convert.hpp>
#include <credence/data/infer.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/select/ranked_family.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/family/prior_rule.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace credence::detail {
namespace {

using Names = std::vector<std::string>;

// What schemas call the families that numbers may have.
constexpr const char* bernoulli = "bernoulli";
constexpr const char* categorical = "categorical";
constexpr const char* exponential = "exponential";
constexpr const char* geometric = "geometric";
constexpr const char* histogram = "histogram";
constexpr const char* lognormal = "lognormal";
constexpr const char* normal = "normal";
constexpr const char* poisson = "poisson";
constexpr const char* polya_tree = "polya_tree";

// More distinct numbers than these are no categories.
constexpr std::size_t most_levels = 30;
// A normal density sums to 1 within 1.5 % over cells of twice its standard deviation or less.
constexpr double least_spread = 0.5;
// Ten bins of fewer numbers, or a tree around their mean and standard deviation, follow them so
// closely that their evidence says little.
constexpr double least_in_bins = 100;

// What the numbers of a column look like.
struct NumbersSeen {
  bool zero_or_one = true;
  bool whole = true;
  bool counts = true;
  double least = std::numeric_limits<double>::infinity();
  std::set<double> distinct = {};  // up to one more than most_levels
};

void look_at(NumbersSeen& seen, double x) {
  seen.zero_or_one = seen.zero_or_one && (x == 0 || x == 1);
  seen.whole = seen.whole && std::floor(x) == x;
  seen.counts = seen.counts && is_count(x);
  seen.least = std::min(seen.least, x);
  if (seen.distinct.size() <= most_levels) seen.distinct.insert(x);
}

NumbersSeen numbers_seen(const Table& table, const Column& column) {
  NumbersSeen seen;
  const RealColumn cells = numbers_of(table, column);
  const Strided<double> view = cells.view();
  for (Index row = 0; row < view.size; ++row)
    if (!std::isnan(view[row])) look_at(seen, view[row]);
  return seen;
}

Names families_of(const NumbersSeen& seen) {
  if (seen.zero_or_one) return {bernoulli, categorical};
  Names families;
  const auto admit = [&](bool admitted, const char* family) {
    if (admitted) families.emplace_back(family);
  };
  admit(seen.counts, poisson);
  admit(seen.counts, geometric);
  admit(seen.whole && seen.distinct.size() <= most_levels, categorical);
  admit(true, normal);
  admit(seen.least > 0, lognormal);
  // On whole numbers the exponential is the geometric.
  admit(!seen.whole && seen.least >= 0, exponential);
  admit(true, histogram);
  admit(true, polya_tree);
  return families;
}

OpenColumn open_column(const Table& table, const ColumnSchema& guess) {
  OpenColumn open{.name = guess.name};
  if (guess.family != normal && guess.family != bernoulli) {
    if (guess.family != "none") open.candidates = {guess};
    return open;
  }
  const NumbersSeen seen = numbers_seen(table, table.column(guess.name));
  for (const std::string& family : families_of(seen))
    open.candidates.push_back({.name = guess.name, .family = family});
  open.least = seen.least;
  open.on_grid = seen.whole;
  if (!seen.whole) open.measure = Measure::density;
  return open;
}

// All columns but those asked for, so that nothing is guessed of them.
InferOptions guessing_of(const Table& table, const SuggestOptions& options) {
  for (const std::string& name : options.columns) {
    static_cast<void>(table.column(name));
    if (name == options.label)
      throw Error(ErrorCode::schema, "column '" + name +
                                         "' is the label and has no family; choose "
                                         "another column");
  }
  InferOptions guessing{.label = options.label, .drop = options.drop};
  std::set<std::string_view> unasked(options.drop.begin(), options.drop.end());
  if (!options.weight.empty() && unasked.insert(options.weight).second)
    guessing.drop.push_back(options.weight);
  if (options.columns.empty()) return guessing;
  const std::set<std::string_view> asked(options.columns.begin(), options.columns.end());
  for (const Column& column : table.columns())
    if (column.name != options.label && !asked.contains(column.name) &&
        !unasked.contains(column.name))
      guessing.drop.push_back(column.name);
  return guessing;
}

// Finds open columns by name in constant time; they outlive it.
class OpenPlaces {
 public:
  explicit OpenPlaces(std::span<const OpenColumn> open) {
    places_.reserve(open.size());
    for (const OpenColumn& column : open) places_.emplace(column.name, &column);
  }
  [[nodiscard]] const OpenColumn* find(std::string_view name) const {
    const auto at = places_.find(name);
    return at == places_.end() ? nullptr : at->second;
  }

 private:
  std::unordered_map<std::string_view, const OpenColumn*> places_{};
};

// The model's columns of one family, and those that it is a candidate for.
Schema columns_of_family(const Schema& schema, const OpenPlaces& open, const FamilyFacts& family) {
  Schema some = schema;
  some.columns.clear();
  const auto add = [&](const ColumnSchema& column) {
    if (is_of(family, column)) some.columns.push_back(column);
  };
  for (const ColumnSchema& column : schema.columns) {
    const OpenColumn* one = open.find(column.name);
    if (one == nullptr)
      add(column);
    else
      for (const ColumnSchema& candidate : one->candidates) add(candidate);
  }
  return some;
}

// Why the density of a feature is no probability of whole numbers; empty where it is.
// in  unit: the width of a cell on the scale on which the density is normal, at the smallest number
std::string too_narrow(const AnyBlock& block, Index j, const Names& classes, double unit) {
  const std::vector<double> spreads = studied(block.family()).normal_spreads(block, j, classes);
  for (std::size_t klass = 0; klass < spreads.size(); ++klass)
    if (!(spreads[klass] >= least_spread * unit))
      return "column '" + block.feature(j).name + "': family '" +
             std::string(block.family().facts().name) +
             "' is not compared: it is so narrow in class '" + classes[klass] +
             "' that its density at a whole number is not the probability of that number";
  return {};
}

// A block of histograms as its evidence is asked for: bins whose edges the label chose would have
// more than they deserve.
std::unique_ptr<AnyBlock> with_bins_of_no_label(const AnyBlock& block) {
  std::vector<ColumnSchema> columns;
  for (Index j = 0; j < block.size(); ++j)
    columns.push_back({.name = block.feature(j).name,
                       .family = histogram,
                       .prior = {.word = std::string(to_string(Automatic::unit))}});
  std::vector<const ColumnSchema*> features;
  for (const ColumnSchema& column : columns) features.push_back(&column);
  std::unique_ptr<AnyBlock> judged = block.family().empty_block(features);
  judged->rearrange_classes({}, block.classes(), Summation::rounded);
  judged->copy_statistics(block);
  return judged;
}

// Whether a feature has the numbers that its family is asked of.
bool has_enough(const AnyBlock& block, Index j) {
  const std::string_view word = block.family().facts().word;
  if (word != histogram && word != polya_tree) return true;
  double numbers = 0;
  for (Index klass = 0; klass < block.classes(); ++klass) numbers += block.count(j, klass);
  return numbers >= least_in_bins;
}

// Makes the evidence of a feature one on the measure of its column.
void put_on_measure(const AnyBlock& block, Index j, const Names& classes, const OpenColumn& column,
                    Relevance& found) {
  if (!found.undefined.empty()) return;
  found.undefined = why_undefined([&] {
    const double excess = studied(block.family()).evidence_excess(block, j, classes);
    found.log_evidence -= excess;
    found.pooled_log_evidence -= excess;
  });
  if (!found.undefined.empty() || !column.on_grid) return;
  const bool of_logarithms = found.family == lognormal;
  found.undefined = too_narrow(block, j, classes, of_logarithms ? 1 / column.least : 1);
}

// The best first; those without evidence last.
// in  words: of all families, in the order of the model
void sort_families(std::span<const std::string_view> words, Evidences& found) {
  constexpr double rounding = 1e-12;
  std::stable_sort(found.begin(), found.end(), [](const Relevance& a, const Relevance& b) {
    if (a.undefined.empty() != b.undefined.empty()) return a.undefined.empty();
    return a.undefined.empty() && a.log_evidence > b.log_evidence;
  });
  if (found.empty()) return;
  const auto tied = [best = found.front().log_evidence](const Relevance& one) {
    return one.undefined.empty() && best - one.log_evidence <= rounding * (1 + std::abs(best));
  };
  const auto rank = [&](const Relevance& one) {
    return std::find(words.begin(), words.end(), one.family) - words.begin();
  };
  const auto end = std::find_if_not(found.begin(), found.end(), tied);
  const auto first = std::min_element(
      found.begin(), end, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  if (first != end) std::rotate(found.begin(), first, first + 1);
}

}  // namespace

std::vector<OpenColumn> open_columns(const Table& table, const SuggestOptions& options,
                                     std::vector<std::string>& warnings) {
  const InferOptions guessing = guessing_of(table, options);
  Inference inference = infer_schema(table, guessing);
  const std::map<std::string, std::string> unused(inference.unused.begin(), inference.unused.end());
  const std::set<std::string> dropped(guessing.drop.begin(), guessing.drop.end());
  std::vector<OpenColumn> open;
  for (const ColumnSchema& column : inference.schema.columns) {
    if (dropped.contains(column.name)) continue;
    open.push_back(open_column(table, column));
    const auto why = unused.find(column.name);
    if (why != unused.end()) open.back().why_none = why->second;
  }
  warnings = std::move(inference.warnings);
  return open;
}

std::vector<OpenColumn> open_columns_of(const Model& model, const Table& table,
                                        const std::vector<std::string>& columns,
                                        std::string_view weight) {
  const Schema& schema = model.schema();
  const ColumnPlaces places(schema);
  for (const std::string& name : columns) {
    const std::size_t at = places.of(name);
    if (at == ColumnPlaces::nowhere || !schema.columns[at].columns.empty())
      throw Error(ErrorCode::schema, "the family of column '" + name +
                                         "' is to be chosen by evidence, but the model has no "
                                         "feature that is this column alone; add it or leave the "
                                         "name away");
  }
  if (columns.empty()) return {};
  Names warnings;
  return open_columns(
      table, {.label = model.schema().label, .columns = columns, .weight = std::string(weight)},
      warnings);
}

void add_candidates(const Model& model, std::span<const OpenColumn> open, BoundTable& bound,
                    Posterior<Model>& start) {
  bound.blocks.clear();
  start.blocks.clear();
  const OpenPlaces places(open);
  for (const FamilyType* family : model.families()) {
    const Schema some = columns_of_family(model.schema(), places, family->facts());
    if (some.columns.empty()) continue;
    const Model part = with_schema(model, some);
    bound.blocks.push_back(std::move(credence::bind(part, *bound.table).blocks.front()));
    start.blocks.push_back(std::move(empty_posterior(part, start.summation).blocks.front()));
  }
}

std::vector<Evidences> evidences_of(const Posterior<Model>& learned,
                                    std::span<const OpenColumn> open,
                                    const RelevanceOptions& options) {
  const Names& classes = learned.label.classes;
  std::vector<Evidences> all(open.size());
  const OpenPlaces places(open);
  for (const Box<AnyBlock>& own : learned.blocks) {
    const bool binned = own->family().facts().word == histogram;
    const Box<AnyBlock> judged = binned ? with_bins_of_no_label(*own) : nullptr;
    const AnyBlock& block = binned ? *judged : *own;
    std::vector<Relevance> found;
    ranked(block.family()).add_relevances(block, classes, Granularity::features, options, found);
    for (Index j = 0; j < block.size(); ++j) {
      const OpenColumn* column = places.find(block.feature(j).name);
      if (column == nullptr || !has_enough(block, j)) continue;
      Relevance& one = found[static_cast<std::size_t>(j)];
      put_on_measure(block, j, classes, *column, one);
      all[static_cast<std::size_t>(column - open.data())].push_back(std::move(one));
    }
  }
  const std::vector<std::string_view> words = learned.model.families().words();
  for (Evidences& found : all) sort_families(words, found);
  return all;
}

Schema chosen_schema(const Posterior<Model>& learned, std::span<const OpenColumn> open) {
  const std::vector<Evidences> all = evidences_of(learned, open);
  Schema schema = learned.model.schema();
  const ColumnPlaces places(learned.model.schema());  // its names stay where they are
  for (std::size_t i = 0; i < open.size(); ++i) {
    ColumnSchema& column = schema.columns[places.of(open[i].name)];
    const bool none = all[i].empty() || !all[i].front().undefined.empty();
    const std::string family = none ? "none" : all[i].front().family;
    const auto at =
        std::find_if(open[i].candidates.begin(), open[i].candidates.end(),
                     [&](const ColumnSchema& candidate) { return candidate.family == family; });
    column = none ? ColumnSchema{.name = open[i].name, .family = family} : *at;
  }
  return schema;
}

Posterior<Model> chosen_posterior(const Posterior<Model>& learned, Schema chosen) {
  Posterior<Model> posterior;
  posterior.model = with_schema(learned.model, std::move(chosen));
  posterior.label = learned.label;
  posterior.like_scikit_learn = learned.like_scikit_learn;
  posterior.summation = learned.summation;
  const Schema& schema = posterior.model.schema();
  const ColumnPlaces places(schema);
  for (const Box<AnyBlock>& block : learned.blocks) {
    Box<AnyBlock> some;
    for (Index j = 0; j < block->size(); ++j) {
      const ColumnSchema& column = schema.columns[places.of(block->feature(j).name)];
      if (!is_of(block->family().facts(), column)) continue;
      if (some)
        some->append(std::move(*block->part(j, nullptr)));
      else
        some = Box<AnyBlock>(block->part(j, nullptr));
    }
    if (some) posterior.blocks.push_back(std::move(some));
  }
  return posterior;
}

}  // namespace credence::detail
