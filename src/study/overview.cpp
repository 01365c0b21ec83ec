#include <credence/study/overview.hpp>

#include <algorithm>

namespace credence {

Overview detail::overview_of_label(const LabelColumn& label) {
  Overview all{.label = label.name, .classes = label.classes, .class_rows = label.counts.counts};
  all.class_rows.resize(label.classes.size());
  for (const double rows : all.class_rows) all.rows += rows;
  return all;
}

void detail::settle_overview(Overview& overview, const Schema& schema) {
  const auto position = [&](const FeatureOverview& feature) {
    return schema.find(feature.feature) - schema.columns.data();
  };
  std::sort(overview.features.begin(), overview.features.end(),
            [&](const auto& a, const auto& b) { return position(a) < position(b); });
  for (FeatureOverview& feature : overview.features)
    feature.prior = schema.find(feature.feature)->prior.word;
}

template Overview overview(const Posterior<Model>&);

}  // namespace credence
