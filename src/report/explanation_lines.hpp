#pragma once
// The lines of an explanation as people read them.
#include <credence/predict/explain.hpp>

#include <algorithm>
#include <cmath>

namespace credence::report {

/// Returns the prior first, then the others by the size of their contribution, the largest first.
[[nodiscard]] inline std::vector<ExplanationLine> lines_by_size(const Explanation& explanation) {
  std::vector<ExplanationLine> lines = explanation.lines;
  const auto begin = std::stable_partition(
      lines.begin(), lines.end(), [](const auto& line) { return line.kind == LineKind::prior; });
  std::stable_sort(begin, lines.end(), [](const auto& a, const auto& b) {
    return std::abs(a.contribution) > std::abs(b.contribution);
  });
  return lines;
}

/// Whether a line names parents of its feature.
[[nodiscard]] inline bool any_given(const Explanation& explanation) {
  return std::any_of(explanation.lines.begin(), explanation.lines.end(),
                     [](const ExplanationLine& line) { return !line.given.empty(); });
}

/// The models of an average, the largest share first.
[[nodiscard]] inline std::vector<ModelShare> models_by_share(const Explanation& explanation) {
  std::vector<ModelShare> models = explanation.models;
  std::stable_sort(models.begin(), models.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  return models;
}

/// "survived = yes against no": the classes, after the label where the explanation names it.
[[nodiscard]] inline std::string classes_text(const Explanation& explanation) {
  std::string text = explanation.klass + " against " + explanation.against;
  for (const ExplanationLine& line : explanation.lines)
    if (line.kind == LineKind::prior) return line.feature + " = " + text;
  return text;
}

}  // namespace credence::report
