#pragma once
// Points of learning curves listed: JSON, CSV and the numbers of figures follow.
#include <credence/study/learning_curve.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "report/listing/listing.hpp"
#include "report/listing/result_name.hpp"

namespace credence {

void list(auto& to, const ErrorParts& parts) {
  to("rows", parts.rows);
  to("tests", parts.tests);
  to("error", parts.error);
  to("noise", parts.noise);
  to("bias", parts.bias);
  to("variance_unbiased", parts.variance_unbiased);
  to("variance_biased", parts.variance_biased);
  to("brier", parts.brier);
  to("brier_noise", parts.brier_noise);
  to("brier_bias", parts.brier_bias);
  to("brier_variance", parts.brier_variance);
}

void list_rows(auto& to, const CurvePoint& point) {
  to("estimator", point.estimator);
  if (!to.all && point.feature_weights != FeatureWeighting::none)
    to("feature_weights", point.feature_weights);
  to("test_size", point.test_size);
  to("test_rows", point.test_rows);
  to("training_rows", point.training_rows);
}

void list(auto& to, const CurvePoint& point) {
  list_rows(to, point);
  to("repeats", point.repeats);
  to("undefined_repeats", point.undefined_repeats);
  if (!to.all && !point.why_undefined.empty()) to("why_undefined", point.why_undefined);
  to("mean_accuracy", point.mean_accuracy);
  to("median_accuracy", point.median_accuracy);
  to("lower_accuracy", point.lower_accuracy);
  to("upper_accuracy", point.upper_accuracy);
  to("sd_accuracy", point.sd_accuracy);
  to("mean_log_loss", point.mean_log_loss);
  to("median_log_loss", point.median_log_loss);
  to("mean_ruled_out", point.mean_ruled_out);
  to("test_noise", point.test_noise);
  to("split_noise", point.split_noise);
  to("training_noise", point.training_noise);
  if (!to.all && point.parts) to("decomposition", *point.parts);
}

// The columns of a table of points.
void list_parts(auto& to, const CurvePoint& point) {
  const auto part = [&](auto ErrorParts::*member) {
    return point.parts ? std::optional<double>((*point.parts).*member) : std::nullopt;
  };
  to("error", part(&ErrorParts::error));
  to("noise", part(&ErrorParts::noise));
  to("bias", part(&ErrorParts::bias));
  to("variance_unbiased", part(&ErrorParts::variance_unbiased));
  to("variance_biased", part(&ErrorParts::variance_biased));
  to("brier", part(&ErrorParts::brier));
  to("brier_noise", part(&ErrorParts::brier_noise));
  to("brier_bias", part(&ErrorParts::brier_bias));
  to("brier_variance", part(&ErrorParts::brier_variance));
}

void list_training(auto&& to, const CurvePoint& point) {
  to("mean_training_accuracy", point.mean_training_accuracy);
  to("mean_training_log_loss", point.mean_training_log_loss);
}

namespace report {

[[nodiscard]] inline bool is_weighted(const LearningCurve& curve) {
  return std::any_of(curve.points.begin(), curve.points.end(), [](const CurvePoint& point) {
    return point.feature_weights != FeatureWeighting::none;
  });
}

/// "8 rows, 5 repeats of 2 sizes, nested splits, seed 1".
[[nodiscard]] inline std::string splits_text(const LearningCurve& curve) {
  const auto sizes = std::count_if(
      curve.points.begin(), curve.points.end(),
      [&](const CurvePoint& point) { return name_of(point) == name_of(curve.points.front()); });
  const std::string rows = counted(curve.rows, "row", "rows");
  const std::string of_sizes = counted(sizes, "size", "sizes");
  if (curve.splits == CurveSplits::given)
    return fmt::format("{}, {} of {}", rows, counted(curve.repeats, "given split", "given splits"),
                       of_sizes);
  return fmt::format("{}{}, {} of {}, {} splits{}, seed {}", rows,
                     curve.best ? " drawn for each" : "",
                     counted(curve.repeats, "repeat", "repeats"), of_sizes, to_string(curve.splits),
                     curve.stratified ? ", stratified" : "", curve.seed);
}

/// Returns a line for each point, with all that was asked for.
[[nodiscard]] inline FigureNumbers numbers_of(const LearningCurve& curve) {
  return numbers_of(curve.points, [&](auto& to, const CurvePoint& point) {
    if (!curve.structure.empty()) to("structure", curve.structure);
    list(to, point);
    if (is_weighted(curve)) to("feature_weights", point.feature_weights);
    if (is_decomposed(curve)) list_parts(to, point);
    if (is_scored_on_training(curve)) list_training(to, point);
  });
}

}  // namespace report

}  // namespace credence
