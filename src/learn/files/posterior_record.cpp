// A posterior as plain data, and back.
#include <credence/detail/learn/block_file.hpp>
#include <credence/learn/posterior_file.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/names.hpp"
#include "learn/files/read_posterior.hpp"
#include "learn/model/same_model.hpp"
#include "learn/posterior/discount.hpp"
#include "learn/structure/contexts.hpp"
#include "learn/structure/feature_places.hpp"

namespace credence {
namespace {

using FeatureIndex = std::unordered_map<std::string_view, FeatureCells*>;

// Features by name; throws Error{version} when one stands twice or lacks a class.
FeatureIndex index_of(std::vector<FeatureCells>& features, std::size_t classes) {
  FeatureIndex index;
  index.reserve(features.size());
  for (FeatureCells& feature : features) {
    if (!index.emplace(feature.name, &feature).second)
      detail::bad_record("the statistics of column '" + feature.name + "' stand twice");
    if (feature.classes != classes)
      detail::bad_record("column '" + feature.name + "' does not have statistics for each class");
  }
  return index;
}

// The statistics of feature `name`, which leave the index; throws Error{version} when there are none.
FeatureCells& take(FeatureIndex& index, const std::string& name) {
  const auto found = index.find(name);
  if (found == index.end()) detail::bad_record("there are no statistics of column '" + name + "'");
  FeatureCells& feature = *found->second;
  index.erase(found);
  return feature;
}

void refuse_others(const FeatureIndex& left) {
  if (!left.empty()) detail::bad_record("there are statistics of columns that the schema lacks");
}

std::vector<FeatureCells> cells_of(const std::vector<FeatureRecord>& features) {
  std::vector<FeatureCells> cells;
  cells.reserve(features.size());
  for (const FeatureRecord& feature : features) cells.push_back(detail::cells_of(feature));
  return cells;
}

// The features of a record and of its contexts, which they view.
BulkFeatures features_of(const PosteriorRecord& record) {
  BulkFeatures all{.features = cells_of(record.features)};
  for (const ContextRecord& context : record.contexts)
    all.contexts.push_back(cells_of(context.features));
  return all;
}

ContextRecord record_of_context(const ContextPosterior& context) {
  PosteriorRecord children = record_of(context.children);
  return {.parents = context.parents,
          .classes = std::move(children.classes),
          .class_counts = std::move(children.class_counts),
          .exact_class_counts = std::move(children.exact_class_counts),
          .features = std::move(children.features)};
}

// "contexts of 'smoker', class 'ill'".
std::string contexts_in_words(const ContextPosterior& context, const std::string& klass) {
  return "the contexts of " + detail::quoted_list(context.parents) + ", class '" + klass + "'";
}

bool is_sum(double sum, double total) { return std::abs(sum - total) <= 1e-9 * (1 + total); }

// The statistics of a feature in a class.
struct SeenCell {
  const AnyBlock& block;
  Index feature;
  Index klass;
};

bool adds_up(const SeenCell& sum, const SeenCell& total) {
  const std::vector<double> sums = sum.block.level_weights(sum.feature, sum.klass);
  const std::vector<double> totals = total.block.level_weights(total.feature, total.klass);
  bool fits = is_sum(sum.block.count(sum.feature, sum.klass),
                     total.block.count(total.feature, total.klass));
  for (std::size_t level = 0; level < std::min(sums.size(), totals.size()); ++level)
    fits = fits && is_sum(sums[level], totals[level]);
  return fits;
}

// Where the contexts of each class stand; throws Error{version} for one of no class.
std::vector<std::vector<Index>> contexts_of_classes(const std::vector<std::string>& contexts,
                                                    const std::vector<std::string>& classes) {
  std::vector<std::vector<Index>> of_class(classes.size());
  Index k = 0;
  for (const detail::PlacedContext& context : detail::placed_contexts(contexts, classes)) {
    if (context.klass < 0)
      detail::bad_record("context '" + contexts[static_cast<std::size_t>(k)] +
                         "' is of no class of the label");
    of_class[static_cast<std::size_t>(context.klass)].push_back(k++);
  }
  return of_class;
}

// Throws Error{version} where the levels of parents do not add up to the classes, or those of a feature
// to what is known of it given the class alone.
void check_context(const Posterior<Model>& posterior, const detail::FeaturePlaces& places,
                   const ContextPosterior& context) {
  const Posterior<Model>& children = context.children;
  const std::vector<std::string>& classes = posterior.label.classes;
  const auto contexts = contexts_of_classes(children.label.classes, classes);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    double rows = 0;
    for (const Index k : contexts[c])
      rows += children.label.counts.counts[static_cast<std::size_t>(k)];
    if (!is_sum(rows, posterior.label.counts.counts[c]))
      detail::bad_record(contexts_in_words(context, classes[c]) +
                         " do not add up to the rows of the class");
  }
  for (const Box<AnyBlock>& block : children.blocks) {
    const std::unique_ptr<AnyBlock> together = block->regrouped(contexts);
    for (Index j = 0; j < block->size(); ++j) {
      const std::string& name = block->feature(j).name;
      const detail::FeaturePlace place = places.of(name);
      for (Index klass = 0; klass < posterior.label.size(); ++klass)
        if (!adds_up({*together, j, klass}, {*posterior.blocks[place.block], place.feature, klass}))
          detail::bad_record(contexts_in_words(context, classes[static_cast<std::size_t>(klass)]) +
                             " do not add up to what is known of column '" + name + "'");
    }
  }
}

Posterior<Model> filled(const PosteriorRecord& record, BulkFeatures features,
                        const FamilySet& families, detail::KnownSchema* known = nullptr);

// Fills the contexts of an empty posterior.
void fill_contexts(const PosteriorRecord& record, std::vector<std::vector<FeatureCells>> features,
                   Posterior<Model>& posterior) {
  if (record.contexts.size() != static_cast<std::size_t>(posterior.contexts.size()))
    detail::bad_record("the contexts are not those of the structure in the schema");
  const detail::FeaturePlaces places(posterior);
  for (std::size_t i = 0; i < record.contexts.size(); ++i) {
    const ContextRecord& saved = record.contexts[i];
    ContextPosterior& context = posterior.contexts[static_cast<Index>(i)];
    if (saved.parents != context.parents)
      detail::bad_record("the contexts are not those of the structure in the schema");
    context.children = filled({.schema = context.children.model.schema(),
                               .classes = saved.classes,
                               .class_counts = saved.class_counts,
                               .exact_class_counts = saved.exact_class_counts},
                              {.features = std::move(features[i])}, posterior.model.families());
    check_context(posterior, places, context);
  }
}

// The estimators that weights are found for, by the names of predict/estimator.hpp.
constexpr std::array<std::string_view, 5> estimators{
    "maximum_likelihood", "maximum_a_posteriori", "posterior_mean", "predictive", "scikit_learn"};

// Throws Error{version} unless every feature has one weight of at least 0, in the order of the schema.
void check_weights(const PosteriorRecord& record) {
  const FeatureWeights& weights = record.feature_weights;
  if (!weights.any()) return;
  if (!detail::among(estimators, weights.estimator))
    detail::bad_record("the feature weights are for the unknown estimator '" + weights.estimator +
                       "'");
  if (!std::isfinite(weights.log_loss_before) || !std::isfinite(weights.log_loss_after))
    detail::bad_record("a log loss of the feature weights is no finite number");
  std::vector<std::string> names;
  for (const ColumnSchema& column : record.schema.columns)
    if (column.family != "none") names.push_back(column.name);
  if (weights.names != names || weights.values.size() != names.size())
    detail::bad_record(
        "the feature weights are not one for each feature, in the order of the schema");
  for (const double value : weights.values)
    if (!(value >= 0) || !std::isfinite(value))
      detail::bad_record("a feature weight is no finite number of at least 0");
}

// How many numbers the lists of all cells hold.
std::size_t entries_of(const FeatureCells& cells) {
  std::size_t entries = 0;
  for (const std::vector<double>& list : cells.lists) entries += list.size();
  if (cells.record == nullptr) return entries;
  for (const Fields& cell : cells.record->statistics)
    for (const auto& field : cell)
      if (const auto* list = std::get_if<std::vector<double>>(&field.second))
        entries += list->size();
  return entries;
}

// Throws Error{version} unless each feature of a model has cells of so many classes, in which no listed
// level is left out.
void check_features(std::vector<FeatureCells>& features, std::size_t classes, const Model& model) {
  FeatureIndex index = index_of(features, classes);
  for (const ColumnSchema& column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    if (family == nullptr) continue;
    const FeatureCells& cells = take(index, column.name);
    const std::size_t levels = std::max(column.levels.size(), column.columns.size());
    if (!family->facts().levelled || levels == 0) continue;
    if (cells.levels.size() < levels || entries_of(cells) < levels * classes)
      detail::bad_record("the statistics of column '" + column.name +
                         "' do not have one count for each level");
  }
  refuse_others(index);
}

using NumberOfLevels = std::unordered_map<std::string_view, std::size_t>;

// How many levels the schema lists of each column whose statistics hold levels: those of answers do not.
NumberOfLevels listed_levels(const Model& model) {
  NumberOfLevels levels;
  for (const ColumnSchema& column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    if (family != nullptr && family->facts().levelled) levels[column.name] = column.levels.size();
  }
  return levels;
}

// Whether features of a context have all levels that the schema lists: its block is made with them.
bool has_levels(const std::vector<FeatureCells>& features, const NumberOfLevels& listed) {
  return std::all_of(features.begin(), features.end(), [&](const FeatureCells& cells) {
    const auto column = listed.find(cells.name);
    return column == listed.end() || cells.levels.size() >= column->second;
  });
}

// Throws Error{version} where a record has other classes than its model, or not as many features and
// contexts: what the schema alone announces takes no memory.
void check_size(const PosteriorRecord& record, BulkFeatures& features, const Model& model) {
  const Schema& schema = model.schema();
  const bool lacks_given = record.classes.size() < schema.class_prior.given.size();
  if (lacks_given || (!schema.classes.empty() && record.classes != schema.classes))
    detail::bad_record("the classes are not those of the schema");
  check_features(features.features, record.classes.size(), model);
  const auto check = [](bool fits) {
    if (!fits) detail::bad_record("the contexts are not those of the structure in the schema");
  };
  check(record.contexts.size() == detail::number_of_contexts(model));
  const NumberOfLevels listed = listed_levels(model);
  std::size_t i = 0;
  for (const detail::ContextSize& size : detail::context_sizes(model)) {
    check(record.contexts[i].parents.size() == size.parents &&
          features.contexts[i].size() == size.children &&
          has_levels(features.contexts[i], listed));
    ++i;
  }
}

// Throws Error{version} for a family that the set lacks: the file may be intact.
void check_families(const Schema& schema, const FamilySet& families) {
  const std::vector<std::string_view> words = families.words();
  for (const ColumnSchema& column : schema.columns)
    if (column.family != "none" && !detail::among(words, column.family))
      throw Error(ErrorCode::version, "column '" + column.name + "' has the unknown family '" +
                                          column.family +
                                          "'; in C++ read the file with a set of families that "
                                          "has it");
}

// The posterior that is to be filled, made once for files of the same schema.
Posterior<Model> empty_of(const PosteriorRecord& record, BulkFeatures& features,
                          const FamilySet& families, detail::KnownSchema* known) {
  const std::string_view schema_bytes = features.schema;
  const Summation summation = record.exact_class_counts ? Summation::exact : Summation::rounded;
  const auto make = [&] {
    check_families(record.schema, families);
    const Model model(record.schema, families);
    check_size(record, features, model);
    return empty_posterior(model, summation);
  };
  if (known == nullptr || schema_bytes.empty()) return make();
  if (known->bytes != schema_bytes || known->empty.summation != summation) {
    detail::KnownSchema
        next;  // step by step: g++ 12 destroys members twice where a later one throws
    next.bytes = schema_bytes;
    next.schema = record.schema;
    next.empty = make();
    *known = std::move(next);
  } else {
    check_size(record, features, known->empty.model);
  }
  return known->empty;
}

// The posterior of a record whose features stand beside it.
Posterior<Model> filled(const PosteriorRecord& record, BulkFeatures features,
                        const FamilySet& families, detail::KnownSchema* known) {
  try {
    detail::check_sorted(record.classes, "the classes");
    Posterior<Model> posterior = empty_of(record, features, families, known);
    if (!posterior.label.listed) detail::join_classes(posterior, record.classes);
    if (posterior.label.classes != record.classes)
      detail::bad_record("the classes are not those of the schema");
    posterior.label.counts.counts = record.class_counts;
    if (record.exact_class_counts)
      posterior.label.exact =
          detail::exact_of([&] { return sums_of_texts(*record.exact_class_counts); },
                           posterior.label.counts, posterior.label.size(), "the counts of classes");
    posterior.like_scikit_learn = record.like_scikit_learn;
    FeatureIndex index = index_of(features.features, record.classes.size());
    for (Box<AnyBlock>& block : posterior.blocks)
      for (Index j = 0; j < block->size(); ++j)
        block->fill(j, std::move(take(index, block->feature(j).name)), posterior.label);
    check_weights(record);
    posterior.feature_weights = record.feature_weights;
    detail::check_discount(record.discount, record.exact_class_counts.has_value());
    posterior.discount = record.discount;
    refuse_others(index);
    fill_contexts(record, std::move(features.contexts), posterior);
    return posterior;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    detail::bad_record(error.what());
  }
}

// Throws Error{domain} where the model has features and the posterior has none.
void check_not_moved_from(const Posterior<Model>& posterior) {
  if (detail::was_moved_from(posterior))
    throw Error(ErrorCode::domain,
                "the posterior was moved from; use the one that it was moved to");
}

}  // namespace

