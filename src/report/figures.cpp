#include <credence/report/figures.hpp>

#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

#include <algorithm>
#include <string>

namespace credence {
namespace {

// The rows that were not learned, where there are any: what is said of them counts.
std::string set_to_judge_by(std::span<const Result> results) {
  for (const char* set : {"test", "cross_validation", "leave_one_out"})
    if (std::any_of(results.begin(), results.end(),
                    [&](const Result& result) { return result.on == set && result.metrics; }))
      return set;
  return results.empty() ? std::string() : results.front().on;
}

std::vector<Figure> figures_of_results(std::span<const Result> results) {
  std::vector<Figure> figures{accuracy_figure(results), log_loss_figure(results)};
  const std::string set = set_to_judge_by(results);
  // The baseline says the same of every row: there is nothing to see in these of it.
  const auto is_shown = [&](const Result& result) {
    return result.on == set && result.estimator != baseline_name;
  };
  for (const Result& result : results)
    if (is_shown(result) && result.calibration) figures.push_back(calibration_figure(result));
  for (const Result& result : results)
    if (is_shown(result) && result.confusion) figures.push_back(confusion_figure(result));
  return figures;
}

}  // namespace

std::vector<Figure> figures_of(const Comparison& comparison) {
  return figures_of_results(comparison.results);
}

std::vector<Figure> figures_of(const Evaluation& evaluation) {
  return figures_of_results(evaluation.results);
}

}  // namespace credence
