#include <credence/report/figures.hpp>

#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include <algorithm>

namespace credence {

namespace {

// The calibration of those without feature weights, then of those with: all in one figure would hide
// each other.
void add_calibration(std::span<const Result> judged, const std::string& label,
                     std::vector<Figure>& figures) {
  for (const bool weighted : {false, true}) {
    std::vector<Result> shown;
    for (const Result& result : judged)
      if (result.calibration && (result.feature_weights != FeatureWeighting::none) == weighted)
        shown.push_back(result);
    if (shown.empty()) continue;
    figures.push_back(calibration_figure(shown, label));
    if (!weighted) continue;
    figures.back().name += "_weighted";
    figures.back().title = "Calibration of each estimator with feature weights";
  }
}

}  // namespace

std::vector<Figure> figures_of(std::span<const Result> results, const std::string& label) {
  std::vector<Figure> figures{accuracy_figure(results), log_loss_figure(results)};
  const std::string on = judged_on(results);
  std::vector<Result> judged;
  for (const Result& result : results)
    if (result.on == on && result.metrics && result.estimator != baseline_name)
      judged.push_back(result);
  add_calibration(judged, label, figures);
  if (std::any_of(judged.begin(), judged.end(), [](const auto& each) { return each.confusion; }))
    figures.push_back(confusion_figure(judged, label));
  return figures;
}

std::vector<Figure> figures_of(const Comparison& comparison) {
  std::vector<Figure> figures = figures_of(comparison.results, comparison.label);
  for (const ComparedStructure& compared : comparison.structures)
    for (Figure& figure : figures_of(compared.found)) figures.push_back(std::move(figure));
  return figures;
}

std::vector<Figure> figures_of(const Evaluation& evaluation) {
  return figures_of(evaluation.results, evaluation.label);
}

}  // namespace credence
