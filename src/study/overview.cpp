// What a table holds, as its model reads it.
#include <credence/study/describe.hpp>

#include <credence/detail/data/column_places.hpp>
#include <credence/detail/study/studied_family.hpp>

#include <algorithm>

namespace credence {
namespace {

Overview overview_of_label(const LabelColumn& label) {
  Overview all{.label = label.name, .classes = label.classes, .class_rows = label.counts.counts};
  all.class_rows.resize(label.classes.size());
  for (const double rows : all.class_rows) all.rows += rows;
  return all;
}

// Puts features into the order of the schema, and names their priors.
void settle_overview(Overview& overview, const Schema& schema) {
  const ColumnPlaces places(schema);
  const auto position = [&](const FeatureOverview& feature) { return places.of(feature.feature); };
  std::sort(overview.features.begin(), overview.features.end(),
            [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (FeatureOverview& feature : overview.features)
    feature.prior = schema.columns[position(feature)].prior.word;
}

}  // namespace

Overview overview(const Posterior<Model>& posterior) {
  Overview all = overview_of_label(posterior.label);
  for (const Box<AnyBlock>& block : posterior.blocks) {
    const StudiedFamily& family = studied(block->family());
    for (Index j = 0; j < block->size(); ++j) all.features.push_back(family.overview(*block, j));
  }
  settle_overview(all, posterior.model.schema());
  return all;
}

}  // namespace credence
