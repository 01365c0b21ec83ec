#pragma once
// The lines of an explanation as people read them.
#include <credence/predict/explain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/listing/text_table.hpp"

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

/// "the log odds, and x, whose family has no `term_moments`": what has no interval where others have
/// one; empty where all have. A cell that adds nothing needs none.
[[nodiscard]] inline std::string why_no_interval(const Explanation& explanation) {
  if (!(explanation.mass > 0) || explanation.interval) return {};
  std::vector<std::string> features;
  for (const ExplanationLine& line : explanation.lines)
    if (!line.interval && line.note.empty() && line.kind != LineKind::prior &&
        std::find(features.begin(), features.end(), line.feature) == features.end())
      features.push_back(line.feature);
  if (features.empty()) return "the log odds";
  return fmt::format("the log odds, and {}, whose {} no `term_moments`", listed(features),
                     features.size() == 1 ? "family has" : "families have");
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
