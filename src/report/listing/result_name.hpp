#pragma once
// What a result is called where several stand side by side.
#include <credence/study/learning_curve.hpp>
#include <credence/study/result.hpp>

#include <string>

#include "report/listing/text_table.hpp"

namespace credence::report {

/// "posterior predictive", or with its structure "tan predictive".
[[nodiscard]] inline std::string name_of(const Result& result) {
  const std::string estimator = in_words(classifier_name(result));
  return result.structure.empty() ? estimator : result.structure + ' ' + estimator;
}

/// "predictive", or with its weights "predictive (weights each)".
[[nodiscard]] inline std::string name_of(const CurvePoint& point) {
  return classifier_name(point.estimator, point.feature_weights);
}

/// "predictive", or "tan predictive": a result in the words that scripts read.
[[nodiscard]] inline std::string plain_name_of(const Result& result) {
  const std::string estimator = classifier_name(result);
  return result.structure.empty() ? estimator : result.structure + ' ' + estimator;
}

}  // namespace credence::report
