// Names of weightings, and the weight of a feature.
#include "learn/model/weights_by_name.hpp"

#include <array>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>

#include "base/names.hpp"

namespace credence {
namespace {

constexpr std::array weightings{FeatureWeighting::none, FeatureWeighting::common,
                                FeatureWeighting::each, FeatureWeighting::subset};

}  // namespace

std::string_view to_string(FeatureWeighting kind) {
  constexpr std::array<std::string_view, weightings.size()> names{"none", "common", "each",
                                                                  "subset"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<FeatureWeighting> feature_weighting_named(std::string_view name) {
  for (const FeatureWeighting kind : weightings)
    if (to_string(kind) == name) return kind;
  return std::nullopt;
}

double FeatureWeights::of(std::string_view feature) const {
  return detail::WeightsByName(*this).of(feature);
}

double detail::WeightsByName::of(std::string_view feature) {
  if (!weights_.any()) return 1;
  const std::vector<std::string>& names = weights_.names;
  const std::vector<double>& values = weights_.values;
  const auto near = names.begin() + static_cast<std::ptrdiff_t>(last_);
  const auto at = find_around(names.begin(), near, names.end(),
                              [&](const std::string& name) { return name == feature; });
  if (at == names.end())
    throw Error(ErrorCode::schema, "feature '" + std::string(feature) +
                                       "' has no weight among feature weights of others; find them "
                                       "for this model");
  if (names.size() != values.size())
    throw Error(ErrorCode::shape,
                fmt::format("{} came with {}; give one for each",
                            counted(values.size(), "feature weight", "feature weights"),
                            counted(names.size(), "feature", "features")));
  last_ = static_cast<std::size_t>(at - names.begin());
  const double weight = values[last_];
  if (!(weight >= 0) || !std::isfinite(weight))
    throw Error(ErrorCode::domain,
                fmt::format("the weight of feature '{}' is {}; give a finite number of at least 0",
                            feature, weight));
  return weight;
}

}  // namespace credence