PosteriorRecord record_of(const Posterior<Model>& posterior) {
  check_not_moved_from(posterior);
  PosteriorRecord record{.schema = posterior.model.schema(),
                         .like_scikit_learn = posterior.like_scikit_learn,
                         .classes = posterior.label.classes,
                         .class_counts = posterior.label.counts.counts};
  if (posterior.summation == Summation::exact)
    record.exact_class_counts = texts_of(posterior.label.exact);
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) record.features.push_back(block->record(j));
  for (const ContextPosterior& context : posterior.contexts)
    record.contexts.push_back(record_of_context(context));
  record.feature_weights = posterior.feature_weights;
  record.discount = posterior.discount;
  return record;
}

Posterior<Model> posterior_of(const PosteriorRecord& record, const FamilySet& families) {
  return filled(record, features_of(record), families);
}

Posterior<Model> posterior_of(ReadPosterior read, const FamilySet& families,
                              detail::KnownSchema* known) {
  if (!read.bulk) return posterior_of(read.record, families);
  return filled(read.record, std::move(*read.bulk), families, known);
}

std::string to_json(const Posterior<Model>& posterior) { return to_json(record_of(posterior)); }

std::string to_bytes(const Posterior<Model>& posterior, PosteriorForm form) {
  const PosteriorRecord record = record_of(posterior);
  return form == PosteriorForm::binary ? to_binary(record) : to_json(record);
}

Posterior<Model> posterior_from_bytes(std::string_view bytes, const std::string& name,
                                      const FamilySet& families) {
  ReadPosterior read = read_posterior_bytes(bytes, name);
  try {
    return posterior_of(std::move(read), families);
  } catch (const Error& error) {
    throw Error(error.code(), "posterior file '" + name + "': " + error.what(), {.file = name});
  }
}

Posterior<Model> posterior_from_json(std::string_view text, const std::string& name,
                                     const FamilySet& families) {
  return posterior_from_bytes(text, name, families);
}

void save(const Posterior<Model>& posterior, const std::string& path, Overwrite overwrite,
          PosteriorForm form) {
  save_file(path, to_bytes(posterior, form), overwrite);
}

void save(const Posterior<Model>& posterior, const std::string& path, Overwrite overwrite) {
  save(posterior, path, overwrite, posterior_form_of(path));
}

Posterior<Model> load(const std::string& path, const FamilySet& families) {
  return posterior_from_bytes(read_until_nul(path), path, families);
}

}  // namespace credence
