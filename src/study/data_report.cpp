#include <credence/study/data_report.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace credence {

std::vector<std::string> detail::best_features(const std::vector<FeatureInformation>& information,
                                               const Schema& schema, Index most) {
  std::vector<std::string> names;
  for (const FeatureInformation& each : information) {
    const ColumnSchema* column = schema.find(each.feature);
    const std::string& name = column != nullptr && column->tied ? each.part : each.feature;
    if (std::ssize(names) < most && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

std::vector<std::string> detail::best_numbers(const std::vector<FeatureInformation>& information,
                                              const Schema& schema) {
  const std::vector<std::string> numbers = features_of_surfaces(schema);
  std::vector<std::string> best;
  for (const std::string& name :
       best_features(information, schema, std::numeric_limits<Index>::max()))
    if (best.size() < 2 && std::find(numbers.begin(), numbers.end(), name) != numbers.end())
      best.push_back(name);
  return best;
}

std::vector<std::string> detail::features_with(const std::vector<std::string>& names,
                                               const Schema& schema) {
  std::vector<std::string> features;
  for (const ColumnSchema& column : schema.columns) {
    const auto is_named = [&](const std::string& name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (column.family == "none") continue;
    if (is_named(column.name) ||
        std::any_of(column.columns.begin(), column.columns.end(), is_named))
      features.push_back(column.name);
  }
  return features;
}

InformationOptions detail::information_options(const DataReportOptions& options,
                                               const Schema& schema) {
  constexpr Index few = 40;
  InformationOptions asked{.estimator = options.estimator};
  if (std::ssize(schema.columns) > few) asked.draws = 0;
  return asked;
}

std::vector<std::string> detail::largest_classes(const Overview& overview, Index most) {
  std::vector<std::size_t> order(overview.classes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return overview.class_rows[a] > overview.class_rows[b];
  });
  order.resize(std::min(order.size(), static_cast<std::size_t>(most)));
  std::sort(order.begin(), order.end());
  std::vector<std::string> classes;
  for (const std::size_t klass : order) classes.push_back(overview.classes[klass]);
  return classes;
}

void detail::order_pictures(std::vector<FeaturePicture>& pictures,
                            const std::vector<std::string>& names) {
  const auto position = [&](const FeaturePicture& picture) {
    return std::find(names.begin(), names.end(), picture.feature) - names.begin();
  };
  std::stable_sort(pictures.begin(), pictures.end(),
                   [&](const auto& a, const auto& b) { return position(a) < position(b); });
}

template DataReport data_report(const Model&, const Table&, const Table*, const DataReportOptions&);

}  // namespace credence
