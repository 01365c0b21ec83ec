#include <credence/study/describe.hpp>

#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/study/block_description.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/evidence.hpp>

#include <algorithm>
#include <cmath>

#include "base/names.hpp"
#include "learn/structure/context_priors.hpp"
#include "study/describe/describe_structure.hpp"

namespace credence {

std::vector<std::string> feature_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns)
    if (column.family != "none") names.push_back(column.name);
  return names;
}

namespace {

LabelDescription describe_label(const LabelColumn& label) {
  LabelDescription description;
  description.name = label.name;
  description.classes = label.classes;
  description.counts = label.counts.counts;
  description.prior = label.prior;
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    description.estimates[e] = detail::fields_or_why([&] {
      std::vector<double> probabilities = log_class_probabilities(label, all_estimators[e]);
      for (double& probability : probabilities) probability = std::exp(probability);
      return Fields{{"probabilities", std::move(probabilities)}};
    });
  return description;
}

void check_options(const DescribeOptions& options, const Schema& schema) {
  detail::check_mass(options.mass);
  const std::vector<std::string> known = feature_names(schema);
  for (const std::string& name : options.features)
    if (!detail::among(known, name)) detail::no_such_feature(name, known);
}

// Puts the features into the order of the schema, and gives binary columns their levels.
void settle_features(std::vector<FeatureDescription>& features, const Schema& schema) {
  const ColumnPlaces places(schema);
  const auto position = [&](const FeatureDescription& feature) { return places.of(feature.name); };
  std::sort(features.begin(), features.end(),
            [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (FeatureDescription& feature : features)
    if (feature.levels.empty()) feature.levels = schema.columns[position(feature)].levels;
}

void describe_features(const Posterior<Model>& posterior, const DescribeOptions& options,
                       std::vector<FeatureDescription>& features) {
  for (const Box<AnyBlock>& block : posterior.blocks)
    studied(block->family()).describe(*block, posterior.label.classes, options, features);
  settle_features(features, posterior.model.schema());
}

// Where rows count in part there is no evidence of anything.
void take_evidence_back(std::vector<FeatureDescription>& features) {
  for (FeatureDescription& feature : features) {
    feature.relevance.reset();
    feature.tyings.clear();
  }
}

}  // namespace

void detail::check_ends(const IntervalFields& interval) {
  const auto is_number = [](double end) { return std::isfinite(end); };
  for (const Fields* ends : {&interval.lower, &interval.upper})
    for (const auto& [name, value] : *ends) {
      const auto* list = std::get_if<std::vector<double>>(&value);
      const bool good = list == nullptr ? is_number(std::get<double>(value))
                                        : std::all_of(list->begin(), list->end(), is_number);
      if (!good)
        throw Error(ErrorCode::undefined,
                    "an end of the interval of '" + name +
                        "' is beyond the range of double; rescale the column");
    }
}

Description describe(const Posterior<Model>& posterior, const DescribeOptions& options) {
  check_options(options, posterior.model.schema());
  Description description;
  description.mass = options.mass;
  description.label = describe_label(posterior.label);
  if (detail::imagines_rows(posterior))
    describe_features(detail::with_imagined_rows(posterior), options, description.features);
  else
    describe_features(posterior, options, description.features);
  description.discount = posterior.discount;
  if (posterior.discount.any()) take_evidence_back(description.features);
  description.feature_weights = posterior.feature_weights;
  description.fits = fitted_parameters(posterior, all_estimators);
  if (posterior.model.schema().structure.kind != StructureKind::naive)
    description.structure = detail::describe_structure(posterior, options);
  description.log_evidence_undefined =
      detail::why_undefined([&] { description.log_evidence = log_evidence(posterior); });
  return description;
}

}  // namespace credence
