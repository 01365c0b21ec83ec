#pragma once
// How a classifier did, as several reports list it.
#include <credence/study/result.hpp>
#include <credence/study/selection_curve.hpp>

#include "report/listing/listing.hpp"

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

/// in  accuracy: of labels, which may be known without the metrics
void list_metrics(auto& to, const std::optional<Metrics>& metrics,
                  const std::optional<double>& accuracy, const std::optional<double>& skill) {
  const auto of = [&](double Metrics::*measure) { return measured(metrics, measure); };
  constexpr const char* format = "{:.4f}";
  to("accuracy", accuracy, report::Shown{"accuracy", format});
  to("log_loss", of(&Metrics::log_loss), report::Shown{"log loss", format});
  to("skill", skill, report::Shown{"skill", format});
  to("brier", of(&Metrics::brier), report::Shown{"Brier", format});
  to("confidence", of(&Metrics::confidence), report::Shown{"confidence", format});
}

namespace report {
/// An interval beside the mass that it holds.
struct HeldInterval {
  double mass = 0.9;
  Interval interval = {};
};

void list(auto& to, const HeldInterval& held) {
  to("mass", held.mass);
  to("lower", held.interval.lower);
  to("upper", held.interval.upper);
}
}  // namespace report

/// How sure the metrics are.
void list_errors(auto& to, const Result& result) {
  to("log_loss_error", measured(result.metrics, &Metrics::log_loss_error));
  to("confidence_error", measured(result.metrics, &Metrics::confidence_error));
  to("skill_error", result.skill_error);
}

/// Means over classes, of labels.
void list_rates(auto& to, const Result& result) {
  const auto of = [&](auto measure) {
    return result.confusion ? measure(*result.confusion) : std::nullopt;
  };
  to("balanced_accuracy", of(balanced_accuracy));
  to("macro_f1", of(macro_f1));
}

/// The area under the ROC curve; of evaluations.
void list_area(auto& to, const Result& result) {
  to("roc_auc", result.areas ? result.areas->area : std::nullopt);
}

/// What decisions cost, where losses are given.
void list_cost(auto& to, const Result& result) {
  const auto of = [&](double MeanCost::*which) {
    return result.cost ? std::optional((*result.cost).*which) : std::nullopt;
  };
  to("mean_cost", of(&MeanCost::mean));
  to("mean_cost_error", of(&MeanCost::error));
}

namespace report {
/// The column that is left out where no classifier has feature weights.
inline constexpr std::string_view weights_heading = "weights";

/// "each", or "-" without feature weights.
[[nodiscard]] inline std::string_view weights_word(const Result& result) {
  const bool any = result.feature_weights != FeatureWeighting::none;
  return any ? to_string(result.feature_weights) : "-";
}
}  // namespace report

void list(auto& to, const Result& result) {
  const std::optional<Index> impossible =
      result.metrics ? std::optional(result.metrics->impossible_rows) : std::nullopt;
  const auto count = [](const auto& cells) { return std::to_string(cells.size()); };
  if (!to.all && !result.structure.empty()) to("structure", result.structure);
  to("estimator", result.estimator);
  to(report::Shown{"estimator"}, result.estimator);
  to(report::Shown{report::weights_heading}, report::weights_word(result));
  if (!to.all && result.feature_weights != FeatureWeighting::none)
    to("feature_weights", result.feature_weights);
  to("on", result.on, report::Shown{"on"});
  list_metrics(to, result.metrics, accuracy_of(result), result.skill);
  if (!to.all && accuracy_of(result)) {
    to("accuracy_interval", report::HeldInterval{.interval = *accuracy_interval(result)});
    if (result.metrics) list_errors(to, result);
    if (result.confusion) list_rates(to, result);
    if (result.areas) list_area(to, result);
    if (result.cost) list_cost(to, result);
    if (result.calibration) to("calibration", *result.calibration);
  }
  // In JSON it is 0 where there are no metrics.
  to("impossible_rows", to.all ? impossible : std::optional(impossible.value_or(0)),
     report::Shown{"impossible"});
  to("ruled_out", measured(result.metrics, &Metrics::ruled_out));
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
