// A posterior as plain data, and back.
#include <credence/detail/learn/block_file.hpp>
#include <credence/learn/posterior_file.hpp>

#include <cmath>
#include <map>

namespace credence {
namespace {

using FeatureIndex = std::map<std::string_view, const FeatureRecord*>;

// The features of a record by name; throws Error{version} when one stands twice or lacks a class.
FeatureIndex index_of(const PosteriorRecord& record) {
  FeatureIndex index;
  for (const auto& feature : record.features) {
    if (!index.emplace(feature.name, &feature).second)
      detail::bad_record("the statistics of column '" + feature.name + "' stand twice");
    if (feature.statistics.size() != record.classes.size())
      detail::bad_record("column '" + feature.name + "' does not have statistics for each class");
  }
  return index;
}

// The statistics of feature `name`, taken out of the index; throws Error{version} when there are none.
const FeatureRecord& take(FeatureIndex& index, const std::string& name) {
  const auto found = index.find(name);
  if (found == index.end()) detail::bad_record("there are no statistics of column '" + name + "'");
  const FeatureRecord& feature = *found->second;
  index.erase(found);
  return feature;
}

// Throws Error{version} unless every feature has one weight of at least 0, in the order of the schema.
void check_weights(const PosteriorRecord& record) {
  const FeatureWeights& weights = record.feature_weights;
  if (!weights.any()) return;
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

}  // namespace

PosteriorRecord record_of(const Posterior<Model>& posterior) {
  PosteriorRecord record{.schema = posterior.model.schema(),
                         .like_scikit_learn = posterior.like_scikit_learn,
                         .classes = posterior.label.classes,
                         .class_counts = posterior.label.counts.counts};
  if (posterior.summation == Summation::exact)
    record.exact_class_counts = texts_of(posterior.label.exact);
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) record.features.push_back(block->record(j));
  record.feature_weights = posterior.feature_weights;
  return record;
}

Posterior<Model> posterior_of(const PosteriorRecord& record, const FamilySet& families) {
  try {
    auto posterior =
        empty_posterior(Model(record.schema, families),
                        record.exact_class_counts ? Summation::exact : Summation::rounded);
    detail::check_sorted(record.classes, "the classes");
    if (!posterior.label.listed) detail::join_classes(posterior, record.classes);
    if (posterior.label.classes != record.classes)
      detail::bad_record("the classes are not those of the schema");
    posterior.label.counts.counts = record.class_counts;
    if (record.exact_class_counts)
      posterior.label.exact = detail::exact_of(*record.exact_class_counts, posterior.label.counts,
                                               posterior.label.size(), "the counts of classes");
    posterior.like_scikit_learn = record.like_scikit_learn;
    FeatureIndex index = index_of(record);
    for (Box<AnyBlock>& block : posterior.blocks)
      for (Index j = 0; j < block->size(); ++j)
        block->fill(j, take(index, block->feature(j).name), posterior.label);
    check_weights(record);
    posterior.feature_weights = record.feature_weights;
    if (!index.empty()) detail::bad_record("there are statistics of columns that the schema lacks");
    return posterior;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    detail::bad_record(error.what());
  }
}

std::string to_json(const Posterior<Model>& posterior) { return to_json(record_of(posterior)); }

std::string to_bytes(const Posterior<Model>& posterior, PosteriorForm form) {
  const PosteriorRecord record = record_of(posterior);
  return form == PosteriorForm::binary ? to_binary(record) : to_json(record);
}

Posterior<Model> posterior_from_bytes(std::string_view bytes, const std::string& name,
                                      const FamilySet& families) {
  const PosteriorRecord record = record_from_bytes(bytes, name);
  try {
    return posterior_of(record, families);
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
  return posterior_from_bytes(read_file(path), path, families);
}

}  // namespace credence
