// Results of comparisons and evaluations as CSV.
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <algorithm>

#include "report/listing/result_listing.hpp"

namespace credence {
namespace {

// What JSON nests, in columns of its own.
void list_nested(auto& to, const Result& result) {
  to("undefined_cells", std::ssize(result.undefined));
  const std::optional<Interval> accuracy = accuracy_interval(result);
  to("lower_accuracy", report::end_of(accuracy, &Interval::lower));
  to("upper_accuracy", report::end_of(accuracy, &Interval::upper));
  list_errors(to, result);
  list_rates(to, result);
  const std::optional<Interval> calibration =
      result.calibration ? std::optional(result.calibration->error_interval) : std::nullopt;
  to("calibration_error",
     result.calibration ? std::optional(result.calibration->error) : std::nullopt);
  to("lower_calibration_error", report::end_of(calibration, &Interval::lower));
  to("upper_calibration_error", report::end_of(calibration, &Interval::upper));
}

enum class AreaColumn { leave_out, write };

std::string csv_of_results(const std::vector<Result>& results, AreaColumn area, int digits) {
  const auto any = [&](auto has) { return std::any_of(results.begin(), results.end(), has); };
  const bool structured = any([](const Result& result) { return !result.structure.empty(); });
  const bool weighted =
      any([](const Result& result) { return result.feature_weights != FeatureWeighting::none; });
  const bool with_cost = any([](const Result& result) { return result.cost.has_value(); });
  const auto columns = [&](auto& to, const Result& result) {
    if (structured) to("structure", result.structure);
    list(to, result);
    list_nested(to, result);
    if (area == AreaColumn::write) list_area(to, result);
    if (with_cost) list_cost(to, result);
    if (weighted) to("feature_weights", result.feature_weights);
  };
  return to_csv(report::numbers_of(results, columns), digits);
}

}  // namespace

std::string to_csv(const Comparison& comparison, int digits) {
  return csv_of_results(comparison.results, AreaColumn::leave_out, digits);
}

std::string to_csv(const Evaluation& evaluation, int digits) {
  return csv_of_results(evaluation.results, AreaColumn::write, digits);
}

}  // namespace credence
