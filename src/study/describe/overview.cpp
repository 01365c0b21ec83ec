// What a table holds, as its model reads it.
#include <credence/study/describe.hpp>

#include <credence/detail/data/column_places.hpp>
#include <credence/detail/study/studied_family.hpp>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

Overview overview_of_label(const LabelColumn& label) {
  Overview all{.label = label.name, .classes = label.classes, .class_rows = label.counts.counts};
  all.class_rows.resize(label.classes.size());
  for (const double rows : all.class_rows) all.rows += rows;
  return all;
}

// Takes out a deviation whose square no double holds. One of 0 is that of equal numbers, unless all are
// so small that their distances may be lost.
void leave_out_lost(FeatureOverview& feature) {
  constexpr double least = 1.5e-154;  // its square is the smallest number of full precision
  if (!feature.deviation) return;
  const double deviation = *feature.deviation, mean = std::abs(feature.mean.value_or(0));
  const bool equal = deviation == 0 && (mean == 0 || mean >= least);
  if (!std::isfinite(deviation) || (deviation < least && !equal)) feature.deviation.reset();
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
    for (Index j = 0; j < block->size(); ++j) {
      all.features.push_back(family.overview(*block, j));
      leave_out_lost(all.features.back());
    }
  }
  settle_overview(all, posterior.model.schema());
  return all;
}

}  // namespace credence
