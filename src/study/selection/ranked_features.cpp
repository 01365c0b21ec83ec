// Names and units of ranked features.
#include <credence/study/feature_selection.hpp>

namespace credence {

std::string_view to_string(RankBy by) {
  switch (by) {
    case RankBy::posterior_mean:
      return "posterior_mean";
    case RankBy::above_prior:
      return "above_prior";
    case RankBy::evidence:
      return "evidence";
    case RankBy::conditional:
      return "conditional";
    default:
      return "mutual_information";
  }
}

std::vector<std::string> kept_names(const RankedFeatures& ranked) {
  std::vector<std::string> names;
  for (Index i = 0; i < ranked.kept; ++i)
    names.push_back(ranked.features[static_cast<std::size_t>(i)].name);
  return names;
}

RankedFeatures in_unit(RankedFeatures ranked, LogUnit unit) {
  const double factor = units_per_nat(unit) / units_per_nat(ranked.unit);
  const auto convert = [&](std::optional<double>& value) {
    if (value) *value *= factor;
  };
  const auto convert_ends = [&](std::optional<Interval>& bounds) {
    if (bounds) bounds = Interval{.lower = bounds->lower * factor, .upper = bounds->upper * factor};
  };
  for (RankedFeature& feature : ranked.features) {
    convert(feature.mutual_information);
    convert(feature.posterior_mean);
    convert(feature.prior_mean);
    convert(feature.log_bayes_factor);
    convert(feature.score);
    convert_ends(feature.bounds);
    convert_ends(feature.prior_bounds);
  }
  ranked.unit = unit;
  return ranked;
}

}  // namespace credence
