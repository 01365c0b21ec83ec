#pragma once
// How a classifier did, as several reports list it.
#include <credence/study/result.hpp>
#include <credence/study/selection_curve.hpp>

#include "report/listing.hpp"

namespace credence {

void list(auto& to, const UndefinedInFold& undefined) {
  to("feature", undefined.cell.feature);
  to("class", report::name_or_null(undefined.cell.klass));
  to("why", undefined.cell.why);
  if (undefined.fold > 0) to("fold", undefined.fold);
}

void list(auto& to, const CalibrationBin& bin) {
  to("from", report::WithPoint{bin.lower});
  to("to", report::WithPoint{bin.upper});
  to("rows", bin.weight);
  to("right", bin.right);
  to("mean_probability", bin.mean_probability);
  to("share", bin.share());
  to("interval", bin.interval);
}

void list(auto& to, const Calibration& calibration) {
  to("class", report::name_or_null(calibration.klass));
  to("mass", calibration.mass);
  to("error", calibration.error);
  to("error_interval", calibration.error_interval);
  to("bins", calibration.bins);
}

/// Returns a metric; none where an estimate is undefined.
[[nodiscard]] inline std::optional<double> measured(const std::optional<Metrics>& metrics,
                                                    double Metrics::*measure) {
  return metrics ? std::optional((*metrics).*measure) : std::nullopt;
}

void list_metrics(auto& to, const std::optional<Metrics>& metrics,
                  const std::optional<double>& skill) {
  const auto of = [&](double Metrics::*measure) { return measured(metrics, measure); };
  constexpr const char* format = "{:.4f}";
  to("accuracy", of(&Metrics::accuracy), report::Shown{"accuracy", format});
  to("log_loss", of(&Metrics::log_loss), report::Shown{"log loss", format});
  to("skill", skill, report::Shown{"skill", format});
  to("brier", of(&Metrics::brier), report::Shown{"Brier", format});
  to("confidence", of(&Metrics::confidence), report::Shown{"confidence", format});
}

/// How sure the metrics are.
void list_uncertainty(auto& to, const Metrics& metrics) {
  constexpr double mass = 0.9;
  const Interval interval = accuracy_interval(metrics, mass);
  to("accuracy_interval", Json{{"mass", mass},
                               {"lower", report::number(interval.lower)},
                               {"upper", report::number(interval.upper)}});
  to("log_loss_error", metrics.log_loss_error);
  to("confidence_error", metrics.confidence_error);
}

void list(auto& to, const Result& result) {
  const auto rows_text = [&](Index rows) { return result.metrics ? std::to_string(rows) : "-"; };
  const auto count = [](const auto& cells) { return std::to_string(cells.size()); };
  if (!to.all && !result.structure.empty()) to("structure", result.structure);
  to("estimator", result.estimator);
  to(report::Shown{"estimator"}, classifier_name(result));
  if (!to.all && result.feature_weights != FeatureWeighting::none)
    to("feature_weights", result.feature_weights);
  to("on", result.on, report::Shown{"on"});
  list_metrics(to, result.metrics, result.skill);
  if (!to.all && result.metrics) {
    list_uncertainty(to, *result.metrics);
    to("skill_error", result.skill_error);
    if (result.confusion) {
      to("balanced_accuracy", balanced_accuracy(*result.confusion));
      to("macro_f1", macro_f1(*result.confusion));
    }
    if (result.areas) to("roc_auc", result.areas->area);
    if (result.cost) {
      to("mean_cost", result.cost->mean);
      to("mean_cost_error", result.cost->error);
    }
    if (result.calibration) to("calibration", *result.calibration);
  }
  to("impossible_rows", result.metrics ? result.metrics->impossible_rows : 0,
     report::Shown{"impossible", rows_text});
  to("unseen_cells", result.unseen_cells);
  to("undefined", result.undefined, report::Shown{"undefined", count});
}

namespace report {
/// The column that describe leaves out: it reads no rows.
inline constexpr std::string_view conditional_heading = "of labels given features";
}  // namespace report

void list(auto& to, const FittedParameters& fit) {
  constexpr const char* format = "{:.3f}";
  to("estimator", fit.estimator, report::Shown{"estimator"});
  to("log_likelihood", fit.log_likelihood, report::Shown{"log likelihood", format});
  if (to.all || fit.conditional)
    to("conditional_log_likelihood", fit.conditional,
       report::Shown{report::conditional_heading, format});
  const auto parameters = [&](double count) {
    return fit.log_likelihood ? report::short_number(count) : "-";
  };
  to("free_parameters", fit.log_likelihood ? std::optional(fit.parameters) : std::nullopt);
  to(report::Shown{"free parameters", parameters}, fit.parameters);
  to("aic", aic(fit), report::Shown{"AIC", format});
  to("bic", bic(fit), report::Shown{"BIC", format});
  if (!to.all && !fit.undefined.empty()) to("undefined", fit.undefined);
}

/// The classifier of the first features of a ranking.
void list(auto& to, const SelectionPoint& point) {
  to("features", point.features, report::Shown{"features"});
  if (to.all || !point.added.empty()) to("added", point.added);
  to("accuracy", measured(point.metrics, &Metrics::accuracy), report::Shown{"accuracy", "{:.4f}"});
  to("log_loss", measured(point.metrics, &Metrics::log_loss), report::Shown{"log loss", "{:.4f}"});
  to("standard_error", point.standard_error, report::Shown{"standard error", "{:.4f}"});
  to("undefined", point.undefined);
}

}  // namespace credence
